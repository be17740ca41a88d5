//! Five passes become two: `cargo run --release -p loopfuse-examples --bin normalize [FILE]`.
//!
//! FILE holds numbers, separated by white space; without one, a million numbers are made up. The
//! same function is timed as written and fused, interleaved, after their results were compared.

use std::hint::black_box;
use std::time::Instant;

use loopfuse::fuse;

/// As written: each statement is a loop of its own, and `gts` is an array in memory.
fn as_written(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.iter().sum();
    let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.iter().sum();
    let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

/// The same five statements under the attribute. Both sums must be complete before the first
/// division, so two loops are the least there can be; `loops = 2` makes anything else an error.
#[fuse(loops = 2)]
fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.iter().sum();
    let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.iter().sum();
    let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let xs = match std::env::args_os().nth(1) {
        Some(path) => {
            parse(&std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?)?
        }
        None => made_up(1_000_000),
    };

    // Fusion changes no result, to the last bit; only NaN has more than one pattern.
    let (want, got) = (as_written(&xs), normalize2(&xs));
    assert!(
        same(&want.0, &got.0) && same(&want.1, &got.1),
        "the results differ"
    );

    let (before, after) = medians(&xs, as_written, normalize2);
    println!("{} numbers, equal results", xs.len());
    println!("as written: 5 loops, {before:9.3} ms");
    println!(
        "fused:      2 loops, {after:9.3} ms, {:.2} times as fast",
        before / after
    );
    Ok(())
}

fn parse(text: &str) -> Result<Vec<f64>, std::num::ParseFloatError> {
    text.split_whitespace().map(str::parse).collect()
}

/// Numbers in `[-1, 1)` from a xorshift generator: the same ones every time.
fn made_up(n: usize) -> Vec<f64> {
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

fn same(a: &[f64], b: &[f64]) -> bool {
    let equal = |(x, y): (&f64, &f64)| x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan());
    a.len() == b.len() && a.iter().zip(b).all(equal)
}

type Form = fn(&[f64]) -> (Vec<f64>, Vec<f64>);

/// The median milliseconds of both forms. They take turns, so that neither has the warmer machine.
fn medians(xs: &[f64], first: Form, second: Form) -> (f64, f64) {
    let time = |form: Form| {
        let start = Instant::now();
        black_box(form(black_box(xs)));
        start.elapsed().as_secs_f64() * 1000.0
    };
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    for _ in 0..51 {
        firsts.push(time(first));
        seconds.push(time(second));
    }
    firsts.sort_by(f64::total_cmp);
    seconds.sort_by(f64::total_cmp);
    (firsts[25], seconds[25])
}
