//! Pairs of functions that differ only in whether a stream is in memory between two loops. What keeps it
//! there is a wall, which no chain crosses: a call of `seen`.

#![allow(dead_code, reason = "the pairs are compared with each other")]

use super::fuse;
use rayon::prelude::*;

fn seen<T>(xs: &[T]) -> usize {
    std::hint::black_box(xs).len()
}

#[fuse(loops = 1)]
pub fn filter_contracted(xs: &[f64]) -> f64 {
    let kept: Vec<f64> = xs.par_iter().with_min_len(3).copied().filter(|x| *x > 0.0).collect();
    kept.par_iter().sum()
}

#[fuse(loops = 2)]
pub fn filter_in_memory(xs: &[f64]) -> f64 {
    let kept: Vec<f64> = xs.par_iter().with_min_len(3).copied().filter(|x| *x > 0.0).collect();
    seen(&kept);
    kept.par_iter().sum()
}

#[fuse(loops = 1)]
pub fn automatic_contracted(xs: &[f64]) -> (f64, f64) {
    let kept: Vec<f64> = xs.par_iter().copied().filter(|x| *x > 0.0).collect();
    let squares: Vec<f64> = kept.par_iter().map(|x| x * x).collect();
    let sum: f64 = squares.par_iter().sum();
    let other: f64 = kept.par_iter().map(|x| x * 0.1).sum();
    (sum, other)
}

#[fuse]
pub fn automatic_in_memory(xs: &[f64]) -> (f64, f64) {
    let kept: Vec<f64> = xs.par_iter().copied().filter(|x| *x > 0.0).collect();
    seen(&kept);
    let squares: Vec<f64> = kept.par_iter().map(|x| x * x).collect();
    seen(&squares);
    let sum: f64 = squares.par_iter().sum();
    let other: f64 = kept.par_iter().map(|x| x * 0.1).sum();
    (sum, other)
}

/// What the macro does not know is cut finer: the first loop too, though it is in the second.
#[fuse(loops = 1)]
pub fn unseen_contracted(xs: &[f64]) -> f64 {
    let kept: Vec<f64> = xs.par_iter().copied().filter(|x| *x > 0.25).collect();
    kept.par_iter().map(|x| unseen(*x)).sum()
}

#[fuse(loops = 2)]
pub fn unseen_in_memory(xs: &[f64]) -> f64 {
    let kept: Vec<f64> = xs.par_iter().copied().filter(|x| *x > 0.25).collect();
    seen(&kept);
    kept.par_iter().map(|x| unseen(*x)).sum()
}

fn unseen(x: f64) -> f64 {
    x * 1.000_1 + 0.3
}

/// Filters of filters, each in a loop of its own.
#[fuse(loops = 1)]
pub fn twice_contracted(xs: &[f64]) -> (f64, f64) {
    let kept: Vec<f64> = xs.par_iter().with_min_len(5).copied().filter(|x| *x > 0.0).collect();
    let roots: Vec<f64> = kept
        .par_iter()
        .filter_map(|x| if *x < 1.0 { Some(x.sqrt()) } else { None })
        .collect();
    let sum: f64 = roots.par_iter().sum();
    let all: f64 = kept.par_iter().fold(|| 0.0, |sum, x| sum + x * x).reduce(|| 0.0, |a, b| a + b);
    (sum, all)
}

#[fuse]
pub fn twice_in_memory(xs: &[f64]) -> (f64, f64) {
    let kept: Vec<f64> = xs.par_iter().with_min_len(5).copied().filter(|x| *x > 0.0).collect();
    seen(&kept);
    let roots: Vec<f64> = kept
        .par_iter()
        .filter_map(|x| if *x < 1.0 { Some(x.sqrt()) } else { None })
        .collect();
    seen(&roots);
    let sum: f64 = roots.par_iter().sum();
    let all: f64 = kept.par_iter().fold(|| 0.0, |sum, x| sum + x * x).reduce(|| 0.0, |a, b| a + b);
    (sum, all)
}

/// Folds over several numbers at once; in the end the array is given away.
#[fuse(parallel, min_len = 6, loops = 1)]
pub fn made_contracted(xs: &[f64], start: f64) -> (f64, (f64, f64), f64) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > start).collect();
    let sum: f64 = kept.iter().sum();
    let both = kept.iter().fold((start, 1.0f64), |(sum, most), x| (sum + x, most.max(*x)));
    let last: f64 = kept.iter().map(|x| x / 3.0).sum();
    (sum, both, last)
}

#[fuse(parallel, min_len = 6)]
pub fn made_in_memory(xs: &[f64], start: f64) -> (f64, (f64, f64), f64) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > start).collect();
    let sum: f64 = kept.iter().sum();
    seen(&kept);
    let both = kept.iter().fold((start, 1.0f64), |(sum, most), x| (sum + x, most.max(*x)));
    seen(&kept);
    let last: f64 = kept.into_iter().map(|x| x / 3.0).sum();
    (sum, both, last)
}

/// What an inner loop makes, a part of which is kept.
#[fuse(parallel, min_len = 2, loops = 1)]
pub fn nested_contracted(xs: &[f64], ys: &[f64]) -> (f64, f64) {
    let products: Vec<f64> = xs.iter().flat_map(|x| ys.iter().map(move |y| x * y)).collect();
    let sum: f64 = products.iter().sum();
    let kept: f64 = products.iter().filter(|z| **z > 0.1).sum();
    (sum, kept)
}

#[fuse(parallel, min_len = 2)]
pub fn nested_in_memory(xs: &[f64], ys: &[f64]) -> (f64, f64) {
    let products: Vec<f64> = xs.iter().flat_map(|x| ys.iter().map(move |y| x * y)).collect();
    seen(&products);
    let sum: f64 = products.iter().sum();
    let large: Vec<f64> = products.iter().copied().filter(|z| *z > 0.1).collect();
    seen(&large);
    let kept: f64 = large.iter().sum();
    (sum, kept)
}

/// Two arrays made of one filter, in step.
#[fuse(parallel, min_len = 3, loops = 1)]
pub fn in_step_contracted(xs: &[f64]) -> f64 {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let squares: Vec<f64> = kept.iter().map(|x| x * x).collect();
    kept.iter().zip(&squares).map(|(x, y)| x + y).sum()
}

#[fuse(parallel, min_len = 3)]
pub fn in_step_in_memory(xs: &[f64]) -> f64 {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let squares: Vec<f64> = kept.iter().map(|x| x * x).collect();
    seen(&squares);
    kept.iter().zip(&squares).map(|(x, y)| x + y).sum()
}

/// Nothing stands between the loops but that the second needs what the first made at once.
#[fuse(parallel, min_len = 3)]
pub fn scaled(xs: &[f64]) -> (f64, f64) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum: f64 = kept.iter().sum();
    let scaled: f64 = kept.iter().map(|x| x / sum).sum();
    (sum, scaled)
}
