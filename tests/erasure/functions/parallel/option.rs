//! Ordinary chains below `#[fuse(parallel)]`. Integers and what is collected are equal to the bit, sums of
//! floats near.

use super::fuse;

#[fuse(parallel, min_len = 7)]
pub fn sums(xs: &[i64]) -> (i64, i64, usize, Option<i64>) {
    let sum: i64 = xs.iter().map(|x| x % 1000).sum();
    let squares = xs.iter().fold(0, |acc, x| acc + (x % 1000) * (x % 1000));
    let even = xs.iter().filter(|x| *x % 2 == 0).count();
    let most = xs.iter().copied().max();
    (sum, squares, even, most)
}

/// Folds by every operator, and such as keep their order.
#[fuse(parallel, min_len = 5)]
pub fn folds(xs: &[i64], start: i64) -> (i64, i64, (i64, i64, i64), (bool, u64), i64, i64) {
    let least = xs.iter().copied().fold(start, i64::min);
    let most = xs.iter().fold(i64::MIN, |acc, x| acc.max(x % 100));
    let three = xs
        .iter()
        .fold((0, 1, start), |(sum, product, most), x| {
            (sum + x % 10, product * (1 + (x & 1) - (x & 1)), most.max(*x))
        });
    let all = xs.iter().fold(true, |acc, x| acc && *x != 77);
    let bits = xs.iter().fold(0u64, |acc, x| acc ^ (*x as u64).rotate_left(9));
    let hash = xs.iter().fold(start, |acc, x| acc.wrapping_mul(31).wrapping_add(*x));
    let wrapped = xs.iter().fold(start, |acc, x| acc.wrapping_add(x.wrapping_mul(*x)));
    (least, most, three, (all, bits), hash, wrapped)
}

#[fuse(parallel, min_len = 3)]
pub fn arrays(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<String>, i64, Vec<usize>) {
    let halves: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    let odd: Vec<i64> = halves.iter().copied().filter(|x| x % 2 != 0).collect();
    let texts: Vec<String> = odd.iter().map(|x| format!("{x}")).collect();
    let letters = texts.iter().map(|text| text.len() as i64).sum::<i64>();
    let places: Vec<usize> = xs
        .iter()
        .zip(ys)
        .enumerate()
        .filter(|(_, (x, y))| x > y)
        .map(|(index, _)| index)
        .collect();
    (halves, odd, texts, letters, places)
}

#[fuse(parallel, min_len = 2)]
pub fn pieces(xs: &[i64]) -> (Vec<i64>, usize, i64) {
    let sums: Vec<i64> = xs.chunks(3).map(|chunk| chunk.iter().map(|x| x % 10).sum::<i64>()).collect();
    let rising = xs.windows(2).filter(|w| w[0] < w[1]).count();
    let most = sums.iter().copied().reduce(|a, b| a.max(b)).unwrap_or(0);
    (sums, rising, most)
}

#[fuse(parallel, min_len = 4)]
pub fn by_value(xs: Vec<i64>) -> (Vec<String>, usize) {
    let texts: Vec<String> = xs.into_iter().map(|x| x.to_string()).collect();
    let marked: Vec<String> = texts.into_iter().map(|text| text + "!").collect();
    let long = marked.iter().filter(|text| text.len() > 3).count();
    (marked, long)
}

/// What stays on one thread, beside what does not.
#[fuse(parallel, min_len = 4)]
pub fn mixed(xs: &[i64], text: &str) -> (i64, Vec<i64>, usize, bool, Vec<i64>, i64) {
    let sum: i64 = xs.iter().map(|x| x % 10).sum();
    let running: Vec<i64> = xs
        .iter()
        .scan(0i64, |state, x| {
            *state = state.wrapping_add(*x);
            Some(*state)
        })
        .collect();
    let words = text.split(' ').filter(|word| word.len() > 1).count();
    let any = xs.iter().any(|x| *x == 3);
    let mut doubled = Vec::new();
    for x in xs {
        doubled.push(x / 3);
    }
    let total: i64 = doubled.iter().map(|x| x % 7).sum();
    (sum, running, words, any, doubled, total)
}

