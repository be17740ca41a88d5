use loopfuse::fuse;

#[fuse]
fn broken(xs: &[f64]) -> f64 {
    let = xs.iter().sum();
    0.0
}

fn main() {
    let _ = broken(&[]);
}
