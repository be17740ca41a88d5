//! `cargo bench -p fuse-oracle --bench compiler --profile dev`: how long the compiler takes, stage by
//! stage. In the profile `dev`, because procedural macros are not optimised in anybody's build.
//!
//! ```text
//! -- random [PROGRAMS [SEED]]   random normal forms of 5 to 200 combinators, under both costs
//! -- opinions [PROGRAMS [SEED]] the search against the integer linear program alone, on random normal forms of 4 to 24
//! -- paper                      the programs of the paper
//! -- kernels                    the functions of the kernel suite, from tokens to tokens
//! -- check                      `cargo check` of crates with 1, 10 and 100 annotated functions
//! ```
//!
//! Without arguments all of them, with 20 random programs each.

use fuse_compiler::internals::cluster::{Cost, Options, Problem, Solution, Strategy, solve_with};
use fuse_compiler::internals::cnf::Program;
use fuse_compiler::internals::graph::Graph;
use fuse_compiler::internals::{size, stages};
use fuse_oracle::{examples, random};
use quote::ToTokens as _;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

fn main() {
    // Cargo adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut words = arguments.iter().filter(|word| !word.starts_with("--"));
    let what = words.next().map(String::as_str);
    let mut number = |default: u64| words.next().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (programs, seed) = (number(20), number(0));
    let wants = |part: &str| what.is_none_or(|what| what == part);
    if wants("random") {
        random_programs(programs, seed);
    }
    if wants("opinions") {
        opinions(programs, seed);
    }
    if wants("paper") {
        paper_programs();
    }
    if wants("kernels") {
        kernels();
    }
    if wants("check") {
        check();
    }
}

/// The times of one program, and what was decided.
struct Seen {
    sizes: Duration,
    graph: Duration,
    clusters: Duration,
    solution: Solution,
}

fn look(program: &Program, cost: Cost) -> Option<Seen> {
    let start = Instant::now();
    let sizes = size::infer(program).ok()?;
    let sized = Instant::now();
    let graph = Graph::build(program, &sizes);
    let built = Instant::now();
    let problem = Problem {
        program,
        sizes: &sizes,
        graph: &graph,
    };
    let options = Options {
        cost,
        ..Options::default()
    };
    let solution = solve_with(problem, &options);
    Some(Seen {
        sizes: sized - start,
        graph: built - sized,
        clusters: built.elapsed(),
        solution,
    })
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn random_programs(programs: u64, seed: u64) {
    println!("random normal forms: medians in ms; of the clusters the most too");
    println!("combinators  cost       sizes   graph  clusters     most  proven  widest gap");
    for combinators in [5, 10, 25, 50, 100, 200] {
        for cost in [Cost::Traffic, Cost::Paper] {
            let program = |seed| random::normal_form(seed, combinators);
            let seen: Vec<Seen> = (seed..seed + programs)
                .filter_map(|seed| look(&program(seed), cost))
                .collect();
            let sorted = |stage: fn(&Seen) -> Duration| {
                let mut times: Vec<f64> = seen.iter().map(|s| milliseconds(stage(s))).collect();
                times.sort_by(f64::total_cmp);
                times
            };
            let median = |stage| sorted(stage)[seen.len() / 2];
            let gap = |s: &Seen| {
                100.0 * (s.solution.objective - s.solution.bound) as f64
                    / s.solution.objective as f64
            };
            println!(
                "{combinators:11}  {:8} {:7.2} {:7.2} {:9.2} {:8.1} {:3}/{:<3} {:9.1} %",
                format!("{cost:?}"),
                median(|s| s.sizes),
                median(|s| s.graph),
                median(|s| s.clusters),
                sorted(|s| s.clusters)[seen.len() - 1],
                seen.iter().filter(|s| s.solution.optimal).count(),
                seen.len(),
                seen.iter().map(gap).fold(0.0, f64::max),
            );
        }
    }
}

/// Whether the search and the solver find the same cost, and how long each takes.
fn opinions(programs: u64, seed: u64) {
    println!(
        "\ntwo opinions: medians in ms; proven by the solver, and how often both are of one cost"
    );
    println!("combinators  cost      search   solver  proven    same");
    for combinators in [4, 8, 12, 16, 24] {
        for cost in [Cost::Traffic, Cost::Paper] {
            let mut times = [Vec::new(), Vec::new()];
            let (mut proven, mut same) = (0, 0);
            for seed in seed..seed + programs {
                let program = random::normal_form(seed, combinators);
                let Ok(sizes) = size::infer(&program) else {
                    continue;
                };
                let graph = Graph::build(&program, &sizes);
                let problem = Problem {
                    program: &program,
                    sizes: &sizes,
                    graph: &graph,
                };
                let [searched, solved] = [Strategy::Optimal, Strategy::Ilp].map(|strategy| {
                    let options = Options {
                        cost,
                        strategy,
                        ..Options::default()
                    };
                    let start = Instant::now();
                    let solution = solve_with(problem, &options);
                    times[usize::from(strategy == Strategy::Ilp)]
                        .push(milliseconds(start.elapsed()));
                    solution
                });
                proven += usize::from(solved.optimal);
                same += usize::from(searched.objective == solved.objective);
                let contradiction =
                    solved.objective < searched.bound || searched.objective < solved.bound;
                assert!(!contradiction, "{cost:?} seed {seed}:\n{program}");
            }
            let [search, solver] = times.map(|mut times| {
                times.sort_by(f64::total_cmp);
                times[times.len() / 2]
            });
            println!(
                "{combinators:11}  {:8} {search:7.2}  {solver:7.2} {proven:4}/{programs:<4} {same:4}/{programs:<4}",
                format!("{cost:?}"),
            );
        }
    }
}

fn paper_programs() {
    println!("\nthe paper's programs: ms");
    println!("program              cost       sizes   graph  clusters  loops");
    for (name, program) in [
        ("normalize2", examples::normalize2()),
        ("closest points", examples::closest_points()),
        ("quadtree, bounds", examples::quadtree_bounds()),
        ("quadtree, go", examples::quadtree_go()),
        ("quickhull", examples::quickhull()),
    ] {
        for cost in [Cost::Traffic, Cost::Paper] {
            if let Some(seen) = look(&program, cost) {
                println!(
                    "{name:20} {:8} {:7.2} {:7.2} {:9.2} {:6}",
                    format!("{cost:?}"),
                    milliseconds(seen.sizes),
                    milliseconds(seen.graph),
                    milliseconds(seen.clusters),
                    seen.solution.clustering.loops(&program),
                );
            }
        }
    }
}

/// The annotated functions of the kernel suite: names and tokens.
fn annotated() -> Vec<syn::ItemFn> {
    let texts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/kernels/text");
    let mut files: Vec<PathBuf> = std::fs::read_dir(texts)
        .expect("the kernels are there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    let mut functions = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        for item in syn::parse_file(&text).expect("it was compiled").items {
            if let syn::Item::Fn(mut function) = item
                && function
                    .attrs
                    .iter()
                    .any(|attribute| attribute.path().is_ident("fuse"))
            {
                function.attrs.clear();
                functions.push(function);
            }
        }
    }
    functions
}

