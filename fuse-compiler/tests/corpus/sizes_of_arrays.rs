//! loops: 1
// The types say it, a constant parameter as well as a number.

#[loopfuse::fuse]
pub fn both<const N: usize>(xs: [f64; N], ys: &[f64; N], zs: &[f64; 3]) -> (f64, f64, usize) {
    let a: f64 = xs.iter().sum();
    let b: f64 = ys.iter().map(|y| y * y).sum();
    let c = (0..N).filter(|i| i % 3 == 0).count();
    let _ = zs;
    (a, b, c)
}
