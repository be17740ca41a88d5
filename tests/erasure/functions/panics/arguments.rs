//! What panics, panics; what does not, does not. Arguments of sources and adapters among it.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use crate::common::tracked::mark;

/// Nobody reads what these make, but each panics for some `n`.
#[fuse]
pub fn dead_slice(xs: &[i64], n: usize) -> usize {
    let _part: Vec<i64> = xs[..n].iter().copied().collect();
    let all = xs.iter().count();
    all
}

#[fuse]
pub fn dead_steps(xs: &[i64], n: usize) -> usize {
    let _part: Vec<i64> = xs.iter().step_by(n).copied().collect();
    let all = xs.iter().count();
    all
}

#[fuse]
pub fn dead_chunks(xs: &[i64], n: usize) -> usize {
    let _part: Vec<usize> = xs.chunks(n).map(|chunk| chunk.len()).collect();
    let _other: Vec<usize> = xs.windows(n).map(|window| window.len()).collect();
    let all = xs.iter().count();
    all
}

#[fuse]
pub fn dead_amount(xs: &[i64], n: usize) -> usize {
    let _part: Vec<i64> = xs.iter().take(10 / n).copied().collect();
    let _rest: Vec<i64> = xs.iter().skip(n - 1).copied().collect();
    let all = xs.iter().count();
    all
}

#[fuse]
pub fn dead_range(xs: &[i64], n: usize) -> usize {
    let _part: Vec<usize> = (0..n - 2).map(|i| i ^ 1).collect();
    let all = xs.iter().count();
    all
}

#[fuse]
pub fn dead_row(rows: &[Vec<i64>], n: usize) -> usize {
    let _row: Vec<i64> = rows[n].iter().copied().collect();
    let all = rows.iter().count();
    all
}

/// The same where they are read.
#[fuse]
pub fn parts_of_slices(xs: &[i64], n: usize) -> (i64, i64, i64) {
    let a: i64 = xs[..n].iter().fold(0, |a, x| a ^ x);
    let b: i64 = xs[n..].iter().fold(0, |a, x| a ^ x);
    let c: i64 = xs[n / 2..n]
        .iter()
        .zip(xs[1..].iter())
        .fold(0, |a, (x, y)| a ^ x & y);
    (a, b, c)
}

/// A way out saves those that come behind it.
#[fuse]
pub fn guarded(xs: &[i64], n: usize) -> Option<(i64, usize, i64)> {
    let all: i64 = xs.iter().fold(0, |a, x| a ^ x);
    if n == 0 || n > xs.len() {
        return None;
    }
    let some: i64 = xs[..n].iter().fold(0, |a, x| a ^ x);
    let chunks = xs.chunks(n).count();
    let first: i64 = xs.iter().step_by(n).fold(0, |a, x| a ^ x);
    Some((all ^ some, chunks, first))
}

/// What a stream has skipped, its worker has still been called with; what it stopped before, not.
#[fuse]
pub fn skipped_and_stopped(xs: &[i64], n: usize) -> (Vec<i64>, Option<i64>, bool, i64) {
    let a: Vec<i64> = xs.iter().map(|x| 100 / x).skip(n).collect();
    let b: Option<i64> = xs.iter().map(|x| 100 / (x - 1)).nth(n);
    let c: bool = xs.iter().map(|x| 100 / (x - 2)).any(|x| x == 100);
    let d: i64 = xs
        .iter()
        .map(|x| 100 / (x - 3))
        .take(n)
        .fold(0, |a, x| a ^ x);
    (a, b, c, d)
}

#[fuse]
pub fn stopped_by_a_partner(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
    let a: Vec<i64> = ys
        .iter()
        .zip(xs.iter().map(|x| 100 / (x - 4)))
        .map(|(y, x)| x ^ y)
        .collect();
    let b: i64 = a.iter().fold(0, |a, x| a ^ x);
    (a, b)
}

#[fuse]
pub fn last_and_counted(xs: &[i64]) -> (Option<i64>, usize, Option<i64>) {
    let a: Option<i64> = xs.iter().map(|x| 100 / (x - 5)).last();
    let b: usize = xs.iter().map(|x| 100 / (x - 6)).count();
    let c: Option<i64> = xs.iter().rev().map(|x| 100 / (x - 7)).find(|x| *x == 50);
    (a, b, c)
}

/// A size that no memory holds, of which a filter leaves a little.
#[fuse]
#[must_use]
pub fn endless_sources() -> (Vec<u64>, u64, Vec<i64>) {
    let few: Vec<u64> = (0..u64::MAX).take_while(|x| *x < 5).collect();
    let sum: u64 = (1..).take(4).sum::<u64>();
    let repeated: Vec<i64> = std::iter::repeat(3).take(3).collect();
    (few, sum, repeated)
}

/// `cycle` of nothing ends, `zip` with it does too.
#[fuse]
pub fn cycled(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
    let a: Vec<i64> = xs
        .iter()
        .zip(ys.iter().cycle())
        .map(|(x, y)| x ^ y)
        .collect();
    let b: i64 = a
        .iter()
        .zip(ys.iter().cycle().skip(1))
        .fold(0, |a, (x, y)| a ^ x & y);
    (a, b)
}

/// Integers that overflow in debug builds.
#[fuse]
pub fn overflowing(xs: &[i8]) -> (i8, Vec<i8>, i8) {
    let sum: i8 = xs.iter().sum();
    let next: Vec<i8> = xs.iter().map(|x| x + 1).collect();
    let _dead: Vec<i8> = xs.iter().map(|x| x * 3).collect();
    let fold = xs.iter().fold(0i8, |a, x| a - x);
    (sum, next, fold)
}

/// A panic in a loop leaves what was pushed before the loop.
#[fuse]
pub fn pushed_before_a_panic(xs: &[i64], out: &mut Vec<i64>) -> i64 {
    out.push(1);
    let a: i64 = xs.iter().fold(0, |a, x| a ^ x);
    out.push(2);
    let b: i64 = xs.iter().map(|x| 100 / x).fold(0, |a, x| a ^ x);
    out.push(3);
    mark(1);
    a ^ b
}

/// Constants that a closure would panic with, if there were an element: rustc says so of a loop, and not of a closure.
#[fuse]
pub fn constants(xs: &[i64]) -> (i64, i64, i64, usize) {
    let (zero, at, two, most, low) = (0, 2, [1, 2], 255u8, 0usize);
    let quotients = xs.iter().map(|x| x ^ 100 / zero).fold(0, |a: i64, x| a ^ x);
    (quotients, at, two[0], usize::from(most) + low)
}

/// The same constants, each in a `let` of its own.
#[fuse]
pub fn constants_apart(xs: &[i64]) -> (i64, i64, i64, usize) {
    let zero = 0;
    let two = [1, 2];
    let at = 2;
    let most = 255u8;
    let low = 0usize;
    let quotients = xs.iter().map(|x| x ^ 100 / zero).fold(0, |a: i64, x| a ^ x);
    let taken = xs.iter().map(|x| x ^ two[at]).fold(0, |a: i64, x| a ^ x);
    let sums = xs.iter().map(|x| x ^ i64::from(most + 1)).fold(0, |a: i64, x| a ^ x);
    let many = xs.iter().filter(|x| **x > (low - 1) as i64).count();
    (quotients, taken, sums, many)
}
