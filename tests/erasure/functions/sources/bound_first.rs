//! Iterators that are bound to a name before they are consumed.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unused_assignments,
    unused_mut,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use crate::common::tracked::{Tracked, mark};

#[fuse]
pub fn bound_first(xs: &[i64]) -> (i64, i64, i64, Option<i64>) {
    let n = 3;
    let k = 5;
    let part = xs.iter().take(n).map(|x| x ^ k);
    let n = 7;
    let rest = xs.iter().skip(n);
    let k = 9;
    let a: i64 = part.fold(0, |a, x| a ^ x & k);
    let b: i64 = rest.clone().fold(0, |a, x| a ^ x);
    let mut rest = rest;
    let first = rest.next().copied();
    let c: i64 = rest.map(|x| x & 7).sum();
    (a, b, c, first)
}

/// What is never asked for is never computed.
#[fuse]
pub fn never_asked(xs: &[i64], ask: bool) -> (i64, Vec<i64>) {
    let _quotients = xs.iter().map(|x| 100 / (x / i64::MAX));
    let maybe = xs.iter().map(|x| 100 / x);
    let sum: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let got: Vec<i64> = if ask { maybe.collect() } else { Vec::new() };
    (sum, got)
}

#[fuse]
pub fn pulled(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut it = xs.iter().map(|x| x ^ 1);
    let mut pairs = Vec::new();
    while let Some(a) = it.next() {
        let b = it.next().unwrap_or(0);
        pairs.push(a & b);
    }
    let left: i64 = it.sum();
    let mut peekable = xs.iter().peekable();
    while peekable.next_if(|x| **x & 1 == 0).is_some() {}
    let odd = peekable.count() as i64;
    (pairs, left + odd)
}

/// A worker's state is dropped with the iterator, not with the loop of another.
#[fuse]
pub fn bound_with_state(xs: &[Tracked]) -> (i64, i64) {
    let held = Tracked::new(9000);
    let it = xs.iter().map(move |x| x.label() + held.label());
    mark(1);
    let a: i64 = xs.iter().map(|x| x.label()).sum();
    let b: i64 = it.sum();
    mark(2);
    (a, b)
}

/// An iterator that is bound first and named inside the worker of another stays bound.
#[fuse]
pub fn an_iterator_in_a_worker(xs: &[i64], ys: &[i64]) -> (i64, i64, Vec<i64>) {
    let all: i64 = xs.iter().fold(0, |all, x| all ^ x);
    let low: i64 = xs.iter().fold(0, |all, x| all ^ (x & 7));
    let mixed = xs.iter().map(|x| x ^ all);
    let pairs = ys.iter().flat_map(|y| mixed.clone().map(move |x| x & y));
    (all, low, Vec::from_iter(pairs))
}

pub struct Counted<I> {
    lines: usize,
    widths: I,
    longest: Option<usize>,
}

/// An iterator that is bound first and becomes a field by its name alone.
#[fuse]
fn counted(text: &str) -> Counted<impl Iterator<Item = usize> + '_> {
    let lines = text.lines().count();
    let longest = text.lines().map(|line| line.len()).max();
    let widths = text.split('\n').map(|line| line.chars().count());
    Counted {
        lines,
        widths,
        longest,
    }
}

pub fn an_iterator_in_a_field(text: &str) -> (usize, Vec<usize>, Option<usize>) {
    let counted = counted(text);
    (counted.lines, counted.widths.collect(), counted.longest)
}

/// What a range counts to, and a number of elements, are read where the iterator is bound.
#[fuse]
pub fn lengths_meanwhile<'a>(xs: &'a [i64], ys: &mut Vec<i64>, mut part: &'a [i64]) -> (i64, i64, i64, i64) {
    let mut zs: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    let to_zs = (0..zs.len()).map(|i| i as i64);
    zs.push(5);
    let to_ys = (0..ys.len()).map(|i| i as i64);
    ys.push(5);
    let first = xs.iter().take(ys.len() / 2);
    ys.clear();
    let of_part = part.iter().map(|x| x ^ 3);
    part = &xs[..xs.len() / 2];
    let a = to_zs.fold(0, |a, i| a ^ i) + to_ys.fold(0, |a, i| a ^ i);
    let b = (0..zs.len()).map(|i| i as i64 * 2).fold(0, |a, i| a ^ i);
    let c = first.fold(0, |a, x| a ^ x) + of_part.fold(0, |a, x| a ^ x);
    let d = part.iter().fold(0, |a, x| a ^ x);
    (a, b, c, d)
}

pub struct Counter {
    pub n: usize,
}

impl Counter {
    /// A field that is changed before the iterator is consumed.
    #[fuse]
    pub fn counted(&mut self) -> (usize, usize) {
        let it = (0..self.n).map(|i| i ^ 1);
        self.n += 2;
        let s = it.sum();
        let t = (0..self.n).map(|i| i * 2).sum();
        (s, t)
    }
}

pub fn fields_meanwhile(n: usize) -> (usize, usize) {
    Counter { n }.counted()
}

/// A slice that may panic where the iterator is bound, and a statement that leaves before it is consumed.
#[fuse]
pub fn panics_where_it_is_bound(xs: &[i64], ys: &[i64]) -> Option<i64> {
    let it = xs[1..].iter().map(|x| x / 2);
    if ys.is_empty() {
        return None;
    }
    let s = it.fold(0, |a, x| a ^ x);
    let t = xs[1..].iter().map(|x| x / 4).fold(0, |a, x| a ^ x);
    Some(s ^ t)
}

/// A closure, and an iterator by value, that hold a copy of an array.
#[fuse]
pub fn copied_meanwhile(mut ws: [i64; 3], xs: &[i64]) -> (i64, i64, i64) {
    let mixed = xs.iter().map(move |x| ws[0] ^ x);
    ws[0] = 7;
    let own = ws.into_iter().map(|w| w ^ 1);
    ws[1] = 9;
    let s = mixed.fold(0, |a, x| (a << 1) ^ x) ^ own.fold(0, |a, w| (a << 1) ^ w);
    let t = xs.iter().map(|x| x / 2).fold(0, |a, x| a ^ x);
    let u = ws.iter().fold(0, |a, w| a ^ w);
    (s, t, u)
}
