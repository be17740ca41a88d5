//! Parallel loops without a path between them.

use super::fuse;
use rayon::prelude::*;

#[fuse(parallel, min_len = 100)]
pub fn two(xs: &[f64], ys: &[f64]) -> (f64, Vec<f64>, f64, f64) {
    let sum: f64 = xs.iter().sum();
    let next: Vec<f64> = xs.iter().map(|x| x + 1.0).collect();
    let other: f64 = ys.iter().map(|y| y * 2.0).sum();
    let squares: f64 = ys.iter().map(|y| y * y).sum();
    (sum, next, other, squares)
}

/// Three: the last waits for the others.
#[fuse(parallel, min_len = 100)]
pub fn a_path(xs: &[f64], ys: &[f64], zs: &[f64]) -> (f64, f64, f64, f64) {
    let sum: f64 = xs.iter().sum();
    let other: f64 = ys.iter().map(|y| y * sum).sum();
    let third: f64 = zs.iter().sum();
    let last: f64 = xs.iter().map(|x| x * other).sum();
    (sum, other, third, last)
}

/// What both loops read, and what one of them would move.
#[fuse(parallel, min_len = 100)]
pub fn shared(xs: &[f64], ys: Vec<f64>, name: String) -> (f64, f64, f64, f64) {
    let long: f64 = xs.iter().map(|x| x * name.len() as f64).sum();
    let other: f64 = ys.iter().map(|y| y + name.len() as f64).sum();
    let moved: f64 = xs.iter().skip(1).map(|x| x + 1.0).sum();
    let rest: f64 = ys.into_iter().map(move |y| y - name.len() as f64).sum();
    (long, other, moved, rest)
}

#[fuse]
pub fn rayons(xs: &[f64], ys: &[f64], by: f64) -> (f64, f64, Vec<f64>) {
    let sum: f64 = xs.par_iter().map(|x| x * by).sum();
    let other: f64 = ys.par_iter().map(|y| y + by).sum();
    let kept: Vec<f64> = ys.par_iter().copied().filter(|y| *y > by).collect();
    (sum, other, kept)
}

/// A name that the second loop reads is bound between the two.
#[fuse(parallel, min_len = 100)]
pub fn shadowed(xs: &[f64], ys: &[f64]) -> (f64, f64) {
    let by = 3.0;
    let sum: f64 = ys.iter().map(|y| y * by).sum();
    let by: f64 = xs.iter().sum();
    let other: f64 = ys[..].iter().map(|y| y * by).sum();
    let last: f64 = ys.iter().map(|y| y - by).sum();
    (sum + other, last)
}

#[fuse(parallel, min_len = 100)]
pub fn may_panic(xs: &[f64], ys: &[f64], limit: f64) -> (f64, f64) {
    let sum: f64 = xs
        .iter()
        .map(|x| {
            assert!(*x < limit);
            x * 2.0
        })
        .sum();
    let other: f64 = ys
        .iter()
        .map(|y| {
            assert!(*y > -limit);
            y * 2.0
        })
        .sum();
    (sum, other)
}

/// Inside of a parallel loop.
#[fuse(parallel, min_len = 100)]
pub fn nested(rows: &[Vec<f64>], ys: &[f64]) -> Vec<f64> {
    rows.iter()
        .map(|row| {
            let sum: f64 = row.iter().sum();
            let other: f64 = ys.iter().map(|y| y * 0.5).sum();
            sum + other
        })
        .collect()
}
