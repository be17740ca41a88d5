//! loops: 1
// Stored, since it is returned, and read in the loop that stores it.

#[loopfuse::fuse]
pub fn scaled(xs: &[f64], by: f64) -> (Vec<f64>, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x * by).collect();
    let sum: f64 = ys.iter().sum();
    (ys, sum)
}
