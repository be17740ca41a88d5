//! Blocks inside of statements, patterns and methods of every kind.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::cell::Cell;

/// A closure runs as often as it is called, and its chains with it.
#[fuse]
pub fn called_later(xs: &[Tracked]) -> (i64, i64, i64) {
    let calls = Cell::new(0);
    let total = |k: i64| {
        calls.set(calls.get() + 1);
        let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
        let sum: i64 = twins.iter().map(|t| t.label() & k).sum();
        mark(sum);
        sum
    };
    let never = || {
        let sum: i64 = xs.iter().map(|x| x.twin().label()).sum();
        sum
    };
    let a = total(3);
    let b = if a > 1_000_000 { never() } else { total(a) };
    (a, b, calls.get())
}

/// A closure that takes what it needs with it.
#[fuse]
pub fn taken_along(xs: Vec<Tracked>) -> i64 {
    let n = xs.iter().filter(|x| x.label() & 1 == 1).count() as i64;
    let later = move || {
        let sum: i64 = xs.iter().map(|x| x.label()).sum();
        let odd = xs.iter().filter(|x| x.label() & 1 == 1).count() as i64;
        sum + odd
    };
    mark(n);
    let sum = later();
    mark(sum);
    drop(later);
    mark(n);
    sum
}

/// The header of a loop is evaluated once for each turn, or once for all.
#[fuse]
pub fn headers(xs: &[i64]) -> (usize, i64, usize) {
    let mut turns = 0;
    let mut left: Vec<i64> = xs.iter().map(|x| x & 15).take(40).collect();
    while left.iter().filter(|x| **x > 0).count() > 2 && turns < 50 {
        turns += 1;
        let least = left.iter().copied().filter(|x| *x > 0).min().unwrap_or(1);
        for x in &mut left {
            *x -= least;
        }
    }
    let mut sum = 0;
    while let Some(last) = left.iter().copied().max().filter(|x| *x > 3) {
        sum += last;
        left.retain(|x| *x != last);
    }
    let mut rounds = 0;
    for _ in 0..left.iter().filter(|x| **x < 0).count() {
        left.push(1);
        rounds += 1;
    }
    (turns, sum, rounds)
}

/// Only one arm is evaluated, and its guard only if the pattern matches.
#[fuse]
pub fn arms(xs: &[i64], which: Option<i64>) -> i64 {
    let n = xs.iter().filter(|x| **x > 3).count() as i64;
    match which {
        Some(k) if xs.iter().any(|x| 100 / x == k) => xs.iter().map(|x| x & k).sum(),
        Some(k) if k > 2 => {
            let a: i64 = xs.iter().map(|x| x & 1).sum();
            let b: i64 = xs.iter().map(|x| x & 2).sum();
            a ^ b ^ k
        }
        Some(_) => n,
        None => xs.iter().map(|x| 100 / x).fold(n, |a, x| a ^ x),
    }
}

/// What `&&` and `||` skip is not evaluated.
#[fuse]
pub fn skipped_operands(xs: &[i64]) -> (bool, bool, i64) {
    let a = !xs.contains(&0) && xs.iter().map(|x| 100 / x).all(|x| x < 50);
    let b = xs.contains(&0) || xs.iter().map(|x| 100 / x).any(|x| x == 7);
    let c = if xs.contains(&0) {
        0
    } else {
        xs.iter().map(|x| 100 / x).fold(0, |a, x| a ^ x)
    };
    (a, b, c)
}

/// A label, a value of a `break`, a block that is left in the middle.
#[fuse]
pub fn left_in_the_middle(xs: &[Tracked], limit: i64) -> (i64, i64) {
    let a = 'block: {
        let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
        let sum: i64 = twins.iter().map(|t| t.label()).sum();
        mark(1);
        if sum > limit {
            break 'block -1;
        }
        let more: Vec<Tracked> = twins.iter().map(|t| t.twin()).collect();
        mark(2);
        more.iter().map(|m| m.label()).sum()
    };
    mark(3);
    let mut turns = 0;
    let b = loop {
        let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
        turns += 1;
        if turns > 2 {
            break twins.iter().map(|t| t.label()).fold(turns, |a, x| a ^ x);
        }
        mark(4);
    };
    (a, b)
}

/// Parameters that are patterns.
#[fuse]
pub fn parameters(
    &[first, ref rest @ ..]: &[i64; 4],
    (xs, ys): (&[i64], &[i64]),
) -> (i64, i64, i64) {
    let a: i64 = rest.iter().map(|x| x & first).sum();
    let b: i64 = xs.iter().zip(ys).map(|(x, y)| x & y & 7).sum();
    let c: i64 = xs.iter().map(|x| x & a).sum();
    (a, b, c)
}

/// An item in a block hides nothing of the function's, and a constant is no local.
#[fuse]
pub fn items(xs: &[i64]) -> (i64, i64) {
    const XS: [i64; 2] = [1, 2];
    fn ys(x: i64) -> i64 {
        x ^ XS[0]
    }
    struct Count(i64);
    impl Count {
        fn of(xs: &[i64]) -> Count {
            let n = xs.iter().count();
            Count(n as i64)
        }
    }
    let a: i64 = xs.iter().map(|x| ys(*x) & 7).sum();
    let b: i64 = XS.iter().sum::<i64>() + Count::of(xs).0;
    (a, b)
}

