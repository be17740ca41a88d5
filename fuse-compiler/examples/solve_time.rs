//! How long clustering takes, in whatever profile this is built: procedural macros run unoptimised in
//! everybody's build, so `cargo run --example solve_time`, without `--release`, is what counts.

#[path = "../tests/support/mod.rs"]
mod support;

use fuse_compiler::cluster::instance::Restriction;
use fuse_compiler::cluster::{Cost, Instance, Limit, Objective, Options, Problem, solve_with};
use fuse_compiler::cnf::{Program, examples};
use fuse_compiler::graph::Graph;
use fuse_compiler::ilp::{Model, Reduced};
use fuse_compiler::size;
use std::time::{Duration, Instant};

/// What was seen of one program.
struct Seen {
    time: Duration,
    rows: usize,
    /// Whether the greedy clustering is known to be best, without a solver.
    at_once: bool,
    /// Whether the greedy clustering is worse than the answer.
    improved: bool,
    optimal: bool,
}

fn look(program: &Program, cost: Cost) -> Option<Seen> {
    let sizes = size::infer(program).ok()?;
    let graph = Graph::build(program, &sizes);
    let problem = Problem {
        program,
        sizes: &sizes,
        graph: &graph,
    };
    let instance = Instance::new(problem, Restriction::None);
    let objective = Objective::new(&instance, cost);
    let rows = instance.components().iter().map(|component| {
        let model = Model::new(&instance, &objective, component);
        Reduced::new(&model).rows.len()
    });
    let rows = rows.max().unwrap_or(0);
    let mut options = Options {
        cost,
        limit: Limit::NOTHING,
        ..Options::default()
    };
    let greedy = solve_with(problem, &options);
    options.limit = Limit::default();
    let start = Instant::now();
    let solution = solve_with(problem, &options);
    Some(Seen {
        time: start.elapsed(),
        rows,
        at_once: greedy.optimal,
        improved: solution.objective < greedy.objective,
        optimal: solution.optimal,
    })
}

fn main() {
    for (name, program) in [
        ("normalize2", examples::normalize2()),
        ("normalizeInc", examples::normalize_inc()),
        ("closestPoints", examples::closest_points()),
        ("quadtree, bounds", examples::quadtree_bounds()),
        ("quadtree, go", examples::quadtree_go()),
        ("quickhull", examples::quickhull()),
        ("normalise2 with scan", examples::normalise2_scan()),
        ("the same, expanded", examples::normalise2_expanded()),
    ] {
        for cost in [Cost::Traffic, Cost::Paper] {
            if let Some(seen) = look(&program, cost) {
                let ms = seen.time.as_secs_f64() * 1e3;
                let rows = seen.rows;
                println!(
                    "{name:22} {cost:?}: {ms:.2} ms, {rows} rows, optimal {}",
                    seen.optimal
                );
            }
        }
    }
    let mut arguments = std::env::args().skip(1);
    let mut argument = |default: u64| {
        arguments
            .next()
            .and_then(|a| a.parse().ok())
            .unwrap_or(default)
    };
    let (programs, largest) = (argument(40), argument(25));
    for combinators in [5, 10, 15, 20, 25, 30, 40, 80, 160]
        .into_iter()
        .filter(|c| *c <= largest)
    {
        for cost in [Cost::Traffic, Cost::Paper] {
            let size = usize::try_from(combinators).unwrap_or(0);
            let programs = (0..programs).map(|seed| support::program(seed, size));
            let mut seen: Vec<Seen> = programs
                .filter_map(|program| look(&program, cost))
                .collect();
            seen.sort_by_key(|seen| seen.time);
            let ms = |at: usize| seen[at].time.as_secs_f64() * 1e3;
            let count = |what: fn(&Seen) -> bool| seen.iter().filter(|seen| what(seen)).count();
            println!(
                "{combinators} combinators, {cost:?}: {} programs, median {:.1} ms, 90% {:.1} ms, \
                 most {:.1} ms, rows up to {}, greedy proven {}, improved {}, optimal {}",
                seen.len(),
                ms(seen.len() / 2),
                ms(seen.len() * 9 / 10),
                ms(seen.len() - 1),
                seen.iter().map(|seen| seen.rows).max().unwrap_or(0),
                count(|seen| seen.at_once),
                count(|seen| seen.improved),
                count(|seen| seen.optimal),
            );
        }
    }
}
