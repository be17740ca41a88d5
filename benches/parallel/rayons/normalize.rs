//! Arrays that are scaled by what was found out about the whole of them.

use super::super::fuse;
use rayon::prelude::*;

/// Over the sum of all, and over the sum of the positive.
#[fuse]
pub(crate) fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.par_iter().sum();
    let gts: Vec<f64> = xs.par_iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.par_iter().sum();
    let ys1: Vec<f64> = xs.par_iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.par_iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

/// The same of integers.
#[fuse]
pub(crate) fn normalize2_integers(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let sum1: i64 = xs.par_iter().sum();
    let gts: Vec<i64> = xs.par_iter().copied().filter(|x| *x > 0).collect();
    let sum2: i64 = gts.par_iter().sum();
    let ys1: Vec<i64> = xs.par_iter().map(|x| x / sum1).collect();
    let ys2: Vec<i64> = xs.par_iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

/// Exponentials over their sum.
#[fuse]
pub(crate) fn softmax(xs: &[f64]) -> Vec<f64> {
    let greatest = xs
        .par_iter()
        .copied()
        .reduce(|| f64::NEG_INFINITY, f64::max);
    let exps: Vec<f64> = xs.par_iter().map(|x| (x - greatest).exp()).collect();
    let total: f64 = exps.par_iter().sum();
    exps.par_iter().map(|e| e / total).collect()
}

/// Layer normalisation.
#[fuse]
pub(crate) fn layer(xs: &[f64], gain: &[f64], bias: &[f64]) -> Vec<f64> {
    assert_eq!(xs.len(), gain.len());
    assert_eq!(xs.len(), bias.len());
    let mean = xs.par_iter().sum::<f64>() / xs.len() as f64;
    let centred: Vec<f64> = xs.par_iter().map(|x| x - mean).collect();
    let squares: f64 = centred.par_iter().map(|c| c * c).sum();
    let scale = 1.0 / (squares / xs.len() as f64 + 1e-5).sqrt();
    let normal: Vec<f64> = centred.par_iter().map(|c| c * scale).collect();
    normal
        .par_iter()
        .zip(gain)
        .zip(bias)
        .map(|((x, g), b)| x * g + b)
        .collect()
}

/// A root by iteration, its sum, and that of the squares.
#[fuse]
pub(crate) fn roots(xs: &[f64]) -> (Vec<f64>, f64, f64) {
    let roots: Vec<f64> = xs
        .par_iter()
        .map(|x| {
            let mut root = 0.5 + 0.5 * x;
            root = 0.5 * (root + x / root);
            root = 0.5 * (root + x / root);
            root = 0.5 * (root + x / root);
            0.5 * (root + x / root)
        })
        .collect();
    let sum: f64 = roots.par_iter().sum();
    let squares: f64 = roots.par_iter().map(|x| x * x).sum();
    (roots, sum, squares)
}
