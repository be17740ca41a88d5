//! loops: 1, contracted: xs
// A range drives the loop.

#[loopfuse::fuse]
pub fn polynomial_table(n: usize, step: f64) -> (Vec<f64>, f64) {
    let xs: Vec<f64> = (0..n).map(|i| i as f64 * step).collect();
    let ys: Vec<f64> = xs.iter().map(|x| x * x - 2.0 * x + 1.0).collect();
    let least = ys.iter().copied().fold(f64::INFINITY, f64::min);
    (ys, least)
}
