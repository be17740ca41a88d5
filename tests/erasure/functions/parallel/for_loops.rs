//! Loops that only add to what stands outside, and searches, below `#[fuse(parallel)]`. What is added is exact in any
//! order.

use super::fuse;

const CLASSES: usize = 6;

fn class(x: i64) -> usize {
    x.rem_euclid(CLASSES as i64) as usize
}

/// Arrays of each kind of sum, one loop for each, over what a filter kept.
#[fuse(parallel, min_len = 3)]
pub fn by_class(xs: &[i64]) -> ([u64; CLASSES], [f64; CLASSES], [(f64, u32); CLASSES], Vec<usize>) {
    let kept: Vec<usize> = (0..xs.len()).filter(|i| xs[*i] % 4 != 1).collect();
    let classes: Vec<usize> = kept.iter().map(|i| class(xs[*i])).collect();
    let mut counts = [0; CLASSES];
    for c in &classes {
        counts[*c] += 1;
    }
    let mut sums = [0.5; CLASSES];
    for (c, i) in classes.iter().zip(&kept) {
        sums[*c] += (xs[*i] % 100) as f64;
    }
    let mut both = [(0.0, 7); CLASSES];
    for (i, c) in kept.iter().zip(&classes) {
        both[*c].0 -= (xs[*i] % 8) as f64;
        both[*c].1 += 1;
    }
    let mut places = vec![0; CLASSES];
    classes.iter().for_each(|c| places[*c] += 2);
    (counts, sums, both, places)
}

/// Numbers by every operator, some elements passed over.
#[fuse(parallel, min_len = 2)]
pub fn numbers(xs: &[i64], start: i64) -> (i64, f64, usize, (i64, i64), (u64, bool, bool), i64, (f64, u8)) {
    let mut sum = 0;
    let mut float = -0.0;
    let mut n: usize = 3;
    let mut lo = i64::MAX;
    let mut hi: i64 = start;
    let mut bits = 0u64;
    let mut any = false;
    let mut all = true;
    let mut hash = 17i64;
    let mut pair = (0.25, 0u8);
    for (i, x) in xs.iter().enumerate() {
        if *x == 3 {
            continue;
        }
        sum += x % 1000;
        float += (x % 64) as f64;
        if x % 2 == 0 {
            n += 1;
            pair.0 += 1.0;
        } else {
            n = n + i;
        }
        lo = lo.min(*x);
        hi = i64::max(hi, x % 100);
        bits ^= (*x as u64).rotate_left(9);
        any |= *x == 77;
        all &= *x != 78;
        hash = hash.wrapping_add(x.wrapping_mul(*x));
        match x % 3 {
            0 => float -= 1.5,
            _ => {}
        }
    }
    (sum, float, n, (lo, hi), (bits, any, all), hash, pair)
}

/// Elements that are changed where they stand, and added up on the way; a name that is declared anew.
#[fuse(parallel, min_len = 4)]
pub fn in_place(xs: &[i64], mut ys: Vec<i64>) -> (Vec<i64>, i64, [usize; 2], usize) {
    let mut total = 1i64;
    let mut parity = [0usize; 2];
    for (y, x) in ys.iter_mut().zip(xs) {
        *y = y.wrapping_add(x / 2);
        total += *y % 50;
        parity[(*y & 1) as usize] += 1;
    }
    let total = total * 2;
    let mut parity = parity;
    let mut more = 0usize;
    for y in &ys {
        parity[0] += (*y & 1) as usize;
        more += 2;
    }
    (ys, total, parity, more)
}

/// A loop around loops, a loop in a closure, arrays of rows.
#[fuse(parallel, min_len = 1)]
pub fn nested(xs: &[i64], rows: &[Vec<i64>]) -> ([[u32; 3]; 2], Vec<[i64; 2]>, u32) {
    let mut table = [[0u32; 3]; 2];
    for x in xs {
        table[(*x & 1) as usize][class(*x) % 3] += 1;
        table[0][0] += 1;
    }
    let mut found = Vec::new();
    for row in rows {
        let mut ends = [0i64, 0];
        for x in row {
            ends[(*x & 1) as usize] += 1;
        }
        found.push(ends);
    }
    let mut odd = 0u32;
    let odd_of = |row: &Vec<i64>| {
        let mut odd = 0u32;
        for x in row {
            odd += (*x & 1) as u32;
        }
        odd
    };
    for row in rows {
        odd += odd_of(row);
    }
    (table, found, odd)
}

