//! What the compiler decided, and why: `touch examples/explain.rs && cargo build -p loopfuse-examples --bin explain`.
//!
//! `#[fuse(explain)]` prints its report while the function is *compiled*: the program in the
//! compiler's own terms, which statements share a loop, which could not and why, and which arrays
//! are gone. Running the program prints only its result.

use loopfuse::fuse;

/// The mean, the standard deviation, and the elements farther than that from the mean.
///
/// Five chains, three loops: the mean must be known before the first distance from it, and the
/// deviation before the first comparison with it. `squares` is gone; `distances` is needed in two
/// loops.
#[fuse(explain)]
fn outliers(xs: &[f64]) -> (f64, f64, Vec<f64>) {
    let n = xs.len() as f64;
    let sum: f64 = xs.iter().sum();
    let mean: f64 = sum / n;
    let distances: Vec<f64> = xs.iter().map(|x| x - mean).collect();
    let squares: Vec<f64> = distances.iter().map(|d| d * d).collect();
    let total: f64 = squares.iter().sum();
    let deviation: f64 = (total / n).sqrt();
    let outliers: Vec<f64> = distances
        .iter()
        .copied()
        .filter(|d| d.abs() > deviation)
        .collect();
    (mean, deviation, outliers)
}

fn main() {
    let xs = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
    let (mean, deviation, outliers) = outliers(&xs);
    println!("mean {mean}, standard deviation {deviation}, outliers at {outliers:?} from the mean");
}
