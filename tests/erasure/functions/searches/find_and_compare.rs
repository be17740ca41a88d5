//! Consumers that stay as written, alone in their loops or one of them as what asks a loop for elements. Each function has
//! two or three passes besides, on both sides of one, and `loops = N` says that they became one loop all the same.

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::iter::Sum;
use std::num::ParseIntError;

/// Division by zero past the place where they stop.
#[fuse(loops = 3)]
pub fn finds(xs: &[i64]) -> (i64, Option<&i64>, Option<i64>, Option<usize>, i64) {
    let bits = xs.iter().fold(0, |s, x| s | x);
    let found = xs.iter().find(|x| 100 / **x > 90);
    let mapped = xs
        .iter()
        .find_map(|x| if 100 / x > 90 { Some(x + 1) } else { None });
    let place = xs.iter().position(|x| 100 / x > 90);
    let common = xs.iter().fold(-1, |s, x| s & x);
    (bits, found, mapped, place, common)
}

#[fuse(loops = 4)]
pub fn from_the_end(xs: &[i64]) -> (i64, Option<usize>, Option<&i64>, i64, i64) {
    let bits = xs.iter().fold(0, |s, x| s | x);
    let place = xs.iter().rposition(|x| 100 / x > 90);
    let found = xs.iter().rfind(|x| 100 / **x > 90);
    let folded = xs.iter().rfold(1i64, |s, x| s.wrapping_mul(31) ^ x);
    let common = xs.iter().fold(-1, |s, x| s & x);
    (bits, place, found, folded, common)
}

#[fuse(loops = 6)]
pub fn places(xs: &[i64]) -> (usize, Option<i64>, Option<&i64>, Option<&i64>, usize, i64) {
    let odd = xs.iter().filter(|x| *x % 2 == 1).count();
    let n = odd / 2;
    let third = xs.iter().map(|x| x ^ 5).nth(2);
    let middle = xs.iter().nth(n);
    let first = xs.iter().filter(|x| **x > 3).next();
    let last = xs.iter().filter(|x| **x > 3).next_back();
    let many = xs.iter().map(|x| x & 1).len();
    let sum = xs.iter().map(|x| x & 15).sum::<i64>();
    (odd, third, middle, first.max(last), many, sum)
}

#[fuse(loops = 1)]
pub fn followed(xs: &[f64]) -> (f64, usize, f64) {
    let sum: f64 = xs.iter().sum();
    let i = xs.iter().position(|x| *x > 3.0).unwrap_or(0);
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    (sum, i, squares)
}

/// Arrays made here are read whole, and stay.
#[fuse(loops = 2)]
pub fn of_an_array_made_here(xs: &[i64]) -> (i64, Option<i64>, usize) {
    let keys: Vec<i64> = xs.iter().map(|x| x & 63).collect();
    let sum: i64 = keys.iter().sum();
    let greatest = keys.iter().find(|k| **k > 40).copied();
    let many = keys.iter().filter(|k| **k > sum).count();
    (sum, greatest, many)
}

type Orders = (Option<Ordering>, Option<Ordering>);

#[fuse(loops = 6)]
pub fn comparisons(xs: &[i64], ys: &[f64]) -> (bool, bool, Orders, i64, f64) {
    let doubled: Vec<i64> = xs.iter().map(|x| x & !1).collect();
    let sum: i64 = doubled.iter().map(|x| x & 7).sum();
    let equal = xs.iter().eq(&doubled);
    let other = xs.iter().map(|x| x & !1).ne(doubled.iter().copied());
    let order: Orders = (
        Some(xs.iter().cmp(&doubled)),
        ys.iter().partial_cmp([&0.5, &-1.0]),
    );
    let floor: f64 = ys.iter().map(|y| y.floor()).sum();
    let ceil: f64 = ys.iter().map(|y| y.ceil()).sum();
    (equal, other, order, sum, floor + ceil)
}

