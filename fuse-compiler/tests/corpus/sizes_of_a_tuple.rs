//! loops: 1
// Both lengths named at once, and the ranges over them.

#[loopfuse::fuse]
pub fn counted(xs: &[f64], ys: &[f64]) -> (f64, f64, usize, usize) {
    let (n, m) = (xs.len(), ys.len());
    if m != n {
        panic!("{n} and {m}");
    }
    let a: f64 = xs.iter().sum();
    let b: f64 = ys.iter().map(|y| y * y).sum();
    let c = (0..m).filter(|i| i % 2 == 0).count();
    let d = (1..=n).filter(|i| i % 2 == 0).count();
    (a, b, c, d)
}
