//! The kernels over iterators of std's.

use super::{Results, fuse, root_of};

/// Compute-bound: five statistics of one pass.
#[fuse]
pub(crate) fn statistics(xs: &[f64]) -> Results {
    let sum: f64 = xs.iter().sum();
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    let cubes: f64 = xs.iter().map(|x| x * x * x).sum();
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (vec![sum, squares, cubes, least, most], Vec::new())
}

/// Memory-bound: two sums, then two arrays.
#[fuse]
pub(crate) fn normalize(xs: &[f64]) -> Results {
    let sum: f64 = xs.iter().sum();
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    let scaled: Vec<f64> = xs.iter().map(|x| x / sum).collect();
    let normal: Vec<f64> = xs.iter().map(|x| x * x / squares).collect();
    (scaled, normal)
}

/// Compute-bound: a root by iteration, and its sum.
#[fuse]
pub(crate) fn roots(xs: &[f64]) -> Results {
    let roots: Vec<f64> = xs.iter().map(|x| root_of(*x)).collect();
    let sum: f64 = roots.iter().sum();
    let squares: f64 = roots.iter().map(|x| x * x).sum();
    (roots, vec![sum, squares])
}

/// A filter that is kept, and its sum.
#[fuse]
pub(crate) fn filtered(xs: &[f64]) -> Results {
    let positive: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.5).collect();
    let sum: f64 = positive.iter().sum();
    let count = xs.iter().filter(|x| **x < 0.25).count();
    (positive, vec![sum, count as f64])
}
