//! `loops = N` is held against what comes out, and the error stands where the loops are.

#[loopfuse::fuse(loops = 1)]
fn normalize(xs: &[f64]) -> Vec<f64> {
    let sum: f64 = xs.iter().sum();
    xs.iter().map(|x| x / sum).collect()
}

fn main() {
    normalize(&[1.0]);
}
