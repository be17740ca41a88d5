//! What is no iterator is none in a loop either, and a length is a `usize`.

use loopfuse::fuse;

#[fuse]
fn reference_to_a_reference(xs: &[f64]) -> (f64, f64) {
    let sum: f64 = xs.iter().sum();
    let both: f64 = xs.iter().zip(&xs).map(|(x, y)| x * y).sum();
    (sum, both)
}

#[fuse]
fn looped_over_one(xs: &[f64]) -> (f64, f64) {
    let mut ys: Vec<f64> = Vec::new();
    for x in &xs {
        ys.push(x * 2.0);
    }
    let sum: f64 = ys.iter().sum();
    let squares: f64 = ys.iter().map(|y| y * y).sum();
    (sum, squares)
}

#[fuse]
fn counted_in_another_type(xs: &[f64]) -> (f64, f64) {
    let mut ys = vec![0.0; 3];
    for i in 0..3i32 {
        ys[i] = xs[0] * 2.0;
    }
    let sum: f64 = ys.iter().sum();
    let squares: f64 = ys.iter().map(|y| y * y).sum();
    (sum, squares)
}

fn main() {}
