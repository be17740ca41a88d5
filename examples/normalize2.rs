//! Normalises numbers by two sums at once, as plain iterator chains and fused.
//!
//! ```text
//! cargo run --release --example normalize2             # ten million numbers made up
//! cargo run --release --example normalize2 -- FILE     # numbers from a file, separated by blanks
//! ```

use loopfuse::fuse;
use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[fuse(loops = 2)]
fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.iter().sum();
    let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.iter().sum();
    let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

/// The same without the attribute.
fn normalize2_as_written(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.iter().sum();
    let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.iter().sum();
    let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

fn main() -> Result<(), Box<dyn Error>> {
    let xs = match std::env::args().nth(1) {
        Some(path) => read(&path)?,
        None => generate(10_000_000),
    };
    let fused = normalize2(&xs);
    let written = normalize2_as_written(&xs);
    let bits = |ys: &[f64]| ys.iter().map(|y| y.to_bits()).collect::<Vec<u64>>();
    let (ys1, ys2) = (bits(&fused.0), bits(&fused.1));
    if (ys1, ys2) != (bits(&written.0), bits(&written.1)) {
        return Err("the fused function computes something else".into());
    }
    println!("{} numbers, the same results to the bit", xs.len());
    println!("             loops   time");
    // `loops = 2` above: with any other number this program does not compile.
    println!(
        "as written       5   {:?}",
        time(normalize2_as_written, &xs)
    );
    println!("with #[fuse]     2   {:?}", time(normalize2, &xs));
    Ok(())
}

fn read(path: &str) -> Result<Vec<f64>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut numbers = Vec::new();
    for word in text.split_whitespace() {
        numbers.push(
            word.parse()
                .map_err(|_| format!("{path}: `{word}` is no number"))?,
        );
    }
    Ok(numbers)
}

/// Numbers around zero, the same in every run.
fn generate(count: usize) -> Vec<f64> {
    let mut state = 1_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 40) as f64 / f64::from(1 << 24) - 0.4
    };
    (0..count).map(|_| next()).collect()
}

/// The shortest of seven runs.
fn time<R>(normalize: fn(&[f64]) -> R, xs: &[f64]) -> Duration {
    let run = |_| {
        let start = Instant::now();
        black_box(normalize(black_box(xs)));
        start.elapsed()
    };
    (0..7).map(run).min().unwrap_or_default()
}
