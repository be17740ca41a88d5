//! What a fused loop would convert, or see the type of, is refused as it is without the attribute.

use loopfuse::fuse;

#[fuse]
fn tests_that_are_numbers(xs: &[i64]) -> (i64, usize, usize) {
    let sum: i64 = xs.iter().sum();
    let odd = xs.iter().filter(|x| **x & 1).count();
    let both = xs.iter().filter(|x| **x & 1 && **x & 2).count();
    (sum, odd, both)
}

#[fuse]
fn a_sum_of_another_width(xs: &[u8]) -> (u64, u64) {
    let sum: u64 = xs.iter().map(|x| *x as u32).sum();
    let wide: u64 = xs.iter().map(|x| u64::from(*x)).sum();
    (sum, wide)
}

fn main() {}
