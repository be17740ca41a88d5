//! Arrays that are built: of the loop's length, below a filter, block by block, in the memory of another; and those that are not.

#![allow(clippy::all, reason = "what users write")]
use super::fuse;

#[fuse(loops = 1)]
pub fn exact(xs: &[f64]) -> (Vec<f64>, Vec<f32>, f64) {
    let doubled: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let narrow: Vec<f32> = doubled.iter().map(|x| *x as f32).collect();
    let sum: f64 = doubled.iter().sum();
    (doubled, narrow, sum)
}

#[fuse(loops = 1)]
pub fn contracted(xs: &[i64]) -> (i64, usize, Option<i64>) {
    let small: Vec<i64> = xs.iter().map(|x| x % 100).collect();
    let odd: Vec<i64> = small.iter().copied().filter(|x| x & 1 == 1).collect();
    let sum = odd.iter().sum();
    (sum, odd.len(), small.iter().copied().max())
}

#[fuse(loops = 1)]
pub fn sieved(xs: &[f64], limit: f64) -> (Vec<f64>, f64, usize) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x < limit).collect();
    let sum: f64 = kept.iter().sum();
    let count = kept.iter().filter(|x| x.is_sign_negative()).count();
    (kept, sum, count)
}

#[fuse(loops = 1)]
pub fn buckets(xs: &[f64]) -> [Vec<f64>; 3] {
    let low: Vec<f64> = xs.iter().copied().filter(|x| *x < -1.0).collect();
    let middle: Vec<f64> = xs
        .iter()
        .copied()
        .filter(|x| -1.0 <= *x && *x < 1.0)
        .collect();
    let high: Vec<f64> = xs
        .iter()
        .copied()
        .filter(|x| 1.0 <= *x || x.is_nan())
        .collect();
    [low, middle, high]
}

#[fuse(loops = 1)]
pub fn of_bytes(xs: &[u8]) -> (Vec<u8>, Vec<u8>, u64) {
    let letters: Vec<u8> = xs
        .iter()
        .copied()
        .filter(|x| x.is_ascii_lowercase())
        .collect();
    let capitals: Vec<u8> = letters.iter().map(|x| x.to_ascii_uppercase()).collect();
    let sum = xs.iter().map(|x| u64::from(*x)).sum();
    (letters, capitals, sum)
}

#[fuse]
pub fn filtered_sum(xs: &[f64], ys: &[f64], low: f64) -> f64 {
    xs.iter()
        .zip(ys)
        .filter(|(x, y)| **x > low && **y < 2.0)
        .map(|(x, y)| x * y)
        .sum()
}

#[fuse(loops = 2)]
pub fn two_of_pairs(pairs: &[(u32, f64)]) -> (Vec<u32>, Vec<f64>, Vec<(u32, f64)>, Vec<u32>) {
    let (names, weights): (Vec<u32>, Vec<f64>) = pairs.iter().copied().unzip();
    let heavy: Vec<(u32, f64)> = pairs.iter().copied().filter(|pair| pair.1 > 0.5).collect();
    let (even, _odd): (Vec<u32>, Vec<u32>) = names.iter().copied().partition(|x| x % 2 == 0);
    (names, weights, heavy, even)
}

/// The second array takes over the memory of the first.
#[fuse]
pub fn softmax(xs: &[f64]) -> Vec<f64> {
    let greatest = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let parts: Vec<f64> = xs.iter().map(|x| x - greatest).collect();
    let total: f64 = parts.iter().sum();
    parts.iter().map(|part| part / (total - 1.0)).collect()
}

/// The same, with a panic in its midst.
#[fuse]
pub fn overflows(xs: &[i64]) -> Vec<i64> {
    let halves: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    let least = halves.iter().copied().min().unwrap_or(0);
    halves.iter().map(|half| 100 / (half - least - 3)).collect()
}

#[fuse]
pub fn of_rows(rows: &[Vec<i64>]) -> (Vec<i64>, i64, usize) {
    let flat: Vec<i64> = rows
        .iter()
        .flat_map(|row| row.iter().map(|x| x + 1))
        .collect();
    let sum = flat.iter().sum();
    (flat, sum, rows.iter().filter(|row| row.is_empty()).count())
}

#[fuse(loops = 1)]
pub fn windows(xs: &[i64]) -> (Vec<i64>, i64, usize) {
    let steps: Vec<i64> = xs.windows(2).map(|w| w[1].wrapping_sub(w[0])).collect();
    let sum = steps.iter().fold(0, |sum, step| sum ^ step);
    let rising: Vec<i64> = steps.iter().copied().filter(|step| *step > 0).collect();
    (steps, sum, rising.len())
}

/// Without a size.
#[fuse]
pub fn units(xs: &[i64]) -> (Vec<()>, Vec<()>, usize) {
    let all: Vec<()> = xs.iter().map(|_| ()).collect();
    let some: Vec<()> = xs.iter().filter(|x| **x > 2).map(|_| ()).collect();
    let count = some.iter().count();
    (all, some, count)
}

#[fuse]
pub fn searched(xs: &[f64]) -> (f64, bool, Option<usize>) {
    let sum: f64 = xs.iter().sum();
    let any = xs.iter().any(|x| *x > 1.5);
    let place = xs.iter().position(|x| *x < -1.5);
    (sum, any, place)
}
