//! Chains of rayon's. Integers and what is collected are equal to the bit, sums of floats near.

use super::fuse;
use rayon::prelude::*;

#[fuse]
pub fn sums(xs: &[i64]) -> (i64, i64, usize) {
    let sum: i64 = xs.par_iter().map(|x| x % 1000).sum();
    let squares: i64 = xs.par_iter().map(|x| (x % 1000) * (x % 1000)).sum();
    let even = xs.par_iter().filter(|x| *x % 2 == 0).count();
    (sum, squares, even)
}

/// Many ranges, however short the input.
#[fuse]
pub fn short_ranges(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Option<i64>, Option<i64>) {
    let halves: Vec<i64> = xs.par_iter().with_min_len(3).map(|x| x / 2).collect();
    let odd: Vec<i64> = xs.par_iter().copied().filter(|x| x % 2 != 0).collect();
    let most = xs.par_iter().copied().max();
    let least = xs.par_iter().copied().min();
    (halves, odd, most, least)
}

#[fuse]
pub fn contracted(xs: &[i64]) -> (i64, usize) {
    let small: Vec<i64> = xs.par_iter().with_min_len(5).map(|x| x % 100).collect();
    let sum: i64 = small.par_iter().sum();
    let positive = small.par_iter().filter(|x| **x > 0).count();
    (sum, positive)
}

#[fuse]
pub fn ties(xs: &[i64]) -> (Option<&i64>, Option<&i64>, Option<i64>, Option<i64>) {
    let first = xs.par_iter().with_min_len(2).min_by_key(|x| *x % 3);
    let last = xs.par_iter().max_by_key(|x| *x % 3);
    let by = xs.par_iter().copied().max_by(|a, b| (a % 5).cmp(&(b % 5)));
    let other = xs.par_iter().copied().min_by(|a, b| (a % 5).cmp(&(b % 5)));
    (first, last, by, other)
}

#[fuse]
pub fn in_step(xs: &[i64], ys: &[i64]) -> (i64, Vec<i64>, Vec<(usize, i64)>) {
    assert_eq!(xs.len(), ys.len());
    let dot: i64 = xs.par_iter().zip(ys).map(|(x, y)| (x % 99) * (y % 99)).sum();
    let greater: Vec<i64> = xs
        .par_iter()
        .zip(ys.par_iter())
        .with_min_len(7)
        .map(|(x, y)| *x.max(y))
        .collect();
    let indexed: Vec<(usize, i64)> = ys
        .par_iter()
        .enumerate()
        .filter(|(index, _)| index % 3 == 1)
        .map(|(index, y)| (index, *y))
        .collect();
    (dot, greater, indexed)
}

#[fuse]
pub fn uneven(xs: &[i64], ys: &[i64]) -> (usize, Vec<i64>) {
    let equal = xs.par_iter().zip(ys).with_min_len(4).filter(|(x, y)| x == y).count();
    let sums: Vec<i64> = xs
        .par_iter()
        .zip(ys)
        .map(|(x, y)| x.wrapping_add(*y))
        .collect();
    (equal, sums)
}

#[fuse]
pub fn indices(n: usize, k: usize) -> (usize, Vec<usize>, usize) {
    let sum: usize = (0..n).into_par_iter().with_min_len(10).map(|i| i % (k + 1)).sum();
    let multiples: Vec<usize> = (0..n).into_par_iter().filter(|i| i % (k + 1) == 1).collect();
    let mixed = (0..n)
        .into_par_iter()
        .map(|i| i.wrapping_mul(k))
        .reduce(|| 0, |a, b| a ^ b);
    (sum, multiples, mixed)
}

#[fuse]
pub fn halves(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<String>) {
    let (even, odd): (Vec<i64>, Vec<i64>) =
        xs.par_iter().with_min_len(3).copied().partition(|x| x % 2 == 0);
    let (same, texts): (Vec<i64>, Vec<String>) =
        xs.par_iter().map(|x| (*x, format!("{x}"))).unzip();
    (even, odd, same, texts)
}