/// What stays on one thread.
#[fuse(parallel, min_len = 1)]
pub fn refused(xs: &[i64], given: &mut [i64; 4]) -> ([i64; 4], i64, i64, i64, [i64; 2], Vec<i64>, (i64, i64)) {
    let mut h = [0i64; 4];
    for x in xs {
        h[class(*x) % 4] += x % 10;
    }
    let mut most = 0;
    for x in xs {
        if *x > most {
            most = *x;
        }
    }
    let mut alternating = 0i64;
    for x in xs {
        alternating = (x % 7) - alternating;
    }
    let mut both = 1i64;
    for x in xs {
        both += x % 3;
        both = both.max(5);
    }
    for x in xs {
        given[class(*x) % 4] += 1;
    }
    let mut before = [0i64; 2];
    before[0] = -3;
    for x in xs {
        before[(*x & 1) as usize] += 1;
    }
    let mut running = Vec::new();
    let mut sum = 0i64;
    for x in xs {
        sum += x % 5;
        running.push(sum);
    }
    let mut left = 9i64;
    let mut seen = 0i64;
    for x in xs {
        left -= x % 2;
        seen += left;
    }
    (h, most, alternating, both, before, running, (left, seen))
}

/// Searches beside a sum of floats over the same array, and on their own.
#[fuse(parallel, min_len = 5)]
pub fn searches(
    xs: &[f64],
    limit: f64,
) -> (f64, bool, bool, Option<usize>, Option<&f64>, Option<f64>, Option<usize>, Option<usize>) {
    let sum: f64 = xs.iter().sum();
    let any = xs.iter().any(|x| *x > limit);
    let all = xs.iter().all(|x| *x <= limit);
    let position = xs.iter().position(|x| *x > limit);
    let found = xs.iter().find(|x| **x > limit);
    let mapped = xs.iter().map(|x| x * 2.0).filter(|x| *x > limit).find_map(|x| if x > limit + 1.0 { Some(x) } else { None });
    let place = xs.iter().copied().position(|x| x == limit);
    let behind = xs.iter().filter(|x| **x > 0.0).position(|x| *x > limit);
    (sum, any, all, position, found, mapped, place, behind)
}

/// Integers are looked through on their own, a range too.
#[fuse(parallel, min_len = 3)]
pub fn of_integers(xs: &[i64], wanted: i64) -> (Option<usize>, Option<i64>, Option<usize>, bool) {
    let position = xs.iter().position(|x| *x == wanted);
    let found = xs.iter().copied().find(|x| *x > wanted);
    let index = (0..xs.len()).find(|i| *i > 20 && *i < 1000);
    let any = xs.iter().any(|x| *x == wanted);
    (position, found, index, any)
}

/// More arrays than a tuple of std's has members, and a tuple of many.
#[fuse(parallel, min_len = 2)]
pub fn many(xs: &[i64]) -> (f64, u32, (f64, f64, f64, f64, f64, f64, f64)) {
    let mut a = [0.0; 2];
    let mut b = [0.0; 2];
    let mut c = [0.0; 2];
    let mut d = [0.0; 2];
    let mut e = [0.0; 2];
    let mut f = [0.0; 2];
    let mut g = [0.0; 2];
    let mut h = [0u32; 2];
    let mut i = [0u32; 2];
    let mut j = [0u32; 2];
    let mut k = [0u32; 2];
    let mut l = [0u32; 2];
    let mut m = [0u32; 2];
    for x in xs {
        let at = (*x & 1) as usize;
        a[at] += 1.0;
        b[at] += 2.0;
        c[at] += 3.0;
        d[at] += 4.0;
        e[at] += 5.0;
        f[at] += 6.0;
        g[at] += 7.0;
        h[at] += 1;
        i[at] += 2;
        j[at] += 3;
        k[at] += 4;
        l[at] += 5;
        m[at] += 6;
    }
    let mut wide = [(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0); 2];
    for x in xs {
        wide[(*x & 1) as usize].6 += 1.0;
    }
    (a[0] + b[1] + c[0] + d[1] + e[0] + f[1] + g[0], h[0] + i[1] + j[0] + k[1] + l[0] + m[1], wide[1])
}

