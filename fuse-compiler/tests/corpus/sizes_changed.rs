//! loops: 2
// What was asserted of the vector no longer holds once it may have been changed.

#[loopfuse::fuse]
pub fn changed(mut xs: Vec<f64>, ys: &[f64]) -> (f64, f64) {
    assert_eq!(xs.len(), ys.len());
    xs.dedup();
    let a: f64 = xs.iter().sum();
    let b: f64 = ys.iter().map(|y| y * y).sum();
    (a, b)
}
