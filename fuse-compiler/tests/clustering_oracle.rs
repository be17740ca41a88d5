//! The integer program against the oracle, on random programs.

mod support;

use fuse_compiler::cluster::instance::Restriction;
use fuse_compiler::cluster::{
    Cost, Instance, Limit, Objective, Partition, Problem, Strategy, exhaustive, legal, solve,
};
use fuse_compiler::cnf::{
    Binding, BindingId, ChainId, Combinator, Program, Value, ValueId, ValueKind, Worker,
};
use fuse_compiler::graph::Graph;
use fuse_compiler::ilp::{self, Model, Reduced, Row, Variable};
use fuse_compiler::size::{self, Sizes};
use std::collections::BTreeMap;

const PROGRAMS: u64 = 2_000;
const COMBINATORS: u64 = 7;
const COSTS: [Cost; 2] = [Cost::Traffic, Cost::Paper];

/// Calls `check` with every random program that has sizes.
fn each(programs: u64, mut check: impl FnMut(Problem<'_>, &str)) {
    let mut checked = 0;
    for seed in 0..programs {
        let combinators = usize::try_from(1 + seed % COMBINATORS).expect("it is small");
        let program = support::program(seed, combinators);
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

fn left_side(row: &Row, values: &BTreeMap<Variable, i64>) -> i64 {
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
    let mut first_of_chain = BTreeMap::new();
    for id in cluster {
        first_of_chain
            .entry(program.binding(*id).chain)
            .or_insert(*id);
    }
    let mut loops = first_of_chain.values().map(|id| sizes.iteration(*id));
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

fn with_unrelated_fold(program: &Program) -> Program {
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
    program.bindings.push(Binding {
        outputs: vec![output],
        combinator: Combinator::Fold {
            worker: Worker::default(),
            input,
        },
        chain: ChainId(usize::MAX),
        solitary: None,
    });
    program
}
