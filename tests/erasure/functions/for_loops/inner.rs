//! `for` loops whose bodies hold loops and chains.

use super::fuse;

fn rows_of(xs: &[i64]) -> Vec<Vec<i64>> {
    xs.chunks(3).map(<[i64]>::to_vec).collect()
}

/// Rows are walked once, whatever is done with them.
#[fuse(loops = 3)]
pub fn rows(xs: &[i64]) -> (i64, usize, i64) {
    let rows: Vec<Vec<i64>> = rows_of(xs);
    let mut total = 0_i64;
    for row in &rows {
        for x in row {
            total = total.wrapping_mul(31) ^ x;
        }
    }
    let widths: usize = rows.iter().map(|row| row.len()).sum();
    let mut least = i64::MAX;
    for row in &rows {
        let here: i64 = row.iter().fold(0, |a, x| a ^ x);
        if here < least {
            least = here;
        }
    }
    (total, widths, least)
}

/// Both loops inside of the body are one, and the outer one is left in the middle of either.
#[fuse(loops = 3)]
pub fn left_from_within(xs: &[i64]) -> (i64, i64, i64, usize) {
    let (mut kept, mut lost, mut all) = (0_i64, 0_i64, 0_i64);
    let steps: [i64; 4] = [3, 5, 7, 11];
    'values: for x in xs {
        let mut here = 0_i64;
        for step in &steps {
            if x % step == 1 {
                lost ^= x;
                continue 'values;
            }
            if x % step == 2 {
                continue;
            }
            if x % step == 3 {
                break;
            }
            here ^= step;
        }
        for step in &steps {
            if *step > 7 && here & 1 == 0 {
                continue 'values;
            }
            all ^= step;
        }
        kept ^= here ^ x;
    }
    let odd = xs.iter().filter(|x| **x & 1 == 1).count();
    (kept, lost, all, odd)
}

/// Three levels, each of which is left by the ones inside, and each of which has two loops that are one.
#[fuse]
pub fn levels(xs: &[i64]) -> (i64, i64, i64, i64) {
    let (mut a, mut b, mut c) = (0_i64, 0_i64, 0_i64);
    let few: [i64; 3] = [1, 2, 4];
    'outer: for x in xs {
        'middle: for y in &few {
            for z in &few {
                if (x ^ z) & y == 0 {
                    continue 'middle;
                }
                if x & 15 == 7 {
                    continue 'outer;
                }
                if x & z == 0 {
                    continue;
                }
                a ^= z;
            }
            for z in &few {
                if x & z == 4 {
                    continue 'middle;
                }
                b ^= z;
            }
            c ^= y;
        }
        let mut d = 0;
        for y in &few {
            d ^= y & x;
            if d == 3 {
                continue 'outer;
            }
        }
        c ^= d;
    }
    let last = xs.iter().fold(0, |l, x| l ^ (x >> 1));
    (a, b, c, last)
}

/// What an inner loop panics at ends it all.
#[fuse]
pub fn panics_inside(xs: &[i64]) -> (i64, i64) {
    let limits: Vec<i64> = vec![900, 990, 1001];
    let mut sum = 0_i64;
    for x in xs {
        for limit in &limits {
            assert!(*x != *limit, "found");
            sum ^= limit - x;
        }
    }
    let product = xs.iter().fold(1_i64, |p, x| p.wrapping_mul(x | 1));
    (sum, product)
}

/// The inner loop fills what a later chain reads at random, and what another one reads in order.
#[fuse]
pub fn filled_inside(xs: &[i64]) -> (Vec<i64>, i64, i64) {
    let mut counts = vec![0_i64; 16];
    for x in xs {
        for bit in 0..4 {
            counts[((x >> bit) & 15) as usize] += 1;
        }
    }
    let rare: i64 = xs
        .iter()
        .map(|x| counts[(x & 15) as usize])
        .fold(0, |a, b| a ^ b);
    let most = counts.iter().copied().fold(0, i64::max);
    (counts, rare, most)
}

/// The whole of another array is changed for each element.
#[fuse]
pub fn changes_all(xs: &[i64]) -> (Vec<i64>, i64, i64) {
    let mut state: Vec<i64> = vec![1, 2, 3];
    let before: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let mut seen = 0_i64;
    for x in xs {
        for s in state.iter_mut() {
            *s = s.wrapping_mul(3) ^ x;
        }
        for s in &mut state {
            *s ^= *s >> 3;
        }
        seen ^= state.iter().fold(0, |a, s| a ^ s);
    }
    let after: i64 = state.iter().fold(0, |a, x| a ^ x);
    (state, before ^ after, seen)
}

