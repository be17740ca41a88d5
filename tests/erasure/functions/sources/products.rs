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

/// Two of one shape are one nest, and bind the same names to the same elements.
#[fuse]
pub fn two_products(xs: &[i64], us: &[i64]) -> (i64, i64, usize) {
    let one = xs.iter().flat_map(|x| us.iter().map(move |u| x ^ u)).fold(0, |a: i64, p| a ^ p);
    let other = xs.iter().flat_map(|x| us.iter().map(move |u| x & u)).fold(0, |a: i64, p| a | p);
    let kept: Vec<i64> = xs.iter().copied().filter(|x| *x > 0).collect();
    let pairs = kept.iter().flat_map(|k| us.iter().map(move |u| k | u)).filter(|p| *p & 2 == 0).count();
    (one, other, pairs)
}

/// Gradients of an image: products of ranges that others read in step.
#[fuse(loops = 1)]
pub fn gradients(img: &[f64], w: usize, h: usize) -> (Vec<f64>, f64, usize) {
    let across: Vec<f64> = (1..h - 1)
        .flat_map(|y| (1..w - 1).map(move |x| img[y * w + x + 1] - img[y * w + x - 1]))
        .collect();
    let down: Vec<f64> = (1..h - 1)
        .flat_map(|row| (1..w - 1).map(move |column| img[(row + 1) * w + column] - img[(row - 1) * w + column]))
        .collect();
    let steep: Vec<f64> = across.iter().zip(&down).map(|(a, d)| (a * a + d * d).sqrt()).collect();
    let total = steep.iter().sum();
    let flat = down.iter().filter(|d| **d == 0.0).count();
    (steep, total, flat)
}

/// Three loops in each other, twice, under one set of names.
#[fuse(loops = 1)]
pub fn three_deep(xs: &[i64], us: &[i64]) -> (i64, i64) {
    let all = xs
        .iter()
        .flat_map(|x| us.iter().flat_map(move |u| (0..3i64).map(move |k| x ^ u ^ k)))
        .fold(0, |a: i64, p| a ^ p);
    let any = xs
        .iter()
        .flat_map(|x| us.iter().flat_map(move |u| (0..3i64).map(move |k| x & u | k)))
        .fold(0, |a: i64, p| a | p);
    (all, any)
}

/// One name for other elements: those of another array, those of a range that starts elsewhere, and copies.
#[fuse]
pub fn one_name_for_others(xs: &[i64], ys: &[i64], us: &[i64]) -> (i64, i64, i64, i64, i64) {
    assert_eq!(xs.len(), ys.len());
    let one = xs.iter().flat_map(|x| us.iter().map(move |u| x ^ u)).fold(0, |a: i64, p| a ^ p);
    let other = ys.iter().flat_map(|x| us.iter().map(move |u| x & u)).fold(0, |a: i64, p| a | p);
    let copied = xs.iter().copied().flat_map(|x| us.iter().map(move |u| x | u)).fold(0, |a: i64, p| a ^ p);
    let counted = (0..5i64).flat_map(|x| (0..3i64).map(move |u| x * 3 + u)).fold(0, |a: i64, p| a * 7 ^ p);
    let later = (1..6i64).flat_map(|x| (0..3i64).map(move |u| x * 3 + u)).fold(0, |a: i64, p| a * 5 ^ p);
    (one, other, copied, counted % 1009, later % 1009)
}

/// A parameter that the closure changes, and one that only one of them reads.
#[fuse]
#[allow(unused_variables, reason = "one of them reads no more than how often it runs")]
pub fn changed_and_unread(xs: &[i64], us: &[i64]) -> (i64, i64, usize) {
    let one = xs
        .iter()
        .copied()
        .flat_map(|mut x| {
            us.iter().map(move |u| {
                x ^= u;
                x
            })
        })
        .fold(0, |a: i64, p| a ^ p);
    let other = xs.iter().copied().flat_map(|x| us.iter().map(move |u| x & u)).fold(0, |a: i64, p| a | p);
    let pairs = xs.iter().copied().flat_map(|x| us.iter().map(|u| u & 1)).filter(|bit| *bit == 1).count();
    (one, other, pairs)
}

/// A name that both bind and nobody reads, beside others of which one hides a parameter.
#[fuse]
pub fn half_of_a_pattern(xs: &[i64], us: &[i64], r: i64) -> (i64, i64, i64) {
    let one = xs.iter().enumerate().flat_map(|(_i, p)| us.iter().map(move |q| p ^ q)).fold(0, |a: i64, x| a ^ x);
    let other = xs.iter().enumerate().flat_map(|(_i, r)| us.iter().map(move |q| r & q)).max().unwrap_or(0);
    (one, other, r)
}

/// Products of two shapes, and an array of both their length that is in memory.
#[fuse]
pub fn two_shapes(xs: &[i64], us: &[i64], all: &[i64]) -> (Vec<i64>, i64, i64) {
    let wide: Vec<i64> = xs.iter().flat_map(|x| us.iter().map(move |u| x ^ u)).collect();
    let tall: Vec<i64> = us.iter().flat_map(|u| xs.iter().map(move |x| x & u)).collect();
    let both = wide.iter().zip(&tall).fold(0, |a: i64, (w, t)| a ^ (w | t));
    let beside = wide.iter().zip(all).fold(0, |a: i64, (w, x)| a ^ (w & x));
    (wide, both, beside)
}

/// One half of what a reader takes in step is in memory, for a sort stands between.
#[fuse]
pub fn one_in_memory(xs: &[i64], us: &[i64]) -> (i64, i64) {
    let mut sorted: Vec<i64> = xs.iter().flat_map(|x| us.iter().map(move |u| x ^ u)).collect();
    sorted.sort_unstable();
    let made: Vec<i64> = xs.iter().flat_map(|x| us.iter().map(move |u| x & u)).collect();
    let both = made.iter().zip(&sorted).fold(0, |a: i64, (m, s)| a ^ (m | s));
    let most = made.iter().copied().max().unwrap_or(0);
    (both, most)
}

/// A search pulls the loop, in parts of its array; the product of that array with itself runs over all of it.
#[fuse]
pub fn beside_a_search(xs: &[i64], n: i64) -> (bool, i64) {
    let found = xs.iter().any(|x| *x == n);
    let squares = xs.iter().flat_map(|x| xs.iter().map(move |y| x & y)).fold(0, |a: i64, p| a ^ p);
    (found, squares)
}
