//! The search and the integer program against the oracle and each other, on random programs.

use fuse_compiler::internals::cluster::ilp::{self, Model, Reduced, Row, Variable};
use fuse_compiler::internals::cluster::instance::Restriction;
use fuse_compiler::internals::cluster::{
    Cost, Instance, Limit, Objective, Options, Partition, Problem, Solution, Strategy, legal,
    solve_with,
};
use fuse_compiler::internals::cnf::{
    Binding, BindingId, ChainId, Combinator, Program, ProgramBuilder, Reason, Value, ValueId,
    ValueKind, Worker,
};
use fuse_compiler::internals::graph::{Apart, Graph};
use fuse_compiler::internals::size::{self, Sizes};
use fuse_compiler::internals::sorted::SortedMap;
use fuse_oracle::{exhaustive, random, solve};

const PROGRAMS: u64 = 2_000;
const COMBINATORS: u64 = 7;
const COSTS: [Cost; 2] = [Cost::Traffic, Cost::Paper];

/// Calls `check` with every random program that has sizes.
fn each(programs: u64, mut check: impl FnMut(Problem<'_>, &str)) {
    let mut checked = 0;
    for seed in 0..programs {
        let combinators = usize::try_from(1 + seed % COMBINATORS).expect("it is small");
        let program = crate::support::program(seed, combinators);
        program
            .verify()
            .expect("the generator keeps the invariants");
        let Ok(sizes) = size::infer(&program) else {
            continue;
        };
        let graph = Graph::build(&program, &sizes);
        let problem = Problem {
            program: &program,
            sizes: &sizes,
            graph: &graph,
        };
        checked += 1;
        check(problem, &format!("seed {seed}:\n{program}"));
    }
    assert!(
        checked * 10 > programs * 9,
        "only {checked} programs have sizes"
    );
}

#[test]
fn chains_that_are_kept_apart_share_no_cluster_and_the_rest_is_still_the_best() {
    let mut kept_apart = 0;
    each(PROGRAMS / 4, |problem, context| {
        let together = solve(problem, Strategy::Optimal, Cost::Traffic).clustering;
        let Some(cluster) = together.fused(problem.program).into_iter().next() else {
            return;
        };
        let mut graph = problem.graph.clone();
        let apart = Apart::all(problem.program, &cluster, Reason::Slower);
        assert!(graph.keep_apart(apart), "{context}");
        let problem = Problem {
            graph: &graph,
            ..problem
        };
        let refused = legal(problem, &together).expect_err(context);
        assert!(refused.contains("kept apart"), "{refused}, {context}");
        let solution = solve(problem, Strategy::Optimal, Cost::Traffic);
        assert_eq!(legal(problem, &solution.clustering), Ok(()), "{context}");
        let instance = Instance::new(problem, Restriction::None);
        let objective = Objective::new(&instance, Cost::Traffic);
        let (_, least) = exhaustive::cheapest(&instance, &objective).expect("unfused is legal");
        assert_eq!(solution.objective, least, "{context}");
        kept_apart += 1;
    });
    assert!(kept_apart > 100, "only {kept_apart}");
}

#[test]
fn the_optimal_strategy_costs_what_brute_force_finds() {
    each(PROGRAMS, |problem, context| {
        for cost in COSTS {
            let instance = Instance::new(problem, Restriction::None);
            let objective = Objective::new(&instance, cost);
            let (best, least) =
                exhaustive::cheapest(&instance, &objective).expect("unfused is legal");
            let solution = solve(problem, Strategy::Optimal, cost);
            assert_eq!(
                solution.objective,
                least,
                "{cost:?} chose {}, not {}, {context}",
                solution.clustering.display(problem.program),
                best.display(problem.program)
            );
            assert!(
                solution.optimal && solution.bound == least,
                "{cost:?} {context}"
            );
        }
    });
}

/// Holds the optimal strategy to brute force on normal forms of up to eight combinators.
fn normal_forms_cost_what_brute_force_finds(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let combinators = usize::try_from(1 + seed % 8).expect("it is small");
        let program = random::normal_form(seed, combinators);
        with(&program, |problem| {
            for cost in COSTS {
                let instance = Instance::new(problem, Restriction::None);
                let objective = Objective::new(&instance, cost);
                let (_, least) = exhaustive::cheapest(&instance, &objective).expect("one is legal");
                let solution = solve(problem, Strategy::Optimal, cost);
                let found = (solution.objective, solution.bound, solution.optimal);
                assert_eq!(
                    found,
                    (least, least, true),
                    "{cost:?} seed {seed}:\n{program}"
                );
            }
        });
    }
}