/// A table, a range of indices, a loop inside of a worker, a loop around chains.
#[fuse(parallel, min_len = 1)]
pub fn nested(rows: &[Vec<i64>], n: usize) -> (Vec<i64>, i64, usize, i64) {
    let sums: Vec<i64> = rows
        .iter()
        .map(|row| {
            let sum: i64 = row.iter().map(|x| x % 10).sum();
            let odd = row.iter().filter(|x| *x % 2 != 0).count();
            sum + odd as i64
        })
        .collect();
    let products: i64 = (0..n).map(|i| rows[i % rows.len()].len() as i64 * i as i64).sum();
    let pairs = sums.iter().flat_map(|x| sums.iter().map(move |y| x ^ y)).filter(|z| z % 2 == 0).count();
    let mut total = 0;
    for row in rows {
        let shift = row.len() as i64;
        let sum: i64 = sums.iter().map(|x| x % 100 + shift).sum();
        total += sum % 1000;
    }
    (sums, products, pairs, total)
}

#[fuse(parallel)]
pub fn generic<T, F>(xs: &[T], work: F) -> (Vec<i64>, i64)
where
    T: Sync,
    F: Fn(&T) -> i64 + Sync,
{
    let all: Vec<i64> = xs.iter().map(|x| work(x)).collect();
    let sum: i64 = xs.iter().map(|x| work(x) % 5).sum();
    (all, sum)
}

#[fuse(parallel, min_len = 6)]
pub fn halves(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<String>) {
    let (even, odd): (Vec<i64>, Vec<i64>) = xs.iter().copied().partition(|x| x % 2 == 0);
    let (same, texts): (Vec<i64>, Vec<String>) = xs.iter().map(|x| (*x, format!("{x}"))).unzip();
    (even, odd, same, texts)
}

#[fuse(parallel, min_len = 1000)]
pub fn statistics(xs: &[f64]) -> (f64, f64, f64, (f64, f64), Vec<f64>) {
    let n = xs.len() as f64;
    let mean = xs.iter().sum::<f64>() / n;
    let variance = xs.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
    let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let moments = xs.iter().fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    let scaled: Vec<f64> = xs.iter().map(|x| (x - mean) / variance.sqrt()).collect();
    (mean, variance, most, moments, scaled)
}

#[fuse(parallel)]
pub fn large(xs: &[f64]) -> (f64, Vec<f64>, f64) {
    let sum: f64 = xs.iter().filter(|x| **x > 0.0).sum();
    let positive: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let again: f64 = positive.iter().sum();
    (sum, positive, again)
}

/// Counts and sums of classes: an array of its own for each range.
#[fuse(parallel, min_len = 7)]
pub fn classes(xs: &[i64]) -> ([u32; 5], [i32; 3], [(f64, u64); 2], Vec<usize>) {
    let labels: Vec<usize> = xs.iter().map(|x| x.rem_euclid(5) as usize).collect();
    let counts = labels.iter().fold([0_u32; 5], |mut counts, label| {
        counts[*label] += 1;
        counts
    });
    let some = xs.iter().fold([100; 3], |mut some, x| {
        let third = x.rem_euclid(3) as usize;
        if *x > 0 {
            some[third] += 2;
        } else if third == 0 {
            some[2] += 1;
        }
        some
    });
    let sums = labels.iter().fold([(0.0, 0_u64); 2], |mut sums, label| {
        sums[label % 2].0 += *label as f64;
        sums[label % 2].1 += 3;
        sums
    });
    (counts, some, sums, labels)
}

/// More than a few.
const MANY: usize = 4096;

