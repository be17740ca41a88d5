// What is not read, or never built, is linted as in the source.
#![deny(unused_variables, unused_mut, unused_parens, unused_labels)]
use loopfuse::fuse;

#[fuse]
fn never_read(xs: &[i64]) -> (i64, usize) {
    let may_fail: Vec<i64> = xs.iter().map(|x| (x + 1)).collect();
    let cannot: Vec<f64> = xs.iter().map(|x| *x as f64).collect();
    (xs.iter().sum(), xs.iter().count())
}

#[fuse]
fn never_changed(xs: &[i64]) -> (i64, usize) {
    let mut halves: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    let sum = halves.iter().sum();
    let less = halves.iter().filter(|x| **x < 3).count();
    (sum, less)
}

#[fuse]
fn parenthesised(xs: &[i64]) -> (i64, i64) {
    let one = xs.iter().map(|(x)| x + 1).sum();
    let other = xs.iter().map(|x| (x + 1)).sum();
    (one, other)
}

#[fuse]
fn parenthesised_conditions(xs: &[f64]) -> (f64, f64) {
    let one = xs.iter().filter_map(|x| if (*x > 0.0) { Some(*x) } else { None }).sum();
    let other = xs.iter().filter_map(|x| (*x < 0.0).then(|| (*x))).sum();
    (one, other)
}

#[fuse]
fn parenthesised_arguments(xs: &[f64], ys: &[f64]) -> (f64, f64) {
    let dot = xs.iter().zip((ys)).map(|(x, y)| x * y).sum();
    (dot, xs.iter().product())
}

#[fuse]
fn never_jumped_to(xs: &[f64]) -> (f64, f64) {
    let mut a = 0.0;
    'a: for x in xs {
        a += x;
    }
    (a, xs.iter().product())
}

#[fuse]
fn parenthesised_options(xs: &[Option<i32>]) -> (i64, i64) {
    let one = xs.iter().filter_map(|x| (*x)).map(|x| x as i64).sum();
    let other = xs.iter().filter_map(|x| (x.is_some().then_some(3))).sum();
    (one, other)
}

#[fuse]
fn parenthesised_headers(xs: &[i64]) -> (i64, i64) {
    let (mut one, mut other) = (0, 0);
    for x in (xs) {
        one ^= x;
    }
    for (x) in xs {
        other |= x;
    }
    (one, other)
}

fn main() {}