#[fuse(loops = 5)]
pub fn lexical(xs: &[i64], ys: &[i64]) -> (bool, bool, bool, bool, i64) {
    let low = xs.iter().fold(0, |s, x| s | x);
    let lt = xs.iter().lt(ys);
    let le = xs.iter().map(|x| x + 0).le(ys.iter().copied());
    let gt = xs.iter().gt(ys.iter());
    let ge = xs.iter().copied().filter(|x| x % 2 == 0).ge([2, -4]);
    let high = xs.iter().fold(-1, |s, x| s & x);
    (lt, le, gt, ge, low ^ high)
}

#[fuse(loops = 3)]
pub fn sorted_or_not(xs: &[i64]) -> (bool, bool, bool, i64, i64) {
    let low = xs.iter().fold(0, |s, x| s | x);
    let sorted = xs.iter().is_sorted();
    let by = xs.iter().is_sorted_by(|a, b| 100 / **a >= 100 / **b);
    let key = xs.iter().is_sorted_by_key(|x| 100 / x);
    let high = xs.iter().fold(-1, |s, x| s & x);
    (sorted, by, key, low, high)
}

#[fuse(loops = 3)]
pub fn tries(xs: &[i64]) -> (Option<i64>, Result<i64, &'static str>, Result<(), i64>, i64) {
    let low = xs.iter().fold(0, |s, x| s | x);
    let sum = xs.iter().try_fold(0i64, |s, x| s.checked_add(*x));
    let halves = xs.iter().try_fold(0, |s: i64, x| {
        let half = x.checked_div(2).ok_or("never")?;
        if half > 90 {
            Err("large")
        } else {
            Ok(s ^ half)
        }
    });
    let small = xs
        .iter()
        .try_for_each(|x| if 100 / x == 0 { Err(*x) } else { Ok(()) });
    let high = xs.iter().fold(-1, |s, x| s & x);
    (sum, halves, small, low ^ high)
}

/// A sum that is no fold.
#[derive(Debug, Clone, PartialEq)]
pub struct Range(i64, i64);

impl<'a> Sum<&'a i64> for Range {
    fn sum<I: Iterator<Item = &'a i64>>(iter: I) -> Range {
        iter.fold(Range(i64::MAX, i64::MIN), |r, x| {
            Range(r.0.min(*x), r.1.max(*x))
        })
    }
}

#[fuse(loops = 2)]
pub fn ones_own_sum(xs: &[i64]) -> (i64, (i64, i64), Option<i64>, i64) {
    let low = xs.iter().fold(0, |s, x| s | x);
    let range: Range = xs.iter().sum();
    let all: Option<i64> = xs.iter().map(|x| 9i64.checked_rem(*x)).sum();
    let high = xs.iter().fold(-1, |s, x| s & x);
    (low, (range.0, range.1), all, high)
}

/// The first in order, each once.
#[derive(Debug)]
pub struct Firsts(BTreeSet<i64>);

impl FromIterator<i64> for Firsts {
    fn from_iter<I: IntoIterator<Item = i64>>(iter: I) -> Firsts {
        Firsts(iter.into_iter().take(5).collect())
    }
}

#[fuse(loops = 4)]
pub fn ones_own_collection(
    words: &[String],
) -> (
    usize,
    Vec<i64>,
    Result<Vec<usize>, ParseIntError>,
    bool,
    usize,
) {
    let long: usize = words.iter().filter(|w| w.len() > 2).count();
    let firsts: Firsts = words.iter().map(|w| w.len() as i64).collect();
    let parsed: Result<Vec<usize>, ParseIntError> = words.iter().map(|w| w.parse()).collect();
    let starts = words
        .iter()
        .map(|w| w.chars().next())
        .collect::<Option<String>>();
    let bytes: usize = words.iter().map(|w| w.len()).sum();
    (
        long,
        firsts.0.into_iter().collect(),
        parsed,
        starts.is_some(),
        bytes,
    )
}

