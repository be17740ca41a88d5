//! Several domains in styles that the other files do not have.

use super::fuse;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Debug;
use std::ops::{Add, Mul};
use std::rc::Rc;

/// A number of any kind.
pub trait Scalar:
    Copy + PartialOrd + Add<Output = Self> + Mul<Output = Self> + Default + Debug
{
}

impl Scalar for f64 {}
impl Scalar for i64 {}

#[fuse]
pub fn dot_and_norms<T: Scalar>(a: &[T], b: &[T]) -> (T, T, T) {
    let dot = a
        .iter()
        .zip(b)
        .fold(T::default(), |acc, (x, y)| acc + *x * *y);
    let aa = a.iter().fold(T::default(), |acc, x| acc + *x * *x);
    let bb = b.iter().fold(T::default(), |acc, x| acc + *x * *x);
    (dot, aa, bb)
}

#[fuse]
pub fn extremes<T, I>(values: I) -> Option<(T, T)>
where
    T: PartialOrd + Copy,
    I: IntoIterator<Item = T>,
{
    let mut iter = values.into_iter();
    let first = iter.next()?;
    let mut lo = first;
    let mut hi = first;
    for v in iter {
        if v < lo {
            lo = v;
        }
        if v > hi {
            hi = v;
        }
    }
    Some((lo, hi))
}

#[fuse(loops = 1)]
pub fn normalise_keys<'a>(keys: &[&'a str]) -> (Vec<Cow<'a, str>>, usize) {
    let cleaned: Vec<Cow<'a, str>> = keys
        .iter()
        .map(|k| {
            if k.chars().any(char::is_uppercase) {
                Cow::Owned(k.to_lowercase())
            } else {
                Cow::Borrowed(*k)
            }
        })
        .collect();
    let owned = cleaned
        .iter()
        .filter(|k| matches!(k, Cow::Owned(_)))
        .count();
    (cleaned, owned)
}

pub trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> &str;
}

#[derive(Debug)]
pub struct Square(pub f64);

impl Shape for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
    fn name(&self) -> &str {
        "square"
    }
}

#[fuse(loops = 1)]
pub fn catalogue(shapes: &[Box<dyn Shape>]) -> (f64, f64, Vec<String>) {
    let total: f64 = shapes.iter().map(|s| s.area()).sum();
    let largest = shapes.iter().map(|s| s.area()).fold(0.0, f64::max);
    let names = shapes
        .iter()
        .map(|s| format!("{} {:.1}", s.name(), s.area()))
        .collect();
    (total, largest, names)
}

#[fuse]
pub fn moving_average(samples: impl Iterator<Item = f64>, width: usize) -> Vec<f64> {
    let mut window: VecDeque<f64> = VecDeque::with_capacity(width);
    let mut out = Vec::new();
    for x in samples {
        if window.len() == width {
            window.pop_front();
        }
        window.push_back(x);
        out.push(window.iter().sum::<f64>() / window.len() as f64);
    }
    out
}

#[fuse]
pub fn matrix_stats(m: &[Vec<f64>]) -> (Vec<f64>, Vec<f64>, f64) {
    let rows = m.len();
    let cols = m.first().map_or(0, Vec::len);
    let row_sums: Vec<f64> = m.iter().map(|r| r.iter().sum()).collect();
    let col_sums: Vec<f64> = (0..cols).map(|j| m.iter().map(|r| r[j]).sum()).collect();
    let trace = (0..rows.min(cols)).map(|i| m[i][i]).sum();
    (row_sums, col_sums, trace)
}

#[fuse]
pub fn transpose_and_max(m: &[Vec<i64>]) -> (Vec<Vec<i64>>, Option<i64>) {
    if m.is_empty() {
        return (vec![], None);
    }
    let cols = m[0].len();
    let t: Vec<Vec<i64>> = (0..cols)
        .map(|j| m.iter().map(|row| row[j]).collect())
        .collect();
    let max = m.iter().flatten().copied().max();
    (t, max)
}

#[fuse(loops = 2)]
pub fn inventory(items: Vec<(String, u32, f64)>) -> (HashMap<String, f64>, Vec<String>, f64) {
    let total: f64 = items.iter().map(|(_, n, p)| f64::from(*n) * p).sum();
    let missing: Vec<String> = items
        .iter()
        .filter(|(_, n, _)| *n == 0)
        .map(|(name, ..)| name.clone())
        .collect();
    let prices = items.into_iter().map(|(name, _, p)| (name, p)).collect();
    (prices, missing, total)
}

