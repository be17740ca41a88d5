//! The one program that deleting `#[fuse]` repairs: its `Vec` is not std's, comes by a glob, and would be contracted.

use loopfuse::fuse;
use mine::*;

mod mine {
    pub type Vec<T> = std::collections::VecDeque<T>;
}

#[fuse]
fn sums(xs: &[i64]) -> (i64, i64) {
    let squares: Vec<i64> = xs.iter().map(|x| x * x).collect();
    let sum: i64 = squares.iter().sum();
    let greatest: i64 = squares.iter().fold(0, |a, x| a.max(*x));
    (sum, greatest)
}

fn main() {
    sums(&[]);
}
