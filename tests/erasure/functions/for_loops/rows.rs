//! Chains over rows beside others over the same rows.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    clippy::similar_names,
    clippy::map_flatten,
    reason = "they are written as people write them"
)]

use super::fuse;
use std::cell::Cell;

/// Sums of rows beside those of all elements.
#[fuse]
pub fn beside_a_total(rows: &[Vec<f64>]) -> (Vec<f64>, f64, f64, usize) {
    let sums: Vec<f64> = rows.iter().map(|r| r.iter().sum()).collect();
    let total: f64 = rows.iter().flatten().sum();
    let squares: f64 = rows.iter().flat_map(|row| row.iter()).map(|x| x * x).sum();
    let large: usize = rows.iter().flatten().filter(|x| **x > 0.5).count();
    (sums, total, squares, large)
}

/// Blocks, a `for` loop, sums of sums, and a fold of integers.
#[fuse]
pub fn blocks(rows: &[Vec<i64>]) -> (Vec<i64>, i64, i64, i64) {
    let spans: Vec<i64> = rows
        .iter()
        .map(|row| {
            let low = row.iter().copied().fold(i64::MAX, i64::min);
            let high = row.iter().copied().fold(i64::MIN, i64::max);
            low ^ high
        })
        .collect();
    let mut mixed = 0;
    for row in rows {
        for x in row {
            mixed ^= x;
        }
    }
    let folded: i64 = rows.iter().flat_map(|r| r).fold(1, |a, x| a.rotate_left(1) ^ x);
    let whole: i64 = rows.iter().map(|r| r.iter().map(|x| x & 7).sum::<i64>()).sum();
    (spans, mixed, folded, whole)
}

/// Sums that overflow, and rows whose making panics.
#[fuse]
pub fn panics(rows: &[Vec<i64>]) -> (Vec<i64>, i64) {
    let sums: Vec<i64> = rows.iter().map(|r| r.iter().map(|x| 100 / x).sum::<i64>()).collect();
    let total: i64 = rows.iter().flatten().sum();
    (sums, total)
}

/// Names that mean something else in the closure, and behind the chain.
#[fuse]
pub fn names(rows: &[Vec<f64>], total: f64) -> (Vec<f64>, f64, f64) {
    let sums: Vec<f64> = rows.iter().map(|r| r.iter().map(|x| x * total).sum()).collect();
    let before = total;
    let total: f64 = rows.iter().flatten().sum();
    let all: f64 = rows.iter().flatten().map(|x| x * total).sum();
    (sums, before + total, all)
}

/// A closure that returns, one that moves, and one that changes what it has captured.
#[fuse]
pub fn closures(rows: &[Vec<f64>], log: &Cell<u32>) -> (Vec<f64>, f64, Vec<f64>) {
    let firsts: Vec<f64> = rows
        .iter()
        .map(|r| {
            if r.is_empty() {
                return -1.0;
            }
            r.iter().sum()
        })
        .collect();
    let total: f64 = rows.iter().flatten().sum();
    let scale = 2.0;
    let scaled: Vec<f64> = rows
        .iter()
        .map(move |r| {
            log.set(log.get() + 1);
            r.iter().map(|x| x * scale).sum()
        })
        .collect();
    (firsts, total, scaled)
}

/// Rows of other kinds: arrays, options, vectors that are given away.
#[fuse]
pub fn kinds(pairs: &[[f64; 2]], options: &[Option<f64>], owned: Vec<Vec<f64>>) -> (f64, f64, f64, f64) {
    let flat: f64 = pairs.iter().flatten().sum();
    let products: f64 = pairs.iter().map(|p| p[0] * p[1]).sum();
    let present: f64 = options.iter().flatten().sum();
    let most: f64 = owned.iter().map(|r| r.iter().sum::<f64>()).sum();
    let all: f64 = owned.into_iter().flatten().sum();
    (flat + products, present, most, all)
}

pub struct Grid {
    rows: Vec<Vec<i64>>,
    bias: i64,
}

