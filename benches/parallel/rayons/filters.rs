//! Filters that keep little or much.

use super::super::fuse;
use rayon::prelude::*;

/// What lies below the limit, and its sum.
#[fuse]
pub(crate) fn kept(xs: &[f64], limit: f64) -> (Vec<f64>, f64) {
    let kept: Vec<f64> = xs.par_iter().copied().filter(|x| *x < limit).collect();
    let sum: f64 = kept.par_iter().sum();
    (kept, sum)
}

/// Four buckets, by three thresholds.
#[fuse]
pub(crate) fn buckets(xs: &[f64], low: f64, middle: f64, high: f64) -> [Vec<f64>; 4] {
    let first: Vec<f64> = xs.par_iter().copied().filter(|x| *x < low).collect();
    let second: Vec<f64> = xs
        .par_iter()
        .copied()
        .filter(|x| low <= *x && *x < middle)
        .collect();
    let third: Vec<f64> = xs
        .par_iter()
        .copied()
        .filter(|x| middle <= *x && *x < high)
        .collect();
    let fourth: Vec<f64> = xs.par_iter().copied().filter(|x| high <= *x).collect();
    [first, second, third, fourth]
}

/// The sum, and whether any element is above the limit.
#[fuse]
pub(crate) fn any(xs: &[f64], limit: f64) -> (f64, bool) {
    let sum: f64 = xs.par_iter().sum();
    let any = xs.par_iter().any(|x| *x > limit);
    (sum, any)
}
