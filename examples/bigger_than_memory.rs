//! Statistics of a file that need not fit in memory: `cargo run --release -p loopfuse-examples --features progress --bin
//! bigger_than_memory -- FILE` reads a file of `f64`, low byte first; without a file it writes one of 80 MB to the temporary directory.
//!
//! The function below is an ordinary one, over a slice. The option adds the type `Summary`, which runs it in rounds over chunks: two,
//! since deviations need the finished mean.

use indicatif::{ProgressBar, ProgressStyle};
use loopfuse::chunked::{self, Chunked as _};
use loopfuse::fuse;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Mean, deviation, least and greatest.
#[fuse(chunked = Summary)]
fn summary(xs: &[f64]) -> (f64, f64, f64, f64) {
    let n = xs.len() as f64;
    let mean = xs.iter().sum::<f64>() / n;
    let variance = xs.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (mean, variance.sqrt(), least, greatest)
}

/// Elements of a chunk: 512 KB, which a core's cache holds from the reading to the adding.
const CHUNK: usize = 1 << 16;

fn main() -> std::io::Result<()> {
    let given = std::env::args().nth(1).map(PathBuf::from);
    let path = match &given {
        Some(path) => path.clone(),
        None => sample()?,
    };
    let elements = std::fs::metadata(&path)?.len() / 8;
    let rounds = u64::from(Summary::ROUNDS);
    let bar = ProgressBar::new(elements * rounds);
    let style = ProgressStyle::with_template("{wide_bar} {percent}% round {msg}, {eta} left");
    bar.set_style(style.expect("a template"));
    let start = Instant::now();
    let mut source = chunked::Numbers::<f64>::open(&path, CHUNK)?;
    let done = chunked::drive(
        Summary::new(),
        &mut source,
        |_, ()| Ok(()),
        |step| {
            bar.set_message(format!("{} of {}", step.round + 1, step.rounds));
            bar.set_position(u64::from(step.round) * elements + step.elements);
        },
    )?;
    bar.finish_and_clear();
    let (mean, deviation, least, greatest) = done.output();
    println!("{elements} numbers in {:.2?}", start.elapsed());
    println!("mean {mean:.6}, deviation {deviation:.6}, from {least:.6} to {greatest:.6}");
    if given.is_none() {
        // It fits: the function itself agrees.
        let bytes = std::fs::read(&path)?;
        let xs: Vec<f64> = bytes
            .chunks_exact(8)
            .map(|x| f64::from_le_bytes(x.try_into().expect("eight")))
            .collect();
        let plain = summary(&xs);
        assert!((plain.0 - mean).abs() < 1e-9 && (plain.1 - deviation).abs() < 1e-9);
        assert_eq!((plain.2, plain.3), (least, greatest));
        std::fs::remove_file(&path)?;
    }
    Ok(())
}

/// Ten million numbers.
fn sample() -> std::io::Result<PathBuf> {
    let path: &Path = &std::env::temp_dir().join("loopfuse-bigger-than-memory.f64");
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    let mut state = 1u64;
    for _ in 0..10_000_000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let unit = (state >> 11) as f64 / (1u64 << 53) as f64;
        file.write_all(&(unit * 6.0 - 1.0).to_le_bytes())?;
    }
    file.flush()?;
    Ok(path.to_path_buf())
}