impl Grid {
    /// A step that owns what it looks into, and one that counts.
    #[fuse]
    pub fn looked_up(&self, table: Vec<i64>) -> (Vec<i64>, i64, i64) {
        let rows: &[Vec<i64>] = &self.rows;
        if rows.is_empty() {
            return (Vec::new(), self.bias, 0);
        }
        let sums: Vec<i64> = rows.iter().map(|r| r.iter().map(|x| x & 3).sum()).collect();
        let found: i64 = rows
            .iter()
            .flatten()
            .map(move |x| table[(x & 3) as usize])
            .sum();
        let mut n = 0i64;
        let counted: i64 = rows
            .iter()
            .flatten()
            .map(|x| {
                n += 1;
                n ^ (x & 3)
            })
            .sum();
        (sums, found, counted + n)
    }
}

pub fn looked_up(rows: Vec<Vec<i64>>) -> (Vec<i64>, i64, i64) {
    Grid { rows, bias: 4 }.looked_up(vec![5, 6, 7, 8])
}

/// What every body pulls at every other: two sums for each, and the energy of the second, which is kept.
#[fuse]
pub fn bodies(px: &[f64], py: &[f64], mass: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
    let ax: Vec<f64> = px
        .iter()
        .zip(py)
        .map(|(x, y)| {
            px.iter()
                .zip(py)
                .zip(mass)
                .map(|((a, b), m)| m * (a - x) / ((a - x) * (a - x) + (b - y) * (b - y) + 1.0))
                .sum()
        })
        .collect();
    let ay: Vec<f64> = px
        .iter()
        .zip(py)
        .map(|(x, y)| {
            px.iter()
                .zip(py)
                .zip(mass)
                .map(|((a, b), m)| m * (b - y) / ((a - x) * (a - x) + (b - y) * (b - y) + 1.0))
                .sum()
        })
        .collect();
    let energy = ay.iter().map(|a| a * a).sum();
    (ax, ay, energy)
}

/// Sums that overflow, the first behind the second, and names that one of them binds and the other reads from outside.
#[fuse]
pub fn overflows(xs: &[i64], us: &[i64], a: i64) -> (Vec<i64>, Vec<i64>) {
    let products: Vec<i64> = xs.iter().map(|x| us.iter().map(|u| u * x).sum()).collect();
    let shifted: Vec<i64> = xs.iter().map(|a| us.iter().map(|u| u ^ a).sum()).collect();
    let last: Vec<i64> = xs.iter().map(|x| us.iter().map(|u| u & x | a).sum()).collect();
    (products, shifted.iter().zip(&last).map(|(s, l)| s ^ l).collect())
}

/// A body in which loops share one, and whose pushes others read; under a condition, and twice.
#[fuse]
pub fn pushed_behind_loops(xs: &[f64], us: &[f64]) -> (f64, Vec<f64>, f64, usize) {
    let mut total = 0.0;
    let mut sums: Vec<f64> = Vec::new();
    let mut large: Vec<f64> = Vec::new();
    for x in xs {
        let low: f64 = us.iter().map(|u| u - x).sum();
        let high: f64 = us.iter().map(|u| u + x).sum();
        total += low;
        if high > 1.0 {
            large.push(low);
        }
        sums.push(high);
    }
    let all = sums.iter().sum();
    let many = large.iter().filter(|l| **l < 0.5).count();
    (total, sums, all, many)
}

/// The total of one value for each, and the array of another.
#[fuse]
pub fn a_total_and_an_array(xs: &[i64], us: &[i64]) -> (i64, Vec<i64>, i64) {
    let total: i64 = xs.iter().map(|x| us.iter().map(|u| u ^ x).sum::<i64>()).sum();
    let kept: Vec<i64> = xs.iter().map(|x| us.iter().map(|u| u & x).sum()).collect();
    let last: i64 = xs.iter().map(|x| us.iter().map(|u| u | x).sum::<i64>()).sum();
    (total, kept, last)
}

/// Sums of rows beside one over all elements, those that are in no row among them; rows of no elements panic.
#[fuse]
pub fn cut_beside_a_total(xs: &[f64], w: usize) -> (Vec<f64>, f64) {
    let rows: Vec<f64> = xs
        .chunks_exact(w)
        .map(|row| row.iter().sum::<f64>())
        .collect();
    let total: f64 = xs.iter().sum();
    (rows, total)
}

