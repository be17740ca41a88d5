//! Names of primitives and of std's types that mean something else in a module.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    non_camel_case_types,
    non_upper_case_globals,
    dead_code,
    reason = "each is as small as the rule that it shows"
)]

pub use boxes::*;
pub use floats::*;
pub use functions::*;
pub use integers::*;
pub use locals::*;
pub use own::logged;
pub use strings::*;

/// Another float of the name.
mod floats {
    use super::super::fuse;

    type f64 = f32;

    #[fuse]
    pub fn aliased_fold(xs: &[f64]) -> (f64, f64) {
        let a: f64 = xs.iter().sum();
        let m = xs.iter().copied().fold(0.0, f64::max);
        (a, m)
    }

    #[fuse]
    pub fn aliased_closures(xs: &[f64]) -> (f64, f64, f64, Option<f64>) {
        let a = xs.iter().fold(f64::MIN, |a, b| a.max(*b));
        let b = xs.iter().fold(f64::MAX, |a: f64, b| f64::min(a, *b));
        let s: f64 = xs.iter().sum();
        let d = xs.iter().copied().reduce(f64::max);
        (a, b, s, d)
    }

    #[fuse]
    pub fn aliased_lanes(xs: &[f64]) -> (f64, f64, f64) {
        let s: f64 = xs.iter().map(|x| x * x).sum();
        let lo = xs.iter().copied().fold(f64::INFINITY, f64::min);
        let hi = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (s, lo, hi)
    }
}

/// Wider integers of the names.
mod integers {
    use super::super::fuse;

    type i32 = i64;
    type u32 = u64;
    type u8 = core::primitive::u32;

    #[fuse]
    pub fn aliased_max(xs: &[i32]) -> (i32, Option<i32>, Option<i32>) {
        let a = xs.iter().fold(0, |a, x| a ^ x);
        let m = xs.iter().copied().max();
        let n = xs.iter().map(|x| *x as i32).min();
        (a, m, n)
    }

    /// Sums of bytes fit two bytes, sums of these do not.
    #[fuse]
    pub fn aliased_bytes(xs: &[u8]) -> (u32, u64, usize) {
        let a: u32 = xs.iter().map(|x| *x as u32).sum();
        let b: u64 = xs.iter().filter(|x| **x > 3).map(|x| u64::from(*x)).sum();
        let n = xs.iter().filter(|x| **x > 5).count();
        (a, b, n)
    }

    #[fuse]
    pub fn aliased_references(xs: &[i32]) -> (Option<&i32>, Option<&i32>, u32) {
        let m = xs.iter().max();
        let n = xs.iter().min();
        let s: u32 = xs.iter().map(|x| (*x as u32) >> 32).sum();
        (m, n, s)
    }
}

/// Modules of the names, whose functions are others.
mod functions {
    use super::super::fuse;

    mod f64 {
        use super::Float;

        pub const INFINITY: Float = 3.0;

        pub fn max(a: Float, _: Float) -> Float {
            a
        }

        pub fn min(a: Float, b: Float) -> Float {
            a - b
        }
    }

    mod f32 {
        pub fn max<T: PartialOrd>(a: T, b: T) -> T {
            if a > b { b } else { a }
        }

        pub fn min(a: i64, b: i64) -> i64 {
            a ^ b
        }
    }

    type Float = core::primitive::f64;

    #[fuse]
    pub fn another_max(xs: &[Float]) -> (Float, Float, Float) {
        let a = xs.iter().copied().fold(0.0, f64::max);
        let b = xs.iter().copied().fold(f64::INFINITY, f64::min);
        let s: Float = xs.iter().sum();
        (a, b, s)
    }

    #[fuse]
    pub fn another_reduce(xs: &[Float]) -> (Option<Float>, Float) {
        let a = xs.iter().copied().reduce(f64::max);
        let s = xs.iter().fold(0.5, |a: Float, x| f64::max(a, *x));
        (a, s)
    }

    #[fuse]
    pub fn generic_max(xs: &[i64]) -> (i64, i64, Option<i64>) {
        let a = xs.iter().copied().fold(4, f32::max);
        let b = xs.iter().copied().fold(7, f32::min);
        let c = xs.iter().copied().reduce(f32::max);
        (a, b, c)
    }

    #[fuse]
    pub fn words_by_max<'a>(words: &[&'a str]) -> (Option<&'a str>, usize) {
        let a = words.iter().copied().reduce(f32::max);
        let n = words.iter().map(|word| word.len()).sum();
        (a, n)
    }
}

