//! What stands between the source and the consumer.

use super::fuse;

#[fuse]
pub fn map_of_map(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let ys: Vec<i64> = xs.iter().map(|x| x * 3).map(|y| y - 1).collect();
    let zs: Vec<i64> = ys.iter().map(|y| y / 2).collect();
    (ys, zs)
}

#[fuse]
pub fn filter_between_maps(xs: &[f64]) -> (Vec<f64>, f64) {
    let ys: Vec<f64> = xs
        .iter()
        .map(|x| x.abs())
        .filter(|x| *x < 0.5)
        .map(|x| x.sqrt())
        .collect();
    let total: f64 = ys.iter().sum();
    (ys, total)
}

#[fuse]
pub fn filters_of_filters(xs: &[i64]) -> (usize, Vec<i64>, i64) {
    let positive: Vec<i64> = xs.iter().copied().filter(|x| *x > 0).collect();
    let thirds: Vec<i64> = positive.iter().copied().filter(|x| x % 3 == 0).collect();
    let bits: i64 = thirds.iter().fold(0, |s, x| s | x);
    (positive.len(), thirds, bits)
}

#[fuse]
pub fn filter_map(xs: &[i64]) -> (Vec<i64>, i64) {
    let logs: Vec<i64> = xs
        .iter()
        .filter_map(|x| x.checked_ilog2().map(i64::from))
        .collect();
    let greatest: i64 = logs.iter().copied().max().unwrap_or(-1);
    (logs, greatest)
}

#[fuse]
pub fn filter_map_with_branches(xs: &[f64]) -> Vec<f64> {
    let inverse: Vec<f64> = xs
        .iter()
        .filter_map(|x| if *x == 0.0 { None } else { Some(1.0 / x) })
        .collect();
    let finite: Vec<f64> = inverse.iter().copied().filter(|x| x.is_finite()).collect();
    finite
}

#[fuse]
pub fn enumerate(xs: &[i64]) -> (Vec<usize>, i64) {
    let at: Vec<usize> = xs
        .iter()
        .enumerate()
        .filter(|(_, x)| **x > 0)
        .map(|(i, _)| i)
        .collect();
    let weighted: i64 = xs
        .iter()
        .enumerate()
        .map(|(i, x)| i as i64 * (x % 1000))
        .sum();
    (at, weighted)
}

/// The index counts what passes the filter, not the elements of the source.
#[fuse]
pub fn enumerate_after_filter(xs: &[i64]) -> Vec<(usize, i64)> {
    let positive: Vec<i64> = xs.iter().copied().filter(|x| *x > 0).collect();
    let numbered: Vec<(usize, i64)> = positive.iter().copied().enumerate().collect();
    numbered
}

#[fuse]
pub fn zip(xs: &[f64], ys: &[f64]) -> (f64, Vec<f64>) {
    let dot: f64 = xs.iter().zip(ys.iter()).map(|(x, y)| x * y).sum();
    let sums: Vec<f64> = xs.iter().zip(ys.iter()).map(|(x, y)| x + y).collect();
    (dot, sums)
}

#[fuse]
pub fn zip_of_chains(xs: &[i64], ys: &[i64]) -> (Vec<i64>, usize) {
    let products: Vec<i64> = xs
        .iter()
        .map(|x| x + 1)
        .zip(ys.iter().copied().filter(|y| *y != 0))
        .map(|(x, y)| x / y)
        .collect();
    let ones: usize = products.iter().filter(|p| **p == 1).count();
    (products, ones)
}

/// An array zipped with another one that is computed from it.
#[fuse]
pub fn zip_with_own_result(xs: &[f64]) -> (Vec<f64>, f64) {
    let squares: Vec<f64> = xs.iter().map(|x| x * x).collect();
    let cubes: Vec<f64> = xs.iter().zip(squares.iter()).map(|(x, s)| x * s).collect();
    let skew: f64 = cubes.iter().sum();
    (squares, skew)
}

#[fuse]
pub fn zip_of_three(xs: &[f64], ys: &[f64], zs: &[f64]) -> f64 {
    let volume: f64 = xs.iter().zip(ys).zip(zs).map(|((x, y), z)| x * y * z).sum();
    volume + 1.0
}

#[fuse]
pub fn zip_with_range(xs: &[i64]) -> Vec<i64> {
    let keyed: Vec<i64> = (10..).zip(xs.iter()).map(|(k, x)| k ^ x).collect();
    let low: Vec<i64> = keyed.iter().map(|k| k & 255).collect();
    low
}

#[fuse]
pub fn cloned_words(words: &[String]) -> (Vec<String>, usize) {
    let long: Vec<String> = words.iter().filter(|w| w.len() > 1).cloned().collect();
    let letters: usize = words.iter().map(|w| w.len()).sum();
    (long, letters)
}

