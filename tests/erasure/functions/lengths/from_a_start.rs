//! Parts of arrays that are as long as their bounds say, or panic.

use super::fuse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

#[fuse(loops = 1)]
pub fn windowed(row: &[f64], kernel: &[f64], at: usize) -> (f64, f64) {
    let weight: f64 = kernel.iter().sum();
    let part = row[at..at + kernel.len()].iter();
    let sum: f64 = part.zip(kernel).map(|(x, k)| x * k).sum();
    (weight, sum)
}

#[fuse(loops = 1)]
pub fn rows(image: &[f64], i: usize, width: usize) -> (f64, f64, f64) {
    let here = &image[i * width..(i + 1) * width];
    let below = &image[width * (1 + i)..width + width * (1 + i)];
    let sum: f64 = here.iter().sum();
    let steps: f64 = here.iter().zip(below).map(|(x, y)| x - y).sum();
    let squares: f64 = image[i * width..i * width + width].iter().map(|x| x * x).sum();
    (sum, steps, squares)
}

/// Other widths, other starts, and a bound that is part of it.
#[fuse]
pub fn other_parts(image: &[f64], i: usize, j: usize, width: usize) -> [f64; 4] {
    let first: f64 = image[i * width..(i + 1) * width].iter().sum();
    let second: f64 = image[j * width..(i + 1) * width].iter().map(|x| x * 2.0).sum();
    let third: f64 = image[i..=i + width].iter().map(|x| x * 3.0).sum();
    let fourth: f64 = image[i * width..(i + 2) * width].iter().map(|x| x * 4.0).sum();
    [first, second, third, fourth]
}

#[fuse(loops = 1)]
pub fn sizes(sizes: &BTreeMap<u64, Vec<f64>>) -> (u64, usize, f64) {
    let mut keys = 0;
    for (key, _) in sizes {
        keys ^= key;
    }
    let mut longest = 0;
    for (_, values) in sizes {
        longest = longest.max(values.len());
    }
    let sum: f64 = sizes.iter().map(|(key, values)| *key as f64 * values.len() as f64).sum();
    (keys, longest, sum)
}

#[fuse(loops = 2)]
pub fn lists(set: &BTreeSet<u64>, queue: &VecDeque<f64>) -> (u64, u64, f64, f64) {
    let (mut one, mut other) = (0_u64, 1_u64);
    for x in set {
        one ^= x;
    }
    for x in set {
        other |= x >> 3;
    }
    let (mut sum, mut squares) = (0.0, 0.0);
    for x in queue {
        sum += x;
    }
    for x in queue {
        squares += x * x;
    }
    (one, other, sum, squares)
}
