//! Single chains whose filter tests many elements before any of them is added.

use super::fuse;
use std::collections::VecDeque;

const YEAR: std::ops::Range<i64> = -400..730;

pub struct Columns<C> {
    pub dates: Vec<i64>,
    pub discounts: C,
    pub prices: Vec<f64>,
}

impl<C> Columns<C> {
    pub fn of(xs: &[f64], discounts: impl FnOnce(Vec<f64>) -> C) -> Self {
        Columns {
            dates: xs.iter().map(|x| (x * 1e3) as i64).collect(),
            discounts: discounts(xs.iter().rev().copied().collect()),
            prices: xs.iter().map(|x| x * x).skip(xs.len() / 7).collect(),
        }
    }
}

impl Columns<Vec<f64>> {
    #[fuse]
    pub fn revenue(&self) -> f64 {
        self.dates
            .iter()
            .zip(&self.discounts)
            .zip(&self.prices)
            .filter(|((date, discount), _)| {
                YEAR.contains(*date) && (-0.9..=0.7).contains(*discount) && **date != 3
            })
            .map(|((_, discount), price)| price * discount)
            .sum()
    }
}

/// No slice.
#[fuse]
pub fn of_a_ring(columns: &Columns<VecDeque<f64>>) -> f64 {
    columns
        .discounts
        .iter()
        .zip(&columns.prices)
        .filter(|(d, _)| **d > 0.1)
        .map(|(d, p)| d * p)
        .sum()
}

#[fuse]
pub fn beside_a_ring(columns: &Columns<VecDeque<f64>>) -> f64 {
    columns
        .prices
        .iter()
        .zip(&columns.discounts)
        .filter(|(p, _)| **p < 0.1)
        .fold(0.5, |s, (p, d)| s * 0.5 + d - p)
}

#[fuse]
pub fn copied(xs: &[f64], limit: f64) -> f64 {
    xs.iter().copied().filter(|x| *x > limit).sum()
}

#[fuse]
pub fn flat(xs: &[f64], ys: &Vec<f64>, limit: f64) -> f64 {
    let flat: f64 = xs
        .iter()
        .zip(ys)
        .map(|(x, y)| (*x, *y))
        .filter(|(x, y)| *x < 0.5 || *y > limit)
        .map(|(x, y)| x - y)
        .sum();
    flat
}

#[fuse]
pub fn numbered(xs: &[f64], limit: f64) -> f64 {
    xs.iter()
        .enumerate()
        .filter(|&(i, x)| i % 3 != 1 && *x != limit)
        .map(|(i, x)| x * i as f64)
        .sum::<f64>()
}

#[fuse]
pub fn product(xs: &[f64]) -> f64 {
    xs.iter().filter(|y| !y.is_nan() && y.abs() > 0.25).product::<f64>() + 1.0
}

#[fuse]
pub fn filtered_again(xs: &[f64], ys: &[f64]) -> f64 {
    xs.iter()
        .zip(ys.iter())
        .filter(|(x, y)| x > y)
        .filter(|(_, y)| **y < 0.5)
        .enumerate()
        .map(|(i, (x, _))| x / (i + 1) as f64)
        .sum::<f64>()
}

#[fuse]
pub fn folded(xs: &[f64], limit: f64) -> (f64, i64) {
    xs.iter()
        .zip(xs.iter().skip(1))
        .filter(|(x, _)| **x > limit)
        .map(|(x, _)| x)
        .fold((0.0, 0), |(sum, count), x| (sum * 0.75 + x, count + 1))
}

#[fuse]
pub fn folded_in_step(xs: &[f64], ys: &[f64], limit: f64) -> (f64, i64) {
    xs.iter()
        .zip(ys)
        .filter(|(x, y)| **x > limit && **y != 0.0)
        .fold((0.0, 0), |(sum, count), (x, y)| (sum * 0.75 + x / y, count + 1))
}

/// What stands first is tested anyway, and may fail.
#[fuse]
pub fn that_may_fail(xs: &[i64], by: i64) -> f64 {
    xs.iter().filter(|x| **x * 3 > by).map(|x| *x as f64).sum()
}

