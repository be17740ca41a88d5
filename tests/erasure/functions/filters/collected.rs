//! Filters that test a block of elements before they store what they keep.

use super::fuse;

#[fuse(loops = 1)]
pub fn kept_and_summed(xs: &[f64], limit: f64) -> (Vec<f64>, f64, usize) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x < limit).collect();
    let sum: f64 = kept.iter().sum();
    let count = kept.iter().filter(|x| x.is_sign_negative()).count();
    (kept, sum, count)
}

#[fuse(loops = 1)]
pub fn buckets(xs: &[f64]) -> [Vec<f64>; 3] {
    let low: Vec<f64> = xs.iter().copied().filter(|x| *x < -1.0).collect();
    let middle: Vec<f64> = xs.iter().copied().filter(|x| -1.0 <= *x && *x < 1.0).collect();
    let high: Vec<f64> = xs.iter().copied().filter(|x| 1.0 <= *x || x.is_nan()).collect();
    [low, middle, high]
}

/// What is computed before the test is computed for it, and again for what is stored.
#[fuse(loops = 1)]
pub fn mapped(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
    let scaled: Vec<f64> = xs.iter().map(|x| x * 3.0).collect();
    let above: Vec<f64> = scaled.iter().copied().filter(|x| *x > 2.0).collect();
    let negated: Vec<f64> = above.iter().map(|x| -x).collect();
    let most = negated.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (scaled, negated, most)
}

#[fuse(loops = 1)]
pub fn stored_twice(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<bool>, Option<i64>) {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| *x & 1 == 1).collect();
    let halves: Vec<i64> = odd.iter().map(|x| x >> 1).collect();
    let signs: Vec<bool> = halves.iter().filter(|x| **x & 1 == 0).map(|x| *x < 0).collect();
    let least = odd.iter().copied().min();
    (odd, halves, signs, least)
}

/// Beside what is done with all elements.
#[fuse(loops = 1)]
pub fn beside(xs: &[i64]) -> (Vec<i64>, Option<i64>, usize, Vec<u32>, i64) {
    let ones: Vec<u32> = xs.iter().map(|x| x.count_ones()).collect();
    let kept: Vec<i64> = xs.iter().copied().filter(|x| *x > 3).collect();
    let most = xs.iter().copied().max();
    let count = xs.iter().filter(|x| **x < 0).count();
    let last = kept.iter().fold(0, |_, x| *x);
    (kept, most, count, ones, last)
}

/// A strict sum of all takes longer than to store beside it.
#[fuse(loops = 1)]
pub fn beside_a_sum(xs: &[f64]) -> (Vec<f64>, f64) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.5).collect();
    let sum: f64 = xs.iter().sum();
    (kept, sum)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

#[fuse(loops = 1)]
pub fn points(points: &[Point], border: f64) -> (Vec<Point>, Vec<f64>, Vec<f64>) {
    let right: Vec<Point> = points.iter().copied().filter(|p| p.x >= border).collect();
    let heights: Vec<f64> = points.iter().filter(|p| p.x < border).map(|p| p.y).collect();
    let doubled: Vec<f64> = right.iter().map(|p| p.y * 2.0).collect();
    (right, heights, doubled)
}

#[fuse(loops = 1)]
pub fn borrowed<'a>(words: &'a [String]) -> (Vec<&'a String>, Vec<&'a String>) {
    let long: Vec<&String> = words.iter().filter(|word| word.len() > 2).collect();
    let short: Vec<&String> = words.iter().filter(|word| word.len() <= 2).collect();
    (long, short)
}

#[fuse(loops = 1)]
pub fn cloned(words: &[String]) -> (Vec<String>, usize) {
    let long: Vec<String> = words.iter().filter(|word| word.len() > 2).cloned().collect();
    let total: usize = long.iter().map(|word| word.len()).sum();
    (long, total)
}

fn is_wanted(x: i64, limit: i64) -> bool {
    x % 7 < limit && x != 3
}

