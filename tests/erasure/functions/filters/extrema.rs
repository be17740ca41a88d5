//! The largest and the smallest of what filters keep, beside sums and counts of the same.

use super::counted_below::Reading;
use super::fuse;
use std::cell::Cell;
use std::cmp::Ordering;

/// Of a column with its mask.
#[fuse]
pub fn of_a_mask(values: &[i64], valid: &[bool]) -> (i64, usize, Option<i64>, Option<i64>) {
    let sum = values
        .iter()
        .zip(valid)
        .filter(|(_, ok)| **ok)
        .map(|(v, _)| v >> 8)
        .sum();
    let count = valid.iter().filter(|ok| **ok).count();
    let min = values
        .iter()
        .zip(valid)
        .filter(|(_, ok)| **ok)
        .map(|(v, _)| *v)
        .min();
    let max = values
        .iter()
        .zip(valid)
        .filter(|(_, ok)| **ok)
        .map(|(v, _)| *v)
        .max();
    (sum, count, min, max)
}

#[derive(Clone, Copy)]
pub struct Request {
    pub status: u16,
    pub bytes: u64,
    pub micros: u64,
    pub retries: i8,
}

/// Of fields, of 64 bits and of 8.
#[fuse]
pub fn of_fields(requests: &[Request], from: u16) -> (u64, Option<u64>, Option<u64>, Option<i8>) {
    let bytes: u64 = requests.iter().map(|r| r.bytes >> 12).sum();
    let slowest = requests
        .iter()
        .filter(|r| r.status >= from)
        .map(|r| r.micros)
        .max();
    let fastest = requests
        .iter()
        .filter(|r| r.status < from)
        .map(|r| r.micros)
        .min();
    let most = requests
        .iter()
        .filter(|r| r.status >= from)
        .map(|r| r.retries)
        .max();
    (bytes, slowest, fastest, most)
}

/// A filter or a map that may fail is not taken of what is not kept.
#[fuse]
pub fn that_may_fail(xs: &[i64], ys: &[i64]) -> (i64, Option<i64>, Option<i64>) {
    let both: i64 = xs.iter().map(|x| x & 7).sum();
    let most = xs
        .iter()
        .zip(ys)
        .filter(|(_, y)| **y != 0)
        .map(|(x, y)| x / y)
        .max();
    let least = xs.iter().copied().filter(|x| *x > 0).map(|x| 100 / x).min();
    (both, most, least)
}

/// A sum and a product of what is kept, as near to their ends as it gets.
#[fuse]
pub fn added_and_multiplied(xs: &[i64], ys: &[u8]) -> (u8, i64, Option<u8>) {
    let sum: u8 = ys.iter().copied().filter(|y| *y < 3).sum();
    let product: i64 = xs.iter().map(|x| x % 3).filter(|x| *x != 0).product();
    let most = ys.iter().copied().filter(|y| *y < 200).max();
    (sum, product, most)
}

/// The sides of a book, divided by reference.
#[fuse]
pub fn divided(requests: &[Request], at: u16) -> (u64, u64, Option<u64>, usize, usize) {
    let (failed, served): (Vec<&Request>, Vec<&Request>) = requests
        .iter()
        .filter(|r| r.retries >= 0)
        .partition(|r| r.status >= at);
    let lost: u64 = failed.iter().map(|r| r.bytes >> 10).sum();
    let sent: u64 = served.iter().map(|r| r.bytes >> 10).sum();
    let slowest = failed.iter().map(|r| r.micros).max();
    let retried = served.iter().filter(|r| r.retries > 1).count();
    (lost, sent, slowest, retried, served.len())
}

/// A half that is given back, and one that is found in.
#[fuse]
pub fn divided_and_kept<'a>(words: &'a [String], long: usize) -> (Vec<&'a String>, usize, bool) {
    let (longer, shorter): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| word.len() > long);
    let letters = shorter.iter().map(|word| word.len()).sum();
    let signed = shorter.iter().any(|word| word.starts_with('-'));
    (longer, letters, signed)
}

/// Behind two filters: of fields whose types are seen, and of others.
#[fuse]
pub fn behind_two(
    requests: &[Request],
    readings: &[Reading],
    at: u16,
) -> (u64, Option<u64>, usize, usize) {
    let sent: u64 = requests
        .iter()
        .filter(|r| r.status < at)
        .filter(|r| r.retries > 0)
        .map(|r| r.bytes & 1023)
        .sum();
    let slowest = requests
        .iter()
        .filter(|r| r.status >= at)
        .filter(|r| r.retries > 0)
        .map(|r| r.micros)
        .max();
    let heavy = readings
        .iter()
        .filter(|r| r.ok)
        .filter(|r| r.weight > 2.0)
        .count();
    let light = readings
        .iter()
        .filter(|r| r.kind < 3)
        .filter(|r| r.value < 1.0)
        .count();
    (sent, slowest, heavy, light)
}

pub struct Asked<'a>(pub &'a Cell<u32>, pub u8);

impl PartialEq<u8> for Asked<'_> {
    fn eq(&self, other: &u8) -> bool {
        self.1 == *other
    }
}

impl PartialOrd<u8> for Asked<'_> {
    fn partial_cmp(&self, other: &u8) -> Option<Ordering> {
        self.0.set(self.0.get() + 1);
        self.1.partial_cmp(other)
    }
}

pub struct Held<T> {
    pub kind: u8,
    pub of: T,
}

/// A second test that tells somebody is asked of what the first keeps, and of nothing else.
#[fuse]
pub fn behind_two_that_tell<T: PartialOrd<u8>>(held: &[Held<T>], by: u8) -> (usize, u32) {
    let many = held
        .iter()
        .filter(|h| h.kind > 1)
        .filter(|h| h.of < by)
        .count();
    let kinds: u32 = held.iter().map(|h| u32::from(h.kind)).sum();
    (many, kinds)
}

/// Behind a filter whose element a map makes, of a type that nobody sees, and by patterns.
#[fuse]
pub fn behind_what_is_made(
    readings: &[Reading],
    ys: &[u8],
    at: u8,
) -> (usize, Option<u8>, usize, usize) {
    let large = readings
        .iter()
        .filter(|r| r.kind > 1)
        .map(|r| (r.kind, r.value))
        .filter(|x| x.1 > 3.0)
        .count();
    let most = ys
        .iter()
        .filter_map(|y| y.checked_sub(at))
        .filter(|y| *y > 2)
        .max();
    let both = readings
        .iter()
        .zip(ys)
        .filter(|(r, _)| r.kind > 2)
        .filter(|(r, y)| r.weight > 4.0 && **y > 1)
        .count();
    let named = readings
        .iter()
        .filter(|r| r.ok)
        .filter(|Reading { kind, value, .. }| *kind > 3 && matches!(*value, 1.0..=5.0))
        .count();
    (large, most, both, named)
}
