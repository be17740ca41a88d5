//! An array of which the annotation and the turbofish say different things: rustc sees both.

use loopfuse::fuse;

#[fuse]
fn total(xs: &[f64]) -> f64 {
    let ys: Vec<char> = xs.iter().copied().collect::<Vec<f64>>();
    ys.iter().map(|_| 1.0).sum()
}

fn main() {
    total(&[1.0]);
}
