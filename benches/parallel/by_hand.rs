//! The kernels by hand, as a person writes them with rayon: one pass, by `fold` and `reduce` over chunks.

use super::{Results, root_of};
use rayon::prelude::*;

/// How many elements a task has.
const CHUNK: usize = 16_384;

pub(crate) fn statistics(xs: &[f64]) -> Results {
    let one = |chunk: &[f64]| {
        let mut all = [0.0, 0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY];
        for x in chunk {
            all[0] += x;
            all[1] += x * x;
            all[2] += x * x * x;
            all[3] = if *x < all[3] { *x } else { all[3] };
            all[4] = if *x > all[4] { *x } else { all[4] };
        }
        all
    };
    let both = |a: [f64; 5], b: [f64; 5]| {
        [
            a[0] + b[0],
            a[1] + b[1],
            a[2] + b[2],
            a[3].min(b[3]),
            a[4].max(b[4]),
        ]
    };
    let none = || [0.0, 0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY];
    let all = xs.par_chunks(CHUNK).map(one).reduce(none, both);
    (all.to_vec(), Vec::new())
}

pub(crate) fn normalize(xs: &[f64]) -> Results {
    let (sum, squares) = xs
        .par_chunks(CHUNK)
        .map(|chunk| {
            let (mut sum, mut squares) = (0.0, 0.0);
            for x in chunk {
                sum += x;
                squares += x * x;
            }
            (sum, squares)
        })
        .reduce(|| (0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    let (mut scaled, mut normal) = (vec![0.0; xs.len()], vec![0.0; xs.len()]);
    scaled
        .par_chunks_mut(CHUNK)
        .zip(normal.par_chunks_mut(CHUNK))
        .zip(xs.par_chunks(CHUNK))
        .for_each(|((scaled, normal), xs)| {
            for ((scaled, normal), x) in scaled.iter_mut().zip(normal).zip(xs) {
                *scaled = x / sum;
                *normal = x * x / squares;
            }
        });
    (scaled, normal)
}

pub(crate) fn roots(xs: &[f64]) -> Results {
    let mut roots = vec![0.0; xs.len()];
    let (sum, squares) = roots
        .par_chunks_mut(CHUNK)
        .zip(xs.par_chunks(CHUNK))
        .map(|(roots, xs)| {
            let (mut sum, mut squares) = (0.0, 0.0);
            for (root, x) in roots.iter_mut().zip(xs) {
                *root = root_of(*x);
                sum += *root;
                squares += *root * *root;
            }
            (sum, squares)
        })
        .reduce(|| (0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    (roots, vec![sum, squares])
}

pub(crate) fn filtered(xs: &[f64]) -> Results {
    let parts: Vec<(Vec<f64>, f64, usize)> = xs
        .par_chunks(CHUNK)
        .map(|chunk| {
            let (mut positive, mut sum, mut count) = (Vec::new(), 0.0, 0);
            for x in chunk {
                if *x > 0.5 {
                    sum += x;
                    positive.push(*x);
                }
                count += usize::from(*x < 0.25);
            }
            (positive, sum, count)
        })
        .collect();
    let sum = parts.iter().map(|part| part.1).sum();
    let count: usize = parts.iter().map(|part| part.2).sum();
    let mut positive = Vec::with_capacity(parts.iter().map(|part| part.0.len()).sum());
    for part in &parts {
        positive.extend_from_slice(&part.0);
    }
    (positive, vec![sum, count as f64])
}
