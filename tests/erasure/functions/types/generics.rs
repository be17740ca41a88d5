//! Functions of every kind: generic, with lifetimes, methods, associated, with structs in and out.

use super::fuse;
use std::fmt::Display;
use std::iter::Sum;
use std::ops::{Add, Mul};

/// A pair of statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    pub mean: f64,
    pub scaled: Vec<f64>,
}

#[fuse]
pub fn struct_result(xs: &[f64]) -> Summary {
    let sum: f64 = xs.iter().sum();
    let mean: f64 = sum / xs.len() as f64;
    let scaled: Vec<f64> = xs.iter().map(|x| x - mean).collect();
    Summary { mean, scaled }
}

/// Chains stand inside the struct literal.
#[fuse]
pub fn struct_literal(xs: &[f64]) -> Summary {
    Summary {
        mean: xs.iter().sum::<f64>() / xs.len() as f64,
        scaled: xs.iter().map(|x| x * 2.0).collect(),
    }
}

/// Samples with a method, an associated function and a consuming method.
#[derive(Clone, Debug)]
pub struct Samples {
    pub values: Vec<f64>,
    pub scale: f64,
}

impl Samples {
    #[fuse]
    pub fn new(values: &[f64]) -> Self {
        let greatest: f64 = values.iter().copied().fold(0.0, f64::max);
        let values: Vec<f64> = values.iter().copied().filter(|v| !v.is_nan()).collect();
        Self {
            values,
            scale: greatest,
        }
    }

    #[fuse]
    pub fn scaled(&self) -> (Vec<f64>, f64) {
        let values: &[f64] = &self.values;
        let scaled: Vec<f64> = values.iter().map(|v| v / self.scale).collect();
        let sum: f64 = scaled.iter().sum();
        (scaled, sum)
    }

    /// The macro cannot see the type of the field.
    #[fuse]
    pub fn of_field(&self) -> (f64, usize) {
        let sum: f64 = self.values.iter().sum();
        let large: usize = self
            .values
            .iter()
            .filter(|v| v.abs() > self.scale / 2.0)
            .count();
        (sum, large)
    }

    #[fuse]
    pub fn rescale(&mut self, factor: f64) -> f64 {
        let values: Vec<f64> = self.values.iter().map(|v| v * factor).collect();
        let sum: f64 = values.iter().sum();
        self.values = values;
        self.scale *= factor;
        sum
    }

    #[fuse]
    pub fn into_positive(self) -> Vec<f64> {
        let values: Vec<f64> = self.values;
        let positive: Vec<f64> = values.into_iter().filter(|v| *v > 0.0).collect();
        positive
    }
}

/// A method of a trait.
pub trait Norm {
    fn norm(&self) -> (f64, f64);
}

impl Norm for [f64] {
    #[fuse]
    fn norm(&self) -> (f64, f64) {
        let squares: f64 = self.iter().map(|x| x * x).sum();
        let greatest: f64 = self.iter().map(|x| x.abs()).fold(0.0, f64::max);
        (squares.sqrt(), greatest)
    }
}

#[fuse]
pub fn generic_sum<T>(xs: &[T], factor: T) -> (T, Vec<T>)
where
    T: Copy + Mul<Output = T> + Add<Output = T> + Sum<T>,
{
    let scaled: Vec<T> = xs.iter().map(|x| *x * factor).collect();
    let sum: T = scaled.iter().copied().sum();
    (sum, scaled)
}

#[fuse]
pub fn generic_order<T: Ord + Clone>(xs: &[T]) -> (Option<&T>, Option<T>, usize) {
    let least: Option<&T> = xs.iter().min();
    let greatest: Option<T> = xs.iter().max().cloned();
    let many: usize = xs.iter().filter(|x| Some(*x) == least).count();
    (least, greatest, many)
}

#[fuse]
pub fn generic_worker<F: Fn(i64) -> i64>(xs: &[i64], worker: F) -> (Vec<i64>, i64) {
    let ys: Vec<i64> = xs.iter().map(|x| worker(*x)).collect();
    let low: i64 = ys.iter().map(|y| y & 7).sum();
    (ys, low)
}

/// The calls of an `FnMut` show the order of the passes.
#[fuse]
pub fn generic_mutable_worker<F: FnMut(i64) -> i64>(
    xs: &[i64],
    mut worker: F,
) -> (Vec<i64>, Vec<i64>) {
    let ys: Vec<i64> = xs.iter().map(|x| worker(*x)).collect();
    let zs: Vec<i64> = xs.iter().map(|x| worker(*x)).collect();
    (ys, zs)
}

#[fuse]
pub fn constant_length<const N: usize>(xs: [f64; N]) -> (f64, [f64; N]) {
    let total: f64 = xs.iter().sum();
    let mut shares = [0.0; N];
    for (share, x) in shares.iter_mut().zip(xs.iter()) {
        *share = x / total;
    }
    (total, shares)
}

#[fuse]
pub fn lifetimes<'a, 'b>(names: &'a [String], prefix: &'b str) -> (Vec<&'a str>, &'b str, usize) {
    let matching: Vec<&'a str> = names
        .iter()
        .map(|n| n.as_str())
        .filter(|n| n.starts_with(prefix))
        .collect();
    let letters: usize = matching.iter().map(|n| n.len()).sum();
    (matching, prefix, letters)
}

