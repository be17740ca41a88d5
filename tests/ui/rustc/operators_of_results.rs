// What rustc says of an operator it says of one whose side is the result of a chain.
#![deny(warnings)]
use loopfuse::fuse;

#[fuse]
fn compared(xs: &[i64]) -> (bool, usize) {
    let useless = xs.iter().filter(|x| **x > 3).count() >= 0;
    (useless, xs.iter().filter(|x| **x > 9).count())
}

// Nobody must read how long an array is.
#[fuse]
fn lengths(xs: &[i64]) -> (usize, usize) {
    let changed: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    changed.len();
    changed.is_empty();
    let some = changed.iter().filter(|x| **x > 4).count();
    (some, changed.iter().filter(|x| **x > 9).count())
}

fn main() {}