/// More classes than each of several ranges may have.
#[fuse(parallel, min_len = 1)]
pub fn many_classes(xs: &[i64]) -> u64 {
    let counts = xs.iter().fold([0_u64; MANY], |mut counts, x| {
        counts[x.rem_euclid(4096) as usize] += 1;
        counts
    });
    counts.iter().map(|count| count * count).sum()
}

/// Signed sums of classes, whose order matters where they overflow.
#[fuse(parallel, min_len = 7)]
pub fn signed_classes(xs: &[i64]) -> [i64; 2] {
    xs.iter().fold([0_i64; 2], |mut sums, x| {
        sums[usize::from(*x < 0)] += x / 1000;
        sums
    })
}

/// Passes within a range: what it stored is read back, in lanes and one by one.
#[fuse(parallel, min_len = 100)]
pub fn passes(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64, f64, Vec<f64>, f64, f64) {
    let means: Vec<f64> = xs
        .windows(4)
        .map(|window| window.iter().fold(0.0, |a, b| a + b) / 4.0)
        .collect();
    let least = means.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let ratios: Vec<f64> = xs
        .iter()
        .zip(ys)
        .map(|(x, y)| (x * x + y * y) / (1.0 + x * x))
        .collect();
    let top = ratios.iter().copied().fold(0.0, f64::max);
    let length = xs.iter().zip(ys).map(|(x, y)| x - y).fold(f64::NAN, f64::min);
    (means, least, greatest, ratios, top, length)
}

/// Filters that are tested before they are stored, in each range.
#[fuse(parallel, min_len = 100)]
pub fn sieved(xs: &[f64], low: f64, high: f64) -> (Vec<f64>, Vec<f64>, usize, Vec<i64>, i64) {
    let small: Vec<f64> = xs.iter().copied().filter(|x| *x < low).collect();
    let large: Vec<f64> = xs.iter().copied().filter(|x| *x >= high).collect();
    let count = xs.iter().filter(|x| **x == 0.0).count();
    let whole: Vec<i64> = xs.iter().map(|x| *x as i64).collect();
    let greatest = whole.iter().copied().max().unwrap_or(-7);
    (small, large, count, whole, greatest)
}

/// `any` and `all` by tests that cannot panic are asked range by range, others from the first element on.
#[fuse(parallel, min_len = 3)]
pub fn searches(xs: &[i64], wanted: i64) -> (bool, bool, bool, bool, bool, i64) {
    let found = xs.iter().any(|x| *x == wanted);
    let below = xs.iter().map(|x| x ^ 1).all(|x| x < 1000);
    let pairs = xs.windows(2).any(|w| w.len() == 3) || (0..xs.len()).all(|i| i < 1 << 40);
    let checked = xs.iter().all(|x| 100 / (x - wanted) < 1000);
    let index = if xs.iter().copied().filter(|x| *x > 5).any(|x| x == wanted) { 1 } else { 2 };
    let sum: i64 = xs.iter().map(|x| x % 7 + index).sum();
    (found, below, pairs, checked, xs.iter().all(|x| *x != wanted), sum)
}

/// The tail of a block, and the condition of a branch.
#[fuse(parallel, min_len = 2)]
pub fn either(xs: &[i64], ys: &[i64]) -> bool {
    if xs.iter().all(|x| *x > 0) {
        return ys.iter().all(|y| *y > 0);
    }
    xs.iter().any(|x| *x == 3) && ys.iter().any(|y| *y == 3)
}

/// Elements that are changed where they stand, in step with others, by what reads others.
#[fuse(parallel, min_len = 3)]
pub fn in_place(mut xs: Vec<i64>, ys: &mut [i64], zs: &[i64]) -> (Vec<i64>, i64, i64) {
    let shift = zs.len() as i64;
    xs.iter_mut().for_each(|x| *x = *x / 2 + shift);
    for x in &mut xs {
        if *x % 3 == 0 {
            continue;
        }
        *x ^= 5;
    }
    for (y, z) in ys.iter_mut().zip(zs) {
        let half = z / 2;
        *y = (*y % 1000) + half % 1000;
    }
    let sum: i64 = xs.iter().map(|x| x % 100).sum();
    for (i, y) in ys.iter_mut().enumerate() {
        *y += i as i64;
    }
    let other: i64 = ys.iter().map(|y| y % 7).sum();
    (xs, sum, other)
}

