//! `for` loops that hold loops, and run in one loop.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    clippy::needless_range_loop,
    clippy::many_single_char_names,
    clippy::similar_names,
    clippy::manual_memcpy,
    reason = "they are written as people write them"
)]

use super::fuse;
use std::cell::Cell;

/// Over rows, over indices of rows, and with arrays as accumulators.
#[fuse]
pub fn sums(rows: &[Vec<f64>], flat: &[f64], w: usize) -> (f64, f64, Vec<f64>, Vec<f64>) {
    let mut s = 0.0;
    for row in rows {
        for x in row {
            s += x;
        }
    }
    let mut q = 0.0;
    for row in rows {
        for x in row {
            q += x * x;
        }
    }
    let h = if w == 0 { 0 } else { flat.len() / w };
    let mut sums = vec![0.0; h];
    for i in 0..h {
        for j in 0..w {
            sums[i] += flat[i * w + j];
        }
    }
    let mut squares = vec![0.0; h];
    for i in 0..h {
        for j in 0..w {
            squares[i] += flat[i * w + j] * flat[i * w + j];
        }
    }
    (s, q, sums, squares)
}

/// The same names in both bodies, other names in the patterns, and what stands between them.
#[fuse]
pub fn names(rows: &[Vec<f64>], scale: f64) -> (Vec<f64>, f64, f64, f64) {
    let mut means = Vec::with_capacity(rows.len());
    let mut most = f64::MIN;
    for row in rows {
        let mut total = 0.0;
        for x in row {
            total += x;
        }
        let mean = if row.is_empty() { 0.0 } else { total / row.len() as f64 };
        means.push(mean);
        most = most.max(mean);
    }
    let factor = scale * 2.0;
    let mut spread = 0.0;
    for r in rows {
        let mut total = 0.0;
        for y in r {
            total += y * factor;
        }
        let mean = total * 0.5;
        spread += mean;
    }
    let last = means.last().copied().unwrap_or(0.0);
    (means, most, spread, last)
}

/// A name of the second body that a local of the first would hide.
#[fuse]
pub fn hidden_by_a_local(rows: &[Vec<f64>], mean: f64) -> (f64, f64) {
    let mut s = 0.0;
    for row in rows {
        let mean = 3.0;
        for x in row {
            s += x * mean;
        }
    }
    let mut q = 0.0;
    for row in rows {
        for x in row {
            q += x * mean;
        }
    }
    (s, q)
}

/// A name of the second body that the pattern of the first would hide, and one between them.
#[fuse]
pub fn hidden_by_a_pattern(rows: &[Vec<f64>], row: &[f64], x: f64) -> (f64, f64, f64) {
    let mut s = 0.0;
    for row in rows {
        for x in row {
            s += x;
        }
    }
    let offset = x;
    let mut q = 0.0;
    for r in rows {
        for y in r {
            q += y * x + row.len() as f64;
        }
    }
    let x = 2.0;
    let mut t = 0.0;
    for r in rows {
        for y in r {
            t += y * x;
        }
    }
    (s, q + offset, t)
}

/// Statements between the loops that belong before them, and behind them, in another order.
#[fuse]
pub fn between(rows: &[Vec<f64>], n: f64) -> (f64, f64, f64) {
    let mut s = 0.0;
    for row in rows {
        for x in row {
            s += x;
        }
    }
    let mean = s / n;
    let n = n + 1.0;
    let mut q = 0.0;
    for row in rows {
        for x in row {
            q += x * n;
        }
    }
    (mean, n, q)
}

/// A value that notes when it is dropped.
pub struct Noted<'a>(&'a Cell<u64>, u64);

impl Drop for Noted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().wrapping_mul(31).wrapping_add(self.1));
    }
}

/// What the first body makes is dropped before the second one.
#[fuse]
pub fn dropped(rows: &[Vec<f64>], log: &Cell<u64>) -> (f64, f64) {
    let mut s = 0.0;
    for row in rows {
        let _noted = Noted(log, 1);
        for x in row {
            s += x;
        }
    }
    let mut q = 0.0;
    for row in rows {
        let _noted = Noted(log, 2);
        for x in row {
            q += x;
        }
    }
    (s, q)
}

