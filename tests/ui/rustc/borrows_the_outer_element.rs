//! The closure inside of a `flat_map` outlives the element that it borrows, unless it moves it.

use loopfuse::fuse;

#[fuse]
fn products(xs: &[f64]) -> f64 {
    xs.iter().flat_map(|x| xs.iter().map(|y| x * y)).sum::<f64>() + xs.iter().sum::<f64>()
}

#[fuse]
fn numbered(xs: &[f64]) -> f64 {
    let all: f64 = xs.iter().enumerate().flat_map(|(i, x)| xs.iter().map(|y| x * y + i as f64)).sum();
    all + xs.iter().sum::<f64>()
}

#[fuse]
fn larger(xs: &[f64]) -> usize {
    let larger = xs.iter().flat_map(|&x| xs.iter().filter(|y| **y > x)).count();
    larger + xs.iter().filter(|x| **x > 0.0).count()
}

#[fuse]
fn printed(xs: &[f64]) -> Vec<String> {
    let pairs: Vec<String> = xs.iter().flat_map(|x| xs.iter().map(|y| format!("{x} {y}"))).collect();
    let singles: Vec<String> = xs.iter().map(|x| x.to_string()).collect();
    if pairs.len() > 9 { singles } else { pairs }
}

fn main() {}
