//! Every step against the oracle.

use fuse_compiler::internals::cluster::instance::Restriction;
use fuse_compiler::internals::cluster::search::{Kernel, State, Table, contract, merge_best};
use fuse_compiler::internals::cluster::{Cost, Instance, Objective, Partition, Problem};
use fuse_compiler::internals::cnf::Program;
use fuse_compiler::internals::graph::Graph;
use fuse_compiler::internals::size;
use fuse_oracle::exhaustive;
use fuse_oracle::random;
use std::collections::BTreeSet;

/// Calls `check` with random programs of up to seven combinators, under both costs.
fn each(programs: u64, mut check: impl FnMut(&Instance<'_>, &Objective, &str)) {
    for seed in 0..programs {
        let combinators = usize::try_from(2 + seed % 6).expect("it is small");
        for program in [random::program, random::normal_form].map(|make| make(seed, combinators)) {
            for cost in [Cost::Traffic, Cost::Paper] {
                with(&program, cost, |instance, objective| {
                    check(
                        instance,
                        objective,
                        &format!("{cost:?}, seed {seed}:\n{program}"),
                    );
                });
            }
        }
    }
}

fn with(program: &Program, cost: Cost, check: impl FnOnce(&Instance<'_>, &Objective)) {
    let sizes = size::infer(program).expect("these programs have sizes");
    let graph = Graph::build(program, &sizes);
    let problem = Problem {
        program,
        sizes: &sizes,
        graph: &graph,
    };
    let instance = Instance::new(problem, Restriction::None);
    check(&instance, &Objective::new(&instance, cost));
}

fn kernels(instance: &Instance<'_>, objective: &Objective) -> Vec<Kernel> {
    let kernel = |component: &Vec<usize>| {
        Kernel::new(instance, objective, component).expect("the cost has a form that is known")
    };
    instance.components().iter().map(kernel).collect()
}

/// The clusters of a partition over the nodes of a kernel.
fn on_nodes(kernel: &Kernel, partition: &Partition) -> Vec<usize> {
    let cluster = |groups: &Vec<usize>| partition.cluster(groups[0]);
    let names: Vec<usize> = kernel.nodes.iter().map(cluster).collect();
    let first = |name: &usize| names.iter().position(|other| other == name);
    names
        .iter()
        .map(|name| first(name).expect("it is there"))
        .collect()
}

#[test]
fn a_kernel_costs_what_the_objective_says() {
    each(150, |instance, objective, context| {
        let kernels = kernels(instance, objective);
        let mut differences = BTreeSet::new();
        exhaustive::every(instance, |partition, _| {
            let cost = |kernel: &Kernel| kernel.cost(&on_nodes(kernel, partition));
            let sum: u64 = kernels.iter().map(cost).sum();
            differences.insert(objective.evaluate(partition).checked_sub(sum));
        });
        assert!(
            differences.len() == 1 && !differences.contains(&None),
            "{differences:?} {context}"
        );
    });
}

#[test]
fn states_are_the_legal_clusterings_and_no_bound_is_above_one() {
    each(150, |instance, objective, context| {
        for kernel in kernels(instance, objective) {
            let mut legal = BTreeSet::new();
            exhaustive::every(instance, |partition, _| {
                legal.insert(on_nodes(&kernel, partition));
            });
            let table = Table::new(&kernel).expect("it is small");
            let mut found = BTreeSet::new();
            let mut state = table.nothing_placed();
            let bounds = vec![table.bound(&mut state, 0, u64::MAX)];
            all(&table, &state, &bounds, &mut |state, bounds| {
                let cost = kernel.cost(&state.cluster_of);
                assert_eq!(state.cost, cost, "{context}");
                assert!(
                    bounds.iter().all(|bound| *bound <= cost),
                    "{bounds:?} {cost} {context}"
                );
                assert_eq!(bounds.last(), Some(&cost), "{context}");
                let first = |cluster| state.cluster_of.iter().position(|other| *other == cluster);
                let named = state.cluster_of.iter().map(|cluster| first(*cluster));
                found.insert(named.collect::<Option<Vec<usize>>>().expect("it is there"));
            });
            assert_eq!(found, legal, "{context}");
        }
    });
}

/// Calls `visit` with every state in which all nodes are placed, and the bounds on the way there.
fn all(table: &Table, state: &State, bounds: &[u64], visit: &mut impl FnMut(&State, &[u64])) {
    let next = bounds.len() - 1;
    if next == table.count {
        return visit(state, bounds);
    }
    for cluster in 0..=state.clusters {
        if cluster == state.clusters || table.fits(state, next, next, cluster) {
            let mut after = state.clone();
            table.place(&mut after, next, cluster);
            let mut bounds = bounds.to_vec();
            bounds.push(table.bound(&mut after, next + 1, u64::MAX));
            all(table, &after, &bounds, visit);
        }
    }
}

#[test]
fn contraction_keeps_a_best_clustering_and_its_cost() {
    let mut contracted = 0;
    each(400, |instance, objective, context| {
        let before = kernels(instance, objective);
        let after: Vec<Kernel> = before.iter().cloned().map(contract).collect();
        let (mut least, mut least_contracted) = (u64::MAX, u64::MAX);
        exhaustive::every(instance, |partition, _| {
            let cost = objective.evaluate(partition);
            least = least.min(cost);
            let whole =
                |groups: &Vec<usize>| groups.iter().all(|g| partition.together(*g, groups[0]));
            if after.iter().all(|kernel| kernel.nodes.iter().all(whole)) {
                least_contracted = least_contracted.min(cost);
                let costs = |kernels: &[Kernel]| -> u64 {
                    kernels
                        .iter()
                        .map(|kernel| kernel.cost(&on_nodes(kernel, partition)))
                        .sum()
                };
                assert_eq!(costs(&before), costs(&after), "{context}");
                let of_parts =
                    |kernel: &Kernel| -> u64 { kernel.constant + costs(&kernel.parts()) };
                let parts: u64 = after.iter().map(of_parts).sum();
                assert_eq!(costs(&before), parts, "{context}");
            }
        });
        assert_eq!(least, least_contracted, "{context}");
        let nodes =
            |kernels: &[Kernel]| -> usize { kernels.iter().map(|kernel| kernel.nodes.len()).sum() };
        contracted += nodes(&before) - nodes(&after);
    });
    assert!(contracted > 1_000, "{contracted}");
}

#[test]
fn the_greedy_clustering_is_legal() {
    each(400, |instance, objective, context| {
        let mut partition = Partition::singletons(instance.groups.len());
        for kernel in kernels(instance, objective) {
            let kernel = contract(kernel);
            kernel.adopt(&merge_best(&kernel), &mut partition);
        }
        assert!(instance.admits(&partition), "{partition:?} {context}");
    });
}

#[test]
fn sums_over_one_array_are_one_node() {
    let mut b = fuse_compiler::internals::cnf::ProgramBuilder::new("sums");
    let xs = b.parameter_array("xs");
    let sums: Vec<_> = (0..100)
        .map(|index| b.fold(&format!("s{index}"), xs, &[]))
        .collect();
    b.results(&sums);
    with(&b.finish(), Cost::Traffic, |instance, objective| {
        let kernels: Vec<Kernel> = kernels(instance, objective)
            .into_iter()
            .map(contract)
            .collect();
        assert_eq!(
            kernels
                .iter()
                .map(|kernel| kernel.nodes.len())
                .collect::<Vec<_>>(),
            [1]
        );
    });
}
