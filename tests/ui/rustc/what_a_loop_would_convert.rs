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

#[fuse]
fn lengths_of_another_type(xs: &[u8]) -> (usize, u8) {
    let chunks = xs.chunks_exact(4u8).filter(|w| w[0] > w[1]).count();
    let some: Vec<u8> = xs.iter().map(|x| x ^ 1).collect();
    (chunks, some.iter().take(4u8).fold(0, |a, x| a ^ x))
}

#[fuse]
fn five_arguments(xs: &[u8]) -> (Vec<u8>, Vec<u8>, u64) {
    let sum: u64 = xs.iter().map(|x| u64::from(*x)).sum();
    let (a, b) = xs
        .iter()
        .map(|x| (*x, x ^ 1))
        .unzip::<u8, u8, Vec<_>, Vec<_>, u8>();
    (a, b, sum)
}

#[fuse]
fn types_of_nothing(xs: &[u32]) -> (Vec<u32>, Vec<u32>, u32, u32) {
    let (a, b) = xs.iter().copied().partition::<Vec<u32>, u8>(|x| *x > 3);
    let folded = xs.iter().copied().fold::<_, u8>(0, |a, b| a ^ b);
    (a, b, folded, xs.iter().sum())
}

fn main() {}
