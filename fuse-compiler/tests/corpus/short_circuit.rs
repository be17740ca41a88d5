//! loops: 2
// `any` stops early, so it shares a loop with nobody.

#[loopfuse::fuse]
pub fn checked_sum(xs: &[f64]) -> Option<f64> {
    let broken = xs.iter().any(|x| x.is_nan());
    let sum: f64 = xs.iter().sum();
    if broken { None } else { Some(sum) }
}
