//! Comparisons and sums that nobody reads, or that a filter guards.

#![allow(
    unused_assignments,
    unused_mut,
    unused_variables,
    reason = "each is as small as the mistake that it shows"
)]

use super::fuse;
use std::cmp::Ordering;

/// Its comparison panics if it is asked about a NaN.
#[derive(Clone, Copy)]
pub struct Ordered(pub f64);

impl PartialEq for Ordered {
    fn eq(&self, other: &Ordered) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ordered {}

impl Ord for Ordered {
    fn cmp(&self, other: &Ordered) -> Ordering {
        self.0.partial_cmp(&other.0).unwrap()
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Ordered) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Nobody reads what it makes, but it panics.
#[fuse]
pub fn a_dead_comparison(xs: &[Ordered], zero: Ordered) -> usize {
    let _below: Vec<bool> = xs.iter().map(|x| *x < zero).collect();
    let all: usize = xs.iter().count();
    all
}

/// The filter sees to it that it does not.
#[fuse]
pub fn a_guarded_comparison(xs: &[f64]) -> (Vec<bool>, usize) {
    let ordered: Vec<Ordered> = xs.iter().map(|x| Ordered(*x)).collect();
    let zero = Ordered(0.0);
    let below: Vec<bool> = ordered
        .iter()
        .copied()
        .filter(|x| !x.0.is_nan())
        .map(|x| x < zero)
        .collect();
    let all: usize = ordered.iter().count();
    (below, all)
}

/// The dead chain names a scalar that is assigned after it.
#[fuse]
pub fn a_dead_chain_and_a_late_sum(xs: &[f64]) -> (f64, f64) {
    let k: f64 = xs.iter().sum();
    let _scaled: Vec<f64> = xs.iter().map(|x| x * k).collect();
    let n: f64 = 3.0 * 2.0;
    let sum: f64 = xs.iter().map(|x| x * n).sum();
    (k, sum)
}

/// What nobody reads beside a filter that goes through blocks on its own.
#[fuse]
pub fn a_dead_product_beside_a_stored_filter(xs: &[Ordered], least: f64) -> Vec<Ordered> {
    let twice: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let some: Vec<Ordered> = xs
        .iter()
        .filter(|x| x.0 > least)
        .map(|x| Ordered(x.0 + 1.0))
        .collect();
    some
}

/// Its product panics for what is no number.
impl std::ops::Mul<f64> for &Ordered {
    type Output = f64;
    fn mul(self, factor: f64) -> f64 {
        assert!(!self.0.is_nan(), "no number");
        self.0 * factor
    }
}
