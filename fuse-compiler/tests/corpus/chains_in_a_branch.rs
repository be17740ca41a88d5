//! loops: 2, contracted: ys
// Each block is fused on its own: one loop in each branch.

#[loopfuse::fuse]
pub fn norm(xs: &[f64], euclidean: bool) -> f64 {
    if euclidean {
        let ys: Vec<f64> = xs.iter().map(|x| x * x).collect();
        let sum: f64 = ys.iter().sum();
        sum.sqrt()
    } else {
        let total: f64 = xs.iter().map(|x| x.abs()).sum();
        let count = xs.iter().count();
        total / count as f64
    }
}
