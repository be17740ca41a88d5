//! Several numbers about the same data.

use super::shared::WIDTH;
use super::{CHUNK, lanes, plus};
use rayon::prelude::*;

/// How many elements stay in the innermost cache.
const BLOCK: usize = 1024;

pub(crate) fn five_numbers(xs: &[f64]) -> (usize, f64, f64, f64, f64) {
    let one = |chunk: &[f64]| {
        let (mut sum, mut squares) = (-0.0, -0.0);
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for block in chunk.chunks(BLOCK) {
            for x in block {
                sum += x;
                squares += x * x;
            }
            let (low, high) = lanes::extremes(block);
            least = least.min(low);
            greatest = greatest.max(high);
        }
        (sum, squares, least, greatest)
    };
    let (sum, squares, least, greatest) = xs.par_chunks(CHUNK).map(one).reduce(
        || (-0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY),
        |a, b| (a.0 + b.0, a.1 + b.1, a.2.min(b.2), a.3.max(b.3)),
    );
    let n = xs.len() as f64;
    let mean = sum / n;
    (xs.len(), sum, squares / n - mean * mean, least, greatest)
}

pub(crate) fn cosine(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let one = |(a, b): (&[f64], &[f64])| {
        let mut sums = [-0.0; 3];
        for (x, y) in a.iter().zip(b) {
            sums[0] += x * y;
            sums[1] += x * x;
            sums[2] += y * y;
        }
        sums
    };
    let [dot, a_squares, b_squares] = a
        .par_chunks(CHUNK)
        .zip(b.par_chunks(CHUNK))
        .map(one)
        .reduce(|| [-0.0; 3], plus);
    dot / (a_squares.sqrt() * b_squares.sqrt())
}

pub(crate) fn least_squares(xs: &[f64], ys: &[f64]) -> (f64, f64, f64) {
    assert_eq!(xs.len(), ys.len());
    let chunks = || xs.par_chunks(CHUNK).zip(ys.par_chunks(CHUNK));
    let one = |(xs, ys): (&[f64], &[f64])| {
        let mut sums = [-0.0; 4];
        for (x, y) in xs.iter().zip(ys) {
            sums[0] += x;
            sums[1] += y;
            sums[2] += x * x;
            sums[3] += x * y;
        }
        sums
    };
    let [x, y, xx, xy] = chunks().map(one).reduce(|| [-0.0; 4], plus);
    let n = xs.len() as f64;
    let slope = (n * xy - x * y) / (n * xx - x * x);
    let intercept = (y - slope * x) / n;
    let rest = |(xs, ys): (&[f64], &[f64])| {
        let errors = xs.iter().zip(ys).map(|(x, y)| y - (slope * x + intercept));
        errors.map(|e| e * e).sum::<f64>()
    };
    (slope, intercept, chunks().map(rest).sum())
}

/// Vectors across neighbouring windows, then the extremes of a block from cache.
pub(crate) fn moving_average(xs: &[f64]) -> (Vec<f64>, f64, f64) {
    let count = (xs.len() + 1).saturating_sub(WIDTH);
    let mut means = vec![0.0; count];
    let (least, greatest) = means
        .par_chunks_mut(CHUNK)
        .enumerate()
        .map(|(chunk, means)| {
            let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
            for (index, block) in means.chunks_mut(BLOCK).enumerate() {
                let from = chunk * CHUNK + index * BLOCK;
                let shifted: [&[f64]; WIDTH] =
                    std::array::from_fn(|shift| &xs[from + shift..from + shift + block.len()]);
                for i in 0..block.len() {
                    let mut sum = shifted[0][i];
                    for xs in &shifted[1..] {
                        sum += xs[i];
                    }
                    block[i] = sum / WIDTH as f64;
                }
                let (low, high) = lanes::extremes(block);
                least = least.min(low);
                greatest = greatest.max(high);
            }
            (least, greatest)
        })
        .reduce(
            || (f64::INFINITY, f64::NEG_INFINITY),
            |a, b| (a.0.min(b.0), a.1.max(b.1)),
        );
    (means, least, greatest)
}
