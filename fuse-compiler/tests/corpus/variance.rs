//! loops: 1, contracted: squares

#[loopfuse::fuse]
pub fn variance(xs: &[f64]) -> f64 {
    let sum: f64 = xs.iter().sum();
    let squares: Vec<f64> = xs.iter().map(|x| x * x).collect();
    let square_sum: f64 = squares.iter().sum();
    let mean = sum / xs.len() as f64;
    square_sum / xs.len() as f64 - mean * mean
}