/// What std jumps over may not.
#[fuse]
pub fn that_may_fail_behind(xs: &[i64], by: i64) -> f64 {
    xs.iter().filter(|x| **x != 0 && by / **x < 7).map(|x| *x as f64 / 2.0).sum()
}

#[fuse]
pub fn of_bytes(xs: &[i64], wanted: u8) -> f64 {
    let codes: [u8; 700] = std::array::from_fn(|i| (i * 7 % 11) as u8);
    let sum: f64 = codes
        .iter()
        .zip(xs)
        .filter(|(code, _)| **code == wanted)
        .map(|(_, x)| *x as f64)
        .sum();
    sum
}

#[derive(Clone, Copy)]
pub struct Wide {
    pub a: f64,
    pub b: f64,
    pub c: f64,
}

#[fuse]
pub fn of_wide(xs: &[Wide]) -> f64 {
    xs.iter().filter(|w| w.a > 0.0 && w.c < 0.5).map(|w| w.b).sum()
}

/// In one loop, each in its turn through a block.
#[fuse(loops = 1)]
pub fn side_by_side(xs: &[f64], ys: &[f64], limit: f64) -> (f64, f64, usize, f64) {
    let above: f64 = xs.iter().zip(ys).filter(|(x, _)| **x > limit).map(|(x, y)| x * y).sum();
    let below: f64 =
        xs.iter().zip(ys).filter(|(x, y)| **x < limit && **y < 0.5).map(|(x, _)| *x).sum();
    let count = xs.iter().zip(ys).filter(|(_, y)| **y < 0.25).count();
    let (last, _) = xs
        .iter()
        .zip(ys)
        .filter(|(x, y)| x >= y)
        .fold((0.5, 0), |(sum, count), (x, y)| (sum * 0.5 + x - y, count + 1));
    (above, below, count, last)
}

/// What was kept is never stored.
#[fuse(loops = 1)]
pub fn moments(xs: &[f64], limit: f64) -> (f64, f64, usize, f64) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > limit).collect();
    let sum: f64 = kept.iter().sum();
    let squares: f64 = kept.iter().map(|x| x * x).sum();
    let count = kept.iter().filter(|x| **x < 0.75).count();
    let negative: f64 = xs.iter().filter(|x| **x < 0.0).sum();
    (sum, squares, count, negative)
}

/// A strict sum of all stays in one body with what is filtered.
#[fuse(loops = 1)]
pub fn beside_a_sum(xs: &[f64], limit: f64) -> (f64, f64) {
    let sum: f64 = xs.iter().sum();
    let above: f64 = xs.iter().filter(|x| **x > limit).sum();
    (sum, above)
}

#[fuse(loops = 1)]
pub fn scaled_first(xs: &[f64], limit: f64) -> (f64, i64) {
    let scaled: Vec<f64> = xs.iter().map(|x| x * 3.0).collect();
    let above: f64 = scaled.iter().filter(|x| **x > limit).sum();
    let wide: i64 = scaled.iter().filter(|x| x.abs() > 1.5).map(|x| *x as i64 % 7).sum();
    (above, wide)
}

impl<C> Columns<C> {
    /// Places that turn out to be slices.
    #[fuse(loops = 1)]
    pub fn shares(&self, limit: f64) -> (f64, f64, usize) {
        let kept: f64 = self.prices.iter().filter(|p| **p > limit).sum();
        let rest: f64 = self.prices.iter().filter(|p| **p <= limit).map(|p| p / 2.0).sum();
        let count = self.prices.iter().filter(|p| **p > limit).count();
        (kept, rest, count)
    }
}

/// One that turns out not to be.
#[fuse(loops = 1)]
pub fn shares_of_a_ring(columns: &Columns<VecDeque<f64>>, limit: f64) -> (f64, usize) {
    let kept: f64 = columns.discounts.iter().filter(|d| **d > limit).sum();
    let count = columns.discounts.iter().filter(|d| **d > limit).count();
    (kept, count)
}

#[fuse(loops = 1)]
pub async fn suspended(xs: Vec<f64>, limit: f64) -> (f64, f64) {
    let above: f64 = xs.iter().filter(|x| **x > limit).sum();
    let below: f64 = xs.iter().filter(|x| **x < limit).sum();
    std::future::ready(()).await;
    (above, below)
}

