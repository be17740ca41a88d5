//! Lengths of arrays that change, and facts about lengths that hold only for a while.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unused_assignments,
    unused_mut,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;

/// Only asked in debug builds.
#[fuse]
pub fn lengths_in_debug(xs: &[i64], ys: &[i64]) -> (i64, i64, i64) {
    debug_assert_eq!(xs.len(), ys.len());
    let a: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let b: i64 = ys.iter().fold(0, |a, y| a ^ y);
    let c: i64 = xs.iter().zip(ys).fold(0, |a, (x, y)| a ^ x & y);
    (a, b, c)
}

/// The fact holds of the arrays of that time.
#[fuse]
pub fn lengths_that_change(xs: &[i64], ys: &[i64], zs: &[i64]) -> Option<(i64, i64, i64, usize)> {
    if xs.len() != ys.len() {
        return None;
    }
    let n = xs.len();
    let a: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let ys = zs;
    let b: i64 = ys.iter().fold(0, |a, y| a ^ y);
    let mut own: Vec<i64> = xs.to_vec();
    own.push(4);
    let c: i64 = (0..n).map(|i| i as i64).fold(a, |a, i| a ^ i);
    let d = own.iter().filter(|x| **x > c).count();
    Some((a, b, c, d))
}

/// A length that was taken before the array changed, in all the ways there are.
#[fuse]
pub fn lengths_taken_before(xs: &[i64], flag: bool) -> Vec<i64> {
    let mut v: Vec<i64> = xs.iter().map(|x| x & 7).collect();
    let mut out = Vec::new();
    let n = v.len();
    v.push(1);
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let n = v.len();
    let w = &mut v;
    w.push(2);
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let n = v.len();
    if flag {
        v.clear();
    }
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let n = v.len();
    let mut grow = |x| v.push(x);
    grow(3);
    grow(4);
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let n = v.len();
    for x in xs {
        v.push(x & 1);
    }
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let n = v.len();
    let mut other = vec![1, 2, 3];
    std::mem::swap(&mut v, &mut other);
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    let c: i64 = other.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b, c]);
    let n = v.len();
    v = other;
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let m = v.len();
    while v.len() > 2 {
        v.pop();
    }
    let a: usize = (0..m).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    out
}

/// The fact was true before the array changed.
#[fuse]
pub fn asserted_before(xs: &[i64], ys: &mut Vec<i64>) -> (i64, i64, i64) {
    assert_eq!(xs.len(), ys.len());
    let a: i64 = xs.iter().zip(ys.iter()).map(|(x, y)| x & y & 7).sum();
    ys.push(3);
    let b: i64 = xs.iter().map(|x| x & 7).sum();
    let c: i64 = ys.iter().map(|x| x & 7).sum();
    (a, b, c)
}

/// Rows grow in place.
#[fuse]
pub fn rows_in_place(rows: &mut [Vec<i64>]) -> (usize, usize, i64) {
    let before: usize = rows.iter().map(|row| row.len()).sum();
    for row in rows.iter_mut() {
        row.push(3);
    }
    let after: usize = rows.iter().map(|row| row.len()).sum();
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] ^= i as i64;
    }
    let firsts: i64 = rows.iter().map(|row| row[0] & 7).sum();
    (before, after, firsts)
}

/// `||` and `&&` say other things.
#[fuse]
pub fn guards_of_lengths(xs: &[i64], ys: &[i64], zs: &[i64]) -> Option<(i64, i64, i64)> {
    if xs.len() != ys.len() && xs.len() != zs.len() {
        return None;
    }
    let a: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let b: i64 = ys.iter().fold(0, |a, x| a ^ x);
    let c: i64 = zs.iter().fold(0, |a, x| a ^ x);
    Some((a, b, c))
}

/// A guard that does not leave.
#[fuse]
pub fn guard_that_stays(xs: &[i64], ys: &[i64]) -> (i64, i64, usize) {
    let mut uneven = 0;
    if xs.len() != ys.len() {
        uneven += 1;
    }
    let a: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let b: i64 = ys.iter().fold(0, |a, x| a ^ x);
    (a, b, uneven)
}
