//! Windows and chunks of a literal length, which go through a loop block by block.
//!
//! `tests/SAFETY.md` names the rule.

use super::fuse;

#[fuse(loops = 1)]
pub fn pixels(rgb: &[u8]) -> (u64, u64, u32, usize, Option<u8>) {
    let r: u64 = rgb.chunks_exact(3).map(|p| p[0] as u64).sum();
    let g: u64 = rgb.chunks_exact(3).map(|p| u64::from(p[1])).sum();
    let b: u32 = rgb.chunks_exact(3).map(|p| p[2] as u32).sum();
    let grey = rgb.chunks_exact(3).filter(|p| p[0] == p[1] && p[1] == p[2]).count();
    let most = rgb.chunks_exact(3).map(|p| p[1].max(p[2])).max();
    (r, g, b, grey, most)
}

#[fuse(loops = 1)]
pub fn stereo(samples: &[i16]) -> (Vec<i16>, u16, usize, Option<i32>) {
    let mono: Vec<i16> = samples.chunks_exact(2).map(|f| ((f[0] as i32 + f[1] as i32) / 2) as i16).collect();
    let peak = mono.iter().map(|s| s.unsigned_abs()).max().unwrap_or(0);
    let silent = mono.iter().filter(|s| s.unsigned_abs() < 64).count();
    let widest = samples.chunks_exact(2).map(|f| (f[0] as i32 - f[1] as i32).abs()).max();
    (mono, peak, silent, widest)
}

#[fuse(loops = 1)]
pub fn neighbours(xs: &[u8]) -> (usize, usize, Option<u8>, u64, Vec<bool>) {
    let equal = xs.windows(2).filter(|w| w[0] == w[1]).count();
    let rising = xs.windows(2).filter(|w| w[0] < w[1]).count();
    let jump = xs.windows(2).map(|w| w[0].abs_diff(w[1])).max();
    let sum = xs.windows(2).map(|w| w[1] as u64).sum();
    let falls: Vec<bool> = xs.windows(2).map(|w| w[0] > w[1]).collect();
    (equal, rising, jump, sum, falls)
}

/// Differences overflow where they do as written.
#[fuse]
pub fn differences(xs: &[i16]) -> (Vec<i16>, i64, Option<i16>) {
    let steps: Vec<i16> = xs.windows(2).map(|w| w[1] - w[0]).collect();
    let sum = xs.windows(2).map(|w| i64::from(w[0])).sum();
    let most = steps.iter().copied().max();
    (steps, sum, most)
}

/// Floats, strict and kept in lanes.
#[fuse(loops = 1)]
pub fn turns(xs: &[f64]) -> (f64, f64, usize, f64) {
    let length: f64 = xs.windows(3).map(|w| (w[2] - w[0]).abs()).sum();
    let steepest = xs.windows(3).map(|w| w[1] - w[0]).fold(0.0, f64::max);
    let peaks = xs.windows(3).filter(|w| w[0] < w[1] && w[1] > w[2]).count();
    let middle: f64 = xs.windows(3).map(|w| w[1]).sum();
    (length, steepest, peaks, middle)
}

/// Whole windows, their lengths, patterns of them, and what is kept of them.
#[fuse]
pub fn whole(xs: &[u16]) -> (usize, u32, usize, Vec<Vec<u16>>, Option<u16>) {
    let long = xs.chunks_exact(4).filter(|c| c.len() == 4).count();
    let sums = xs.chunks_exact(4).map(|c| c.iter().map(|x| u32::from(*x)).sum::<u32>()).fold(0u32, u32::wrapping_add);
    let odd = xs.chunks_exact(4).filter(|c| matches!(c, [1, ..] | [.., 3])).count();
    let kept: Vec<Vec<u16>> = xs.chunks_exact(4).filter(|c| c[0] > 5).map(<[u16]>::to_vec).collect();
    let last = xs.chunks_exact(4).last().map(|c| c[3]);
    (long, sums, odd, kept, last)
}

/// A place that is not there fails as it does.
#[fuse]
pub fn outside(xs: &[u8], place: usize) -> (usize, u64) {
    let n = xs.windows(2).filter(|w| w[place] > 3).count();
    let sum = xs.windows(2).map(|w| w[place] as u64).sum();
    (n, sum)
}

/// An array that is made anew in between, and one of another length.
#[fuse]
pub fn changed(xs: &[u8], ys: Vec<u8>) -> (usize, usize, usize) {
    let mut zs = xs.to_vec();
    let before = zs.windows(2).filter(|w| w[0] == w[1]).count();
    zs.push(7);
    let behind = zs.windows(2).filter(|w| w[0] == w[1]).count();
    let other = ys.windows(2).filter(|w| w[0] == w[1]).count();
    (before, behind, other)
}

/// Longer than any slice.
#[fuse]
pub fn endless(xs: &[u8], ys: &[u32]) -> (usize, usize, usize) {
    let windows = xs.windows(18_446_744_073_709_551_615).filter(|w| w[0] > w[1]).count();
    let chunks = xs.chunks_exact(9_223_372_036_854_775_807).filter(|w| w[0] > w[1]).count();
    let words = ys.chunks_exact(2_305_843_009_213_693_951).filter(|w| w[0] > w[1]).count();
    (windows, chunks, words)
}

/// A type of the user's, whose iterator does not know how many elements are left.
pub struct Bag {
    pub items: Vec<u8>,
}

impl Bag {
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &u8> + '_ {
        self.items.iter().filter(|item| **item > 3)
    }
}

fn doubled(b: u8) -> u8 {
    b.wrapping_mul(2)
}

#[fuse]
pub fn from_the_end(bag: &Bag, xs: &[u8]) -> (Vec<u8>, usize, Vec<u8>, usize) {
    let of_bag: Vec<u8> = bag.iter().rev().map(|&b| doubled(b)).collect();
    let few = of_bag.iter().filter(|b| **b < 100).count();
    let of_slice: Vec<u8> = xs.iter().rev().map(|&b| doubled(b)).collect();
    let many = of_slice.iter().filter(|b| **b > 100).count();
    (of_bag, few, of_slice, many)
}