/// The value of the tail is dropped after the locals are, as the edition has it.
#[fuse]
pub fn tail_of_a_block(xs: &[Tracked]) -> (i64, usize) {
    let n = {
        let held: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
        held.iter()
            .map(|h| h.twin())
            .filter(|t| t.label() & 1 == 1)
            .count()
    };
    mark(n as i64);
    let last = {
        let held: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
        held.iter()
            .map(|h| h.twin())
            .last()
            .map_or(0, |t| t.label())
    };
    (last, n)
}

/// Chains that ask for the same in two branches that exclude each other.
#[fuse]
pub fn either(xs: &[i64], flag: bool) -> i64 {
    let sum: i64 = if flag {
        xs.iter().map(|x| x & 7).sum()
    } else {
        -1
    };
    let other: i64 = if flag {
        1
    } else {
        xs.iter().map(|x| 100 / x).fold(0, |a, x| a ^ x)
    };
    sum ^ other
}

/// An attribute for lints leaves a `let` what it is; any other may take it away.
#[fuse]
pub fn attributes(xs: &[i64]) -> (i64, i64, i64, usize) {
    let by = 3;
    let sum = xs.iter().map(|x| x ^ by).fold(0, |sum: i64, x| sum ^ x);
    #[cfg(any())]
    let by = 5;
    #[allow(clippy::cast_possible_wrap, unused_parens, reason = "it is what is tested")]
    let length = (xs.len() as i64);
    #[cfg_attr(all(), cfg(any()))]
    let length = 0;
    let other = xs.iter().fold(by, |sum: i64, x| sum ^ x);
    #[cfg(any())]
    {
        return (0, 0, 0, 0);
    }
    let less = xs.iter().filter(|x| {
        let less = **x < length;
        #[cfg(any())]
        let less = false;
        less
    });
    (sum, other, length, less.count())
}

/// The type of the `let` is that of the value of each branch.
#[fuse]
pub fn typed_branches(xs: &[i64], which: Option<i64>) -> (Vec<f64>, Vec<i64>) {
    let ys: Vec<f64> = if xs.len() > 3 {
        let by: i64 = xs.iter().fold(1, |a, x| a ^ x);
        let halves: Vec<f64> = xs.iter().map(|x| *x as f64 * 0.5).collect();
        halves.iter().map(|h| h + by as f64).collect()
    } else if xs.is_empty() {
        vec![1.5]
    } else {
        xs.iter().map(|x| *x as f64).collect()
    };
    let zs: Vec<i64> = match which {
        Some(by) if xs.iter().any(|x| *x == by) => {
            let least = xs.iter().copied().fold(by, i64::min);
            xs.iter().map(|x| (x ^ by) | least).collect()
        }
        Some(_) => xs.iter().map(|x| x ^ 1).collect(),
        None => Vec::new(),
    };
    (ys, zs)
}

/// Numbers of a block may live longer; what is dropped at its end may not, and names may mean something behind it.
#[fuse]
pub fn numbers_of_a_block(xs: &[f64], lo: f64, hi: f64) -> (f64, f64, f64, usize) {
    let ys: Vec<f64> = {
        let k = 1.0 / (hi - lo);
        let mut by = 0.5;
        for x in xs {
            by = if *x > by { *x } else { by };
        }
        xs.iter().map(|x| (x - lo) * k + by).collect()
    };
    let mean: f64 = ys.iter().sum();
    let k = 2.0;
    let zs: Vec<f64> = {
        let k = k * 3.0;
        ys.iter().map(|y| y * k).collect()
    };
    let top = zs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (mean, top, k, zs.len())
}

/// What is dropped at the end of a block is dropped there.
#[fuse]
pub fn what_a_block_drops(xs: &[i64], log: &Cell<i64>) -> (i64, i64, i64) {
    let ys: Vec<i64> = {
        let guard = Guard(log);
        xs.iter().map(|x| x ^ guard.0.get()).collect()
    };
    let seen = log.get();
    let sum = ys.iter().fold(0, |a: i64, y| a ^ y);
    (sum, seen, ys.iter().fold(1, |a: i64, y| a | y))
}

pub struct Guard<'a>(&'a Cell<i64>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 3 + 1);
    }
}

/// A name in a block is what was bound last: no number, and dropped at the end of the block.
#[fuse]
pub fn shadowed_before_a_block(xs: &[f64], hi: f64, log: &Cell<i64>) -> (f64, i64, usize) {
    let hi = Scale(hi, log);
    let ys: Vec<f64> = {
        let k = hi * 2.0;
        xs.iter().map(|x| x * k.0).collect()
    };
    let seen = log.get();
    let sum: f64 = ys.iter().sum();
    let large = ys.iter().filter(|y| **y > 1.0).count();
    (sum, seen, large)
}

pub struct Scale<'a>(f64, &'a Cell<i64>);

impl<'a> std::ops::Mul<f64> for Scale<'a> {
    type Output = Scale<'a>;

    fn mul(self, by: f64) -> Scale<'a> {
        self.1.set(self.1.get() + 1);
        Scale(self.0 * by, self.1)
    }
}

impl Drop for Scale<'_> {
    fn drop(&mut self) {
        self.1.set(self.1.get() * 5 + 2);
    }
}