#[test]
fn a_thousand_normal_forms_cost_what_brute_force_finds() {
    normal_forms_cost_what_brute_force_finds(0..1_000);
}

#[test]
#[ignore = "some minutes in an unoptimised build"]
fn ten_thousand_normal_forms_cost_what_brute_force_finds() {
    normal_forms_cost_what_brute_force_finds(1_000..11_000);
}

#[test]
fn the_search_and_the_solver_agree_where_brute_force_is_too_slow() {
    let mut decided = 0;
    for seed in 0..30 {
        with(&random::normal_form(seed, 12), |problem| {
            for cost in COSTS {
                let instance = Instance::new(problem, Restriction::None);
                let objective = Objective::new(&instance, cost);
                let limit = Limit {
                    work: 200_000,
                    ..Limit::default()
                };
                let mut partition = Partition::singletons(instance.groups.len());
                let mut gap: u64 = 0;
                for component in instance.components() {
                    let answer = ilp::optimise(&instance, &objective, component, &partition, limit);
                    partition = answer.partition;
                    gap = gap.saturating_add(answer.gap);
                }
                let solved = objective.evaluate(&partition);
                let searched = solve(problem, Strategy::Optimal, cost);
                assert!(searched.optimal, "{cost:?} seed {seed}");
                assert!(searched.objective <= solved, "{cost:?} seed {seed}");
                assert!(
                    solved.saturating_sub(gap) <= searched.objective,
                    "{cost:?} seed {seed}"
                );
                decided += usize::from(gap == 0);
            }
        });
    }
    assert!(
        decided > 50,
        "the solver proved no more than {decided} of 60"
    );
}

/// Two programs that share nothing but the data type and the cost: neither may find less than the other has proven.
#[test]
fn the_solver_and_the_search_are_of_one_opinion_on_two_thousand_programs() {
    let mut proven = 0;
    for seed in 0..1_000 {
        with(
            &random::normal_form(seed, 3 + seed as usize % 4),
            |problem| {
                for cost in COSTS {
                    let searched = solve(problem, Strategy::Optimal, cost);
                    let solved = solve(problem, Strategy::Ilp, cost);
                    assert_eq!(
                        legal(problem, &solved.clustering),
                        Ok(()),
                        "{cost:?} seed {seed}"
                    );
                    assert!(searched.optimal, "{cost:?} seed {seed}");
                    assert!(solved.bound <= searched.objective, "{cost:?} seed {seed}");
                    assert!(
                        searched.objective <= solved.objective,
                        "{cost:?} seed {seed}"
                    );
                    proven += usize::from(solved.optimal);
                }
            },
        );
    }
    assert!(
        proven > 1_950,
        "the solver proved no more than {proven} of 2000"
    );
}

#[test]
fn every_random_program_of_25_combinators_is_proven() {
    for seed in 0..150 {
        with(&random::normal_form(seed, 25), |problem| {
            for cost in COSTS {
                let solution = solve(problem, Strategy::Optimal, cost);
                assert!(solution.optimal, "{cost:?} seed {seed}");
            }
        });
    }
}

#[test]
fn a_program_with_two_hundred_combinators_has_an_answer() {
    for seed in 0..2 {
        with(&random::normal_form(seed, 200), |problem| {
            let limit = Limit::of_states(500);
            let greedy = solve_limited(problem, Limit::NOTHING);
            let solution = solve_limited(problem, limit);
            assert_eq!(legal(problem, &solution.clustering), Ok(()), "seed {seed}");
            assert!(solution.objective <= greedy.objective, "seed {seed}");
            assert!(solution.bound <= solution.objective, "seed {seed}");
        });
    }
}

