use loopfuse::fuse;

#[fuse]
fn kept(xs: &[f64]) -> Vec<i64> {
    let ys: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    ys
}

fn main() {
    let _ = kept(&[]);
}