#[fuse]
pub fn cloned_numbers(xs: &[i64]) -> (i64, Vec<i64>) {
    let ys: Vec<i64> = xs.iter().cloned().filter(|x| *x >= 0).collect();
    let low: i64 = ys.iter().cloned().map(|y| y & 15).sum();
    (low, ys)
}

#[fuse]
pub fn workers_by_name(xs: &[f64]) -> (Vec<f64>, f64) {
    let magnitudes: Vec<f64> = xs.iter().copied().map(f64::abs).collect();
    let roots: Vec<f64> = magnitudes.iter().copied().map(f64::sqrt).collect();
    let greatest: f64 = roots.iter().copied().fold(0.0, f64::max);
    (roots, greatest)
}

#[fuse]
pub fn worker_in_a_variable(xs: &[i64], shift: u32) -> (Vec<i64>, Vec<i64>) {
    let rotate = |x: &i64| x.rotate_left(shift);
    let left: Vec<i64> = xs.iter().map(rotate).collect();
    let again: Vec<i64> = left.iter().map(rotate).collect();
    (left, again)
}

#[fuse]
pub fn worker_with_block(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let clamped: Vec<f64> = xs
        .iter()
        .map(|x| -> f64 {
            let low = x.max(-0.25);
            if low > 0.25 { 0.25 } else { low }
        })
        .collect();
    let rest: Vec<f64> = xs.iter().zip(clamped.iter()).map(|(x, c)| x - c).collect();
    (clamped, rest)
}

/// A worker that returns early from itself, not from the function.
#[fuse]
pub fn worker_with_return(xs: &[i64]) -> (Vec<i64>, i64) {
    let signs: Vec<i64> = xs
        .iter()
        .map(|x| {
            if *x < 0 {
                return -1;
            }
            i64::from(*x > 0)
        })
        .collect();
    let balance: i64 = signs.iter().sum();
    (signs, balance)
}

#[fuse]
pub fn destructuring_workers(pairs: &[(f64, f64)]) -> (Vec<f64>, f64, f64) {
    let norms: Vec<f64> = pairs.iter().map(|&(x, y)| x.hypot(y)).collect();
    let left: f64 = pairs.iter().map(|(x, _)| x).sum();
    let right: f64 = pairs.iter().map(|p| p.1).sum();
    (norms, left, right)
}

/// References to references, copied twice in a row.
#[fuse]
pub fn copied_twice(xs: &[i64]) -> (Vec<i64>, usize, Vec<i64>) {
    let refs: Vec<&i64> = xs.iter().collect();
    let left: Vec<i64> = refs.iter().copied().copied().collect();
    let odd = refs.iter().filter(|x| ***x % 2 != 0).count();
    let right: Vec<i64> = refs.iter().copied().cloned().collect();
    (left, odd, right)
}

/// Options, of which what is there flows on: by reference, by value, one in another.
#[fuse]
pub fn options(xs: &[Option<f64>], ys: Vec<Option<String>>, zs: &[Option<Option<i64>>]) -> Flattened {
    let sum: f64 = xs.iter().flatten().sum();
    let missing = xs.iter().filter(|x| x.is_none()).count();
    let filled: Vec<f64> = xs.iter().map(|x| x.unwrap_or(0.25)).collect();
    let largest = xs.iter().flatten().copied().fold(f64::MIN, f64::max);
    let texts: Vec<String> = ys.into_iter().flatten().filter(|y| y.len() > 1).collect();
    let letters = texts.iter().map(|y| y.len()).sum();
    let least = zs.iter().flatten().flatten().copied().min();
    let some = zs.iter().flatten().count();
    let places = zs.iter().flatten().enumerate().filter(|(i, z)| i % 2 == 0 && z.is_some()).count();
    (sum, missing, filled, largest, texts, (letters, least, some, places))
}

type Flattened = (f64, usize, Vec<f64>, f64, Vec<String>, (usize, Option<i64>, usize, usize));

/// Two `Vec`s of what is given by reference, read, and kept.
#[fuse]
pub fn divided_by_reference(xs: &[i64], ys: &[f64], limit: f64) -> (i64, i64, Vec<i64>, Vec<i64>, f64, usize, i64) {
    let (large, small): (Vec<i64>, Vec<i64>) = xs.iter().partition(|&x| *x > 2);
    let sum = large.iter().fold(0i64, |a, b| a ^ b);
    let squares = small.iter().map(|x| x.wrapping_mul(*x)).fold(0, i64::wrapping_add);
    let (even, odd): (Vec<i64>, Vec<i64>) = xs.iter().partition(|&&x| x % 2 == 0);
    let most = xs.iter().map(|x| x.wrapping_mul(3)).max().unwrap_or(0);
    let (above, below): (Vec<f64>, Vec<f64>) = ys.iter().partition(|y| **y >= limit);
    let total: f64 = above.iter().sum();
    let many = below.iter().filter(|y| **y < 0.0).count();
    (sum, squares, even, odd, total, many, most)
}
