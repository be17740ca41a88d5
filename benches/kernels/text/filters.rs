//! Filters that keep little or much, and searches that end early or late.

use super::fuse;

/// What lies below the limit, and its sum.
#[fuse]
pub fn kept(xs: &[f64], limit: f64) -> (Vec<f64>, f64) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x < limit).collect();
    let sum: f64 = kept.iter().sum();
    (kept, sum)
}

/// Four buckets, by three thresholds.
#[fuse]
pub fn buckets(xs: &[f64], low: f64, middle: f64, high: f64) -> [Vec<f64>; 4] {
    let first: Vec<f64> = xs.iter().copied().filter(|x| *x < low).collect();
    let second: Vec<f64> = xs
        .iter()
        .copied()
        .filter(|x| low <= *x && *x < middle)
        .collect();
    let third: Vec<f64> = xs
        .iter()
        .copied()
        .filter(|x| middle <= *x && *x < high)
        .collect();
    let fourth: Vec<f64> = xs.iter().copied().filter(|x| high <= *x).collect();
    [first, second, third, fourth]
}

/// The sum, and whether any element is above the limit.
#[fuse]
pub fn any(xs: &[f64], limit: f64) -> (f64, bool) {
    let sum: f64 = xs.iter().sum();
    let any = xs.iter().any(|x| *x > limit);
    (sum, any)
}

/// The sum, and where the first element above the limit is.
#[fuse]
pub fn position(xs: &[f64], limit: f64) -> (f64, Option<usize>) {
    let sum: f64 = xs.iter().sum();
    let position = xs.iter().position(|x| *x > limit);
    (sum, position)
}
