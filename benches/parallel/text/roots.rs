//! Compute-bound: a root by iteration.

use super::super::fuse;

/// The roots, their sum, and that of their squares.
#[fuse]
pub(crate) fn roots(xs: &[f64]) -> (Vec<f64>, f64, f64) {
    let roots: Vec<f64> = xs
        .iter()
        .map(|x| {
            let mut root = 0.5 + 0.5 * x;
            root = 0.5 * (root + x / root);
            root = 0.5 * (root + x / root);
            root = 0.5 * (root + x / root);
            0.5 * (root + x / root)
        })
        .collect();
    let sum: f64 = roots.iter().sum();
    let squares: f64 = roots.iter().map(|x| x * x).sum();
    (roots, sum, squares)
}