/// A value that is made of an array before it is changed, and one of it afterwards.
#[fuse(parallel, min_len = 5)]
pub fn centred(values: &mut [f64; 64], weights: &mut Vec<f64>) -> (f64, f64) {
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for value in values.iter_mut() {
        *value -= greatest;
    }
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    for (weight, value) in weights.iter_mut().zip(values.iter_mut()) {
        *weight *= *value;
        *value = 0.5 * *weight;
    }
    let mut seen = 0.0;
    for weight in weights.iter_mut() {
        *weight += 1.0;
        seen += *weight;
    }
    (least, seen)
}

/// Arrays behind references.
#[fuse(parallel, min_len = 5)]
pub fn behind_references(xs: &[i64; 64], ys: &mut [i64; 64], zs: Box<[i64]>) -> (i64, i64, i64, bool, usize) {
    let sum: i64 = xs.iter().map(|x| x % 100).sum();
    let other: i64 = ys.iter().zip(xs).map(|(y, x)| y % 10 - x % 10).sum();
    let third: i64 = zs.iter().map(|z| z % 10).sum();
    let found = xs.iter().any(|x| *x == 3);
    let rising = ys.windows(2).filter(|w| w[0] < w[1]).count();
    (sum, other, third, found, rising)
}

/// Several arrays that one pass stores at once, in each range.
#[fuse(parallel, min_len = 64)]
pub fn stored_together(ys: &[i64]) -> (bool, Vec<i32>, Vec<i64>) {
    let shifted: Vec<i64> = ys.iter().cloned().collect();
    let any = ys.iter().zip(shifted.iter()).any(|_| true);
    let weights: Vec<i32> = ys.iter().map(|_| 1i32).collect();
    let left: Vec<i64> = ys.iter().map(|y| y ^ 1).map(|y| y | 2).collect();
    (any, weights, left)
}

/// A struct of arrays.
pub struct Table {
    pub a: Vec<i64>,
    pub b: Vec<i64>,
    pub c: Vec<i64>,
    pub names: Vec<String>,
}

/// Workers that read many fields by index, and numbers beside.
#[fuse(parallel, min_len = 5)]
pub fn columns(table: &Table, limit: i64, places: &[usize]) -> (Vec<(i64, i64)>, i64, i64, [i64; 3]) {
    let rows: Vec<(i64, i64)> = places.iter().map(|i| (table.a[*i] ^ limit, table.b[*i])).collect();
    let sum: i64 = places.iter().map(|i| table.c[*i] % 100).sum();
    let kept: Vec<usize> = places.iter().copied().filter(|i| table.a[*i] <= limit).collect();
    let most = kept.iter().map(|i| table.b[*i]).fold(limit, i64::max);
    let mut sums = [0; 3];
    for i in &kept {
        sums[i % 3] += table.c[*i] % 10 + limit % 10;
    }
    (rows, sum, most, sums)
}

/// What is collected borrows from the struct, and from a number beside.
#[fuse(parallel, min_len = 5)]
pub fn borrowed_columns<'a>(table: &'a Table, limit: &'a i64, n: usize) -> (Vec<(&'a str, &'a i64)>, usize, usize) {
    let rows: Vec<(&'a str, &'a i64)> = (0..n).map(|i| (table.names[i].as_str(), &table.a[i])).collect();
    let pairs: Vec<(&'a i64, &usize)> = (0..n).map(|i| (&table.b[i], &n)).collect();
    let limits = (0..n).map(|i| (table.c[i], limit)).filter(|(c, limit)| c < *limit).count();
    (rows, pairs.iter().map(|(b, n)| (**b % 10) as usize & **n).sum::<usize>(), limits)
}
