//! loops: 1, contracted: distances
// The paper's `cross`: a loop in a loop, which counts as one.

#[loopfuse::fuse]
pub fn spread(a: &[f64], b: &[f64]) -> (f64, usize) {
    let distances: Vec<f64> = a
        .iter()
        .flat_map(|x| b.iter().map(move |y| (x - y).abs()))
        .collect();
    let total: f64 = distances.iter().sum();
    let far = distances.iter().filter(|d| **d > 1.0).count();
    (total, far)
}
