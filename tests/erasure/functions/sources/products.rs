//! Elements of two arrays in all pairs: a loop inside of a loop, with others around it and inside of it.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;

/// A grid, row by row, that is never in memory.
#[fuse]
pub fn a_grid(xs: &[i64]) -> (i64, Vec<i64>, usize) {
    let (rows, columns) = (xs.len().min(40) as i64, 7);
    let grid: Vec<i64> = (0..rows).flat_map(|i| (0..columns).map(move |j| i * 5 - j)).collect();
    let sum: i64 = grid.iter().sum();
    let shifted: Vec<i64> = grid.iter().map(|g| g + rows).collect();
    (sum, shifted, grid.len())
}

/// The names of the pairs' parameters mean something else outside of them.
#[fuse]
pub fn names_of_both_loops(xs: &[i64], us: &[i64]) -> (i64, i64, i64) {
    let (x, u) = (3, 9);
    let products: Vec<i64> = xs.iter().flat_map(|x| us.iter().map(move |u| x ^ u)).collect();
    let inside = products.iter().fold(0, |a, y| a ^ (y & x) | u);
    let around = xs.iter().fold(0, |a: i64, y| a ^ (y & x));
    let most = xs.iter().map(|y| y ^ u).max().unwrap_or(x);
    (inside, around, most)
}

/// What runs over the rows runs around what runs over the pairs.
#[fuse]
pub fn rows_and_pairs(xs: &[i64], us: &[i64]) -> (i64, i64, Vec<i64>, usize) {
    let total = xs.iter().fold(0, |a, x| a ^ x);
    let pairs = xs.iter().flat_map(|x| us.iter().map(move |u| x ^ u)).fold(0, |a: i64, p| a ^ p);
    let flipped: Vec<i64> = xs.iter().map(|x| !x).collect();
    let even = flipped.iter().filter(|x| **x & 1 == 0).count();
    (total, pairs, flipped, even)
}

/// Two of them would each open a loop in the same place.
#[fuse]
pub fn two_products(xs: &[i64], us: &[i64]) -> (i64, i64, usize) {
    let one = xs.iter().flat_map(|x| us.iter().map(move |u| x ^ u)).fold(0, |a: i64, p| a ^ p);
    let other = xs.iter().flat_map(|x| us.iter().map(move |u| x & u)).fold(0, |a: i64, p| a | p);
    let kept: Vec<i64> = xs.iter().copied().filter(|x| *x > 0).collect();
    let pairs = kept.iter().flat_map(|k| us.iter().map(move |u| k | u)).filter(|p| *p & 2 == 0).count();
    (one, other, pairs)
}
