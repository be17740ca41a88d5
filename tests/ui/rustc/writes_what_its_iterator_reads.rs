//! What drives a `for` loop borrows what its closures read until the loop has ended.

use loopfuse::fuse;

#[fuse]
fn mapped(xs: &[f64]) -> f64 {
    let mut c = 0.0;
    for x in xs.iter().map(|x| x * c) {
        c += x;
    }
    c + xs.iter().sum::<f64>()
}

#[fuse]
fn filtered(xs: &[f64]) -> f64 {
    let mut c = 0.0;
    for x in xs.iter().filter(|x| **x > c) {
        c += x;
    }
    c + xs.iter().sum::<f64>()
}

#[fuse]
fn for_each(xs: &[f64]) -> f64 {
    let mut c = 0.0;
    xs.iter().map(|x| x * c).for_each(|x| c += x);
    c + xs.iter().sum::<f64>()
}

#[fuse]
fn pushed(xs: &[usize]) -> (Vec<usize>, usize) {
    let mut v: Vec<usize> = Vec::new();
    for x in xs.iter().filter(|x| **x > v.len()) {
        v.push(*x);
    }
    (v, xs.iter().sum())
}

fn main() {}