#[fuse(loops = 2)]
pub fn validated(rows: &[&str]) -> Result<(i64, i64, usize), String> {
    let numbers = rows
        .iter()
        .map(|r| r.trim().parse::<i64>().map_err(|e| format!("{r}: {e}")))
        .collect::<Result<Vec<_>, _>>()?;
    let sum: i64 = numbers.iter().sum();
    let max = numbers
        .iter()
        .copied()
        .max()
        .ok_or_else(|| "no rows".to_string())?;
    let negative = numbers.iter().filter(|n| n.is_negative()).count();
    Ok((sum, max, negative))
}

#[fuse(loops = 1)]
pub fn shared_scores(scores: &Rc<Vec<f64>>, bonus: Option<f64>) -> (f64, usize) {
    let bonus = bonus.unwrap_or_default();
    let raised: Vec<f64> = scores.iter().map(|s| s + bonus).collect();
    let best = raised.iter().copied().fold(f64::MIN, f64::max);
    let passed = raised.iter().filter(|s| **s >= 50.0).count();
    (best, passed)
}

#[fuse(loops = 1)]
pub fn leaderboard(mut entries: Vec<(String, i64)>, top: usize) -> (Vec<String>, i64, i64) {
    entries.sort_by_key(|(name, score)| (-*score, name.clone()));
    entries.truncate(top);
    let names: Vec<String> = entries.iter().map(|(n, _)| n.to_owned()).collect();
    let total: i64 = entries.iter().map(|(_, s)| s).sum();
    let spread = match (entries.first(), entries.last()) {
        (Some((_, hi)), Some((_, lo))) => hi - lo,
        _ => 0,
    };
    (names, total, spread)
}

#[fuse]
pub fn group_totals(keys: &[u8], values: &[i64]) -> BTreeMap<u8, Vec<i64>> {
    let mut groups: BTreeMap<u8, Vec<i64>> = BTreeMap::new();
    for (k, v) in keys.iter().zip(values.iter()) {
        groups.entry(*k).or_default().push(*v);
    }
    for group in groups.values_mut() {
        group.sort_unstable();
        group.dedup();
    }
    groups
}

#[fuse]
pub fn bisect(f: impl Fn(f64) -> f64, mut lo: f64, mut hi: f64, steps: u32) -> (f64, Vec<f64>) {
    let mut widths = Vec::new();
    'search: for step in 0..steps {
        let mid = (lo + hi) / 2.0;
        widths.push(hi - lo);
        if f(mid) == 0.0 || step > 40 {
            break 'search;
        }
        if f(lo) * f(mid) < 0.0 {
            hi = mid;
        } else {
            lo = mid;
        }
    }
    let shrunk: Vec<f64> = widths.windows(2).map(|w| w[1] / w[0]).collect();
    (lo, shrunk)
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Running {
    n: u64,
    mean: f64,
    m2: f64,
}

impl Extend<f64> for Running {
    #[fuse]
    fn extend<I: IntoIterator<Item = f64>>(&mut self, iter: I) {
        for x in iter {
            self.n += 1;
            let delta = x - self.mean;
            self.mean += delta / self.n as f64;
            self.m2 += delta * (x - self.mean);
        }
    }
}

impl FromIterator<f64> for Running {
    #[fuse]
    fn from_iter<I: IntoIterator<Item = f64>>(iter: I) -> Self {
        let values: Vec<f64> = iter.into_iter().collect();
        let n = values.len() as u64;
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let m2 = values.iter().map(|v| (v - mean).powi(2)).sum();
        Running { n, mean, m2 }
    }
}

/// The simplest thing that still tells which of two columns rises faster.
#[fuse]
pub fn compare_columns(table: &HashMap<String, Vec<f64>>, a: &str, b: &str) -> Option<(f64, f64)> {
    let left = table.get(a)?;
    let right = table.get(b)?;
    let rise = |xs: &[f64]| xs.windows(2).filter(|w| w[1] > w[0]).count() as f64;
    let sums = (left.iter().sum::<f64>(), right.iter().sum::<f64>());
    Some((rise(left) / sums.0, rise(right) / sums.1))
}

/// A vector of numbers of any kind.
#[derive(Debug)]
pub struct Samples<T>(pub Vec<T>);

impl<T: Scalar> Samples<T> {
    #[fuse(loops = 1)]
    pub fn moments(&self) -> (T, T, usize) {
        let first = self.0.iter().fold(T::default(), |acc, x| acc + *x);
        let second = self.0.iter().fold(T::default(), |acc, x| acc + *x * *x);
        let positive = self.0.iter().filter(|x| **x > T::default()).count();
        (first, second, positive)
    }
}
