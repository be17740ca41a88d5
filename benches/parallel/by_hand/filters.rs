//! Filters that keep little or much.

use super::CHUNK;
use rayon::prelude::*;

/// The elements of all parts, in order.
fn joined<'a>(parts: impl Iterator<Item = &'a Vec<f64>> + Clone) -> Vec<f64> {
    let mut all = Vec::with_capacity(parts.clone().map(Vec::len).sum());
    for part in parts {
        all.extend_from_slice(part);
    }
    all
}

/// Keeps the elements that a test wants, without a branch.
fn compacted(chunk: &[f64], wanted: impl Fn(f64) -> bool) -> Vec<f64> {
    let mut kept = vec![0.0; chunk.len()];
    let mut length = 0;
    for x in chunk {
        kept[length] = *x;
        length += usize::from(wanted(*x));
    }
    kept.truncate(length);
    kept
}

pub(crate) fn kept(xs: &[f64], limit: f64) -> (Vec<f64>, f64) {
    let parts: Vec<(Vec<f64>, f64)> = xs
        .par_chunks(CHUNK)
        .map(|chunk| {
            let kept = compacted(chunk, |x| x < limit);
            let sum = kept.iter().sum();
            (kept, sum)
        })
        .collect();
    let sum = parts.iter().map(|part| part.1).sum();
    (joined(parts.iter().map(|part| &part.0)), sum)
}

pub(crate) fn buckets(xs: &[f64], low: f64, middle: f64, high: f64) -> [Vec<f64>; 4] {
    let parts: Vec<[Vec<f64>; 4]> = xs
        .par_chunks(CHUNK)
        .map(|chunk| {
            [
                compacted(chunk, |x| x < low),
                compacted(chunk, |x| low <= x && x < middle),
                compacted(chunk, |x| middle <= x && x < high),
                compacted(chunk, |x| high <= x),
            ]
        })
        .collect();
    [0, 1, 2, 3].map(|bucket| joined(parts.iter().map(|part| &part[bucket])))
}

pub(crate) fn any(xs: &[f64], limit: f64) -> (f64, bool) {
    let one = |chunk: &[f64]| {
        let (mut sum, mut hits) = (-0.0, 0_u64);
        for x in chunk {
            sum += x;
            hits += u64::from(*x > limit);
        }
        (sum, hits > 0)
    };
    xs.par_chunks(CHUNK)
        .map(one)
        .reduce(|| (-0.0, false), |a, b| (a.0 + b.0, a.1 | b.1))
}
