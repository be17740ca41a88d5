//! Loops written by hand, as they are found in other people's code.

use crate::Point;
use loopfuse::fuse;
use std::collections::BTreeMap;

/// Sums, counts and pushes.
#[fuse(loops = 1)]
#[must_use]
pub fn summary(xs: &[i32]) -> (i32, usize, Vec<i32>, i32) {
    let mut sum = 0;
    for x in xs {
        sum += x;
    }
    let mut odd = 0_usize;
    for &x in xs {
        if x % 2 == 0 {
            continue;
        }
        odd += 1;
    }
    let mut doubled = Vec::with_capacity(xs.len());
    for x in xs {
        doubled.push(2 * x);
    }
    let mut last = 0;
    for (i, x) in xs.iter().enumerate() {
        if i % 2 == 0 {
            last = *x;
        }
    }
    (sum, odd, doubled, last)
}

/// Names that nobody reads, and one that is assigned before it is read.
#[fuse]
#[must_use]
pub fn unread(xs: &[i32]) -> (i32, usize) {
    let mut rounds = 0;
    for _ in xs {
        rounds += 1;
    }
    let mut ones = 0;
    for _x in xs {
        ones += 1;
    }
    for (i, _) in xs.iter().enumerate() {
        ones += i;
    }
    (rounds, ones)
}

/// Tables.
#[fuse]
#[must_use]
pub fn tables(xs: &[i32]) -> (BTreeMap<i32, usize>, [usize; 4], Option<i32>) {
    let mut counts = BTreeMap::new();
    for x in xs {
        *counts.entry(*x).or_insert(0) += 1;
    }
    let mut rests = [0; 4];
    for x in xs {
        rests[x.unsigned_abs() as usize % 4] += 1;
    }
    let mut largest = None;
    for x in xs {
        if largest.is_none_or(|largest| largest < *x) {
            largest = Some(*x);
        }
    }
    (counts, rests, largest)
}

/// An array is changed where it stands, then read.
#[fuse(loops = 1)]
pub fn moved(points: &mut [Point], by: f64) -> (f64, f64) {
    for point in points.iter_mut() {
        point.x += by;
        point.y *= 2.0;
    }
    let width: f64 = points.iter().map(|point| point.x).sum();
    let mut height = 0.0;
    for point in points.iter() {
        height += point.y;
    }
    (width, height)
}

/// What an iterator with an effect does for each element.
#[fuse(loops = 1)]
pub fn for_each(xs: &mut [i32], out: &mut Vec<i32>) {
    xs.iter_mut().for_each(|x| *x += 1);
    xs.iter().for_each(|x| out.push(*x));
}

/// Passes over blocks, sums in lanes, tests without branches.
#[fuse(reassociate)]
#[must_use]
pub fn passes(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64, f64, f64, usize) {
    let ratios: Vec<f64> = xs.iter().zip(ys).map(|(x, y)| x / y).collect();
    let total: f64 = ratios.iter().sum();
    let dot: f64 = xs.iter().zip(ys).map(|(x, y)| x * y).sum();
    let most = ratios.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let inside = xs
        .iter()
        .zip(ys)
        .filter(|(x, y)| **x > 0.0 && **y > 0.0)
        .count();
    (ratios, total, dot, most, inside)
}

/// The same without lanes.
#[fuse]
#[must_use]
pub fn extrema(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64, f64) {
    let ratios: Vec<f64> = xs.iter().zip(ys).map(|(x, y)| x / y).collect();
    let total: f64 = ratios.iter().sum();
    let most = ratios.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (ratios, total, most)
}

/// A filter that tests many elements at a time.
#[fuse]
#[must_use]
pub fn kept(codes: &[i32], xs: &[f64], limit: f64) -> f64 {
    codes
        .iter()
        .zip(xs)
        .filter(|(code, x)| (1..=5).contains(*code) && **x < limit && **code != 3)
        .map(|(_, x)| x * 2.0)
        .sum()
}

/// Arrays that are stored, or pushed to, and never read; bodies and tests on one line.
#[fuse]
#[must_use]
#[rustfmt::skip]
pub fn never_read(xs: &[i32]) -> (i32, i32, Option<i32>) {
    let n = xs.len();
    let mut stored = vec![0; n];
    for (i, x) in xs.iter().enumerate() { stored[i] = x * 2; }
    let mut pushed = Vec::new();
    for x in xs { pushed.push(x * 3); }
    let sum = xs.iter().sum();
    let mut large = 0;
    let doubled: Vec<i32> = xs.iter().map(|x| x * 2).collect();
    for y in doubled.iter().rev() { if *y > 3 { large += y; } }
    (sum, large, xs.iter().copied().max())
}

/// Sums for the numbers of a range in brackets, which a loop needs none of.
#[fuse]
#[must_use]
pub fn in_brackets(weights: &[f64], count: usize) -> (Vec<f64>, Vec<f64>) {
    let scaled: Vec<f64> = (0..count)
        .map(|i| weights.iter().map(|w| i as f64 * w).sum())
        .collect();
    let moved: Vec<f64> = (0..count)
        .map(|i| weights.iter().map(|w| i as f64 - w).sum())
        .collect();
    (scaled, moved)
}

/// A boxed slice that nobody reads but a chain.
#[fuse]
#[must_use]
pub fn boxed(weights: &[f64]) -> f64 {
    let raised: Box<[f64]> = weights.iter().map(|w| w + 1.0).collect();
    raised.iter().map(|r| r * 2.0).sum()
}
