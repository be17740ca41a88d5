//! A `move` closure takes what it captures.

use loopfuse::fuse;

#[fuse]
fn a_string(xs: &[f64], s: String) -> usize {
    let n = xs.iter().map(move |x| s.len() + *x as usize).sum::<usize>();
    n + s.len() + xs.iter().count()
}

fn main() {}
