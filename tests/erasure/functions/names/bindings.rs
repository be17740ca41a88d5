//! Names that patterns and macros bind, and a `push` that is no `Vec`'s.

#![allow(
    unused_assignments,
    unused_mut,
    unused_variables,
    reason = "each is as small as the mistake that it shows"
)]

use super::fuse;

/// Behind the `flat_map`, `a` is the outer variable again.
#[fuse]
pub fn a_name_of_the_flat_map_behind_it(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
    let a: i64 = 100;
    let sums: Vec<i64> = xs
        .iter()
        .flat_map(|a| ys.iter().map(move |b| a + b))
        .map(|p| p + a)
        .collect();
    let total: i64 = sums.iter().sum();
    (sums, total)
}

/// So it is in another chain, which would stand in the inner loop.
#[fuse]
pub fn a_name_of_the_flat_map_in_another_chain(xs: &[i64], ys: &[i64]) -> (i64, i64) {
    let a: i64 = 100;
    let ones: Vec<i64> = xs
        .iter()
        .flat_map(|a| ys.iter().map(|b| *b + 1).filter(|b| *b != 0))
        .collect();
    let shifted: i64 = ones.iter().map(|p| p + a).sum();
    let total: i64 = ones.iter().sum();
    (shifted, total)
}

/// A `mut` variable of a pattern is no fixed length.
#[fuse]
pub fn a_mutable_loop_variable_as_length(xs: &[i64]) -> Vec<(i64, i64)> {
    let mut all = Vec::new();
    for mut n in 0..xs.len().min(5) as i64 {
        let doubled: Vec<i64> = (0..n).map(|i| i * 2).collect();
        n += 2;
        let sum: i64 = doubled.iter().sum();
        let further: i64 = (0..n).map(|i| i + 1).sum();
        all.push((sum, further));
    }
    all
}

macro_rules! bind {
    ($name:ident, $value:expr) => {
        let $name = $value;
    };
}

/// A macro may bind a name that it is given: another array of the same name.
#[fuse]
pub fn an_array_bound_by_a_macro(xs: &[i64]) -> (i64, i64) {
    let ys: Vec<i64> = xs.iter().map(|x| x + 1).collect();
    bind!(ys, vec![5_i64; ys.len() + 2]);
    let sum: i64 = ys.iter().sum();
    let other: i64 = xs.iter().sum();
    (sum, other)
}

/// Another length of the same name.
#[fuse]
pub fn a_length_bound_by_a_macro(xs: &[i64]) -> (usize, usize) {
    let n: usize = xs.len();
    let ys: Vec<usize> = (0..n).map(|i| i + 1).collect();
    bind!(n, 1_usize);
    let sum: usize = ys.iter().sum();
    let other: usize = (0..n).map(|i| i + 1).sum();
    (sum, other)
}

macro_rules! count_calls {
    ($name:ident) => {
        let mut calls = 0;
        let mut $name = |x: &i64| {
            calls += 1;
            x * 100 + calls
        };
    };
}

/// Or a closure with a state.
#[fuse]
pub fn a_closure_bound_by_a_macro(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    count_calls!(f);
    let first: Vec<i64> = xs.iter().map(|x| f(x)).collect();
    let second: Vec<i64> = xs.iter().map(|x| f(x)).collect();
    (first, second)
}

/// What is compiled away binds nothing: `ys` is still the array above.
#[fuse]
pub fn a_let_that_is_compiled_away(xs: &[f64]) -> (f64, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x + 1.0).collect();
    #[cfg(any())]
    let ys: Vec<f64> = Vec::new();
    let sum: f64 = ys.iter().sum();
    let other: f64 = xs.iter().sum();
    (sum, other)
}

/// A `push` that is no `Vec`'s.
pub trait Push {
    fn push(&mut self, element: i64);
}

impl Push for [i64] {
    fn push(&mut self, element: i64) {
        self[0] ^= element;
        self[1] += 1;
    }
}

/// A fused loop takes no array or slice for a vector.
#[fuse]
pub fn a_push_of_an_extension_trait(xs: &[i64], slice: &mut [i64]) -> ([i64; 2], Box<[i64]>, i64) {
    let mut array: [i64; 2] = [0, 0];
    for x in xs {
        array.push(*x);
    }
    let mut boxed: Box<[i64]> = Box::new([0, 0]);
    for x in xs {
        boxed.push(*x);
        slice.push(*x);
    }
    let all: i64 = xs.iter().fold(0, |all, x| all ^ x);
    (array, boxed, all)
}

/// `out` is a reference to the vector.
#[fuse]
pub fn a_vector_bound_by_reference(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let ref mut out = Vec::new();
    let ref mut annotated: Vec<i64> = vec![1];
    for x in xs {
        out.push(*x);
        annotated.push(x ^ 1);
    }
    let all: i64 = xs.iter().fold(0, |all, x| all ^ x);
    out.push(all);
    (std::mem::take(out), std::mem::take(annotated))
}

/// The `k` of the workers is a part of the pattern.
#[fuse]
pub fn a_name_behind_an_at(xs: &[i64]) -> (i64, i64) {
    let k: i64 = xs.iter().fold(0, |all, x| all ^ x);
    let pair @ [k, _] = [k ^ 5, 2];
    let parts: i64 = xs.iter().fold(0, |all, x| all ^ (x & k));
    (parts, pair[0])
}

const ZERO: i64 = 0;

/// What is found must be `ZERO`: not only an empty array leaves.
#[fuse]
pub fn a_constant_that_is_looked_for(xs: &[i64]) -> i64 {
    let all: i64 = xs.iter().fold(0, |all, x| all ^ x);
    let Some(ZERO) = xs.iter().copied().min() else {
        return all;
    };
    let parts: i64 = xs.iter().map(|x| 100 / (x + 1)).fold(0, |all, x| all ^ x);
    all ^ parts
}

/// So must it be `None`.
#[fuse]
pub fn a_none_that_is_looked_for(xs: &[Option<i64>]) -> i64 {
    let all: usize = xs.iter().count();
    let Some(None) = xs.iter().copied().max() else {
        return all as i64;
    };
    let parts: i64 = xs.iter().fold(0, |all, x| all ^ (10 / x.unwrap_or(1)));
    parts
}
