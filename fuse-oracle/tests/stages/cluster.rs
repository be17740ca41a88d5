//! The clusterings that paper 001 names, and what docs/DESIGN.md section 5 adds to it.

use fuse_compiler::internals::cluster::instance::{Pair, Restriction};
use fuse_compiler::internals::cluster::{
    Clustering, Cost, Instance, Limit, Objective, Options, Problem, Strategy, legal, solve_with,
};
use fuse_compiler::internals::cnf::{BindingId, OpaqueKind, Program, ProgramBuilder, Reason};
use fuse_compiler::internals::graph::Graph;
use fuse_compiler::internals::size;
use fuse_oracle::{examples, random, solve};

fn with<T>(program: &Program, check: impl FnOnce(Problem<'_>) -> T) -> T {
    let sizes = size::infer(program).expect("the program has sizes");
    let graph = Graph::build(program, &sizes);
    check(Problem {
        program,
        sizes: &sizes,
        graph: &graph,
    })
}

fn chosen(program: &Program, strategy: Strategy, cost: Cost) -> String {
    with(program, |problem| {
        let solution = solve(problem, strategy, cost);
        assert_eq!(legal(problem, &solution.clustering), Ok(()));
        solution.clustering.display(program).to_string()
    })
}

fn clusters(clusters: &[&[usize]]) -> Clustering {
    let bindings = |cluster: &&[usize]| cluster.iter().copied().map(BindingId).collect();
    Clustering {
        clusters: clusters.iter().map(bindings).collect(),
    }
}

#[test]
fn the_loops_of_table_1_1() {
    for row in examples::table_1_1() {
        for cost in [Cost::Traffic, Cost::Paper] {
            let loops = |strategy| -> usize {
                let of = |program: &Program| {
                    with(program, |problem| {
                        solve(problem, strategy, cost).clustering.loops(program)
                    })
                };
                row.programs.iter().map(of).sum()
            };
            let found = [
                loops(Strategy::Unfused),
                loops(Strategy::Stream),
                loops(Strategy::Imperative),
                loops(Strategy::Optimal),
            ];
            let table = [row.unfused, row.stream, row.imperative, row.optimal];
            assert_eq!(found, table, "{} under {cost:?}", row.name);
        }
    }
}

#[test]
fn normalize2_costs_51_fused_and_102_as_streams() {
    with(&examples::normalize2(), |problem| {
        let optimal = solve(problem, Strategy::Optimal, Cost::Paper);
        assert_eq!((optimal.objective, optimal.bound), (51, 51));
        assert!(optimal.optimal);
        assert_eq!(
            optimal.clustering.display(problem.program).to_string(),
            "{sum1, gts, sum2} {ys1, ys2}"
        );
        let stream = solve(problem, Strategy::Stream, Cost::Paper);
        assert_eq!(stream.objective, 102);
    });
}

#[test]
fn traffic_of_normalize2_counted_by_hand() {
    with(&examples::normalize2(), |problem| {
        // Five loops, so an array is 6; three arrays are made, so traffic is 1 + 5 + 3 * 6 = 24.
        let unfused = solve(problem, Strategy::Unfused, Cost::Traffic);
        let written = 3 * (24 + 6);
        let read = (4 + 1) * 24;
        assert_eq!(unfused.objective, written + read + 5);
        let optimal = solve(problem, Strategy::Optimal, Cost::Traffic);
        assert_eq!(optimal.objective, 2 * (24 + 6) + 2 * 24 + 2);
        assert!(optimal.optimal);
    });
}

#[test]
fn normalize_inc_reads_its_input_twice_rather_than_keep_an_array() {
    for cost in [Cost::Traffic, Cost::Paper] {
        let chosen = chosen(&examples::normalize_inc(), Strategy::Optimal, cost);
        assert_eq!(chosen, "{incs, ys} {sum1}", "{cost:?}");
    }
}

/// `benches/costs.rs` measures the two.
#[test]
fn the_paper_counts_pairs_that_share_an_array_and_traffic_the_passes_over_it() {
    // Three folds over one array, a map of it, and a fold over that which needs the first result.
    let mut b = ProgramBuilder::new("spread");
    let xs = b.parameter_array("xs");
    let sum = b.fold("sum", xs, &[]);
    let least = b.fold("least", xs, &[]);
    let most = b.fold("most", xs, &[]);
    let squares = b.map("squares", &[xs], &[]);
    let spread = b.fold("spread", squares, &[sum]);
    b.results(&[least, most, spread]);
    let program = b.finish();
    let chosen = |cost| chosen(&program, Strategy::Optimal, cost);
    // Three pairs more share xs than if the squares were made where they are read.
    assert_eq!(chosen(Cost::Paper), "{sum, least, most, squares} {spread}");
    assert_eq!(
        chosen(Cost::Traffic),
        "{sum, least, most} {squares, spread}"
    );
}

#[test]
fn the_cyclic_clustering_is_refused() {
    with(&examples::cycle(), |problem| {
        let refused = legal(problem, &clusters(&[&[0, 2], &[1]]));
        assert_eq!(refused, Err("the cluster of ys is in a cycle".to_owned()));
        assert_eq!(legal(problem, &clusters(&[&[0, 1], &[2]])), Ok(()));
    });
}

#[test]
fn the_checker_names_what_is_wrong() {
    with(&examples::normalize2(), |problem| {
        let why = |given: &[&[usize]]| legal(problem, &clusters(given)).unwrap_err();
        assert_eq!(why(&[&[0, 1, 2], &[4]]), "ys1 is in no cluster");
        assert_eq!(why(&[&[0, 1, 2], &[2, 3], &[4]]), "sum2 is clustered twice");
        assert_eq!(
            why(&[&[3, 4], &[0, 1, 2]]),
            "the clusters are not in source order"
        );
        assert_eq!(
            why(&[&[1, 0], &[2], &[3], &[4]]),
            "cluster 0 is not in source order"
        );
        assert_eq!(why(&[&[0, 1, 2, 3, 4], &[]]), "cluster 1 is empty");
        assert_eq!(
            why(&[&[0, 2], &[1], &[3], &[4]]),
            "sum1 and sum2 are fused without their concestor gts"
        );
        assert_eq!(
            why(&[&[0, 3], &[1], &[2], &[4]]),
            "ys1 cannot be fused with sum1: needs the finished result"
        );
    });
}

#[test]
fn a_chain_is_never_cut() {
    // A filter and a sum in one chain, and another filter over the same array.
    let mut b = ProgramBuilder::new("chain");
    let xs = b.parameter_array("xs");
    let sum = b.chain(|b| {
        let kept = b.filter("kept", xs, &[]);
        b.fold("sum", kept, &[])
    });
    let large = b.filter("large", xs, &[]);
    b.results(&[sum, large]);
    let program = b.finish();
    for strategy in [Strategy::Unfused, Strategy::Stream] {
        let chosen = chosen(&program, strategy, Cost::Traffic);
        assert_eq!(chosen, "{kept, sum} {large}");
    }
    for strategy in [Strategy::Imperative, Strategy::Optimal] {
        let chosen = chosen(&program, strategy, Cost::Paper);
        assert_eq!(chosen, "{kept, sum, large}");
    }
    with(&program, |problem| {
        let cut = legal(problem, &clusters(&[&[0, 2], &[1]]));
        assert_eq!(cut, Err("the chain of kept and sum is cut".to_owned()));
        let instance = Instance::new(problem, Restriction::None);
        let objective = Objective::new(&instance, Cost::Traffic);
        let arrays: Vec<_> = objective.arrays.iter().map(|array| array.value).collect();
        assert_eq!(arrays, [xs, large], "kept never is in memory");
    });
}

#[test]
fn nothing_crosses_a_wall_and_everything_a_transparent_statement() {
    for (kind, fused) in [
        (OpaqueKind::Transparent, "{a, b} {s}"),
        (OpaqueKind::Wall, "{a} {s} {b}"),
    ] {
        let mut b = ProgramBuilder::new("statement");
        let xs = b.parameter_array("xs");
        let first = b.fold("a", xs, &[]);
        b.opaque(
            kind,
            &[],
            &[("s", fuse_compiler::internals::cnf::ValueKind::Scalar)],
        );
        let second = b.fold("b", xs, &[]);
        b.results(&[first, second]);
        let program = b.finish();
        let chosen = chosen(&program, Strategy::Optimal, Cost::Traffic);
        assert_eq!(chosen, fused);
    }
}

#[test]
fn a_solitary_chain_stays_alone() {
    let mut b = ProgramBuilder::new("solitary");
    let xs = b.parameter_array("xs");
    let found = b.fold("found", xs, &[]);
    b.solitary(Reason::ShortCircuit);
    let sum = b.fold("sum", xs, &[]);
    let max = b.fold("max", xs, &[]);
    b.results(&[found, sum, max]);
    let chosen = chosen(&b.finish(), Strategy::Optimal, Cost::Traffic);
    assert_eq!(chosen, "{found} {sum, max}");
}

#[test]
fn streams_are_pulled_once_by_one_consumer() {
    // ys goes to one chain that pulls it once; zs to one that pulls it twice; us is a result.
    let mut b = ProgramBuilder::new("streams");
    let xs = b.parameter_array("xs");
    let ys = b.map("ys", &[xs], &[]);
    let sum = b.fold("sum", ys, &[]);
    let zs = b.map("zs", &[xs], &[]);
    let both = b.map("both", &[zs, zs], &[]);
    let us = b.map("us", &[xs], &[]);
    let max = b.fold("max", us, &[]);
    b.results(&[sum, both, us, max]);
    let chosen = chosen(&b.finish(), Strategy::Stream, Cost::Traffic);
    assert_eq!(chosen, "{ys, sum} {zs} {both} {us} {max}");
}

#[test]
fn concestors_of_normalize2() {
    with(&examples::normalize2(), |problem| {
        let instance = Instance::new(problem, Restriction::None);
        // sum1 and sum2 need sum1 with itself, gts with sum2, and sum1 with gts.
        let needs = vec![(0, 0), (0, 1), (1, 2)];
        assert_eq!(*instance.pair(0, 2), Pair::Candidate(needs));
        assert_eq!(*instance.pair(0, 3), Pair::Impossible);
        assert_eq!(instance.components(), [vec![0, 1, 2, 3, 4]]);
    });
}

#[test]
fn at_its_limit_the_best_clustering_known_is_the_answer() {
    let mut unproven = 0;
    for seed in 0..40 {
        with(&random::normal_form(seed, 25), |problem| {
            let mut options = Options {
                limit: Limit::NOTHING,
                ..Options::default()
            };
            let nothing = solve_with(problem, &options);
            assert_eq!(legal(problem, &nothing.clustering), Ok(()));
            options.limit = Limit::of_states(20);
            let some = solve_with(problem, &options);
            let best = solve(problem, Strategy::Optimal, Cost::Traffic);
            assert!(best.optimal, "{best:?}");
            for limited in [&nothing, &some] {
                assert!(limited.bound <= best.objective && best.objective <= limited.objective);
                assert_eq!(limited.optimal, limited.bound == limited.objective);
            }
            assert!(some.objective <= nothing.objective && nothing.bound <= some.bound);
            unproven += usize::from(!nothing.optimal) + usize::from(!some.optimal);
        });
    }
    assert!(unproven > 40, "{unproven}");
}

#[test]
fn a_program_without_bindings_has_no_clusters() {
    with(&ProgramBuilder::new("nothing").finish(), |problem| {
        for cost in [Cost::Paper, Cost::Traffic] {
            let solution = solve(problem, Strategy::Optimal, cost);
            assert_eq!(solution.clustering, clusters(&[]));
            assert_eq!((solution.objective, solution.optimal), (0, true));
        }
    });
}
