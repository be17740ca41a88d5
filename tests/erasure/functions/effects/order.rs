//! Effects that stay between the chains that they stand between: clocks, macros, operators, iterators.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unused_assignments,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::cell::{Cell, RefCell};
use std::ops::{Add, Mul, Neg};

/// A clock whose name says it is one, and one that is hidden in a function.
pub struct Clock(pub Cell<i64>);

impl Clock {
    pub fn now(&self) -> i64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }

    pub fn elapsed(&self, since: i64) -> i64 {
        mark(since);
        self.now() - since
    }
}

/// What is timed is between the two calls.
#[fuse]
pub fn timed(xs: &[Tracked], clock: &Clock) -> (i64, i64, i64, i64) {
    let start = clock.now();
    let a: i64 = xs.iter().map(|x| x.clone().into_label()).sum();
    let middle = clock.elapsed(start);
    let b: i64 = xs.iter().map(|x| x.clone().into_label() * 2).sum();
    (a, middle, b, clock.elapsed(start))
}

macro_rules! or_return {
    ($cond:expr, $value:expr) => {
        if $cond {
            return $value;
        }
    };
}

/// A macro may leave the function.
#[fuse]
pub fn a_macro_that_returns(xs: &[Tracked], limit: usize) -> i64 {
    let many = xs.iter().count();
    or_return!(many > limit, -1);
    let sum: i64 = xs.iter().map(|x| x.clone().into_label()).sum();
    or_return!(sum > 1000, -2);
    let twice: i64 = xs.iter().map(|x| x.clone().into_label() * 2).sum();
    sum + twice
}

/// A closure takes a value before its name gets another.
#[fuse]
pub fn captured_before_a_reassignment(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
    let mut k = 3;
    let scale = move |x: &i64| x & k;
    k = 5;
    let a: Vec<i64> = xs.iter().map(scale).collect();
    let b: Vec<i64> = xs.iter().map(move |x| x & k).collect();
    k = 9;
    let c: i64 = xs.iter().map(|x| x & k).sum();
    (a, b, c)
}

/// What comes behind a way out is not done by those who leave.
#[fuse]
pub fn ways_out(xs: &[Tracked], limit: i64) -> Result<i64, i64> {
    let least: i64 = xs.iter().map(|x| x.clone().into_label()).min().ok_or(0)?;
    if least > limit {
        return Err(least);
    }
    let greatest: i64 = xs.iter().map(|x| x.clone().into_label()).max().ok_or(1)?;
    let Some(first) = xs
        .iter()
        .map(|x| x.clone().into_label())
        .find(|x| *x > limit)
    else {
        return Err(greatest);
    };
    Ok(least + greatest + first)
}

/// The array is changed between two passes, in all the ways there are.
#[fuse]
pub fn changed_between_passes(xs: &[i64]) -> Vec<i64> {
    let mut ys: Vec<i64> = xs.iter().map(|x| x & 1023).collect();
    let mut out = Vec::new();
    out.push(ys.iter().map(|y| y & 7).sum::<i64>());
    ys.push(5);
    out.push(ys.iter().map(|y| y & 7).sum::<i64>());
    ys[0] = 77;
    out.push(ys.iter().map(|y| y & 7).sum::<i64>());
    ys.sort_unstable();
    out.push(ys.iter().fold(0, |a, y| a * 3 & 0xffff ^ y));
    ys.swap(0, 1 % xs.len().max(1));
    out.push(ys.iter().fold(0, |a, y| a * 3 & 0xffff ^ y));
    ys.dedup();
    out.push(ys.iter().count() as i64);
    if let Some(last) = ys.last_mut() {
        *last = 3;
    }
    out.push(ys.iter().fold(0, |a, y| a * 3 & 0xffff ^ y));
    {
        let zs = &mut ys;
        zs.clear();
    }
    out.push(ys.iter().count() as i64);
    out
}

/// An operator of a user's that logs.
#[derive(Clone, Copy)]
pub struct Noisy<'a>(pub i64, pub &'a RefCell<Vec<i64>>);

impl Add<i64> for Noisy<'_> {
    type Output = i64;

    fn add(self, other: i64) -> i64 {
        self.1.borrow_mut().push(self.0 + 1000);
        self.0 + other
    }
}

