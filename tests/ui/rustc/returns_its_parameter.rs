//! What a parameter that is bound by `ref` refers to is gone with the call.

use loopfuse::fuse;

#[fuse]
fn mapped(xs: &[f64]) -> f64 {
    xs.iter().copied().map(|ref x| x).sum::<f64>() + xs.iter().product::<f64>()
}

#[fuse]
fn filtered(xs: &[f64]) -> f64 {
    let some: f64 = xs.iter().copied().filter_map(|ref x| if *x > 0.0 { Some(x) } else { None }).sum();
    some + xs.iter().product::<f64>()
}

#[fuse]
fn part(xs: &[f64]) -> usize {
    let places: usize = xs.iter().enumerate().map(|(ref i, _)| i).sum();
    places + xs.iter().filter(|x| **x > 0.0).count()
}

fn main() {}
