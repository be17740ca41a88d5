//! Chains in a branch that runs only where what they read holds elements.

use super::fuse;
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

#[fuse(loops = 1)]
pub fn of_what_is_kept(xs: &[f64]) -> (f64, f64, f64) {
    let kept: Vec<f64> = xs.iter().filter(|x| **x > 0.25).map(|x| x - 0.25).collect();
    let mean = if kept.is_empty() { 0.0 } else { kept.iter().sum::<f64>() / kept.len() as f64 };
    let squares = if !kept.is_empty() { kept.iter().map(|x| x * x).sum::<f64>() } else { -1.0 };
    let most = if kept.len() > 0 { kept.iter().copied().fold(0.0, f64::max) } else { f64::NAN };
    (mean, squares, most)
}

/// What panics in the branch panics where it did, and what stands before it comes first.
#[fuse(loops = 1)]
pub fn panics(xs: &[i64]) -> (i64, i64) {
    let all: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let product = if xs.len() == 0 { 1 } else { xs.iter().map(|x| x * 3).sum::<i64>() / xs[0] };
    (all, product)
}

#[fuse(loops = 2)]
pub fn of_collections(sizes: &BTreeMap<u64, (f64, f64)>, window: &VecDeque<f64>) -> [f64; 4] {
    let first = if sizes.is_empty() { 0.0 } else { sizes.values().map(|x| x.0).sum::<f64>() };
    let second = if !sizes.is_empty() { sizes.values().map(|x| x.1).sum::<f64>() } else { 1.0 };
    let squares = if window.is_empty() { 2.0 } else { window.iter().map(|x| x * x).sum::<f64>() };
    let sum = if window.is_empty() { 2.0 } else { window.iter().sum::<f64>() };
    [first, second, squares, sum]
}

/// A chain over another array may run where it did not.
#[fuse]
pub fn of_another(xs: &[f64], ys: &[f64], log: &Cell<u32>) -> (f64, f64, f64) {
    let note = |y: &f64| {
        log.set(log.get() + 1);
        *y
    };
    let all: f64 = ys.iter().map(note).sum();
    let other = if xs.is_empty() { 0.0 } else { ys.iter().map(note).sum::<f64>() };
    let both = if xs.is_empty() || ys.is_empty() {
        0.0
    } else {
        xs.iter().zip(ys).map(|(x, y)| x * note(y)).sum::<f64>()
    };
    (all, other, both)
}

/// The other branch takes what the chain would take.
#[fuse]
pub fn taken(xs: &[f64], name: String) -> (usize, f64) {
    let sum: f64 = xs.iter().sum();
    let named = if xs.is_empty() {
        name.len()
    } else {
        xs.iter().map(move |x| name.len() + usize::from(*x > 0.0)).max().unwrap_or(0)
    };
    (named, sum)
}

/// The name is another in the branch, and the condition changes something.
#[fuse]
pub fn bound_and_changed(xs: &[f64], seen: &Cell<u32>) -> (f64, f64, f64) {
    let sum: f64 = xs.iter().sum();
    let shadowed = if xs.is_empty() {
        0.0
    } else {
        let xs = [1.0, 2.0];
        xs.iter().sum::<f64>()
    };
    let asked = if { seen.set(seen.get() + 1); xs.is_empty() } {
        0.0
    } else {
        xs.iter().map(|x| x * f64::from(seen.get())).sum::<f64>()
    };
    (sum, shadowed, asked)
}

/// What the consumer evaluates first would be evaluated in vain.
#[fuse]
pub fn begins(xs: &[i64], start: i64) -> (i64, i64) {
    let sum: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let from = if xs.is_empty() { 0 } else { xs.iter().fold(100 / start, |a, x| a ^ x) };
    (sum, from)
}

/// A state that is made before the first element.
#[fuse]
pub fn states(v: &[f64], k: usize) -> (f64, f64, f64) {
    let all = v.iter().map(|x| x * x).sum();
    let scanned = if v.is_empty() {
        0.0
    } else {
        v.iter().scan(v[0], |s, x| { *s += x; Some(*s) }).sum::<f64>()
    };
    let divided = if v.is_empty() {
        1.0
    } else {
        v.iter().zip(v.iter().scan(100 / k, |s, x| { *s += 1; Some(*s as f64 * x) })).map(|(x, y)| x * y).sum::<f64>()
    };
    (all, scanned, divided)
}

#[fuse]
pub fn states_behind_a_guard(v: &[f64]) -> (f64, f64) {
    let all: f64 = v.iter().map(|x| x * x).sum();
    if v.is_empty() {
        return (all, 0.0);
    }
    let scanned = v.iter().scan(v[0], |s, x| { *s += x; Some(*s) }).sum::<f64>();
    (all, scanned)
}

fn consume(v: Vec<i64>) -> usize {
    v.len() + 3
}

/// References that are collected hold the vector while the other branch takes it, or changes it.
#[fuse]
pub fn held(v: Vec<i64>, w: &mut Vec<f64>) -> (i64, usize, usize) {
    let all = v.iter().fold(0, |a, x| a ^ x);
    let many = if v.is_empty() { consume(v) } else { v.iter().filter(|x| **x > 0).collect::<Vec<_>>().len() };
    let some: f64 = w.iter().map(|x| x * x).sum();
    let kept = if w.is_empty() {
        {
            w.push(some);
            1
        }
    } else {
        w.iter().filter(|x| **x > 0.0).collect::<Vec<_>>().len()
    };
    (all, many, kept)
}

/// Says how often it was asked.
pub struct Asked(pub Cell<u32>, pub Vec<f64>);

impl Asked {
    fn iter(&self) -> std::slice::Iter<'_, f64> {
        self.0.set(self.0.get() + 1);
        self.1.iter()
    }
}

/// What has the method of an unseen type is not asked where it was not.
#[fuse]
pub fn unseen_places(xs: &[f64], asked: &Asked) -> (f64, f64, f64) {
    let all = xs.iter().zip(asked.iter()).map(|(x, y)| x + y).sum();
    let some = if xs.is_empty() {
        0.0
    } else {
        xs.iter().zip(asked.iter()).map(|(x, y)| x * y).sum::<f64>()
    };
    if xs.is_empty() {
        return (all, some, 1.0);
    }
    let last = xs.iter().zip(asked.iter()).map(|(x, y)| x - y).sum();
    (all, some, last)
}