#[derive(Clone, Copy)]
pub struct Weighed {
    pub weight: f64,
    pub value: f32,
}

#[fuse(loops = 1)]
pub fn weighed(xs: &[Weighed], least: f32) -> (f64, f32) {
    let is_heavy = |w: &&Weighed| w.weight > 0.25;
    let weight: f64 = xs.iter().filter(|w| w.value > least).map(|w| w.weight).sum();
    let value: f32 = xs.iter().filter(is_heavy).map(|w| w.value).sum();
    (weight, value)
}

/// References that a filter is given are added up beside a strict sum without a branch.
#[fuse(loops = 1)]
pub fn references(xs: &[f64], limit: f64) -> (f64, f64, f64, f64, Vec<f64>) {
    let sum: f64 = xs.iter().map(|x| x * x).sum();
    let above: f64 = xs.iter().filter(|x| **x > limit).sum();
    let twice: f64 = xs.iter().filter(|x| **x > limit).filter(|x| **x < 0.5).sum();
    let product: f64 = xs.iter().filter(|x| **x > limit).product();
    let scaled: Vec<f64> = xs.iter().map(|x| x * 1.25 + 3.0).collect();
    (sum, above, twice, product, scaled)
}

/// The sum of what is kept may overflow, where that of what is not kept would have done so earlier.
#[fuse(loops = 1)]
pub fn kept_integers(xs: &[i64], by: i64) -> (Vec<i32>, i64, i32, i64) {
    let narrow: Vec<i32> = xs.iter().map(|x| *x as i32).collect();
    let positive: Vec<i32> = narrow.iter().copied().filter(|x| *x > 0).collect();
    let below: i64 = narrow.iter().filter(|x| **x < 0).map(|x| i64::from(*x)).sum();
    let small: i32 = narrow.iter().filter(|x| **x < 1000).filter(|x| **x > -1000).sum();
    let above: i64 = xs.iter().filter(|x| **x > by).sum();
    (positive, below, small, above)
}

/// A type that is called like a primitive may do anything where it converts.
pub mod converted {
    #[allow(non_camel_case_types, reason = "it is called like a primitive")]
    pub struct i16;

    impl i16 {
        pub fn from(x: i64) -> i64 {
            assert!(x > -5, "what is not kept is not converted");
            x / 2
        }
    }

    use super::fuse;

    #[fuse]
    pub fn kept(xs: &[i64]) -> (i64, i64) {
        let sum: i64 = xs.iter().map(|x| x % 7).sum();
        let kept: i64 = xs.iter().filter(|x| **x > -5).map(|x| i16::from(*x)).sum();
        (sum, kept)
    }
}

/// What one filter stores, others add up in masks of the same blocks.
#[fuse(loops = 1)]
pub fn kept_and_added(xs: &[f64], limit: f64) -> (Vec<f64>, f64, f64, Vec<f64>, usize) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > limit).collect();
    let above: f64 = xs.iter().filter(|x| **x > limit).sum();
    let folded = xs.iter().filter(|x| **x < limit).fold(0.5, |all, x| all * 0.5 + x);
    let scaled: Vec<f64> = xs.iter().map(|x| x * 1.25 + 3.0).collect();
    let large = xs.iter().filter(|x| **x >= limit).count();
    (kept, above, folded, scaled, large)
}

/// Copied behind the filter, which is given references.
#[fuse(loops = 1)]
pub fn copied_behind(xs: &[f64], ks: &[i64]) -> (f64, f64, f64, i64, i64, i64) {
    assert_eq!(xs.len(), ks.len());
    let finite = xs.iter().filter(|x| x.is_finite()).copied().sum::<f64>();
    let all = xs.iter().filter(|_| true).cloned().sum::<f64>();
    let total: f64 = xs.iter().sum();
    let high: i64 = ks.iter().filter(|k| **k > 3).copied().sum();
    let low: i64 = ks.iter().filter(|k| **k < 3).sum();
    let both: i64 = ks.iter().copied().filter(|k| *k != 3).sum();
    (finite, all, total, high, low, both)
}
