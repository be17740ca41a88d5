//! What cannot be cut into chunks is told at its own tokens, all at once; the function itself stays.

use loopfuse::fuse;

#[fuse(chunked = Walks)]
fn walks(xs: &[f64], names: &[String], scale: &str) -> (Vec<f64>, f64) {
    let running: Vec<f64> = xs
        .iter()
        .scan(0.0, |sum, x| {
            *sum += x;
            Some(*sum)
        })
        .collect();
    let steps: f64 = xs.windows(2).map(|pair| pair[1] - pair[0]).sum();
    let back: Vec<f64> = xs.iter().rev().map(|x| x * scale.len() as f64).collect();
    let product: f64 = xs.iter().product();
    let numbered: f64 = xs.iter().enumerate().map(|(i, x)| x * i as f64).sum();
    let positive: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let paired: f64 = positive.iter().zip(xs).map(|(p, x)| p * x).sum();
    let first = xs[0];
    println!("{first}");
    (back, running.len() as f64 + steps + product + numbered + paired + names.len() as f64)
}

#[fuse(chunked = Largest)]
fn largest(xs: &[f64]) -> Option<&f64> {
    xs.iter().max_by(|a, b| a.total_cmp(b))
}

#[fuse(chunked = "Name")]
fn no_name(xs: &[f64]) -> f64 {
    xs.iter().sum()
}

#[track_caller]
#[fuse(chunked = Left)]
fn left(xs: &[f64]) -> f64 {
    xs.iter().sum()
}

#[fuse(chunked = Loops)]
fn loops(xs: &[f64]) -> (f64, usize) {
    let mut product: f64 = 1.0;
    let mut at = 0;
    for (i, x) in xs.iter().enumerate() {
        product *= x;
        if *x > 3.0 {
            at = i;
        }
    }
    (product, at)
}

#[fuse(chunked = Leaves)]
fn leaves(xs: &[f64]) -> f64 {
    let mut total: f64 = 0.0;
    for x in xs {
        if *x < 0.0 {
            break;
        }
        total += x;
    }
    total
}

#[fuse(chunked = Reads)]
fn reads(xs: &[f64]) -> (f64, f64) {
    let mut total: f64 = 1.0;
    let before = total * 2.0;
    for x in xs {
        total += x;
    }
    (total, before)
}

#[fuse(chunked = Unordered)]
fn unordered(xs: &[f64]) -> Option<f64> {
    xs.iter()
        .copied()
        .max_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal))
}

#[fuse(chunked = FloatBins)]
fn float_bins(xs: &[f64], n: usize) -> ([f64; 4], usize) {
    let mut sums = [0.0f64; 4];
    let mut counts = vec![0; n];
    for (i, x) in xs.iter().enumerate() {
        sums[i % 4] += x;
        counts[i % n] += 1;
    }
    (sums, counts.len())
}

fn main() {
    let _ = (walks(&[], &[], ""), largest(&[]), no_name(&[]));
}
