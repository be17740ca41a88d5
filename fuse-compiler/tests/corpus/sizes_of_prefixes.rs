//! loops: 2
// Two prefixes of one length run in step; the rest of one of them has another length.

#[loopfuse::fuse]
pub fn split(xs: &[f64], ys: &[f64]) -> (f64, f64, f64) {
    let n = xs.len().min(ys.len());
    let left = &xs[..n];
    let right = &ys[..n];
    let tail = &xs[n..];
    let a: f64 = left.iter().sum();
    let b: f64 = right.iter().map(|y| y * y).sum();
    let c: f64 = tail.iter().sum();
    (a, b, c)
}