/// The total comes first, and is of another shape. Of two zeros `f64::max` may return either.
#[fuse]
pub fn a_total_before(xs: Vec<f64>, w: usize) -> (f64, Vec<f64>, f64) {
    let total = xs.iter().map(|x| x * 0.5).fold(0.25, |a, x| a - x);
    let rows: Vec<f64> = xs
        .chunks_exact(w)
        .map(|row| row.iter().copied().fold(f64::MIN, f64::max) + 0.0)
        .collect();
    let kept: f64 = xs.iter().filter(|x| **x > 0.5).sum();
    (total, rows, kept)
}

/// In rows of which the last may be shorter, and another width in between.
#[fuse]
pub fn cut_anew(xs: &[f64], mut w: usize) -> (Vec<f64>, f64, Vec<f64>, f64) {
    let rows: Vec<f64> = xs.chunks(w).map(|row| row.iter().sum::<f64>()).collect();
    let total: f64 = xs.iter().sum();
    w -= 1;
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    let again: Vec<f64> = xs.chunks(w).map(|row| row.iter().sum::<f64>()).collect();
    (rows, total, again, squares)
}

/// Of another array of the same name.
#[fuse]
pub fn cut_of_another(xs: &[f64], w: usize) -> (Vec<f64>, f64) {
    let rows: Vec<f64> = xs.chunks(w).map(|row| row.iter().sum::<f64>()).collect();
    let xs = &xs[..xs.len() / 2];
    let total: f64 = xs.iter().sum();
    (rows, total)
}

/// What is counted in rows, for all and for each.
#[fuse]
pub fn counted(rows: &[Vec<i64>], of: i64) -> (usize, usize, Vec<usize>, Option<usize>) {
    let odd: usize = rows.iter().map(|row| row.iter().filter(|x| *x % 2 == of).count()).sum();
    let large: usize = rows.iter().map(|row| row.iter().map(|x| 100 / x).filter(|x| *x > 1).count()).sum();
    let of_each: Vec<usize> = rows.iter().map(|row| row.iter().filter(|x| **x > of).count()).collect();
    let most = of_each.iter().enumerate().max_by_key(|(_, n)| **n).map(|(at, _)| at);
    (odd, large, of_each, most)
}

/// Rows that say themselves what they hold.
pub struct Spans(pub Vec<i64>);

/// What is left of them.
pub struct Left<'a>(std::slice::Iter<'a, i64>);

/// How many, by a type of its own.
pub struct Many(usize);

impl Spans {
    pub fn iter(&self) -> Left<'_> {
        Left(self.0.iter())
    }
}

impl Left<'_> {
    pub fn count(self) -> Many {
        Many(self.0.len() * 2)
    }
}

impl std::iter::Sum<Many> for usize {
    fn sum<I: Iterator<Item = Many>>(iter: I) -> usize {
        iter.fold(1, |all, many| all + many.0)
    }
}

#[fuse]
pub fn counted_by_others(rows: &[Spans]) -> (usize, usize) {
    let all: usize = rows.iter().map(|row| row.iter().count()).sum();
    let again: usize = rows.iter().map(|row| row.iter().count()).sum();
    (all, again)
}

/// A mean of each row, its deviation, and what both come to.
#[fuse]
pub fn deviations(rows: &[Vec<f64>], xs: &[f64], width: usize) -> (Vec<f64>, Vec<(f64, f64)>, f64) {
    let means: Vec<f64> = rows.iter().map(|r| r.iter().sum::<f64>() / r.len() as f64).collect();
    let devs: Vec<f64> =
        rows.iter().zip(&means).map(|(r, m)| r.iter().map(|x| (x - m) * (x - m)).sum::<f64>().sqrt()).collect();
    let smooth: Vec<f64> = xs.windows(width).map(|w| w.iter().sum::<f64>()).collect();
    let rough: Vec<(f64, f64)> =
        xs.windows(width).zip(&smooth).map(|(w, s)| (w[0] - s, w.iter().map(|x| x * s).sum::<f64>())).collect();
    (means, rough, devs.iter().sum())
}
