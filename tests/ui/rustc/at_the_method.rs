//! What rustc has to say about what a loop does with an element stands where the chain says it.

use loopfuse::fuse;

#[fuse]
fn not_ordered(xs: &[f64]) -> (f64, f64) {
    let sum: f64 = xs.iter().sum();
    let most = xs.iter().copied().max().unwrap();
    (sum, most)
}

#[fuse]
fn another_number(xs: &[f64]) -> (f64, f32) {
    let sum: f64 = xs.iter().sum();
    let narrow: f32 = xs.iter().map(|x| x * sum).sum();
    let wide: f32 = xs.iter().sum();
    (sum, narrow + wide)
}

#[fuse]
fn not_a_test(xs: &[f64]) -> (f64, usize) {
    let sum: f64 = xs.iter().sum();
    let n = xs.iter().filter(|x| **x + 1.0).count();
    (sum, n)
}

#[fuse]
fn two_parameters(xs: &[f64]) -> (f64, Vec<f64>) {
    let sum: f64 = xs.iter().sum();
    let ys: Vec<f64> = xs.iter().map(|x, y| x + y).collect();
    (sum, ys)
}

#[fuse]
fn not_cloned<T>(xs: &[T]) -> (usize, Vec<T>) {
    let n = xs.iter().filter(|x| size_of_val(*x) > 1).count();
    let ys: Vec<T> = xs.iter().cloned().collect();
    (n, ys)
}

#[fuse]
fn moved_out(xs: &[(String, i64)]) -> (i64, Vec<String>) {
    let sum: i64 = xs.iter().map(|(_, n)| n).sum();
    let names: Vec<String> = xs.iter().map(|&(name, _)| name).collect();
    (sum, names)
}

#[fuse]
fn assigned_twice(xs: &[i64]) -> i64 {
    let sum: i64 = xs.iter().sum();
    sum = xs.iter().map(|x| x + 1).sum();
    sum
}

fn main() {}
