//! When operands, closures and the elements of late loops are dropped.

#![allow(
    unused_assignments,
    unused_mut,
    unused_variables,
    reason = "each is as small as the mistake that it shows"
)]

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::ops::Add;

/// An operator of a user's may do anything, and here consumes its operand.
pub struct Loud(Tracked);

impl Add<i64> for Loud {
    type Output = i64;

    fn add(self, other: i64) -> i64 {
        mark(self.0.label());
        self.0.label() + other
    }
}

/// The first sum cannot be taken before `k` is known.
#[fuse]
pub fn operators_in_order(xs: &[Tracked]) -> (i64, i64, i64) {
    let (one, two) = (Loud(Tracked::new(9001)), Loud(Tracked::new(9002)));
    let sum: i64 = xs.iter().map(|x| x.label()).sum();
    let shifted = one + sum;
    let k = two + 1;
    let scaled: i64 = xs.iter().map(|x| x.label() * k).sum();
    (shifted, k, scaled)
}

/// The array is declared before `k`, and filled after it.
#[fuse]
pub fn kept_elements_of_a_late_loop(xs: &[Tracked]) -> i64 {
    let _before = Tracked::new(9001);
    let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let k: i64 = 1 + 2;
    let sum: i64 = twins.iter().map(|x| x.label() * k).sum();
    let _after = Tracked::new(9002);
    mark(1);
    sum
}

/// A worker given by name is dropped with its chain.
#[fuse]
pub fn workers_that_hold_something(xs: &[Tracked]) -> (i64, i64) {
    let one: Tracked = Tracked::new(9001);
    let two: Tracked = Tracked::new(9002);
    let f = move |x: &Tracked| x.label() + one.label();
    let g = move |x: &Tracked| x.label() * two.label();
    let first: i64 = xs.iter().map(f).sum();
    let second: i64 = xs.iter().map(g).sum();
    mark(1);
    (first, second)
}

/// Also if nobody reads what the chain makes.
#[fuse]
pub fn a_worker_of_a_dead_chain(xs: &[Tracked]) -> usize {
    let held = Tracked::new(9001);
    let f = move |_: &Tracked| {
        let _held = &held;
        1.0
    };
    let _ones: Vec<f64> = xs.iter().map(f).collect();
    mark(1);
    xs.iter().count()
}

/// The elements are dropped before `k` consumes its operand.
#[fuse]
pub fn elements_before_an_operand(xs: Vec<Tracked>) -> (i64, i64, i64) {
    let last = Loud(Tracked::new(9001));
    let labels: Vec<i64> = xs.iter().map(|x| x.label()).collect();
    let sum: i64 = xs.into_iter().map(|x| x.into_label()).sum();
    let k = last + 1;
    let scaled: i64 = labels.iter().map(|x| x * k).sum();
    (sum, k, scaled)
}

/// The closure drops the outer element before the inner ones come.
#[fuse]
pub fn outer_elements_that_are_not_used(xs: Vec<Tracked>, inner: &[Tracked]) -> (usize, i64) {
    let all: Vec<Tracked> = xs
        .into_iter()
        .flat_map(|_outer| inner.iter().map(|x| x.clone()))
        .filter(|x| x.label() % 2 == 1)
        .collect();
    let sum: i64 = all.iter().map(|x| x.label()).sum();
    mark(1);
    (all.len(), sum)
}
