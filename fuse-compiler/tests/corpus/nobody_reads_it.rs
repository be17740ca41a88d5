//! loops: 1
// The squares are never read: they are type-checked and never computed.

#[loopfuse::fuse]
pub fn ignored(xs: &[f64]) -> f64 {
    let _squares: Vec<f64> = xs.iter().map(|x| x * x).collect();
    xs.iter().sum()
}