impl Mul<i64> for Noisy<'_> {
    type Output = i64;

    fn mul(self, other: i64) -> i64 {
        self.1.borrow_mut().push(self.0 + 2000);
        self.0 ^ other
    }
}

impl Neg for Noisy<'_> {
    type Output = i64;

    fn neg(self) -> i64 {
        self.1.borrow_mut().push(self.0 + 3000);
        -self.0
    }
}

fn pair(a: i64, b: i64) -> (i64, i64) {
    (a, b)
}

/// What an iterator does comes after the operator before it.
#[fuse]
pub fn an_operator_before_an_iterator(
    noisy: Noisy<'_>,
    it: impl Iterator<Item = i64>,
) -> (i64, i64) {
    pair(noisy + 1, it.map(|x| x & 7).sum::<i64>())
}

/// A statement with an operator between two iterators.
#[fuse]
pub fn an_operator_between_iterators(
    noisy: Noisy<'_>,
    first: impl Iterator<Item = i64>,
    second: impl Iterator<Item = i64>,
) -> (i64, i64, i64, i64) {
    let a: i64 = first.map(|x| x & 7).sum();
    let b = noisy * 2;
    let c: i64 = second.map(|x| x & 7).sum();
    let d = -noisy;
    (a, b, c, d)
}

/// An iterator in one statement with others.
#[fuse]
pub fn iterators_of_one_statement(
    first: impl Iterator<Item = i64>,
    second: impl Iterator<Item = i64>,
    third: impl Iterator<Item = i64>,
) -> (i64, Vec<i64>, usize) {
    (first.map(|x| x & 7).sum(), second.collect(), third.count())
}

/// A worker that reads what an iterator writes.
#[fuse]
pub fn an_iterator_that_writes_cells(
    cells: &[Cell<i64>],
    it: impl Iterator<Item = i64>,
) -> (i64, i64, i64) {
    let before: i64 = cells.iter().map(|cell| cell.get() & 255).sum();
    let between: i64 = it.map(|x| x & 1).sum();
    let after: i64 = cells.iter().map(|cell| cell.get() & 255).sum();
    (before, between, after)
}

fn note(label: i64) {
    mark(label);
}

/// A function whose result is dropped is called for its effect, which comes before those of the next chain.
#[fuse]
pub fn noted(xs: &[Tracked]) -> (i64, Option<usize>) {
    let ys: Vec<i64> = xs
        .iter()
        .map(|x| {
            note(x.label());
            x.label() / 2
        })
        .collect();
    let sum = ys.iter().fold(0i64, |sum, y| sum.wrapping_add(*y));
    let place = ys.iter().position(|y| {
        note(y + 1000);
        *y == 3
    });
    (sum, place)
}

/// The same in two chains over one slice.
#[fuse]
pub fn noted_twice(xs: &[Tracked]) -> (Vec<i64>, usize) {
    let halves: Vec<i64> = xs
        .iter()
        .map(|x| {
            if x.label() % 2 == 0 {
                note(x.label());
            }
            x.label() / 2
        })
        .collect();
    let many = xs
        .iter()
        .filter(|x| {
            note(-x.label());
            x.label() > 3
        })
        .count();
    (halves, many)
}

/// A static whose value is made by the first who reads it, in the hands of a chain before one that may tell.
#[fuse]
pub fn made_before_it_is_seen(xs: &[f32], told: &Cell<i64>) -> (i64, bool, Vec<i64>) {
    thread_local! {
        static MADE: Cell<i64> = const { Cell::new(0) };
    }
    static LAZY: std::sync::LazyLock<i64> = std::sync::LazyLock::new(|| {
        MADE.set(7);
        5
    });
    fn seen(x: i64) -> i64 {
        MADE.get() ^ x
    }
    MADE.set(0);
    let folded = xs.iter().map(move |_| *LAZY).fold(0i64, |acc, v| acc.wrapping_mul(31) ^ v);
    let sorted = xs.iter().map(|_| 1.0f32).is_sorted();
    let left = xs.iter().map(|x| seen(*x as i64)).collect::<Vec<_>>();
    told.set(folded);
    (folded, sorted, left)
}
