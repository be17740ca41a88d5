use loopfuse::fuse;

#[fuse]
fn scaled(xs: &[f64]) -> Vec<f64> {
    let sum: f64 = xs.iter().sum();
    let ys: Vec<f64> = xs.iter().map(|x| x / summ).collect();
    ys
}

fn main() {
    let _ = scaled(&[]);
}
