//! loops: 2, contracted: deviations
// The mean must be known before the first deviation.

#[loopfuse::fuse]
pub fn mean_and_deviation(xs: &[f64]) -> (f64, f64) {
    let sum: f64 = xs.iter().sum();
    let mean = sum / xs.len() as f64;
    let deviations: Vec<f64> = xs.iter().map(|x| (x - mean).abs()).collect();
    let total: f64 = deviations.iter().sum();
    (mean, total / xs.len() as f64)
}
