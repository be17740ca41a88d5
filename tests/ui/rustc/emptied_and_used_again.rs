//! An array that a loop would hold in no memory is still moved where it is emptied.

use loopfuse::fuse;

#[fuse]
fn its_length(xs: &[f64]) -> (f64, usize) {
    let ys: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let sum: f64 = ys.into_iter().sum();
    let n = ys.len();
    (sum, n)
}

#[fuse]
fn its_length_in_the_same_statement(xs: &[f64]) -> f64 {
    let ys: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let mean = ys.into_iter().sum::<f64>() / ys.len() as f64;
    mean
}

#[fuse]
fn its_elements(xs: &[f64]) -> (Vec<f64>, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let zs: Vec<f64> = ys.into_iter().map(|y| y + 1.0).collect();
    let dot: f64 = zs.iter().zip(&ys).map(|(z, y)| z * y).sum();
    (zs, dot)
}

#[fuse]
fn emptied_twice(xs: &[f64]) -> (f64, usize) {
    let ys: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let sum: f64 = ys.into_iter().sum();
    let n = ys.into_iter().filter(|y| *y > 1.0).count();
    (sum, n)
}

#[fuse]
fn emptied_by_a_loop(xs: &[f64]) -> f64 {
    let ys: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let mut sum = 0.0;
    for y in ys {
        sum += y;
    }
    sum / ys.len() as f64
}

fn main() {}
