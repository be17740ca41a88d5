//! Arrays that are scaled by what was found out about the whole of them.

use super::{CHUNK, lanes, plus};
use rayon::prelude::*;

pub(crate) fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sums = |chunk: &[f64]| {
        let (mut all, mut positive) = (0.0, 0.0);
        for x in chunk {
            all += x;
            positive += if *x > 0.0 { *x } else { -0.0 };
        }
        [all, positive]
    };
    let [all, positive] = xs.par_chunks(CHUNK).map(sums).reduce(|| [0.0; 2], plus);
    let (mut ys1, mut ys2) = (vec![0.0; xs.len()], vec![0.0; xs.len()]);
    ys1.par_chunks_mut(CHUNK)
        .zip(ys2.par_chunks_mut(CHUNK))
        .zip(xs.par_chunks(CHUNK))
        .for_each(|((ys1, ys2), xs)| {
            for ((y1, y2), x) in ys1.iter_mut().zip(ys2).zip(xs) {
                *y1 = x / all;
                *y2 = x / positive;
            }
        });
    (ys1, ys2)
}

pub(crate) fn normalize2_integers(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let sums = |chunk: &[i64]| {
        let (mut all, mut positive) = (0, 0);
        for x in chunk {
            all += x;
            positive += if *x > 0 { *x } else { 0 };
        }
        [all, positive]
    };
    let [all, positive] = xs.par_chunks(CHUNK).map(sums).reduce(|| [0; 2], plus);
    let (mut ys1, mut ys2) = (vec![0; xs.len()], vec![0; xs.len()]);
    ys1.par_chunks_mut(CHUNK)
        .zip(ys2.par_chunks_mut(CHUNK))
        .zip(xs.par_chunks(CHUNK))
        .for_each(|((ys1, ys2), xs)| {
            for ((y1, y2), x) in ys1.iter_mut().zip(ys2).zip(xs) {
                *y1 = x / all;
                *y2 = x / positive;
            }
        });
    (ys1, ys2)
}

/// The maximum in lanes, the exponentials with their sum, and the division in place.
pub(crate) fn softmax(xs: &[f64]) -> Vec<f64> {
    let greatest = xs
        .par_chunks(CHUNK)
        .map(|chunk| lanes::extremes(chunk).1)
        .reduce(|| f64::NEG_INFINITY, f64::max);
    let mut out = vec![0.0; xs.len()];
    let total: f64 = out
        .par_chunks_mut(CHUNK)
        .zip(xs.par_chunks(CHUNK))
        .map(|(out, xs)| {
            let mut total = -0.0;
            for (e, x) in out.iter_mut().zip(xs) {
                *e = (x - greatest).exp();
                total += *e;
            }
            total
        })
        .sum();
    out.par_chunks_mut(CHUNK)
        .for_each(|out| out.iter_mut().for_each(|e| *e /= total));
    out
}

/// Nothing but the result is stored: what is centred is cheaper to compute twice.
pub(crate) fn layer(xs: &[f64], gain: &[f64], bias: &[f64]) -> Vec<f64> {
    let n = xs.len() as f64;
    let sum = |chunk: &[f64]| chunk.iter().sum::<f64>();
    let mean = xs.par_chunks(CHUNK).map(sum).sum::<f64>() / n;
    let squares = |chunk: &[f64]| chunk.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
    let squares: f64 = xs.par_chunks(CHUNK).map(squares).sum();
    let scale = 1.0 / (squares / n + 1e-5).sqrt();
    let mut out = vec![0.0; xs.len()];
    out.par_chunks_mut(CHUNK)
        .zip(xs.par_chunks(CHUNK))
        .zip(gain.par_chunks(CHUNK).zip(bias.par_chunks(CHUNK)))
        .for_each(|((out, xs), (gain, bias))| {
            for ((y, x), (g, b)) in out.iter_mut().zip(xs).zip(gain.iter().zip(bias)) {
                *y = (x - mean) * scale * g + b;
            }
        });
    out
}

/// The roots of a block as vectors, then the sums of it, from cache.
pub(crate) fn roots(xs: &[f64]) -> (Vec<f64>, f64, f64) {
    let mut roots = vec![0.0; xs.len()];
    let [sum, squares] = roots
        .par_chunks_mut(CHUNK)
        .zip(xs.par_chunks(CHUNK))
        .map(|(roots, xs)| {
            let (mut sum, mut squares) = (0.0, 0.0);
            for (roots, xs) in roots.chunks_mut(1024).zip(xs.chunks(1024)) {
                for (root, x) in roots.iter_mut().zip(xs) {
                    let mut y = 0.5 + 0.5 * x;
                    for _ in 0..4 {
                        y = 0.5 * (y + x / y);
                    }
                    *root = y;
                }
                for root in roots {
                    sum += *root;
                    squares += *root * *root;
                }
            }
            [sum, squares]
        })
        .reduce(|| [0.0; 2], plus);
    (roots, sum, squares)
}
