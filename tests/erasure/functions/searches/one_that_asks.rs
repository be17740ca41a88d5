//! Loops of which one chain asks for its elements itself: it may stop early, or only its type knows how to make the result.

use super::fuse;
use crate::common::tracked::Tracked;
use std::collections::VecDeque;
use std::iter::{Product, Sum};

/// The division of the search must not run behind its hit; that of the others must run to the end.
#[fuse(loops = 1)]
pub fn divides(xs: &[i64]) -> (Option<usize>, i64, Vec<i64>) {
    let place = xs.iter().position(|x| 100 / (x % 50) > 40);
    let sum: i64 = xs.iter().map(|x| x & 255).sum();
    let kept: Vec<i64> = xs.iter().map(|x| 1000 / (x & 1023 | 1)).collect();
    (place, sum, kept)
}

/// The others fail, wherever the search has stopped.
#[fuse(loops = 1)]
pub fn fails_behind(xs: &[i64]) -> (bool, i64) {
    let any = xs.iter().any(|x| *x != 5);
    let sum = xs.iter().fold(1, |s, x| s ^ (7 / (*x + 7)));
    (any, sum)
}

/// What is carried from block to block: positions, states, extrema, what a filter keeps.
#[fuse(loops = 1)]
#[allow(clippy::type_complexity, reason = "one of each")]
pub fn carried(xs: &[i64]) -> (bool, Option<i64>, Option<i64>, Vec<i64>, i64, usize, Vec<i64>) {
    let all = xs.iter().all(|x| *x > -900);
    let low = xs.iter().copied().min();
    let high = xs.iter().map(|x| x ^ 3).max();
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 1).collect();
    let places = xs
        .iter()
        .enumerate()
        .map(|(place, x)| place as i64 ^ x)
        .fold(0i64, i64::wrapping_add);
    let same = xs
        .iter()
        .enumerate()
        .filter(|(place, x)| *place as i64 == **x)
        .count();
    let sums: Vec<i64> = xs
        .iter()
        .scan(0i64, |sum, x| {
            *sum = sum.wrapping_add(*x);
            Some(*sum)
        })
        .collect();
    (all, low, high, odd, places, same, sums)
}

/// A sum that shows how many elements it was promised, and stops early.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown(pub i64, pub (usize, Option<usize>));

impl Sum<i64> for Shown {
    fn sum<I: Iterator<Item = i64>>(mut elements: I) -> Shown {
        let hint = elements.size_hint();
        let few = elements.by_ref().take(1500).fold(0, i64::wrapping_add);
        let next = elements.next().unwrap_or(-1);
        Shown(few ^ next, (hint.0 ^ elements.size_hint().0, hint.1))
    }
}

/// One that asks for nothing.
impl Product<i64> for Shown {
    fn product<I: Iterator<Item = i64>>(elements: I) -> Shown {
        Shown(1, elements.size_hint())
    }
}

/// One that goes on asking behind the end.
#[derive(Debug, PartialEq)]
pub struct Bag(pub Vec<i64>, pub usize);

impl FromIterator<i64> for Bag {
    fn from_iter<I: IntoIterator<Item = i64>>(elements: I) -> Bag {
        let mut elements = elements.into_iter();
        let mut found = Vec::new();
        while let Some(element) = elements.next() {
            found.push(element);
            if element % 97 == 3 {
                found.extend(elements.nth(2));
            }
        }
        found.extend(elements.next());
        Bag(found, elements.size_hint().0)
    }
}

#[fuse(loops = 1)]
pub fn ones_own_sum(xs: &[i64]) -> (Shown, i64, Option<i64>) {
    let sum: Shown = xs.iter().map(|x| x ^ 1).sum();
    let bits = xs.iter().fold(0, |s, x| s | x);
    let low = xs.iter().copied().min();
    (sum, bits, low)
}

#[fuse(loops = 1)]
pub fn asks_for_nothing(xs: &[i64]) -> (i64, Shown) {
    let sum = xs.iter().fold(0i64, |s, x| s.wrapping_add(*x));
    let none = xs.iter().filter(|x| **x > 0).map(|x| 7 / x).product::<Shown>();
    (sum, none)
}

#[fuse(loops = 1)]
pub fn ones_own_collection(xs: &[i64]) -> (Bag, i64, usize) {
    let bag = xs.iter().copied().filter(|x| x & 3 != 0).collect::<Bag>();
    let sum = xs.iter().map(|x| x & 15).sum::<i64>();
    let many = xs.iter().filter(|x| **x > 9).count();
    (bag, sum, many)
}

/// The type is found by what is done with it.
#[fuse(loops = 1)]
pub fn inferred(xs: &[f64]) -> f64 {
    let squares = xs.iter().map(|x| x * x).sum();
    let low = xs.iter().fold(f64::INFINITY, |a, b| if *b < a { *b } else { a });
    f64::sqrt(squares) - low
}

