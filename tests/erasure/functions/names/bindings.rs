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

/// What nobody reads hides a name that an earlier chain reads, whose loop stands behind it.
#[fuse]
#[allow(unused_variables, reason = "that is what is looked at")]
pub fn hidden_and_unread(values: &[f64], _double: bool) -> (f64, f64) {
    let scaled: Vec<f64> = values.iter().map(|x| if _double { x * 2.0 } else { x * 3.0 }).collect();
    let _double = values.iter().rev().copied().collect::<Vec<f64>>();
    let values = scaled.iter().rev().copied().collect::<Vec<f64>>();
    let sum: f64 = scaled.iter().sum();
    let squares: f64 = scaled.iter().map(|z| z * z).sum();
    (sum, squares)
}

/// Nothing is left of two chains whose results nobody reads.
#[fuse]
pub fn unread(a: &[f64], c: f64) -> f64 {
    let d: Vec<f64> = a.iter().map(|x| x + c).collect();
    let _d: Vec<f64> = d.iter().map(|x| x * 2.0).collect();
    let _d: Vec<f64> = d.iter().copied().filter(|x| *x > 0.0).collect();
    c
}

macro_rules! without_the_first {
    ($name:ident) => {
        let $name = &$name[$name.len().min(1)..];
    };
}

macro_rules! of_another_type {
    ($name:ident) => {
        let $name = $name.iter().map(|x| (*x > 0.5, *x as i64)).collect::<Vec<_>>();
    };
}

/// Arrays that a macro binds anew, shorter and of another type.
#[fuse]
pub fn bound_by_a_macro(xs: &[f64]) -> (f64, f64, i64, usize) {
    let mut ys = vec![1.0; xs.len()];
    without_the_first!(xs);
    for (i, x) in xs.iter().enumerate() {
        ys[i] = x * 2.0;
    }
    let sum: f64 = ys.iter().sum();
    let squares: f64 = ys.iter().map(|y| y * y).sum();
    of_another_type!(xs);
    let whole = xs.iter().map(|x| x.1).fold(0i64, i64::wrapping_add);
    let large = xs.iter().filter(|x| x.0).count();
    (sum, squares, whole, large)
}

/// A number by the name that the expansion has for another.
#[fuse]
#[allow(non_snake_case, reason = "it is the name of ours")]
pub fn names_like_ours(xs: &[f64]) -> (f64, f64) {
    let _ys__made = 3.0;
    let mut ys = vec![0.0; xs.len()];
    for i in 0..xs.len() {
        ys[i] = xs[i] * _ys__made;
    }
    let sum: f64 = ys.iter().sum();
    let squares: f64 = ys.iter().map(|y| y * y).sum();
    (sum, squares)
}

/// The same range of two values of one name.
#[fuse]
pub fn ranges_of_one_name(s: &(usize, i64), t: &(usize, i64)) -> (usize, usize) {
    let one = (0..s.0).map(|i| i * 2).sum();
    let s = t;
    let other = (0..s.0).map(|i| i * 3).sum();
    (one, other)
}
