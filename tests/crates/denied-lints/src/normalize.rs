//! The running example of paper 001.

use loopfuse::fuse;

/// Each element as a part of the sum of all, and of the sum of the positive ones.
#[fuse(loops = 2)]
#[must_use]
pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.iter().sum();
    let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.iter().sum();
    let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}
