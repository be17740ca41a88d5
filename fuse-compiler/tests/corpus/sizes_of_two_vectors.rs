//! loops: 2
// Nothing says that the two vectors are equally long, and a `debug_assert_eq!` is gone in a
// release build.

#[loopfuse::fuse]
pub fn norms(xs: &[f64], ys: &[f64]) -> (f64, f64) {
    debug_assert_eq!(xs.len(), ys.len());
    let a: f64 = xs.iter().map(|x| x * x).sum();
    let b: f64 = ys.iter().map(|y| y * y).sum();
    (a, b)
}
