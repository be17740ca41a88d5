//! Elements that are taken before a loop changes them where they stand.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;

/// Sums, counts, and values that a body keeps.
#[fuse(loops = 1)]
pub fn values(xs: &mut [f64]) -> (f64, usize, f64, f64) {
    let sum: f64 = xs.iter().sum();
    let above = xs.iter().filter(|x| **x > 0.5).count();
    let mut product = 1.0;
    for x in xs.iter() {
        product *= 1.0 + x;
    }
    let folded = xs.iter().fold(0.0, |a, x| a * 0.5 + x);
    for x in xs.iter_mut() {
        *x *= 0.5;
    }
    (sum, above, product, folded)
}

/// What was there, what is stored, and what is there then.
#[fuse]
pub fn before_and_behind(xs: &mut [i64], ys: &[i64]) -> (i64, i64, usize) {
    assert_eq!(xs.len(), ys.len());
    let mut before = 0i64;
    for (x, y) in xs.iter().zip(ys) {
        before ^= x ^ y;
    }
    let rising = xs.iter().zip(ys).filter(|(x, y)| x < y).count();
    for (x, y) in xs.iter_mut().zip(ys) {
        *x ^= y;
    }
    let behind = xs.iter().fold(0, |a, x| a ^ x);
    for x in xs.iter_mut() {
        *x = 0;
    }
    (before, behind, rising)
}

/// References to elements, which are used before the loop, but behind the chain.
#[fuse]
pub fn references(xs: &mut [i64]) -> [i64; 6] {
    let largest = *xs.iter().max().unwrap_or(&0);
    let by_key = xs.iter().max_by_key(|x| **x & 7).copied().unwrap_or(0);
    let reduced = xs.iter().reduce(|a, b| if a ^ 3 < *b { a } else { b });
    let reduced = reduced.copied().unwrap_or(0);
    let folded = *xs.iter().fold(&0, |a, x| if x > a { x } else { a });
    let mut best = &0;
    for x in xs.iter() {
        if x & 15 > best & 15 {
            best = x;
        }
    }
    let best = *best;
    let last = xs.iter().last().copied().unwrap_or(1);
    for x in xs.iter_mut() {
        *x ^= largest;
    }
    [largest, by_key, reduced, folded, best, last]
}

/// Read by another name, and elsewhere than at the element that is changed.
#[fuse]
pub fn otherwise(xs: &mut [f64]) -> (f64, f64, f64, f64) {
    let n = xs.len();
    let lent = &*xs;
    let mut backward = 0.0;
    for i in 0..n {
        backward = backward * 0.5 + lent[n - 1 - i];
    }
    let at_random: f64 = (0..n).map(|i| xs[(i * 7) % n]).sum();
    let steps: f64 = xs.windows(2).map(|w| w[1] - w[0]).sum();
    let mut numbered = 0.0;
    for (i, x) in xs.iter().enumerate() {
        numbered += x * xs[n - 1 - i];
    }
    for x in xs.iter_mut() {
        *x = -*x;
    }
    (backward, at_random, steps, numbered)
}

/// What ends early has not seen all of them.
#[fuse]
pub fn early(xs: &mut [i32]) -> (bool, Option<usize>, i32, i32) {
    let any = xs.iter().any(|x| *x == 7);
    let at = xs.iter().position(|x| *x > 40);
    let few: i32 = xs.iter().take(3).map(|x| x & 15).sum();
    let mut until = 0;
    for x in xs.iter() {
        if *x == 9 {
            break;
        }
        until ^= x;
    }
    for x in xs.iter_mut() {
        *x = 0;
    }
    (any, at, few, until)
}

/// Narrow elements, of which sums and counts have forms of their own.
#[fuse]
pub fn bytes(xs: &mut [u8], ys: &mut [u16]) -> (u64, usize, u32, Option<u8>, usize) {
    let sum: u64 = xs.iter().map(|x| u64::from(*x)).sum();
    let above = xs.iter().filter(|x| **x > 100).count();
    let largest = xs.iter().copied().max();
    for x in xs.iter_mut() {
        *x = x.wrapping_mul(3);
    }
    let wide: u32 = ys.iter().map(|y| u32::from(*y & 255)).sum();
    let odd = ys.iter().filter(|y| **y & 1 == 1).count();
    for y in ys.iter_mut() {
        *y = y.wrapping_add(1);
    }
    (sum, above, wide, largest, odd)
}

/// Elements that hold what they show.
pub struct Counter(std::cell::Cell<i64>);

/// These are no numbers: another may be reached through one.
#[fuse]
pub fn cells(numbers: &[i64]) -> (i64, i64) {
    let shared: Vec<Counter> = numbers.iter().map(|x| Counter((*x).into())).collect();
    let mut lent: Vec<&Counter> = shared.iter().chain(shared.iter()).collect();
    let sum: i64 = lent.iter().map(|c| c.0.get() & 255).sum();
    for c in lent.iter_mut() {
        c.0.set(c.0.get() ^ 1);
    }
    (sum, shared.iter().map(|c| c.0.get() & 255).sum())
}
