//! Arrays that are scaled by what was found out about the whole of them.

use super::fuse;

/// Normalised by the sum of all and of the positive, with the running total and its shares.
#[fuse]
pub fn running(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.iter().sum();
    let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.iter().sum();
    let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
    let totals: Vec<f64> = ys1
        .iter()
        .scan(0.0, |total, y| {
            *total += y;
            Some(*total)
        })
        .collect();
    let gaps: Vec<f64> = totals.iter().zip(&ys2).map(|(t, y)| t - y).collect();
    (ys1, ys2, totals, gaps)
}

/// Exponentials over their sum, computed so that none overflows.
#[fuse]
pub fn softmax(xs: &[f64]) -> Vec<f64> {
    let greatest = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let exps: Vec<f64> = xs.iter().map(|x| (x - greatest).exp()).collect();
    let total: f64 = exps.iter().sum();
    exps.iter().map(|e| e / total).collect()
}

/// Layer normalisation: centred, over the standard deviation, with a gain and a bias of its own
/// for each element.
#[fuse]
pub fn layer(xs: &[f64], gain: &[f64], bias: &[f64]) -> Vec<f64> {
    assert_eq!(xs.len(), gain.len());
    assert_eq!(xs.len(), bias.len());
    let mean = xs.iter().sum::<f64>() / xs.len() as f64;
    let centred: Vec<f64> = xs.iter().map(|x| x - mean).collect();
    let squares: f64 = centred.iter().map(|c| c * c).sum();
    let scale = 1.0 / (squares / xs.len() as f64 + 1e-5).sqrt();
    let normal: Vec<f64> = centred.iter().map(|c| c * scale).collect();
    normal
        .iter()
        .zip(gain)
        .zip(bias)
        .map(|((x, g), b)| x * g + b)
        .collect()
}
