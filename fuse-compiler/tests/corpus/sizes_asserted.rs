//! loops: 1, contracted: weighted
// Two assertions and a name; three loops over three vectors and a range.

#[loopfuse::fuse]
pub fn moments(xs: &[f64], ws: &[f64], ts: &[f64]) -> (f64, f64, f64, usize) {
    let n = xs.len();
    assert_eq!(ws.len(), n, "one weight each");
    assert!(n > 0 && ts.len() == n);
    let weighted: Vec<f64> = xs.iter().zip(ws).map(|(x, w)| x * w).collect();
    let mean: f64 = weighted.iter().sum();
    let total: f64 = ws.iter().sum();
    let latest: f64 = ts.iter().copied().fold(0.0, f64::max);
    let odd = (0..n).filter(|i| i % 2 == 1).count();
    (mean, total, latest, odd)
}