#[test]
fn a_program_of_any_size_has_an_answer() {
    // Three hundred sums that need each other's results in pairs, and as many maps.
    let mut b = ProgramBuilder::new("large");
    let xs = b.parameter_array("xs");
    let mut results = Vec::new();
    for index in 0..150 {
        let sum = b.fold(&format!("sum{index}"), xs, &[]);
        let ys = b.map(&format!("ys{index}"), &[xs], &[sum]);
        results.push(b.fold(&format!("sum of ys{index}"), ys, &[]));
    }
    b.results(&results);
    with(&b.finish(), |problem| {
        let solution = solve(problem, Strategy::Optimal, Cost::Traffic);
        assert_eq!(legal(problem, &solution.clustering), Ok(()));
        let loops = solution.clustering.loops(problem.program);
        assert!(
            loops <= 4,
            "{loops} where two would do, and four in two pieces"
        );
    });
}

fn solve_limited(problem: Problem<'_>, limit: Limit) -> Solution {
    let options = Options {
        limit,
        ..Options::default()
    };
    solve_with(problem, &options)
}

#[test]
fn the_order_of_independent_bindings_changes_no_cost() {
    for seed in 0..150 {
        let program = random::normal_form(seed, 16);
        let objective = |program: &Program| {
            let mut objective = 0;
            with(program, |problem| {
                objective = solve(problem, Strategy::Optimal, Cost::Traffic).objective;
            });
            objective
        };
        let expected = objective(&program);
        for order in 0..3 {
            let other = reordered(&program, &mut random::Random::new(1 + seed * 3 + order));
            assert_eq!(objective(&other), expected, "{program}\nand\n{other}");
        }
    }
}

/// The same bindings in another order, what each reads still before it.
fn reordered<'a>(program: &Program<'a>, random: &mut random::Random) -> Program<'a> {
    let mut left: Vec<Binding> = program.bindings.clone();
    let mut bindings: Vec<Binding> = Vec::new();
    while !left.is_empty() {
        let made = |value: &ValueId| {
            let makes = |binding: &Binding| binding.outputs.contains(value);
            program.parameters.contains(value) || bindings.iter().any(makes)
        };
        let ready: Vec<usize> = (0..left.len())
            .filter(|index| left[*index].reads().iter().all(made))
            .collect();
        let next = left.remove(ready[random.below(ready.len())]);
        bindings.push(next);
    }
    Program {
        bindings,
        ..program.clone()
    }
}