/// Items that are spelt like what expansions declare.
mod locals {
    use super::super::fuse;

    static xs_item: i64 = 5;
    static a_fold: i64 = 7;
    const b_fold: i64 = 9;
    static loop_driver: i64 = 1;
    const full_lanes: i64 = 2;
    static made_of: i64 = 3;
    const place_0: i64 = 4;
    static elements_1: i64 = 4;
    static worker_result: i64 = 4;
    const worker_argument: i64 = 3;
    const ys_buffer: i64 = 3;
    struct zs_buffer;
    const xs_index: u8 = 3;
    static ys_hint: i64 = 3;
    static m_lanes: i64 = 3;
    static loop_lane: i64 = 2;
    static xs_kept: i64 = 3;
    static xs_tile: i64 = 3;
    const ys_keep: i64 = 3;
    const ys_drops: i64 = 3;
    const m_seen: i64 = 3;
    static m_best: i64 = 3;
    static first: i64 = 3;
    static rows: i64 = 3;
    static from: i64 = 3;
    static element: i64 = 3;
    static std_vec: i64 = 3;
    static best: i64 = 3;
    static other: i64 = 3;
    const best_element: i64 = 3;

    pub struct Table {
        pub data: Vec<f64>,
    }

    #[fuse]
    pub fn items_like_locals(xs: &[i64]) -> (i64, Option<i64>, usize, Option<&i64>) {
        let a = xs.iter().fold(0, |a, x| a ^ x);
        let b = xs.iter().map(|x| x & 7).fold(0, |a, x| a ^ x);
        let m = xs.iter().copied().max();
        let n = xs.iter().enumerate().map(|(i, x)| i & *x as usize).sum();
        let k = xs.iter().max_by_key(|x| **x & 3);
        (a ^ b, m, n, k)
    }

    #[fuse]
    pub fn items_like_buffers(xs: &[f64]) -> (f64, Option<f64>, Vec<f64>) {
        let ys: Vec<f64> = xs.iter().filter(|x| **x > 0.0).map(|x| x * 2.0).collect();
        let m = ys.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let zs = ys.iter().map(|y| y - 1.0).collect();
        (m, ys.first().copied(), zs)
    }

    #[fuse]
    pub fn items_like_texts(words: &[String]) -> (Vec<String>, usize, String) {
        let zs: Vec<String> = words
            .iter()
            .filter(|w| w.len() > 1)
            .map(|w| w.to_string())
            .collect();
        let ys: Vec<String> = words.iter().map(|w| w.to_string()).collect();
        let n = ys.iter().map(|y| y.len()).sum();
        let s: String = words.iter().map(|w| w.as_str()).collect();
        (zs, n, s)
    }

    impl Table {
        #[fuse]
        pub fn items_like_places(&self) -> (f64, usize, Option<usize>) {
            let s: f64 = self.data.iter().sum();
            let n = self.data.iter().filter(|x| **x > 1.0).count();
            let p = self.data.iter().position(|x| *x > 2.0);
            (s, n, p)
        }
    }
}

/// Types of std's names whose drops are written down.
mod own {
    use std::cell::RefCell;

    thread_local! {
        static LOG: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
    }

    pub fn log(what: i64) {
        LOG.with_borrow_mut(|log| log.push(what));
    }

    /// What a call returned, and what was written down meanwhile.
    pub fn logged<R>(call: impl FnOnce() -> R) -> (R, Vec<i64>) {
        LOG.take();
        let result = call();
        (result, LOG.take())
    }

    pub struct String(pub i64);

    impl Drop for String {
        fn drop(&mut self) {
            log(self.0);
        }
    }

    impl Clone for String {
        fn clone(&self) -> String {
            String(self.0 ^ 1)
        }
    }

    pub enum Option<T> {
        Some(T),
        None,
    }

    impl<T> Drop for Option<T> {
        fn drop(&mut self) {
            log(8);
        }
    }

    pub struct Box<T>(pub T);

    impl<T> Drop for Box<T> {
        fn drop(&mut self) {
            log(9);
        }
    }
}

mod strings {
    use super::super::fuse;
    use super::own::{String, log};

    #[fuse]
    pub fn own_strings(xs: &[i64]) -> i64 {
        let v: Vec<String> = xs.iter().map(|x| String(*x)).collect();
        let a = v.iter().map(|s| s.0).fold(0, |a, x| a ^ x);
        log(100);
        a
    }

