//! Counts of what filters keep, of which nothing but its length is wanted, and behind several filters.

use super::fuse;

/// The halves of a node of a decision tree.
#[fuse]
pub fn halves(features: &[f32], labels: &[u8], at: f32) -> (usize, usize, usize, usize) {
    let left: Vec<u8> = features
        .iter()
        .zip(labels)
        .filter(|(f, _)| **f <= at)
        .map(|(_, l)| *l)
        .collect();
    let right: Vec<u8> = features
        .iter()
        .zip(labels)
        .filter(|(f, _)| **f > at)
        .map(|(_, l)| *l)
        .collect();
    let left_ones = left.iter().filter(|&&l| l == 1).count();
    let right_ones = right.iter().filter(|l| **l == 1).count();
    (left.len(), right.len(), left_ones, right_ones)
}

fn is_base(b: u8) -> bool {
    matches!(b, b'A' | b'C' | b'G' | b'T')
}

fn is_purine(b: u8) -> bool {
    b == b'A' || b == b'G'
}

#[fuse]
pub fn substitutions(reference: &[u8], sample: &[u8]) -> (usize, usize, usize) {
    let same = reference.iter().zip(sample).filter(|(r, s)| r == s).count();
    let changed: Vec<(u8, u8)> = reference
        .iter()
        .zip(sample)
        .map(|(&r, &s)| (r, s))
        .filter(|&(r, s)| r != s && is_base(r) && is_base(s))
        .collect();
    let transitions = changed
        .iter()
        .filter(|(r, s)| is_purine(*r) == is_purine(*s))
        .count();
    (same, changed.len(), transitions)
}

/// A second test that may fail is not taken of what the first does not keep.
#[fuse]
pub fn that_may_fail(xs: &[u8], not: u8) -> (usize, usize, usize) {
    let kept: Vec<u8> = xs.iter().copied().filter(|x| *x > not).collect();
    let few = kept.iter().filter(|x| 100 / (**x - not) > 3).count();
    let many = xs.iter().filter(|x| **x <= not).count();
    (kept.len(), few, many)
}

/// Behind two filters, and three; without a length.
#[fuse]
pub fn behind_several(xs: &[u8], ys: &[u16]) -> (usize, usize, usize, usize) {
    let two = xs
        .iter()
        .filter(|x| **x > 3)
        .filter(|x| **x & 1 == 1)
        .count();
    let three = xs
        .iter()
        .copied()
        .filter(|x| *x < 200)
        .map(|x| x ^ 5)
        .filter(|x| x & 2 == 0)
        .filter(|x| *x > 9)
        .count();
    let kept: Vec<u16> = ys.iter().map(|y| y ^ 0x55).filter(|y| y & 7 != 0).collect();
    let one = kept.iter().filter(|y| **y > 1000).count();
    let other = kept.iter().filter(|y| **y < 1000).count();
    (two, three, one, other)
}

/// What is counted is added up, too.
#[fuse]
pub fn beside_a_sum(xs: &[u8], by: u8) -> (usize, usize, u64, u64) {
    let kept: Vec<u8> = xs.iter().map(|x| x ^ by).filter(|x| *x > 100).collect();
    let odd = kept.iter().filter(|x| **x & 1 == 1).count();
    let sum: u64 = kept.iter().map(|x| u64::from(*x)).sum();
    let all: u64 = xs.iter().map(|x| u64::from(*x)).sum();
    (kept.len(), odd, sum, all)
}

/// Fields of structs: filtered sums of which some keep nothing.
#[derive(Clone, Copy)]
pub struct Reading {
    pub ok: bool,
    pub kind: u8,
    pub value: f32,
    pub weight: f64,
}

#[fuse]
pub fn readings(all: &[Reading], kind: u8) -> (f32, f64, f64, usize, Option<u8>) {
    let values: f32 = all.iter().filter(|r| r.ok).map(|r| r.value).sum();
    let weights: f64 = all
        .iter()
        .filter(|r| r.kind == kind)
        .map(|r| r.weight)
        .sum();
    let products: f64 = all
        .iter()
        .filter(|r| r.ok && r.kind != kind)
        .map(|r| r.weight * f64::from(r.value))
        .sum();
    let count = all.iter().filter(|r| r.weight < 0.5).count();
    let kinds = all.iter().map(|r| r.kind).min();
    (values, weights, products, count, kinds)
}

/// The nearest and the farthest of those that are kept, beside a sum. Which of two zeros `f64::min` gives std leaves open.
#[fuse]
pub fn nearest(all: &[Reading], kind: u8, at: f64) -> (f64, f64, f32) {
    let sum: f64 = all
        .iter()
        .filter(|r| r.ok)
        .map(|r| {
            let (d, w) = (r.weight - at, r.weight);
            d * w
        })
        .sum();
    let nearest = all
        .iter()
        .filter(|r| r.kind != kind)
        .map(|r| {
            let d = r.weight - at;
            d * d
        })
        .fold(f64::INFINITY, f64::min);
    let farthest = all
        .iter()
        .filter(|r| r.kind == kind && r.ok)
        .map(|r| r.value)
        .fold(-3.5, f32::max);
    (sum, nearest + 0.0, farthest + 0.0)
}
