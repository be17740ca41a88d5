//! Both chains share a loop, so their workers are inlined: the errors still point into them.

#[loopfuse::fuse]
fn statistics(xs: &[f64]) -> (f64, usize, Vec<f64>) {
    let sum: f64 = xs.iter().map(|x| x.trim()).sum();
    let count = xs.iter().filter(|x| x > 0.0).count();
    let halves: Vec<f64> = xs.iter().map(|x| x.half).collect();
    (sum, count, halves)
}

fn main() {
    statistics(&[1.0]);
}
