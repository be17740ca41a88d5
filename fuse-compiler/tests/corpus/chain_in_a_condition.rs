//! loops: 1
// A condition is evaluated once and first: its chain runs with those of the `let`s before it.

#[loopfuse::fuse]
pub fn mean_or_zero(xs: &[f64], limit: f64) -> f64 {
    let sum: f64 = xs.iter().sum();
    if xs.iter().map(|x| x.abs()).fold(0.0, f64::max) > limit {
        return 0.0;
    }
    sum / xs.len() as f64
}
