//! What std knows without a loop, of more elements than any loop could go through.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use std::ops::RangeInclusive;

/// Lengths and ends of ranges.
#[fuse]
pub fn of_ranges(n: u64) -> (usize, usize, Option<u64>, Option<u64>) {
    let one = (0..n).count();
    let other = (0..n).count();
    let most = (0..n).max();
    let least = (0..n).min();
    (one, other, most, least)
}

/// ... and of what is read only once.
#[fuse]
pub fn of_bounds(n: RangeInclusive<u64>, m: u64) -> (usize, Option<u64>, Option<u64>) {
    let numbered = (1..m).enumerate().count();
    let last = (1..m).last();
    let most = n.max();
    (numbered, last, most)
}

/// Elements that take no room.
#[fuse]
pub fn of_nothing(us: &[()], vs: &[()]) -> (usize, usize, usize, Option<()>) {
    let one = us.iter().count();
    let other = us.iter().copied().count();
    let pairs = vs.iter().enumerate().count();
    let last = vs.iter().copied().last();
    (one, other, pairs, last)
}

/// A field, and parts of it.
pub struct Filled {
    pub units: Vec<()>,
}

impl Filled {
    #[fuse]
    pub fn of_fields(&self) -> (usize, usize, usize) {
        let all = self.units.iter().count();
        let again = self.units.iter().count();
        let behind = self.units.iter().skip(3).count();
        (all, again, behind)
    }
}

/// Beside a loop that runs anyway.
#[fuse]
pub fn beside_a_loop(xs: &[i64]) -> (usize, usize, i64) {
    let one = xs.iter().count();
    let other = xs.iter().enumerate().count();
    let sum = xs.iter().fold(0, |sum: i64, x| sum ^ x);
    (one, other, sum)
}