/// What another consumer than `collect` makes may be an array, that others read.
#[fuse(loops = 3)]
pub fn array_from_a_fold(xs: &[i64]) -> (Vec<i64>, i64, i64) {
    let low = xs.iter().fold(0, |s, x| s | x);
    let rows: Vec<i64> = xs.iter().rfold(Vec::new(), |mut rows, x| {
        rows.push(*x);
        rows
    });
    let sum: i64 = rows.iter().map(|x| x & 3).sum();
    let rest: i64 = rows.iter().map(|x| x & 5).sum();
    let high = xs.iter().fold(-1, |s, x| s & x);
    (rows, sum + rest, low ^ high)
}

/// As itertools has it.
pub trait Sorted: Iterator + Sized {
    fn sorted(self) -> std::vec::IntoIter<Self::Item>
    where
        Self::Item: Ord,
    {
        let mut all = self.collect::<Vec<_>>();
        all.sort();
        all.into_iter()
    }
}

impl<I: Iterator> Sorted for I {}

#[fuse(loops = 2)]
pub fn sorted(xs: &[i64]) -> (i64, Vec<i64>, i64, i64) {
    let low = xs.iter().fold(0, |s, x| s | x);
    let order: Vec<i64> = xs.iter().copied().sorted().collect();
    let weighted: i64 = order
        .iter()
        .enumerate()
        .map(|(i, x)| (i as i64) ^ (x & 63))
        .sum();
    let small: i64 = order.iter().filter(|x| **x < 9).map(|x| x & 3).sum();
    let high = xs.iter().fold(-1, |s, x| s & x);
    (low, order, weighted + small, high)
}

/// The reference that is found outlives the loop; its array is not contracted.
#[fuse]
pub fn found_reference(xs: &[Tracked]) -> (i64, i64, bool) {
    let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let third: Option<&Tracked> = twins.iter().find(|t| t.label() % 3 == 0);
    let sum: i64 = twins.iter().map(|t| t.label()).sum();
    mark(1);
    (third.map_or(0, |t| t.label()), sum, twins.is_empty())
}

/// What is cloned is no element: its clone may be watched, and keeps its place.
#[fuse]
pub fn clone_of_another(places: &[usize], ys: Vec<Tracked>, zs: Vec<Tracked>) -> (i64, i64) {
    let before: i64 = zs.iter().map(|z| z.label()).sum();
    let found = places.iter().find_map(|i| ys.get(*i)).cloned();
    let after: i64 = zs.into_iter().map(|z| z.into_label()).sum();
    mark(1);
    (found.map_or(0, |f| f.label()), before + after)
}

/// Both drop what they own; the first stops early, but drops the rest where it stands.
#[fuse]
pub fn found_by_value(xs: Vec<Tracked>, ys: Vec<Tracked>) -> (i64, i64) {
    let found = xs.into_iter().find(|x| x.label() == 3);
    let sum: i64 = ys.into_iter().map(|y| y.into_label()).sum();
    mark(1);
    (found.map_or(0, |x| x.label()), sum)
}

/// Drops what it does not keep.
pub struct Third(Option<Tracked>);

impl FromIterator<Tracked> for Third {
    fn from_iter<I: IntoIterator<Item = Tracked>>(iter: I) -> Third {
        Third(iter.into_iter().nth(2))
    }
}

#[fuse]
pub fn collected_with_drops(xs: &[Tracked], ys: Vec<Tracked>) -> (i64, i64, i64) {
    let before: i64 = xs.iter().map(|x| x.label()).sum();
    let third: Third = xs.iter().map(|x| x.twin()).collect();
    let sum: i64 = ys.into_iter().map(|y| y.into_label()).sum();
    let after: i64 = xs.iter().map(|x| x.label() / 2).sum();
    (before + after, sum, third.0.map_or(0, |t| t.label()))
}

#[fuse]
pub fn compared_by_value(xs: Vec<Tracked>, ys: Vec<Tracked>) -> (bool, i64) {
    let equal = xs
        .iter()
        .map(|x| x.label())
        .eq(ys.into_iter().map(|y| y.into_label()));
    let sum: i64 = xs.into_iter().map(|x| x.into_label()).sum();
    (equal, sum)
}
