//! loops: 1
// An iterator belongs to the chain that consumes it, wherever it was bound.

#[loopfuse::fuse]
pub fn centered_energy(xs: &[f64], mean: f64) -> (f64, f64) {
    let centered = xs.iter().map(|x| x - mean);
    let total: f64 = xs.iter().sum();
    let energy: f64 = centered.map(|x| x * x).sum();
    (total, energy)
}
