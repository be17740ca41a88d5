//! loops: 1

#[loopfuse::fuse]
pub fn fold_and_reduce(xs: &[f64]) -> (f64, Option<f64>) {
    let horner = xs.iter().fold(0.0, |acc, x| acc * 0.5 + x);
    let greatest = xs.iter().copied().reduce(f64::max);
    (horner, greatest)
}
