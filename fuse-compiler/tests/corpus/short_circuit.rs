//! loops: 1
// `any` stops early: it asks for its elements itself, and the sum is ahead of it by a block.

#[loopfuse::fuse]
pub fn checked_sum(xs: &[f64]) -> Option<f64> {
    let broken = xs.iter().any(|x| x.is_nan());
    let sum: f64 = xs.iter().sum();
    if broken { None } else { Some(sum) }
}
