//! Types whose methods are called like those of iterators and collections, and do something else.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unused_mut,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use std::cell::Cell;
use std::ops::{Deref, Index};

/// All its methods give something else than one expects, and each call is counted.
pub struct Odd {
    pub xs: Vec<i64>,
    pub calls: Cell<i64>,
}

impl Odd {
    #[must_use]
    pub fn new(xs: &[i64]) -> Odd {
        Odd {
            xs: xs.to_vec(),
            calls: Cell::new(0),
        }
    }

    fn call(&self) -> i64 {
        self.calls.set(self.calls.get() + 1);
        self.calls.get()
    }

    /// Not an iterator at all.
    pub fn lines(&self) -> Lines {
        Lines(self.xs.len() as i64)
    }

    pub fn values(&self) -> Lines {
        Lines(self.call())
    }

    pub fn windows(&self, n: usize) -> Vec<i64> {
        vec![n as i64; 3]
    }
}

/// Has all the methods of an iterator and is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lines(pub i64);

impl Lines {
    #[must_use]
    pub fn map(self, f: impl Fn(i64) -> i64) -> Lines {
        Lines(f(self.0))
    }
    #[must_use]
    pub fn filter(self, f: impl Fn(&i64) -> bool) -> Lines {
        Lines(i64::from(f(&self.0)))
    }
    #[must_use]
    pub fn rev(self) -> Lines {
        Lines(-self.0)
    }
    #[must_use]
    pub fn take(self, n: i64) -> Lines {
        Lines(self.0 + n)
    }
    #[must_use]
    pub fn skip(self, n: i64) -> Lines {
        Lines(self.0 - n)
    }
    #[must_use]
    pub fn chain(self, other: Lines) -> Lines {
        Lines(self.0 * 10 + other.0)
    }
    #[must_use]
    pub fn sum(self) -> i64 {
        self.0 + 1
    }
    #[must_use]
    pub fn count(self) -> i64 {
        self.0 + 2
    }
    #[must_use]
    pub fn find(self, x: i64) -> i64 {
        self.0 * x
    }
    #[must_use]
    pub fn last(self) -> i64 {
        self.0
    }
}

/// A type whose methods are called like an iterator's, once: nothing is fused with it.
#[fuse]
pub fn no_iterator(odd: &Odd) -> (i64, i64, i64, i64, i64) {
    let a = odd.lines().find(3);
    let b = odd.lines().rev().last();
    let c = odd.values().last();
    let d = odd.windows(2).len() as i64;
    (a, b, c, d, odd.calls.get())
}

#[fuse]
pub fn no_iterator_either(lines: Lines) -> (i64, i64) {
    let a = lines.map(|x| x + 1).filter(|x| *x > 2).count();
    let b = lines.take(3).skip(1).chain(lines).sum();
    (a, b)
}

/// An index that gives another row.
pub struct Rows(pub Vec<Vec<i64>>);

impl Index<usize> for Rows {
    type Output = [i64];

    fn index(&self, i: usize) -> &[i64] {
        &self.0[i % self.0.len()]
    }
}

#[fuse]
pub fn rows_by_index(rows: &Rows, i: usize) -> (i64, i64, Vec<i64>) {
    let a: i64 = rows[i].iter().map(|x| x & 7).sum();
    let b: i64 = rows[i].iter().fold(0, |a, x| a ^ x);
    let j = i + 1;
    let c: Vec<i64> = rows[j]
        .iter()
        .zip(rows[i].iter())
        .map(|(x, y)| x ^ y)
        .collect();
    (a, b, c)
}

pub struct Wrapped(pub Vec<i64>);

impl Deref for Wrapped {
    type Target = Vec<i64>;

    fn deref(&self) -> &Vec<i64> {
        &self.0
    }
}

#[fuse]
pub fn dereferenced(xs: &Wrapped, ys: &mut Wrapped) -> (i64, i64, Vec<i64>) {
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let b: i64 = xs.iter().fold(0, |a, x| a ^ x);
    ys.0.push(a);
    let c: Vec<i64> = xs.iter().zip(ys.iter()).map(|(x, y)| x ^ y).collect();
    (a, b, c)
}