/// Beside what moves what it has found so far.
#[fuse(parallel, min_len = 2)]
pub fn beside_moves(xs: &[i64]) -> ([f64; 2], Option<String>, Vec<String>, Option<String>) {
    let mut sums = [0.25; 2];
    for x in xs {
        sums[(*x & 1) as usize] += 0.5;
    }
    let most = xs.iter().map(|x| format!("{x}")).max();
    let texts: Vec<String> = xs.iter().map(|x| format!("{}", x % 7)).collect();
    let longest = xs.iter().map(|x| format!("{x}")).max_by_key(|text| text.len());
    (sums, most, texts, longest)
}

/// Parts of arrays, of themselves and beside the whole.
#[fuse(parallel, min_len = 3)]
pub fn parts(xs: &[i64], from: usize) -> (i64, Vec<i64>, bool, usize, [u64; 3], Option<usize>) {
    let sum: i64 = xs[from..].iter().map(|x| x % 10).sum();
    let steps: Vec<i64> = xs.iter().zip(&xs[from..]).map(|(a, b)| b % 100 - a % 100).collect();
    let any = xs[..from].iter().any(|x| *x == 3);
    let rising = xs.iter().zip(xs[from..].iter()).filter(|(a, b)| a < b).count();
    let mut classes = [0u64; 3];
    for x in &xs[from..] {
        classes[class(*x) % 3] += 1;
    }
    let place = xs[from..].iter().position(|x| *x == 5);
    (sum, steps, any, rising, classes, place)
}

/// rayon's.
#[fuse]
pub fn parts_of_rayons(xs: &[i64], from: usize) -> (i64, Vec<i64>, usize) {
    use rayon::prelude::*;
    let sum: i64 = xs[from..].par_iter().map(|x| x % 10).sum();
    let doubled: Vec<i64> = xs[from..].par_iter().map(|x| x % 100 * 2).collect();
    let odd = xs[from..].par_iter().zip(xs.par_iter()).filter(|(a, b)| (*a ^ *b) & 1 == 1).count();
    (sum, doubled, odd)
}

/// Loops that leave the function, or do something for each element in order: each stays on one thread.
#[fuse(parallel, min_len = 2)]
pub fn left(xs: &[i64], out: &mut Vec<i64>) -> Option<i64> {
    let sum = xs.iter().map(|x| x / 2).fold(0i64, |a, b| a ^ b);
    for x in xs {
        if *x == 3 {
            return None;
        }
    }
    for x in xs {
        noted(*x, out);
    }
    let least = xs.iter().map(|x| x % 1000).min()?;
    Some(sum.wrapping_add(least))
}

fn noted(x: i64, out: &mut Vec<i64>) {
    out.push(x);
}

#[fuse(parallel, min_len = 2)]
pub fn put(xs: &[i64], log: &std::sync::Mutex<Vec<i64>>) -> i64 {
    for x in xs {
        write(*x, log);
    }
    xs.iter().fold(0, |a, b| a ^ b)
}

fn write(x: i64, log: &std::sync::Mutex<Vec<i64>>) {
    log.lock().expect("nobody panics").push(x);
}

/// Pushed in a loop inside.
#[fuse(parallel)]
pub fn pushed_inside(xs: &[f64], width: usize) -> (f64, usize) {
    let mut all: Vec<f64> = Vec::new();
    for row in xs.chunks(width) {
        for v in row {
            all.push(v * 0.25);
        }
    }
    let most = all.iter().copied().fold(0.0, f64::max);
    (most, all.len())
}
