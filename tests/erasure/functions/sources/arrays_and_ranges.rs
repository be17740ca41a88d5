//! Where chains start: slices, vectors, arrays, boxes, by reference and by value, and ranges.

use super::fuse;

#[fuse]
pub fn slice(xs: &[i64]) -> (i64, Vec<i64>) {
    let sum: i64 = xs.iter().sum();
    let doubled: Vec<i64> = xs.iter().map(|x| x * 2).collect();
    (sum, doubled)
}

#[fuse]
pub fn vector_reference(xs: &Vec<i64>) -> (usize, Option<i64>) {
    let positive: Vec<i64> = xs.iter().copied().filter(|x| *x > 0).collect();
    let least: Option<i64> = positive.iter().copied().min();
    (positive.len(), least)
}

#[fuse]
pub fn mutable_slice(xs: &mut [i64]) -> i64 {
    let before: i64 = xs.iter().fold(0, |s, x| s ^ x);
    for x in xs.iter_mut() {
        *x = x.wrapping_add(1);
    }
    let after: i64 = xs.iter().fold(0, |s, x| s ^ x);
    before.wrapping_sub(after)
}

#[fuse]
pub fn array(xs: [i64; 5]) -> (i64, [i64; 5], Vec<i64>) {
    let product: i64 = xs.iter().map(|x| x % 7).product();
    let halves: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    (product, xs, halves)
}

#[fuse]
pub fn boxed(xs: Box<[i64]>) -> (Vec<i64>, Vec<i64>) {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 1).collect();
    let even: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 0).collect();
    (odd, even)
}

#[fuse]
pub fn by_value(xs: Vec<i64>) -> Vec<i64> {
    let ys: Vec<i64> = xs.into_iter().map(|x| x ^ 85).collect();
    let zs: Vec<i64> = ys.into_iter().filter(|y| y % 3 != 0).collect();
    zs
}

#[fuse]
pub fn reference_into_iter(xs: &[i64]) -> (i64, usize) {
    let least: i64 = xs.into_iter().copied().min().unwrap_or(0);
    let many: usize = (&xs).into_iter().filter(|x| **x == least).count();
    (least, many)
}

#[fuse]
pub fn reference_as_iterable(xs: &[i64], ys: &Vec<i64>) -> Vec<(i64, i64)> {
    let pairs: Vec<(i64, i64)> = xs.iter().zip(ys).map(|(x, y)| (*x, *y)).collect();
    let swapped: Vec<(i64, i64)> = pairs.iter().map(|(x, y)| (*y, *x)).collect();
    swapped
}

#[fuse]
pub fn range(n: usize) -> (usize, Vec<usize>) {
    let squares: Vec<usize> = (0..n).map(|i| i * i).collect();
    let sum: usize = squares.iter().sum();
    let odd: Vec<usize> = (0..n).filter(|i| i % 2 == 1).collect();
    (sum, odd)
}

#[fuse]
pub fn inclusive_range(low: i64, high: i64) -> (i64, usize) {
    let sum: i64 = (low..=high).map(|i| i * 3).sum();
    let sevenths: usize = (low..=high).filter(|i| i % 7 == 0).count();
    (sum, sevenths)
}

/// A range that is empty because it runs backwards.
#[fuse]
pub fn backward_range(n: i64) -> (Vec<i64>, i64) {
    let ks: Vec<i64> = (n..0).map(|i| i + 1).collect();
    let sum: i64 = ks.iter().sum();
    (ks, sum)
}

/// The indices are a range, the elements are gathered inside workers.
#[fuse]
pub fn gather(xs: &[i64]) -> (Vec<i64>, i64) {
    let n = xs.len();
    let reversed: Vec<i64> = (0..n).map(|i| xs[n - 1 - i]).collect();
    let inner: i64 = (0..n).map(|i| xs[i] & reversed[i]).fold(0, |s, x| s ^ x);
    (reversed, inner)
}

/// An index that may be out of bounds.
#[fuse]
pub fn gather_anywhere(xs: &[i64], at: &[i64]) -> (Vec<i64>, usize) {
    let found: Vec<i64> = at.iter().map(|i| xs[(*i & 2047) as usize]).collect();
    let zeros: usize = found.iter().filter(|x| **x == 0).count();
    (found, zeros)
}

#[fuse]
pub fn local_array(scale: f64) -> (f64, Vec<f64>) {
    let taps: [f64; 4] = [0.25, 0.5, -0.25, f64::MIN_POSITIVE];
    let sum: f64 = taps.iter().sum();
    let scaled: Vec<f64> = taps.iter().map(|t| t * scale).collect();
    (sum, scaled)
}

#[fuse]
pub fn rows(rows: &[Vec<f64>]) -> (Vec<f64>, f64) {
    let sums: Vec<f64> = rows.iter().map(|row| row.iter().sum::<f64>()).collect();
    let greatest: f64 = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (sums, greatest)
}
