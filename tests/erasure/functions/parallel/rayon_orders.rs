//! Chains of rayon's in another order, or without some elements; arrays that change in place.

use super::fuse;
use rayon::prelude::*;

#[fuse]
pub fn reversed(xs: &[i64]) -> (Vec<i64>, i64, Vec<i64>) {
    let back: Vec<i64> = xs.par_iter().rev().map(|x| x / 2).collect();
    let sum: i64 = xs.par_iter().map(|x| x % 7).sum();
    let apart: Vec<i64> = xs
        .par_iter()
        .zip(xs.par_iter().rev())
        .map(|(x, y)| x / 2 - y / 2)
        .collect();
    (back, sum, apart)
}

/// The map is the same before and behind.
#[fuse]
pub fn behind_maps(xs: &[i64], n: usize) -> (Vec<i64>, Vec<i64>, Option<i64>) {
    let back: Vec<i64> = xs.par_iter().map(|x| x / 3).rev().collect();
    let few: Vec<i64> = xs.par_iter().map(|x| x.wrapping_mul(3)).take(n).collect();
    let last = xs.par_iter().map(|x| x ^ 5).skip(n).max();
    (back, few, last)
}

#[fuse]
pub fn chained(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64, i64, usize) {
    let halves: Vec<i64> = xs.par_iter().chain(ys.par_iter()).map(|x| x / 2).collect();
    let sum: i64 = xs.par_iter().chain(ys).map(|x| x % 99).sum();
    let thirds: i64 = xs
        .par_iter()
        .copied()
        .chain(ys.par_iter().copied())
        .map(|x| x % 3)
        .sum();
    let above = xs
        .par_iter()
        .chain(ys.par_iter().rev())
        .filter(|x| **x > 3)
        .count();
    (halves, sum, thirds, above)
}

#[fuse]
pub fn parts(xs: &[i64], n: usize) -> (Vec<i64>, Vec<i64>, i64, Vec<(usize, i64)>, i64) {
    let first: Vec<i64> = xs.par_iter().take(n).copied().collect();
    let others: Vec<i64> = xs.par_iter().skip(n).map(|x| *x).collect();
    let thirds: i64 = xs.par_iter().step_by(3).map(|x| x % 99).sum();
    let numbered: Vec<(usize, i64)> = xs
        .par_iter()
        .enumerate()
        .skip(1)
        .with_min_len(5)
        .map(|(i, x)| (i, *x))
        .collect();
    let steps: i64 = xs
        .par_iter()
        .zip(xs.par_iter().skip(1))
        .map(|(x, y)| x % 9 - y % 9)
        .sum();
    (first, others, thirds, numbered, steps)
}

#[fuse]
pub fn indices(n: usize) -> (usize, usize, Vec<usize>) {
    let back: usize = (0..n).into_par_iter().rev().map(|i| i ^ 3).sum();
    let even: usize = (0..n).into_par_iter().step_by(2).sum();
    let thirds: Vec<usize> = (0..n)
        .into_par_iter()
        .skip(2)
        .step_by(3)
        .map(|i| i * 2)
        .collect();
    (back, even, thirds)
}

/// What is skipped may panic all the same, in rayon.
#[fuse]
pub fn skipped_panics(xs: &[i64], at: usize) -> (Vec<i64>, i64) {
    let tenths: Vec<i64> = xs
        .par_iter()
        .enumerate()
        .map(|(i, x)| if i == at { panic!("at {i}") } else { *x / 10 })
        .skip(3)
        .collect();
    let sum: i64 = xs.par_iter().map(|x| x % 10).sum();
    (tenths, sum)
}

#[fuse]
pub fn no_steps(xs: &[i64], step: usize) -> (i64, i64) {
    let some: i64 = xs.par_iter().step_by(step).map(|x| x % 10).sum();
    let all: i64 = xs.par_iter().map(|x| x % 10).sum();
    (some, all)
}

#[fuse]
pub fn in_place(mut xs: Vec<i64>, ys: &[i64]) -> (i64, usize, Vec<i64>) {
    xs.par_iter_mut().for_each(|x| *x /= 3);
    xs.par_iter_mut().zip(ys).for_each(|(x, y)| *x -= y / 3);
    xs.par_iter_mut().enumerate().for_each(|(i, x)| {
        if i % 2 == 0 {
            *x ^= 1;
        }
    });
    let sum: i64 = xs.par_iter().map(|x| x % 11).sum();
    let above = xs.par_iter().filter(|x| **x > 0).count();
    (sum, above, xs)
}

#[fuse]
pub fn made(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut out = vec![0_i64; xs.len()];
    out.par_iter_mut()
        .zip(xs.par_iter())
        .for_each(|(o, x)| *o = x % 1000);
    let sum: i64 = out.par_iter().sum();
    (out, sum)
}

#[fuse]
pub fn pairs(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
    let sums: Vec<i64> = xs
        .par_iter()
        .flat_map_iter(|x| ys.iter().map(move |y| x / 2 + y / 2))
        .collect();
    let products: i64 = xs
        .par_iter()
        .flat_map_iter(|x| ys.iter().map(move |y| (x % 10) * (y % 10)))
        .sum();
    (sums, products)
}

#[fuse]
pub fn reduced(xs: &[i64]) -> (Option<i64>, Option<i64>) {
    let most = xs.par_iter().copied().reduce_with(|a, b| a.max(b));
    let bits = xs.par_iter().map(|x| x % 100).reduce_with(|a, b| a ^ b);
    (most, bits)
}

/// Chains of std's, in the ranges of other orders.
#[fuse(parallel, min_len = 3)]
pub fn of_std(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64, i64, Vec<i64>, Option<usize>, Vec<usize>) {
    let back: Vec<i64> = xs.iter().rev().map(|x| x / 2).collect();
    let both: i64 = xs.iter().chain(ys).map(|x| x % 5).sum();
    let steps: i64 = xs
        .iter()
        .zip(xs.iter().skip(1))
        .map(|(x, y)| x % 9 - y % 9)
        .sum();
    let few: Vec<i64> = xs.iter().step_by(2).take(1000).copied().collect();
    let place = xs.iter().rev().position(|x| *x == 12);
    let odd: Vec<usize> = (0..xs.len()).rev().filter(|i| i % 2 == 1).collect();
    (back, both, steps, few, place, odd)
}
