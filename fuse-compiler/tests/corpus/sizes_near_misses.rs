//! loops: 4
// None of these says that two vectors are equally long.

#[loopfuse::fuse]
pub fn near(xs: &[f64], ys: &[f64], zs: &[f64], us: &[f64]) -> (f64, f64, f64, f64) {
    if xs.len() != ys.len() {
        eprintln!("they differ");
    }
    assert!(xs.len() >= zs.len());
    assert!(xs.len() == us.len() || us.is_empty());
    let a: f64 = xs.iter().sum();
    let b: f64 = ys.iter().map(|y| y * y).sum();
    let c: f64 = zs.iter().map(|z| z + 1.0).sum();
    let d: f64 = us.iter().map(|u| u - 1.0).sum();
    (a, b, c, d)
}
