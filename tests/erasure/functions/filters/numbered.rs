//! Filters behind `enumerate` that store numbers of elements, block by block.

use super::fuse;

#[fuse]
pub fn places(xs: &[f64], at: f64) -> (Vec<usize>, Vec<usize>, usize) {
    let above: Vec<usize> = xs
        .iter()
        .enumerate()
        .filter(|(_, x)| **x > at)
        .map(|(i, _)| i)
        .collect();
    let below: Vec<usize> = xs
        .iter()
        .enumerate()
        .filter(|&(_, x)| *x < at)
        .map(|(i, _)| i + 1)
        .collect();
    let count = xs.iter().filter(|x| **x == at).count();
    (above, below, count)
}

/// By the number, and with the element.
#[fuse]
pub fn by_number(xs: &[i32], step: usize) -> (Vec<(usize, i32)>, Vec<i64>, i32) {
    let some: Vec<(usize, i32)> = xs
        .iter()
        .enumerate()
        .filter(|(i, x)| i & step == 0 && **x > 3)
        .map(|(i, x)| (i, *x))
        .collect();
    let weighed: Vec<i64> = xs
        .iter()
        .enumerate()
        .filter(|(_, x)| **x & 1 == 1)
        .map(|(i, x)| i as i64 ^ i64::from(*x))
        .collect();
    let all = xs.iter().fold(0, |a, x| a ^ x);
    (some, weighed, all)
}

/// One that may fail behind the filter, and elements without a size.
#[fuse]
pub fn that_may_fail(xs: &[u8], by: &[u8], units: &[()]) -> (Vec<u8>, u64, Vec<usize>, usize) {
    let found: Vec<u8> = xs
        .iter()
        .enumerate()
        .filter(|(_, x)| **x > 100)
        .map(|(i, x)| x / by[i % by.len()])
        .collect();
    let sum: u64 = xs.iter().map(|x| u64::from(*x)).sum();
    let odd: Vec<usize> = units
        .iter()
        .enumerate()
        .filter(|(i, ())| i & 1 == 1)
        .map(|(i, ())| i)
        .collect();
    let count = units.iter().filter(|()| true).count();
    (found, sum, odd, count)
}

/// One `enumerate` that is read twice, and one that is not the first.
#[fuse]
pub fn beside_others(xs: &[u32]) -> (Vec<usize>, usize, Vec<usize>) {
    let numbered: Vec<(usize, u32)> = xs.iter().copied().enumerate().collect();
    let large: Vec<usize> = numbered
        .iter()
        .filter(|(_, x)| *x > 50)
        .map(|(i, _)| *i)
        .collect();
    let sum: usize = numbered.iter().map(|(i, x)| i ^ *x as usize).sum();
    let skipped: Vec<usize> = xs
        .iter()
        .skip(1)
        .enumerate()
        .filter(|(_, x)| **x & 3 == 1)
        .map(|(i, _)| i)
        .collect();
    (large, sum, skipped)
}

/// Copies of the elements are numbered.
#[fuse]
pub fn of_copies(xs: &[i64], at: i64) -> (Vec<usize>, i64) {
    let above: Vec<usize> = xs
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, x)| *x > at)
        .map(|(i, _)| i)
        .collect();
    (above, xs.iter().fold(0, |a, x| a ^ x))
}
