//! Several numbers about the same data.

use super::super::fuse;
use super::super::kernels::shared::WIDTH;
use rayon::prelude::*;

/// Count, sum, variance, least and greatest.
#[fuse]
pub(crate) fn five_numbers(xs: &[f64]) -> (usize, f64, f64, f64, f64) {
    let count = xs.len();
    let sum: f64 = xs.par_iter().sum();
    let squares: f64 = xs.par_iter().map(|x| x * x).sum();
    let least = xs.par_iter().copied().reduce(|| f64::INFINITY, f64::min);
    let greatest = xs
        .par_iter()
        .copied()
        .reduce(|| f64::NEG_INFINITY, f64::max);
    let mean = sum / count as f64;
    (
        count,
        sum,
        squares / count as f64 - mean * mean,
        least,
        greatest,
    )
}

/// The cosine of the angle between two vectors.
#[fuse]
pub(crate) fn cosine(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let dot: f64 = a.par_iter().zip(b).map(|(x, y)| x * y).sum();
    let a_squares: f64 = a.par_iter().map(|x| x * x).sum();
    let b_squares: f64 = b.par_iter().map(|y| y * y).sum();
    dot / (a_squares.sqrt() * b_squares.sqrt())
}

/// The line of least squares.
#[fuse]
pub(crate) fn least_squares(xs: &[f64], ys: &[f64]) -> (f64, f64, f64) {
    assert_eq!(xs.len(), ys.len());
    let n = xs.len() as f64;
    let x: f64 = xs.par_iter().sum();
    let y: f64 = ys.par_iter().sum();
    let xx: f64 = xs.par_iter().map(|x| x * x).sum();
    let xy: f64 = xs.par_iter().zip(ys).map(|(x, y)| x * y).sum();
    let slope = (n * xy - x * y) / (n * xx - x * x);
    let intercept = (y - slope * x) / n;
    let errors: Vec<f64> = xs
        .par_iter()
        .zip(ys)
        .map(|(x, y)| y - (slope * x + intercept))
        .collect();
    let rest: f64 = errors.par_iter().map(|e| e * e).sum();
    (slope, intercept, rest)
}

/// The moving average, and its extremes.
#[fuse]
pub(crate) fn moving_average(xs: &[f64]) -> (Vec<f64>, f64, f64) {
    let means: Vec<f64> = xs
        .par_windows(WIDTH)
        .map(|window| window.iter().sum::<f64>() / WIDTH as f64)
        .collect();
    let least = means.par_iter().copied().reduce(|| f64::INFINITY, f64::min);
    let greatest = means
        .par_iter()
        .copied()
        .reduce(|| f64::NEG_INFINITY, f64::max);
    (means, least, greatest)
}
