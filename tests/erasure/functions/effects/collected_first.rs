//! Arrays that are collected although one could seem to do without: for the sake of effects, borrows and ends. Reported
//! against clippy's `needless_collect`.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unused_assignments,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::cell::Cell;
use std::collections::HashMap;

/// Collecting first ends the borrow of the map.
#[fuse]
pub fn a_borrow_that_must_end(map: &mut HashMap<i64, i64>) -> (usize, Vec<i64>) {
    let stale: Vec<i64> = map
        .iter()
        .filter(|(_, v)| **v & 1 == 1)
        .map(|(k, _)| *k)
        .collect();
    for key in &stale {
        map.remove(key);
    }
    let mut left: Vec<i64> = map.values().copied().collect();
    left.sort_unstable();
    (stale.len(), left)
}

/// The worker's effects come before the loop that reads its results.
#[fuse]
pub fn effects_before_the_reader(xs: &[i64], log: &mut Vec<i64>) -> bool {
    let mut seen = 0;
    let parts: Vec<i64> = xs
        .iter()
        .map(|x| {
            seen += 1;
            x ^ seen
        })
        .collect();
    log.push(seen);
    parts.iter().any(|x| *x == 3)
}

/// `any` alone would stop before the effects of the rest.
#[fuse]
pub fn effects_past_the_stop(xs: &[i64]) -> (bool, i64) {
    let count = Cell::new(0);
    let all: Vec<bool> = xs
        .iter()
        .map(|x| {
            count.set(count.get() + 1);
            *x > 0
        })
        .collect();
    let found = all.iter().any(|x| *x);
    (found, count.get())
}

/// The results are needed twice.
#[fuse]
pub fn needed_twice(xs: &[i64]) -> (usize, bool, Vec<i64>) {
    let evens: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 0).collect();
    let n = evens.len();
    let found = evens.contains(&4);
    (n, found, evens.into_iter().rev().collect())
}

/// Only the length is wanted, but what is counted has effects.
#[fuse]
pub fn counted_with_effects(xs: &[Tracked]) -> (usize, bool) {
    let made: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let n = made.len();
    mark(n as i64);
    (n, made.is_empty())
}

/// What the first pass mutates, the second captures.
#[fuse]
pub fn a_mutated_capture(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut greatest = i64::MIN;
    let running: Vec<i64> = xs
        .iter()
        .map(|x| {
            greatest = greatest.max(*x);
            greatest
        })
        .collect();
    let reached = running.iter().filter(|x| **x == greatest).count() as i64;
    (running, reached)
}

/// The loop over the results changes what they were made from.
#[fuse]
pub fn the_source_is_changed_by_the_reader(xs: &[i64]) -> Vec<i64> {
    let mut ys: Vec<i64> = xs.to_vec();
    let odd: Vec<usize> = ys
        .iter()
        .enumerate()
        .filter(|(_, y)| **y & 1 == 1)
        .map(|(i, _)| i)
        .collect();
    for i in odd.iter().rev() {
        ys.remove(*i);
    }
    let again: Vec<i64> = ys.iter().map(|y| y ^ 1).collect();
    again
}
