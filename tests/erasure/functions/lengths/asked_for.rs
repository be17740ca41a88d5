//! Arrays that are asked for their length, and for no more or for more.

use super::fuse;
use crate::common::tracked::{Tracked, mark};

#[fuse(loops = 1)]
pub fn means(xs: &[f64]) -> (f64, f64, usize) {
    let positive: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let count = positive.len();
    let sum: f64 = positive.iter().sum();
    let doubled: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let mean = doubled.iter().sum::<f64>() / doubled.len() as f64;
    (sum / count as f64, mean, count)
}

/// Nothing but the length.
#[fuse]
pub fn count_alone(xs: &[i64]) -> (usize, i64) {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 1).collect();
    let sum: i64 = xs.iter().fold(0, |s, x| s ^ x);
    (odd.len(), sum)
}

/// The length decides, in a wall, behind the loop.
#[fuse(loops = 1)]
pub fn guarded(xs: &[i64]) -> Option<i64> {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 1).collect();
    let folded: i64 = odd.iter().fold(0, |s, x| s ^ x);
    if odd.is_empty() {
        return None;
    }
    Some(folded ^ odd.len() as i64)
}

/// The length, and the array itself.
#[fuse]
pub fn kept(xs: &[i64]) -> (Vec<i64>, usize, i64) {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 1).collect();
    let folded: i64 = odd.iter().fold(0, |s, x| s ^ x);
    let count = odd.len();
    (odd, count, folded)
}

/// Indexed, matched and passed on.
#[fuse]
pub fn looked_at(xs: &[i64]) -> (usize, i64, Option<i64>, i64) {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 1).collect();
    let even: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 0).collect();
    let third: Vec<i64> = xs.iter().copied().filter(|x| x % 3 == 0).collect();
    let folded: i64 = odd.iter().chain(&even).fold(0, |s, x| s ^ x);
    let first = if odd.len() > even.len() { odd[0] } else { 0 };
    (even.len(), first, third.first().copied(), folded)
}

/// Two arrays of one name, each asked for its length.
#[fuse]
pub fn shadowed(xs: &[i64]) -> (usize, usize, i64) {
    let ys: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 1).collect();
    let sum: i64 = ys.iter().fold(0, |s, x| s ^ x);
    let before = ys.len();
    let ys: Vec<i64> = ys.iter().copied().filter(|x| *x > 0).collect();
    let after: i64 = ys.iter().fold(sum, |s, x| s ^ x);
    (before, ys.len(), after)
}

/// A closure may be called at any time, a macro may do as it likes.
#[fuse]
pub fn deferred(xs: &[i64]) -> (usize, String, i64) {
    let ys: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 1).collect();
    let zs: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let sum: i64 = ys.iter().zip(&zs).fold(0, |s, (y, z)| s ^ y ^ z);
    let length = || ys.len();
    let text = format!("{}", zs.len());
    (length(), text, sum)
}

/// Elements whose drop shows are kept until the array would have been dropped.
#[fuse(loops = 1)]
pub fn watched(xs: &[Tracked]) -> (usize, i64) {
    let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let sum: i64 = twins.iter().map(|t| t.label()).sum();
    let count = twins.len();
    mark(1);
    (count, sum)
}

/// What is only counted is made in a pass, and counted in another.
#[fuse]
pub fn counted_in_a_pass(ys: &mut Vec<f32>) -> (Vec<f32>, usize) {
    let points: Vec<f32> = ys.iter().map(|&z| z / z).collect();
    let left: Vec<f32> = ys.iter().map(|v| *v).collect();
    let factor: usize = left.iter().copied().count();
    (points, factor)
}