/// A test that may panic, in a function of the user's.
#[fuse(loops = 1)]
pub fn called(xs: &[i64], limit: i64) -> (Vec<i64>, Vec<i64>) {
    let first: Vec<i64> = xs.iter().copied().filter(|x| is_wanted(*x, limit)).collect();
    let second: Vec<i64> = xs.iter().copied().filter(|x| 10 / *x > limit).collect();
    (first, second)
}

#[fuse(loops = 1)]
pub fn of_an_array(xs: [u8; 300]) -> (Vec<u8>, u64) {
    let kept: Vec<u8> = xs.iter().copied().filter(|x| *x > 100).collect();
    let sum: u64 = kept.iter().map(|x| u64::from(*x)).sum();
    (kept, sum)
}

#[fuse]
pub async fn suspended(xs: Vec<f64>) -> (Vec<f64>, f64) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum: f64 = kept.iter().sum();
    std::future::ready(()).await;
    (kept, sum)
}

#[fuse(loops = 1)]
pub fn generic<T: Copy + PartialOrd>(xs: &[T], limit: T) -> (Vec<T>, usize) {
    let kept: Vec<T> = xs.iter().copied().filter(|x| *x < limit).collect();
    let count = xs.iter().filter(|x| **x >= limit).count();
    (kept, count)
}

#[derive(Debug, PartialEq)]
pub struct Counted<'a> {
    pub number: f64,
    pub clones: &'a std::cell::Cell<u32>,
}

impl Clone for Counted<'_> {
    fn clone(&self) -> Self {
        self.clones.set(self.clones.get() + 1);
        Counted { ..*self }
    }
}

/// Cloned block by block, a sum notwithstanding, and no more of them than are kept.
#[fuse]
pub fn cloned_beside_a_sum<'a>(xs: &[Counted<'a>], limit: f64) -> (Vec<Counted<'a>>, f64) {
    let kept: Vec<Counted<'a>> = xs.iter().filter(|x| x.number < limit).cloned().collect();
    let sum: f64 = xs.iter().map(|x| x.number).sum();
    (kept, sum)
}

pub struct Entry {
    pub name: String,
    pub weight: f64,
}

/// What is made of those that are kept is made of no others.
#[fuse(loops = 1)]
pub fn made(entries: &[Entry], limit: f64) -> (Vec<String>, Vec<&Entry>, f64) {
    let light: Vec<String> = entries.iter().filter(|e| e.weight < limit).map(|e| e.name.clone()).collect();
    let heavy: Vec<&Entry> = entries.iter().filter(|e| e.weight >= limit).collect();
    let sum: f64 = entries.iter().map(|e| e.weight).sum();
    (light, heavy, sum)
}

/// One side of each `&&` may fail, so that the tests stay in one body.
#[fuse(loops = 1)]
pub fn near_a_border(points: &[(i64, i64)], at: i64, border: i64) -> (Vec<(i64, i64)>, Vec<(i64, i64)>, i64, usize) {
    let above: Vec<(i64, i64)> = points
        .iter()
        .copied()
        .filter(|p| p.1 >= at && (p.1 - at) * (p.1 - at) < border)
        .collect();
    let below: Vec<(i64, i64)> = points
        .iter()
        .copied()
        .filter(|p| p.1 < at && (p.1 - at) * (p.1 - at) < border)
        .collect();
    let most = points.iter().fold(0, |most, p| if p.0 > most { p.0 } else { most });
    let count = points.iter().filter(|p| p.0 % 3 == 1).count();
    (above, below, most, count)
}

/// What is stored refers to its elements.
#[fuse(loops = 1)]
pub fn divisors<'a>(
    pairs: &'a [(i64, i64)],
    of: i64,
) -> (Vec<&'a (i64, i64)>, Vec<(i64, i64)>, i64) {
    let kept: Vec<&(i64, i64)> = pairs.iter().filter(|p| p.0 != 0 && of % p.0 == p.1).collect();
    let others: Vec<(i64, i64)> =
        pairs.iter().copied().filter(|p| p.1 == 0 || p.0 / p.1 > of).collect();
    let sum = pairs.iter().fold(0i64, |sum, p| sum.wrapping_add(p.1));
    (kept, others, sum)
}
