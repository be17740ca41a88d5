//! `cargo bench --bench regret -- [--seed N] [--clusters N] [--sizes 64,1000,..]`: what the cost model loses.
//!
//! Draws clusters of chains from a seed: types, chains that read what others store, sums, counts, extrema, histograms, filters at
//! several rates. Writes each as a function of iterators, compiled as written and under `#[fuse]`, and every partition of it into
//! passes that respects its order, as loops over blocks. All forms run interleaved. The *regret* is the time of what the compiler
//! picks, `#[fuse(baseline)]`, over that of the best partition; plain/fused is with the instructions of the machine. It is how a
//! constant of `fuse-compiler/src/plan/passes/model.rs` is changed. The generated crate is in `target/regret`.

mod chains;
mod partitions;

use chains::Cluster;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The options, each with the number that it has otherwise.
struct Options {
    seed: u64,
    clusters: usize,
    sizes: String,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Option<Options> {
        let mut options = Options {
            seed: 1,
            clusters: 20,
            sizes: "16,64,1000,16000,1000000".to_owned(),
        };
        while let Some(name) = arguments.next() {
            match name.as_str() {
                "--bench" => {}
                "--seed" => options.seed = arguments.next()?.parse().ok()?,
                "--clusters" => options.clusters = arguments.next()?.parse().ok()?,
                "--sizes" => options.sizes = arguments.next()?,
                _ => return None,
            }
        }
        Some(options)
    }
}

/// The crate that holds all forms of all clusters.
fn source(clusters: &[Cluster], sizes: &str, root: &Path) -> String {
    let mut source = format!(
        "#![allow(warnings)]\nuse loopfuse::fuse;\n#[path = {:?}] mod clock;\n",
        root.join("benches/runner/clock.rs")
    );
    source += include_str!("race.rs.in");
    let mut races = String::new();
    for (number, cluster) in clusters.iter().enumerate() {
        let (text, forms) = cluster.forms(number);
        source += &text;
        races += &cluster.race(number, &forms);
    }
    source += &format!(
        "fn main() {{ let mut all = All::default(); for n in [{sizes}] {{ {races} }} all.print(); }}\n"
    );
    source
}

fn run(options: &Options) -> std::io::Result<bool> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let clusters = chains::draw(options.seed, options.clusters);
    let folder = root.join("target/regret");
    std::fs::create_dir_all(folder.join("src"))?;
    let manifest = format!(
        "[package]\nname = \"regret\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\nloopfuse = {{ path = {root:?} }}\n\
         rustix = {{ version = \"1\", default-features = false, features = [\"time\"] }}\n\
         [profile.release.package.fuse-compiler]\nopt-level = 0\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest)?;
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let source = source(&clusters, &options.sizes, root);
    std::fs::write(folder.join("src/main.rs"), source)?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--release", "--quiet", "--offline"]);
    command.env("CARGO_TARGET_DIR", root.join("target"));
    Ok(command.current_dir(folder).status()?.success())
}

fn main() -> ExitCode {
    let Some(options) = Options::parse(std::env::args().skip(1)) else {
        eprintln!("options: --seed N, --clusters N, --sizes N,N,..");
        return ExitCode::from(2);
    };
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