#[fuse]
pub fn longest<'a>(words: &'a [String]) -> Option<&'a String> {
    let lengths: Vec<usize> = words.iter().map(|w| w.len()).collect();
    let most: usize = lengths.iter().copied().max().unwrap_or(0);
    words
        .iter()
        .filter(|w| w.len() == most)
        .max_by_key(|w| w.len())
}

#[fuse]
pub fn impl_trait(xs: &[impl Display]) -> (Vec<String>, usize) {
    let texts: Vec<String> = xs.iter().map(|x| x.to_string()).collect();
    let letters: usize = texts.iter().map(|t| t.len()).sum();
    (texts, letters)
}

#[fuse]
pub(crate) const fn nothing_to_fuse(x: i64) -> i64 {
    x + 1
}

/// A user struct that is not `Copy`, and is not made of what is.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    pub customer: String,
    pub amounts: Vec<i64>,
}

#[fuse]
pub fn user_structs(orders: &[Order]) -> (Vec<Order>, i64, Vec<String>) {
    let large: Vec<Order> = orders
        .iter()
        .filter(|o| o.amounts.len() > 1)
        .cloned()
        .collect();
    let turnover: i64 = large.iter().map(|o| o.amounts.iter().sum::<i64>()).sum();
    let customers: Vec<String> = large.iter().map(|o| o.customer.clone()).collect();
    (large, turnover, customers)
}

#[fuse]
pub fn structs_by_value(orders: Vec<Order>) -> (Vec<String>, usize) {
    let open: Vec<Order> = orders
        .into_iter()
        .filter(|o| !o.amounts.is_empty())
        .collect();
    let names: Vec<String> = open.into_iter().map(|o| o.customer).collect();
    let letters: usize = names.iter().map(|n| n.len()).sum();
    (names, letters)
}

#[fuse]
pub fn tail_chain(xs: &[f64]) -> f64 {
    let positive: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    positive.iter().map(|x| x.ln()).sum()
}

#[fuse]
pub fn unit_result(xs: &[i64], out: &mut Vec<i64>) {
    let ys: Vec<i64> = xs.iter().map(|x| x | 1).collect();
    let sum: i64 = ys.iter().fold(0, |s, y| s ^ y);
    out.push(sum);
    out.extend(ys);
}

/// A reference to an element whose type is two bounds needs parentheses.
#[fuse]
pub fn elements_of_two_bounds(fs: &[impl Fn(i64) -> i64 + Clone], x: i64) -> (i64, usize) {
    let sum: i64 = fs.iter().map(|f| f(x) & 7).sum();
    let even = fs.iter().filter(|f| f(x) % 2 == 0).count();
    (sum, even)
}

/// What stands for a type parameter lives longer than the arrays that are made here: what is copied out of them leads to none of them.
#[fuse(loops = 1)]
pub fn copied_out<N: Copy + PartialOrd>(xs: &[N], start: N) -> (Vec<N>, N) {
    let mut most = start;
    let kept: Vec<N> = xs.iter().copied().filter(|x| *x >= start).collect();
    for &x in &kept {
        if x > most {
            most = x;
        }
    }
    (kept, most)
}

/// Taken by value, and put into a set.
#[fuse(loops = 1)]
pub fn seen_among<N: Copy + Ord>(xs: Vec<N>) -> (Vec<N>, std::collections::BTreeSet<N>) {
    let mut seen: std::collections::BTreeSet<N> = std::collections::BTreeSet::new();
    let layer: Vec<N> = xs.into_iter().collect();
    for &n in &layer {
        seen.insert(n);
    }
    (layer, seen)
}

/// References to what is made here are none to what the caller has.
#[fuse]
pub fn least_of_made<N: Copy + PartialOrd + Add<Output = N>>(xs: &[N]) -> (Vec<N>, Option<N>) {
    let twice: Vec<N> = xs.iter().map(|x| *x + *x).collect();
    let mut least = None;
    for x in &twice {
        match least {
            Some(other) if other <= x => {}
            _ => least = Some(x),
        }
    }
    let least = least.copied();
    (twice, least)
}

/// A copy that leads to a cell which the body changes.
#[fuse]
pub fn cells_of<'a, N: Copy + AsRef<std::cell::Cell<i64>>>(xs: &'a [N], by: i64) -> (Vec<N>, i64, i64) {
    let all: Vec<N> = xs.iter().copied().collect();
    let mut last = all.len() as i64;
    for &x in &all {
        x.as_ref().set(x.as_ref().get().wrapping_mul(by).wrapping_add(last));
        last = x.as_ref().get();
    }
    let total = all.iter().map(|x| x.as_ref().get()).fold(0i64, |s, x| s.wrapping_mul(3).wrapping_add(x));
    (all, last, total)
}

/// An item of the body has the name of the parameter, and is a reference to what is made here.
#[fuse]
pub fn hidden_by_an_item<N: Copy>(xs: &[i64], unused: N) -> (i64, N) {
    type N<'a> = &'a i64;
    let made: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let mut last: N = &0;
    for x in &made {
        last = x;
    }
    (*last, unused)
}