/// Values with destructors, in an array that is read and returned.
#[fuse]
pub fn texts(xs: &[i64]) -> (Vec<String>, usize, Option<String>) {
    let texts: Vec<String> = xs.par_iter().with_min_len(2).map(|x| format!("{x}")).collect();
    let letters: usize = texts.par_iter().map(|text| text.len()).sum();
    let longest = texts.par_iter().max_by_key(|text| text.len()).cloned();
    (texts, letters, longest)
}

/// What one thread does and what several do are not one loop.
#[fuse]
pub fn both_kinds(xs: &[i64]) -> (i64, i64, i64, Vec<i64>) {
    let one: i64 = xs.iter().map(|x| x % 10).sum();
    let several: i64 = xs.par_iter().with_min_len(3).map(|x| x % 11).sum();
    let other: i64 = xs.iter().map(|x| x % 12).sum();
    let ys: Vec<i64> = xs.par_iter().map(|x| x % 13).collect();
    (one, several, other, ys)
}

/// A function that the macro does not see, and one that is a local closure.
#[fuse]
pub fn unseen(xs: &[i64], k: i64) -> (i64, Vec<i64>) {
    let scaled = |x: &i64| (x % 1000) * (k % 1000);
    let sum: i64 = xs.par_iter().map(scaled).sum();
    let collatz: Vec<i64> = xs.par_iter().map(|x| next(x % 1000)).collect();
    (sum, collatz)
}

fn next(x: i64) -> i64 {
    if x % 2 == 0 { x / 2 } else { 3 * x + 1 }
}

/// In some range a worker panics.
#[fuse]
pub fn may_panic(xs: &[i64], at: usize) -> (Vec<String>, usize) {
    let texts: Vec<String> = xs
        .par_iter()
        .enumerate()
        .with_min_len(2)
        .map(|(index, x)| {
            assert!(index != at, "there");
            format!("{x}")
        })
        .collect();
    let odd = xs.par_iter().filter(|x| *x % 2 != 0).count();
    (texts, odd)
}

/// Rayon's own, as written, between chains that are fused.
#[fuse]
pub fn left_as_written(xs: &[i64]) -> (bool, Option<i64>, i64, usize) {
    let any = xs.par_iter().any(|x| *x == 7);
    let found = xs.par_iter().copied().find_first(|x| x % 3 == 0);
    let sum = xs
        .par_iter()
        .fold(|| 0, |sum, x| sum + x % 5)
        .reduce(|| 0, |a, b| a + b);
    let mut ys = xs.to_vec();
    ys.par_iter_mut().for_each(|y| *y %= 100);
    let count = ys.par_iter().filter(|y| **y > 0).count() + ys.par_iter().count();
    (any, found, sum, count)
}

/// The array is read behind a wall, and is `Send` and nothing more.
#[fuse]
pub fn nested(rows: &[Vec<i64>]) -> (Vec<i64>, usize) {
    let sums: Vec<i64> = rows
        .par_iter()
        .map(|row| {
            let sum: i64 = row.iter().map(|x| x % 100).sum();
            let count: i64 = row.iter().filter(|x| **x > 0).count() as i64;
            sum + count
        })
        .collect();
    let long = rows.par_iter().filter(|row| row.len() > 3).count();
    (sums, long)
}

#[fuse]
pub fn statistics(xs: &[f64]) -> (f64, f64, f64, f64) {
    let sum: f64 = xs.par_iter().sum();
    let squares: f64 = xs.par_iter().map(|x| x * x).sum();
    let least = xs.par_iter().copied().reduce(|| f64::INFINITY, f64::min);
    let positive: f64 = xs.par_iter().filter(|x| **x > 0.0).sum();
    (sum, squares, least, positive)
}

#[fuse]
pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.par_iter().sum();
    let gts: Vec<f64> = xs.par_iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.par_iter().sum();
    let ys1: Vec<f64> = xs.par_iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.par_iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

/// One chain alone, whose result would depend on the number of threads.
#[fuse]
pub fn alone(xs: &[f64]) -> f64 {
    xs.par_iter().map(|x| x * 0.5).sum::<f64>()
}

