//! loops: 1
// Below the guard the two vectors are equally long.

#[loopfuse::fuse]
pub fn norms(xs: &[f64], ys: &[f64]) -> Option<(f64, f64)> {
    if xs.is_empty() || xs.len() != ys.len() {
        return None;
    }
    let a: f64 = xs.iter().map(|x| x * x).sum();
    let b: f64 = ys.iter().map(|y| y * y).sum();
    Some((a, b))
}