fn with(program: &Program, check: impl FnOnce(Problem<'_>)) {
    let sizes = size::infer(program).expect("normal forms have sizes");
    let graph = Graph::build(program, &sizes);
    check(Problem {
        program,
        sizes: &sizes,
        graph: &graph,
    });
}

#[test]
fn the_solver_alone_finds_the_least_cost() {
    each(PROGRAMS, |problem, context| {
        for cost in COSTS {
            let instance = Instance::new(problem, Restriction::None);
            let objective = Objective::new(&instance, cost);
            let mut partition = Partition::singletons(instance.groups.len());
            for component in instance.components() {
                let limit = Limit::default();
                let answer = ilp::optimise(&instance, &objective, component, &partition, limit);
                assert_eq!(answer.gap, 0, "{cost:?} {context}");
                partition = answer.partition;
            }
            let (_, least) = exhaustive::cheapest(&instance, &objective).expect("unfused is legal");
            assert_eq!(objective.evaluate(&partition), least, "{cost:?} {context}");
        }
    });
}

#[test]
fn the_model_admits_every_legal_clustering_at_its_cost_before_and_after_presolve() {
    each(PROGRAMS / 4, |problem, context| {
        for cost in COSTS {
            let instance = Instance::new(problem, Restriction::None);
            let objective = Objective::new(&instance, cost);
            let everything: Vec<usize> = (0..instance.groups.len()).collect();
            let model = Model::new(&instance, &objective, &everything);
            let rows: Vec<Row> = model
                .constraints
                .iter()
                .flat_map(|c| model.rows(c))
                .collect();
            let reduced = Reduced::new(&model);
            exhaustive::every(&instance, |partition, clustering| {
                let values = model.assignment(partition);
                let shown = clustering.display(problem.program);
                let holds = |row: &Row| left_side(row, &values) >= row.at_least;
                assert!(rows.iter().all(holds), "{shown} {context}\n{model}");
                assert!(reduced.rows.iter().all(holds), "{shown} {context}\n{model}");
                for (variable, (low, high)) in &reduced.bounds {
                    if matches!(variable, Variable::Position(_)) && low == high {
                        continue; // in no row any more, so any value would do
                    }
                    let value = values[variable];
                    let name = model.name(*variable);
                    assert!((*low..=*high).contains(&value), "{name} {shown} {context}");
                }
                let cost = objective.evaluate(partition);
                assert_eq!(model.value(&values), cost, "{shown} {context}\n{model}");
            });
        }
    });
}

fn left_side(row: &Row, values: &SortedMap<Variable, i64>) -> i64 {
    let term = |(variable, factor): &(Variable, i64)| factor * values[variable];
    row.terms.iter().map(term).sum()
}

#[test]
fn every_strategy_is_legal_and_none_beats_the_optimal_one() {
    each(PROGRAMS, |problem, context| {
        for cost in COSTS {
            let optimal = solve(problem, Strategy::Optimal, cost);
            for strategy in [
                Strategy::Unfused,
                Strategy::Stream,
                Strategy::Imperative,
                Strategy::Optimal,
            ] {
                let solution = solve(problem, strategy, cost);
                let shown = solution.clustering.display(problem.program);
                let verdict = legal(problem, &solution.clustering);
                assert_eq!(verdict, Ok(()), "{strategy:?} {shown} {context}");
                assert!(
                    solution.objective >= optimal.objective,
                    "{strategy:?} {context}"
                );
                assert!(
                    solution.bound <= solution.objective,
                    "{strategy:?} {context}"
                );
                assert_eq!(solution, solve(problem, strategy, cost), "{context}");
            }
        }
    });
}

#[test]
fn the_imperative_strategy_is_the_best_with_equal_sizes() {
    each(PROGRAMS, |problem, context| {
        let instance = Instance::new(problem, Restriction::None);
        let objective = Objective::new(&instance, Cost::Traffic);
        let mut least = u64::MAX;
        exhaustive::every(&instance, |partition, clustering| {
            let mut clusters = clustering.clusters.iter();
            if clusters.all(|cluster| one_size(problem.program, problem.sizes, cluster)) {
                least = least.min(objective.evaluate(partition));
            }
        });
        let solution = solve(problem, Strategy::Imperative, Cost::Traffic);
        assert_eq!(solution.objective, least, "{context}");
        assert!(solution.optimal, "{context}");
    });
}

/// Whether all chains of a cluster start with loops of one size.
fn one_size(program: &Program, sizes: &Sizes, cluster: &[BindingId]) -> bool {
    let mut first_of_chain = SortedMap::new();
    for id in cluster {
        first_of_chain
            .entry(program.binding(*id).chain)
            .or_insert(*id);
    }
    // A cross is two loops in each other.
    let mut loops = first_of_chain.values().map(|id| {
        let binding = program.binding(*id);
        let pairs = binding.inner().and_then(|_| sizes.of(binding.outputs[0]));
        pairs.or(sizes.iteration(*id))
    });
    let first = loops.next();
    loops.all(|size| Some(size) == first)
}

#[test]
fn an_unrelated_statement_changes_no_cluster() {
    each(PROGRAMS / 4, |problem, context| {
        let before = solve(problem, Strategy::Optimal, Cost::Traffic);
        let program = with_unrelated_fold(problem.program);
        let sizes = size::infer(&program).expect("one more fold fits any sizes");
        let graph = Graph::build(&program, &sizes);
        let extended = Problem {
            program: &program,
            sizes: &sizes,
            graph: &graph,
        };
        let mut after = solve(extended, Strategy::Optimal, Cost::Traffic).clustering;
        let added = after.clusters.pop();
        assert_eq!(
            added,
            program.binding_ids().next_back().map(|id| vec![id]),
            "{context}"
        );
        assert_eq!(before.clustering, after, "{context}");
    });
}

fn with_unrelated_fold<'a>(program: &Program<'a>) -> Program<'a> {
    let mut program = program.clone();
    let mut value = |name: &str, kind| {
        let name = name.to_owned();
        program.values.push(Value { name, kind });
        ValueId(program.values.len() - 1)
    };
    let (input, output) = (
        value("zs", ValueKind::Array),
        value("total", ValueKind::Scalar),
    );
    program.parameters.push(input);
    program.results.push(output);
    let mut fold = Binding::new(Combinator::Fold, &[input], Worker::default());
    (fold.outputs, fold.chain) = (vec![output], ChainId(usize::MAX));
    program.bindings.push(fold);
    program
}
