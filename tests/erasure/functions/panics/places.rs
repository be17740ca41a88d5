//! Operators that panic, each at its own place.

use super::fuse;

#[fuse]
pub fn quotients(xs: &[i64], by: i64) -> (Vec<i64>, i64) {
    let all = xs.iter().fold(0, |a, x| a ^ x);
    let quotients: Vec<i64> = xs.iter().map(|x| 1 ^ x / by).collect();
    (quotients, all)
}

#[fuse]
pub fn in_parentheses(xs: &[i64], by: i64) -> (Vec<f64>, usize) {
    let remainders: Vec<f64> = xs.iter().map(|x| (x % by) as f64).collect();
    let count = xs.iter().filter(|x| **x > 3).count();
    (remainders, count)
}

#[fuse]
pub fn beside_chains(xs: &[i64], less: usize) -> usize {
    let least = xs.iter().fold(0, |a: i64, x| a.min(*x));
    let left = xs
        .iter()
        .filter(|x| **x > 3)
        .count() - less;
    left + usize::from(least < 0)
}

#[fuse]
pub fn behind_chains(xs: &[i64], by: usize) -> usize {
    let odd = xs.iter().filter(|x| **x & 1 == 1).count() as u64
        / by as u64;
    let even = 7 / xs.iter().filter(|x| **x & 1 == 0)
        .count().max(1);
    odd as usize + even
}

/// What is left as written, but for the instructions that it runs with, beside operators of each kind.
#[fuse]
pub fn beside_single_chains(xs: &[i64], which: usize) -> i64 {
    match which {
        0 => 3_usize.pow(2) as i64 - 9
            + (2 - xs.iter().filter(|x| **x > 3).count()) as i64,
        1 => {
            10 / xs.iter().filter(|x| **x > i64::MAX - 1)
                .count() as i64
        }
        2 => -xs.iter().copied().min().unwrap_or(i64::MIN),
        3 => 1_i64 << xs.iter().filter(|x| **x > -1_000_000).count(),
        _ => {
            let mut left = 1_usize;
            left -= xs.iter().filter(|x| **x < 100).count();
            left as i64
        }
    }
}
