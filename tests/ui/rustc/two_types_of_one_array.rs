//! An array of which the annotation and the turbofish say different things: rustc sees both.

use loopfuse::fuse;

#[fuse]
fn total(xs: &[f64]) -> f64 {
    let ys: Vec<char> = xs.iter().copied().collect::<Vec<f64>>();
    ys.iter().map(|_| 1.0).sum()
}

#[fuse]
fn of_what_fails(text: &str) -> Result<f32, std::num::ParseFloatError> {
    let v: Vec<f32> = text.split(',').map(|w| w.parse()).collect::<Result<Vec<f64>, _>>()?;
    Ok(v.iter().sum())
}

fn main() {
    total(&[1.0]);
}