/// Rows that are changed, and given away by name.
#[fuse]
pub fn changed(rows: &mut [Vec<f64>], log: &mut Vec<f64>) {
    for row in rows.iter_mut() {
        for x in row.iter_mut() {
            *x += 1.0;
        }
    }
    for row in rows.iter_mut() {
        for x in row {
            *x *= 2.0;
        }
    }
    for row in rows.iter_mut() {
        for x in row {
            *x -= 0.5;
        }
    }
    for row in rows.iter() {
        for x in row {
            log.push(*x);
        }
    }
}

/// Rows that are not copied.
#[fuse]
pub fn owned(words: &[String]) -> (Vec<String>, usize) {
    let mut kept = Vec::new();
    for word in words.iter().cloned() {
        let mut capitals = 0;
        for c in word.chars() {
            capitals += usize::from(c.is_uppercase());
        }
        if capitals > 0 {
            kept.push(word);
        }
    }
    let mut digits = 0;
    for word in words.iter().cloned() {
        for c in word.chars() {
            digits += usize::from(c.is_ascii_digit());
        }
    }
    (kept, digits)
}

/// Integers of which each loop has its own type.
#[fuse]
pub fn of_two_types(xs: &[i64; 12]) -> (i64, i64) {
    let mut s = 0;
    for i in 0..3 {
        for j in 0..4 {
            s += xs[i * 4 + j];
        }
    }
    let mut q = 0i64;
    for i in 0..3 {
        for j in 0..4 {
            q += i * j;
        }
    }
    (s, q)
}

/// What panics does so behind what is written before.
#[fuse]
pub fn up_to_a_panic(rows: &[Vec<i64>], limit: i64, seen: &mut Vec<i64>, sums: &mut [i64]) {
    for (i, row) in rows.iter().enumerate() {
        for x in row {
            seen.push(*x);
            assert!(*x < limit, "limit");
        }
        sums[i] = 1;
    }
    for (i, row) in rows.iter().enumerate() {
        for x in row {
            sums[i] = sums[i].checked_add(*x).expect("in range");
        }
    }
}

/// Loops in loops in loops.
#[fuse]
pub fn deep(cube: &[Vec<Vec<f64>>]) -> (f64, f64, usize) {
    let mut s = 0.0;
    for plane in cube {
        for row in plane {
            for x in row {
                s += x;
            }
        }
    }
    let mut q = 0.0;
    for plane in cube {
        for row in plane {
            for x in row {
                q += x * x;
            }
        }
    }
    let mut n = 0usize;
    for plane in cube {
        for row in plane {
            n += row.len();
        }
    }
    (s, q, n)
}

/// A later row of what the first loop makes is read in the second.
#[fuse]
pub fn below(rows: &[Vec<f64>]) -> (Vec<f64>, f64) {
    let mut sums = vec![0.0; rows.len() + 1];
    for (i, row) in rows.iter().enumerate() {
        for x in row {
            sums[i] += x;
        }
    }
    let mut t = 0.0;
    for (i, row) in rows.iter().enumerate() {
        for x in row {
            t += x * sums[i + 1];
        }
    }
    (sums, t)
}

/// Chains in bodies.
#[fuse]
pub fn chains(rows: &[Vec<f64>]) -> (Vec<f64>, Vec<f64>, f64) {
    let mut sums = Vec::new();
    let mut mosts = Vec::new();
    let mut all = 0.0;
    for row in rows {
        let sum: f64 = row.iter().sum();
        sums.push(sum);
    }
    for row in rows {
        let most = row.iter().fold(f64::MIN, |a, x| if *x > a { *x } else { a });
        mosts.push(most);
    }
    for row in rows {
        all += row.iter().map(|x| x * 0.5).sum::<f64>();
    }
    (sums, mosts, all)
}