pub struct Handle<'a>(&'a i64);

impl Drop for Handle<'_> {
    fn drop(&mut self) {
        assert!(*self.0 != i64::MIN + 1);
    }
}

/// An array whose elements may be watched is made, and one whose length is asked for.
#[fuse]
pub fn kept(xs: &[i64]) -> (i64, i64, usize) {
    let handles: Vec<Handle<'_>> = xs.par_iter().with_min_len(4).map(Handle).collect();
    let sum: i64 = handles.par_iter().map(|handle| handle.0 % 50).sum();
    let small: Vec<i64> = xs.par_iter().map(|x| x % 10).filter(|x| *x > 2).collect();
    let other: i64 = small.par_iter().sum();
    (sum, other, small.len())
}

/// Bounds that rayon asks for, and no more.
#[fuse]
pub fn generic<T: Copy + Ord + Send + Sync>(xs: &[T], limit: T) -> (Vec<T>, Option<&T>, usize) {
    let above: Vec<T> = xs.par_iter().copied().filter(|x| *x > limit).collect();
    let greatest = xs.par_iter().with_min_len(3).max();
    let equal = xs.par_iter().filter(|x| **x == limit).count();
    (above, greatest, equal)
}

/// Two arrays of one loop, one name bound twice, and what is bound between.
#[fuse]
pub fn shadowed(xs: &[i64]) -> (i64, i64) {
    let xs: Vec<i64> = xs.par_iter().with_min_len(6).map(|x| x % 77).collect();
    let factor = 3;
    let xs: Vec<i64> = xs.par_iter().map(|x| x * factor).collect();
    let sum: i64 = xs.par_iter().sum();
    let squares: i64 = xs.par_iter().map(|x| x * x).sum();
    (sum, squares)
}

/// In an expression, in a loop, behind `?`.
#[fuse]
pub fn positions(xs: &[i64], rounds: i64) -> Option<(i64, f64)> {
    let most = xs.par_iter().map(|x| x % 31).max()?;
    let mut total = 0.0;
    for round in 0..rounds {
        let shifted: Vec<i64> = xs.par_iter().with_min_len(9).map(|x| x % 17 + round).collect();
        total += shifted.par_iter().map(|x| *x as f64).sum::<f64>() / (1 + xs.len()) as f64;
        total += xs.par_iter().map(|x| (x % 3) as f64).sum::<f64>();
    }
    Some((most, total))
}

/// A `move` closure takes an array that cannot be taken twice.
#[fuse]
pub fn given_away(xs: &[i64], table: Vec<i64>) -> (i64, usize) {
    let least: i64 = table[0];
    let mixed: i64 = xs.par_iter().map(move |x| x ^ table[(x & 1) as usize]).sum();
    let above = xs.par_iter().filter(|x| **x > least).count();
    (mixed, above)
}

/// Searches that only rayon has, crossed by what they do not change.
#[fuse]
pub fn searches(xs: &[i64], wanted: i64) -> ([Option<i64>; 2], [Option<usize>; 2], bool, i64, usize) {
    let sum: i64 = xs.par_iter().with_max_len(100).map(|x| x % 7).sum();
    let first = xs.par_iter().find_first(|x| **x > wanted).copied();
    let place = xs.par_iter().position_first(|x| *x > wanted);
    let end = xs.par_iter().position_last(|x| *x > wanted);
    let last = xs.par_iter().find_last(|x| **x > wanted).copied();
    let any = xs.par_iter().find_any(|x| **x > wanted).is_some();
    let even = xs.par_iter().with_max_len(1000).filter(|x| *x % 2 == 0).count();
    ([first, last], [place, end], any, sum, even)
}

/// The product of an array with itself: its inner loop is no parallel one.
#[fuse]
pub fn product_with_itself(xs: &[i64], n: i64) -> (i64, i64) {
    let all = xs.par_iter().flat_map_iter(|p| xs.iter().map(move |q| p ^ q)).max().unwrap_or(0);
    let mixed = xs.par_iter().map(|x| x ^ n).reduce(|| 0, |a, b| a ^ b);
    (all, mixed)
}
