//! Chains that share their loop with no other and are loops all the same: extrema of floats.

use super::fuse;

#[fuse]
pub fn greatest(xs: &[f64]) -> f64 {
    xs.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

#[fuse]
pub fn least(xs: &[f32]) -> f32 {
    xs.iter().fold(f32::INFINITY, |least, x| least.min(*x))
}

#[fuse]
pub fn largest(xs: &[f64], ys: &[f64]) -> f64 {
    xs.iter().zip(ys).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

#[fuse]
pub fn at_most_none(xs: &[f64]) -> f64 {
    xs.iter().map(|x| -x).fold(-0.0, f64::min)
}

#[fuse]
pub fn reduced(xs: &Vec<f64>) -> Option<f64> {
    let best = xs.iter().copied().reduce(f64::max);
    best.map(|best| best + 1.0)
}

#[fuse]
pub fn halves(xs: &[f64]) -> (f64, f64) {
    let middle = xs.len() / 2;
    if xs.len() > 20 {
        let left = xs[..middle].iter().copied().fold(f64::MAX, f64::min);
        println!("{left}");
        return (left, xs[middle..].iter().copied().fold(f64::MIN, f64::max));
    }
    (0.0, 1.0)
}

/// A closure that is called for each row takes no lanes.
#[fuse]
pub fn of_rows(rows: &[Vec<f64>]) -> Vec<f64> {
    rows.iter()
        .map(|row| {
            let row: &Vec<f64> = row;
            row.iter().copied().fold(f64::NEG_INFINITY, f64::max)
        })
        .collect()
}

/// What is no number to begin with stays as it is written.
#[fuse]
pub fn from_any(xs: &[f64], start: f64) -> f64 {
    xs.iter().copied().fold(start, f64::max)
}

/// Which of two zeros `max` gives is open: compiled for wider vectors it may be the other one.
#[fuse]
pub fn clipped(xs: &[f64]) -> (Vec<f64>, usize, f64) {
    let clipped: Vec<f64> = xs.iter().map(|x| x.max(0.0)).collect();
    let negative = xs.iter().filter(|x| **x < 0.0).count();
    let peak = xs.iter().fold(-1.0_f64, |peak, x| peak.max(x.min(-0.0)));
    (clipped, negative, peak)
}

trait Rectified {
    fn rectified(self) -> Self;
}

impl Rectified for f64 {
    fn rectified(self) -> f64 {
        self.max(-0.0)
    }
}

fn rectify(x: f64) -> f64 {
    0.0_f64.max(x)
}

/// So may be what a method or a function of the user's own gives.
#[fuse]
pub fn rectified(xs: &[f64]) -> (Vec<f64>, Vec<f64>, usize) {
    let by_method: Vec<f64> = xs.iter().map(|x| x.rectified() * 2.0).collect();
    let by_call: Vec<f64> = xs.iter().map(|x| rectify(*x) * 2.0).collect();
    let negative = xs.iter().filter(|x| **x < 0.0).count();
    (by_method, by_call, negative)
}

/// Integers have one zero.
#[fuse]
pub fn limited(xs: &[f64]) -> (Vec<i32>, usize, i32) {
    let ys: Vec<i32> = xs.iter().map(|x| *x as i32).collect();
    let limited: Vec<i32> = ys.iter().map(|y| (*y).max(-100).min(100)).collect();
    let large = ys.iter().filter(|y| std::cmp::max(**y, 7) > 7).count();
    let top = limited.iter().copied().max().unwrap_or(0);
    (limited, large, top)
}

/// References to the first of the smallest and to the last of the largest, of numbers that are compared block by block.
#[fuse(loops = 1)]
pub fn referenced<'a>(xs: &'a [i16], bytes: &'a [u8]) -> ([Option<&'a i16>; 2], [Option<&'a u8>; 2], usize) {
    let bytes = &bytes[..xs.len()];
    let low = xs.iter().min();
    let high = xs.iter().max();
    let least = bytes.iter().min();
    let most = bytes.iter().max();
    let even = xs.iter().filter(|x| **x % 2 == 0).count();
    ([low, high], [least, most], even)
}

/// Each alone.
#[fuse]
pub fn referenced_alone<'a>(xs: &'a [u16], ys: &'a [u16]) -> (Option<&'a u16>, Option<&'a u16>) {
    (xs.iter().min(), ys.iter().max())
}
