//! Names of std that are somebody else's.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    dead_code,
    unused_macros,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use std::collections::{BTreeSet, VecDeque};

/// Another `Vec`: what is not contracted is still one of these.
mod queue {
    use super::{VecDeque, fuse};

    type Vec<T> = VecDeque<T>;

    #[fuse]
    pub fn another_vec(xs: &[i64]) -> (Vec<i64>, i64, i64) {
        let mut all: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
        let sum: i64 = xs.iter().map(|x| x & 7).sum();
        all.push_front(sum);
        let first: i64 = all.iter().map(|x| x & 3).sum();
        (all, sum, first)
    }
}

/// A `Vec` that forgets: its elements are not those that were collected.
mod set {
    use super::{BTreeSet, fuse};

    type Vec<T> = BTreeSet<T>;

    #[fuse]
    pub fn a_vec_that_forgets(xs: &[i64]) -> (Vec<i64>, i64) {
        let all = xs.iter().map(|x| x & 7).collect::<Vec<i64>>();
        let sum: i64 = xs.iter().map(|x| x & 7).sum();
        let len = all.len() as i64;
        (all, sum ^ len)
    }
}

pub use queue::another_vec;
pub use set::a_vec_that_forgets;

/// Traits, types, functions and macros of the names that an expansion uses.
mod shadows {
    use super::super::fuse;

    pub trait Iterator {}
    pub trait IntoIterator {}
    pub struct Option;
    pub struct Some;
    pub struct None;
    pub mod core {}
    pub mod alloc {}

    pub fn zip(x: i64) -> i64 {
        x ^ 1
    }

    pub fn drop(x: i64) -> i64 {
        x ^ 2
    }

    macro_rules! matches {
        ($($anything:tt)*) => {
            3
        };
    }

    pub struct Table {
        pub data: Vec<i64>,
    }

    #[fuse]
    pub fn names_of_std(table: &Table, xs: &[i64], n: usize) -> (i64, i64, Vec<i64>, i64) {
        let a: i64 = table.data.iter().map(|x| x & 15).sum();
        let b = table.data.iter().fold(0, |a, x| a ^ x);
        let zipped: Vec<i64> = xs
            .iter()
            .rev()
            .skip(n)
            .zip(&table.data)
            .map(|(x, y)| x ^ y ^ a)
            .collect();
        let c = zipped.iter().filter(|x| **x > b).count() as i64;
        let usize = zip(drop(c)) + matches!(1);
        let d: i64 = xs.iter().map(|i64| i64 & usize).sum();
        (a, b, zipped, d)
    }

    #[must_use]
    pub fn all() -> (Option, Some, None) {
        (Option, Some, None)
    }

    impl Iterator for Table {}
    impl IntoIterator for Table {}
}

pub use shadows::{Table, all, names_of_std};
