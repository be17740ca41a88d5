//! loops: 2, contracted: gts

#[loopfuse::fuse]
pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.iter().sum();
    let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.iter().sum();
    let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}
