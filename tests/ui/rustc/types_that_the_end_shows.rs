//! A type that only the end of a function shows is not known where a method of the name is called.

use loopfuse::fuse;

#[fuse]
fn an_accumulator(xs: &[f64]) -> (f64, f64) {
    let most = xs.iter().fold(0.0, |m, x| m.max(*x));
    let sum: f64 = xs.iter().sum();
    (most, sum)
}

#[fuse]
fn a_sum(xs: &[i64]) -> (i64, i64) {
    let sum = xs.iter().sum();
    let square = sum.pow(2);
    (sum, square)
}

#[fuse]
fn an_array(xs: &[i64]) -> (Vec<i64>, i64) {
    let ys = xs.iter().map(|x| x + 1).collect();
    let sum: i64 = ys.iter().sum();
    (ys, sum)
}

fn main() {}
