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

/// A module, collections and constants of the file that are called like std's, or like what an expansion might call something.
mod declared {
    use super::super::fuse;

    pub mod iter {
        /// As long as the longer one.
        pub fn zip<'a>(a: &'a [i64], b: &'a [i64]) -> impl Iterator<Item = (i64, i64)> + 'a {
            let at = |of: &[i64], i: usize| of.get(i).copied().unwrap_or(7);
            (0..a.len().max(b.len())).map(move |i| (at(a, i), at(b, i)))
        }
    }

    #[fuse]
    pub fn own_zip(xs: &[i64], ys: &[i64]) -> (i64, i64) {
        let a = iter::zip(xs, ys).map(|(x, y)| x ^ y).fold(0, i64::wrapping_add);
        let b = iter::zip(xs, ys).map(|(x, y)| x & y).fold(0, i64::wrapping_add);
        (a, b)
    }

    /// Keeps the order in which all of them are given something.
    pub struct VecDeque<'a>(&'a std::cell::RefCell<Vec<i64>>);

    impl VecDeque<'_> {
        fn push_back(&mut self, x: i64) {
            self.0.borrow_mut().push(x);
        }
    }

    #[fuse]
    pub fn own_queues(xs: &[i64]) -> Vec<i64> {
        let log = std::cell::RefCell::new(Vec::new());
        let mut one: VecDeque = VecDeque(&log);
        for x in xs {
            one.push_back(*x);
        }
        let mut other: VecDeque = VecDeque(&log);
        for x in xs {
            other.push_back(x ^ 1);
        }
        log.take()
    }

    #[allow(non_upper_case_globals, dead_code, reason = "a variable might be called so")]
    pub const s_2: f64 = 3.0;
    #[allow(non_upper_case_globals, dead_code, reason = "a variable might be called so")]
    pub static sums_m: f64 = 3.0;

    #[fuse]
    #[allow(non_upper_case_globals, reason = "a variable might be called so")]
    pub fn names_in_scope<const s_3: usize>(xs: &[f64; s_3]) -> (f64, f64) {
        let mut s = 0.0;
        for x in xs {
            s += x;
        }
        let one = s;
        s = 0.0;
        for x in xs {
            s += x * x;
        }
        (one, s)
    }

    #[derive(Debug, Default)]
    pub struct Sums {
        pub k: f64,
        pub m: f64,
        pub of: Vec<f64>,
    }

    #[fuse]
    #[allow(non_upper_case_globals, reason = "a variable might be called so")]
    pub fn fields_in_scope<const sums_k: usize>(sums: &mut Sums, _: [&[f64]; sums_k]) -> f64 {
        for x in &sums.of {
            sums.k += x;
        }
        for x in &sums.of {
            sums.m += x * 2.0;
        }
        sums.k
    }

    /// None of the vectors below.
    pub mod without_vec {
        use super::super::super::fuse;

        pub struct Vec(pub u8);

        #[fuse]
        pub fn stored(xs: &[f64]) -> (f64, f64, u8) {
            let n = xs.len();
            let mut ys = vec![0.0; n];
            for i in 0..n {
                ys[i] = xs[i] * 2.0;
            }
            let mut zs = vec![];
            for x in xs {
                zs.push(x * 3.0);
            }
            let s: f64 = ys.iter().sum();
            let t: f64 = zs.iter().sum();
            (s, t, Vec(1).0)
        }
    }
}

/// Imports that nothing else uses.
mod imported {
    #![deny(unused_imports)]
    use super::super::fuse;
    use std::iter;
    use std::vec;

    #[fuse(loops = 1)]
    pub fn imports(xs: &[f64], ys: &[f64]) -> (f64, f64) {
        let a: f64 = iter::zip(xs, ys).map(|(x, y)| x * y).sum();
        let b: f64 = iter::zip(xs, ys).map(|(x, y)| x - y).sum();
        (a, b)
    }

    #[fuse(loops = 1)]
    pub fn pushed(xs: &[f64]) -> f64 {
        let mut ys = vec![];
        for x in xs {
            ys.push(x * 3.0);
        }
        ys.iter().sum()
    }
}

pub use declared::without_vec::stored;
pub use imported::{imports, pushed};
pub use declared::{Sums, fields_in_scope, names_in_scope, own_queues, own_zip};