    #[fuse]
    pub fn own_strings_by_reference(xs: &[i64]) -> i64 {
        let v: Vec<String> = xs.iter().map(|x| String(*x)).collect();
        let w: Vec<&String> = v.iter().filter(|s| s.0 > 1).collect();
        let a = w.iter().map(|s| s.0).fold(0, |a, x| a ^ x);
        log(100);
        a
    }

    #[fuse]
    pub fn own_strings_in_turn(xs: &[i64]) -> (usize, i64) {
        let v: Vec<String> = xs.iter().map(|x| String(*x)).collect();
        let w: Vec<(i64, String)> = v.iter().map(|s| (1, String(s.0 ^ 2))).collect();
        let a = w.iter().map(|(_, s)| s.0).fold(0, |a, x| a ^ x);
        log(100);
        (v.len(), a)
    }

    #[fuse]
    pub fn own_strings_cloned(xs: &[i64]) -> i64 {
        let v: Vec<String> = xs.iter().map(|x| String(*x)).collect();
        let w: Vec<String> = v.iter().cloned().collect();
        let a = w.iter().map(|s| s.0).fold(0, |a, x| a ^ x);
        log(100);
        a
    }

    #[fuse]
    pub fn own_strings_given_away(xs: &[i64]) -> i64 {
        let v: Vec<String> = xs.iter().map(|x| String(*x)).collect();
        let a = v.iter().map(|s| s.0).fold(0, |a, x| a ^ x);
        let b = v.into_iter().map(|s| s.0).fold(0, |a, x| a ^ x);
        log(100);
        a ^ b
    }

    #[fuse]
    pub fn own_strings_never_read(xs: &[i64]) -> i64 {
        let _v: Vec<String> = xs.iter().map(|x| String(*x)).collect();
        let a = xs.iter().fold(0, |a, x| a ^ x);
        let b = xs.iter().map(|x| x & 7).fold(0, |a, x| a ^ x);
        log(100);
        a ^ b
    }
}

mod boxes {
    use super::super::fuse;
    use super::own::{Box, Option, log};

    #[fuse]
    pub fn own_options(xs: &[i64]) -> i64 {
        let v: Vec<Option<i64>> = xs
            .iter()
            .map(|x| {
                if *x > 1 {
                    Option::Some(*x)
                } else {
                    Option::None
                }
            })
            .collect();
        let a = v.iter().fold(0, |a, s| match s {
            Option::Some(x) => a ^ x,
            Option::None => a,
        });
        log(100);
        a
    }

    #[fuse]
    pub fn own_boxes(xs: &[i64]) -> (usize, i64) {
        let v: Vec<Box<i64>> = xs.iter().map(|x| Box(*x)).collect();
        let a = v.iter().map(|b| b.0).fold(0, |a, x| a ^ x);
        log(100);
        (v.len(), a)
    }
}

pub use numbers::{Money, Real, sums_of_aliases, unseen};

mod numbers {
    use super::super::fuse;
    use std::iter::Sum;

    pub type Real = f32;
    type Wide = u64;
    type Column = Vec<Real>;

    /// Which is no alias, but is spelt like one.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Money(pub i64);
    type Share = Money;

    impl Sum for Money {
        fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
            amounts.fold(Money(1), |a, b| Money(a.0.wrapping_mul(31) ^ b.0))
        }
    }

    #[fuse]
    pub fn sums_of_aliases(xs: &[Real], counts: &[u8]) -> (Real, Real, Wide, Wide, Column) {
        let sum: Real = xs.iter().sum();
        let squares = xs.iter().map(|x| x * x).sum::<Real>();
        let total: Wide = counts.iter().map(|c| *c as Wide).sum();
        let few: Wide = counts
            .iter()
            .filter(|c| **c < 9)
            .map(|c| Wide::from(*c))
            .sum();
        let halves: Column = xs.iter().map(|x| x / (2.0 as Real)).collect();
        (sum, squares, total, few, halves)
    }

    #[fuse]
    pub fn unseen(xs: &[i64]) -> (Share, Money, i64) {
        let shares: Share = xs.iter().map(|x| Money(*x)).sum();
        let money: Money = xs.iter().map(|x| Money(x ^ 5)).sum();
        let or = xs.iter().fold(0, |a, x| a | x);
        (shares, money, or)
    }
}