fn kernels() {
    println!("\nthe kernel suite, from tokens to tokens: ms, least of 5");
    println!("function                whole   of which");
    for function in annotated() {
        let name = function.sig.ident.to_string();
        let tokens = function.into_token_stream();
        let run = || {
            let start = Instant::now();
            let expand = || fuse_compiler::expand(Default::default(), tokens.clone());
            let (_, times) = stages::measured(expand);
            (start.elapsed(), times)
        };
        let (whole, times) = (0..5).map(|_| run()).min().expect("there are five");
        let mut parts = String::new();
        for (stage, time) in times {
            // Writing to a string cannot fail.
            let _ = write!(parts, "{stage} {:.2}, ", milliseconds(time));
        }
        let parts = parts.trim_end_matches(", ");
        println!("{name:20} {:8.2}   {parts}", milliseconds(whole));
    }
}

/// One function of ten combinators.
const TEN: &str = "
pub fn NAME(xs: &[f64]) -> (f64, f64, f64, Vec<f64>, Vec<f64>) {
    let sum: f64 = xs.iter().sum();
    let squares: Vec<f64> = xs.iter().map(|x| x * x).collect();
    let energy: f64 = squares.iter().sum();
    let positive: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let above: f64 = positive.iter().sum();
    let halves: Vec<f64> = positive.iter().map(|x| x / 2.0).collect();
    let most = halves.iter().copied().fold(0.0, f64::max);
    let shares: Vec<f64> = xs.iter().map(|x| x / sum).collect();
    let scaled: Vec<f64> = shares.iter().map(|x| x * most).collect();
    let centred: Vec<f64> = xs.iter().map(|x| x - above).collect();
    (sum, energy, above, scaled, centred)
}
";

/// What `cargo check` of a crate costs when nothing but the crate itself is to be checked, with the
/// attribute on each function and without, and what the dependency costs once.
fn check() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the repository is there");
    let place = root.join("target/compiler-bench");
    println!("\n`cargo check` of functions of ten combinators: seconds, least of 5");
    println!("functions  without  annotated    more  each, ms");
    for functions in [1, 10, 100] {
        let mut seconds = [0.0; 2];
        for (index, attribute) in ["", "#[loopfuse::fuse]"].into_iter().enumerate() {
            let source: String = (0..functions)
                .map(|number| format!("{attribute}{}", TEN.replace("NAME", &format!("f{number}"))))
                .collect();
            seconds[index] = checked(&root, &place, &source);
        }
        let [without, with] = seconds;
        let each = (with - without) * 1e3 / f64::from(functions);
        println!(
            "{functions:9} {without:8.2} {with:10.2} {:7.2} {each:9.2}",
            with - without
        );
    }
    let clean = Command::new("cargo")
        .arg("clean")
        .current_dir(&place)
        .output();
    if clean.is_ok_and(|output| output.status.success()) {
        println!(
            "with everything that loopfuse depends on, once: {:.2}",
            run(&place)
        );
    }
}

/// The least time of five checks of a crate whose dependencies are checked.
fn checked(root: &Path, place: &Path, source: &str) -> f64 {
    let manifest = format!(
        "[package]\nname = \"checked\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\nloopfuse = {{ path = {root:?}, default-features = false }}\n"
    );
    std::fs::create_dir_all(place.join("src")).expect("the target directory can be written");
    std::fs::write(place.join("Cargo.toml"), manifest).expect("it can be written");
    let file = place.join("src/lib.rs");
    std::fs::write(&file, source).expect("it can be written");
    run(place);
    let again = || {
        std::fs::write(&file, source).expect("it can be written");
        run(place)
    };
    (0..5).map(|_| again()).fold(f64::INFINITY, f64::min)
}

/// The seconds of one `cargo check`.
fn run(place: &Path) -> f64 {
    let start = Instant::now();
    let output = Command::new("cargo")
        .args(["check", "--quiet", "--offline"])
        .env_remove("CARGO_TARGET_DIR")
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(place)
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    start.elapsed().as_secs_f64()
}