/// Both before the statement that leaves.
#[fuse(loops = 1)]
pub fn leaves(xs: &[i64]) -> Option<(Vec<i64>, i64)> {
    let high: i64 = xs.iter().map(|x| x & 4095).fold(0, i64::max);
    let thrice = xs
        .iter()
        .map(|x| x.checked_mul(3))
        .collect::<Option<Vec<i64>>>()?;
    Some((thrice, high))
}

#[fuse(loops = 1)]
pub fn tries(xs: &[i64]) -> (Result<i64, usize>, i64) {
    let folded: Result<i64, usize> = xs.iter().enumerate().try_fold(0i64, |sum, (place, x)| {
        sum.checked_add(*x).ok_or(place)
    });
    let bits = xs.iter().fold(0, |s, x| s ^ x);
    (folded, bits)
}

/// Two that ask: each has a loop.
#[fuse(loops = 2)]
pub fn two(xs: &[i64]) -> (bool, Option<i64>, i64) {
    let any = xs.iter().any(|x| 10 / (x % 7 + 7) > 9);
    let found = xs.iter().copied().find(|x| x % 11 == 5);
    let sum = xs.iter().map(|x| x & 7).sum::<i64>();
    (any, found, sum)
}

pub struct Held {
    pub data: Vec<i64>,
    pub queue: VecDeque<i64>,
}

/// A place of a type that is not visible: for all the macro sees, a slice; and one that is none.
#[fuse(loops = 3)]
pub fn places(held: &Held) -> (bool, i64, Option<usize>, i64) {
    let any = held.data.iter().any(|x| *x == 977);
    let bits = held.data.iter().fold(0, |s, x| s ^ x);
    let place = held.queue.iter().position(|x| *x > 900);
    let sum = held.queue.iter().map(|x| x & 31).sum::<i64>();
    (any, bits, place, sum)
}

#[fuse(loops = 1)]
pub fn of_a_range(n: usize) -> (String, u64) {
    let text: String = (0..n).map(|i| if i % 3 == 0 { "a" } else { "bc" }).collect();
    let mixed: u64 = (0..n).map(|i| i as u64 * 0x9e37).fold(0, |a, b| a ^ b);
    (text, mixed)
}

/// In step with another array, of the same length or not.
#[fuse]
pub fn in_step(xs: &[i64], ys: &[i64]) -> (bool, i64, i64) {
    let any = xs.iter().zip(ys).any(|(x, y)| *x == y + 3);
    let sum = xs.iter().zip(ys).map(|(x, y)| x & y).sum::<i64>();
    let other = ys.iter().fold(0, |s, y| s ^ y);
    (any, sum, other)
}

/// Clones that are dropped as the search goes on, and a result that borrows.
#[fuse(loops = 1)]
pub fn watched<'a>(xs: &'a [Tracked], limit: &i64) -> (Option<&'a Tracked>, usize) {
    let found = xs.iter().find(|x| x.label() > *limit);
    let many = xs.iter().filter(|x| x.label() % 2 == 0).count();
    (found, many)
}

/// A closure that takes what it captures, and a name that another one reads.
#[fuse]
pub fn takes(xs: &[i64], marks: Vec<i64>) -> (bool, i64, i64) {
    let low = xs.iter().fold(0, |s, x| s ^ x ^ marks.len() as i64);
    let any = xs.iter().any(move |x| marks.contains(x));
    let sum = xs.iter().map(|x| x & 31).sum::<i64>();
    (any, low, sum)
}

/// A search that goes with the sum, beside one that asks: it is decided in a block, and goes on to the next where it is not.
#[fuse]
pub fn decided_in_a_block(xs: &[f64]) -> (Option<usize>, Option<f64>, f64) {
    let place = xs.iter().position(|x| *x > 2.0);
    let root = xs.iter().try_fold(2.0f64, |acc, x| {
        if *x < 1e9 { Some(acc + x.abs().sqrt()) } else { None }
    });
    let sum: f64 = xs.iter().sum();
    (place, root, sum)
}

#[fuse]
pub fn all_in_blocks(xs: &[f64]) -> (bool, Result<Vec<f64>, usize>, f64) {
    let low = xs.iter().all(|x| *x <= 2.0);
    let kept: Result<Vec<f64>, usize> = xs
        .iter()
        .map(|x| if *x < 1e9 { Ok(x * 2.0) } else { Err(7) })
        .collect();
    let sum: f64 = xs.iter().sum();
    (low, kept, sum)
}

#[fuse]
pub fn any_in_blocks(xs: &[f64]) -> (bool, bool, f64) {
    let high = xs.iter().any(|x| *x > 2.0);
    let sorted = xs.iter().is_sorted();
    let sum: f64 = xs.iter().sum();
    (high, sorted, sum)
}

/// A range that holds its end is not cut into blocks, and so nothing beside it is.
#[fuse]
pub fn beside_a_whole_range(xs: &[i64]) -> (bool, i64, i64) {
    let sorted = xs.iter().is_sorted();
    let last = xs.iter().fold(5, |_, x| *x);
    let numbers = (1..=xs.len()).map(|n| n as i64 & 7).sum();
    (sorted, last, numbers)
}
