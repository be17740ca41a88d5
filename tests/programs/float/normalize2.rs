//! `normalize2` (fig. 1.1): the elements over the sum of all, and over the sum of the positive.

use super::{fuse, loops};

/// Every element divided by the sum of all elements, and by the sum of the positive ones.
#[fuse]
#[loops(unfused = 5, stream = 4, imperative = 3, optimal = 2)]
pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.iter().sum();
    let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.iter().sum();
    let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}