/// Elements change where they stand, each as often as the inner loop runs.
#[fuse]
pub fn in_place(xs: &[i64]) -> (Vec<i64>, i64, i64) {
    let mut ys: Vec<i64> = xs.to_vec();
    let old: i64 = ys.iter().fold(0, |a, y| a ^ y);
    for y in &mut ys {
        for step in 0..(*y & 3) {
            *y = y.wrapping_add(step);
        }
    }
    let new: i64 = ys.iter().fold(0, |a, y| a.wrapping_mul(3) ^ y);
    (ys, old, new)
}

/// Closures of chains inside write what the body writes.
#[fuse(loops = 2)]
pub fn closures_write(xs: &[i64]) -> (i64, Vec<i64>, usize) {
    let mut total = 0_i64;
    let mut out: Vec<i64> = Vec::new();
    let near: [i64; 3] = [-1, 0, 1];
    for x in xs {
        near.iter().for_each(|d| {
            total ^= d + (x & 7);
            if total & 8 == 0 {
                out.push(total);
            }
        });
    }
    let n = xs.iter().filter(|x| **x > 3).count();
    (total, out, n)
}

/// `while`, `loop`, labelled blocks, and names that get their value later.
#[fuse(loops = 1)]
pub fn other_loops(xs: &[i64]) -> (u32, i64, i64, usize) {
    let (mut bits, mut halves, mut sum) = (0_u32, 0_i64, 0_i64);
    for x in xs {
        let mut y = *x as u64;
        while y > 0 {
            bits = bits.wrapping_add((y & 1) as u32);
            y >>= 9;
        }
        let steps: u64 = loop {
            if y > 5 {
                break y;
            }
            y += 2;
        };
        let sign;
        if *x < 0 {
            sign = -1;
        } else {
            sign = 1;
        }
        'part: {
            if *x & 1 == 0 {
                break 'part;
            }
            halves ^= steps as i64;
        }
        sum = sum.wrapping_add(sign);
    }
    let n = xs.iter().filter(|x| **x > 3).count();
    (bits, halves, sum, n)
}

/// `let .. else` goes on with the next element, and counts that.
#[fuse(loops = 1)]
pub fn let_else(xs: &[i64]) -> (i64, usize, i64) {
    let mut sum = 0_i64;
    let mut missed = 0;
    for x in xs {
        let Some(y) = x.checked_mul(1 << 40) else {
            missed += 1;
            continue;
        };
        sum ^= y;
    }
    let all = xs.iter().fold(0, |a, x| a ^ x);
    (sum, missed, all)
}

/// What stands inside is a region of its own where the loop stays as written too.
#[fuse]
pub fn alone(xs: &[i64]) -> i64 {
    let mut total = 0_i64;
    'rows: for row in xs.chunks(4) {
        let sum = row.iter().fold(0_i64, |a, x| a ^ x);
        let and = row.iter().fold(-1_i64, |a, x| a & x);
        if sum < and {
            continue 'rows;
        }
        total ^= sum.wrapping_sub(and);
    }
    total
}

/// The bounds of rows, whose coordinates an inner loop counts; an index beyond the last one panics in both.
#[fuse]
pub fn bounds(xs: &[f64], last: usize) -> ([f64; 3], [f64; 3], f64) {
    let rows: Vec<[f64; 3]> = xs.iter().map(|x| [*x, x * 0.5, 1.0 - x]).collect();
    let mut lo = [f64::INFINITY; 3];
    let mut hi = [f64::NEG_INFINITY; 3];
    let mut sum = 0.0;
    for row in &rows {
        for k in 0..3 {
            lo[k] = lo[k].min(row[k]);
        }
    }
    for row in &rows {
        for k in (0..last).rev() {
            hi[k] = hi[k].max(row[k]);
        }
    }
    for row in &rows {
        sum += row[0];
    }
    (lo, hi, sum)
}

/// Of a table of somebody's own an integer may select anything.
#[fuse]
pub fn chosen(xs: &[i64]) -> (Vec<String>, Vec<String>) {
    let table = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
    let mut out = vec![String::new(); 3];
    let mut other = vec![String::new(); 3];
    for x in xs {
        for k in 0..3 {
            out[k] = format!("{}{}", table[k], x);
        }
    }
    for x in xs {
        for k in 0..3 {
            other[k] = format!("{}{}", x, table[k].len() + k);
        }
    }
    (out, other)
}
