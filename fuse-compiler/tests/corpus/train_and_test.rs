//! loops: 2, contracted: scaled
// The halves are arrays in memory; what is read from them runs in loops of its own.

use std::collections::BTreeMap;

#[loopfuse::fuse]
pub fn split(xs: &[f64], factor: f64) -> (Vec<f64>, Vec<f64>, BTreeMap<u64, usize>, f64) {
    let scaled: Vec<f64> = xs.iter().map(|x| x * factor).collect();
    let (train, test): (Vec<f64>, Vec<f64>) = scaled.iter().copied().partition(|x| *x < 4.0);
    let places: BTreeMap<u64, usize> = scaled
        .iter()
        .enumerate()
        .map(|(i, x)| (*x as u64, i))
        .collect();
    let error: f64 = test.iter().map(|x| x * x).sum();
    (train, test, places, error)
}
