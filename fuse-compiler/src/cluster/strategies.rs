//! The four columns of table 1.1.
//!
//! In: a [`Problem`] and [`Choice`]. Out: a [`Solution`]. Only `imperative` and `optimal` call the
//! solver.

use super::cost::Objective;
#[cfg(feature = "ilp")]
use super::ilp;
use super::instance::{Instance, Restriction};
use super::legal::legal;
use super::partition::Partition;
use super::problem::{Clustering, Problem, Solution};
use super::search;
use crate::cnf::{Program, ValueId, ValueKind};
use crate::options::{Choice, Limit, Strategy};
use crate::sorted::sort;

/// Chooses the clusters.
///
/// Every strategy is deterministic. The clusters of a part of the program do not depend on
/// statements that it does not share data, sizes or order with (under [`Cost::Traffic`]; the
/// weights of [`Cost::Paper`] grow with the program).
///
/// Never panics and never gives an illegal clustering: if the search or the solver fails, stops at its
/// limit, or answers what [`legal`](legal()) refuses, the best clustering known is the answer, with the
/// bound that is proven.
///
/// [`Cost::Traffic`]: crate::options::Cost::Traffic
/// [`Cost::Paper`]: crate::options::Cost::Paper
#[must_use]
pub fn solve_with(problem: Problem<'_>, options: &Choice) -> Solution {
    let instance = Instance::new(problem, Restriction::None);
    let objective = Objective::new(&instance, options.cost);
    let alone = Partition::singletons(instance.groups.len());
    let (partition, bound) = match options.strategy {
        Strategy::Unfused => {
            let cost = objective.evaluate(&alone);
            (alone, cost)
        }
        Strategy::Stream => {
            let partition = stream(&instance);
            let cost = objective.evaluate(&partition);
            (partition, cost)
        }
        Strategy::Imperative => {
            let restricted = Instance::new(problem, Restriction::EqualSizes);
            best(&restricted, &objective, options.limit)
        }
        #[cfg(feature = "ilp")]
        Strategy::Ilp => by_program(&instance, &objective, options.limit),
        Strategy::Optimal => best(&instance, &objective, options.limit),
    };
    let objective = objective.evaluate(&partition);
    Solution {
        clustering: clustering(&instance, &partition),
        objective,
        bound,
        optimal: objective == bound,
    }
}

/// What the integer program knows better of a component that the search left with a gap: the gap that is left then.
#[cfg(feature = "ilp")]
fn second_opinion(
    instance: &Instance<'_>,
    objective: &Objective,
    component: &[usize],
    partition: &mut Partition,
    (gap, limit): (u64, Limit),
) -> u64 {
    let answer = ilp::optimise(instance, objective, component, partition, limit);
    let saved = objective.evaluate(partition) - objective.evaluate(&answer.partition);
    *partition = answer.partition;
    answer.gap.min(gap - saved)
}

#[cfg(not(feature = "ilp"))]
fn second_opinion(
    _: &Instance<'_>,
    _: &Objective,
    _: &[usize],
    _: &mut Partition,
    (gap, _): (u64, Limit),
) -> u64 {
    gap
}

/// The same by the integer program alone, from nothing.
#[cfg(feature = "ilp")]
fn by_program(instance: &Instance<'_>, objective: &Objective, limit: Limit) -> (Partition, u64) {
    let alone = Partition::singletons(instance.groups.len());
    let floor = objective.bound(instance);
    let mut partition = alone.clone();
    let mut gap = 0u64;
    for component in instance
        .components()
        .iter()
        .filter(|component| component.len() > 1)
    {
        let answer = ilp::optimise(instance, objective, component, &partition, limit);
        partition = answer.partition;
        gap = gap.saturating_add(answer.gap);
    }
    if legal(instance.problem, &clustering(instance, &partition)).is_err() {
        return (alone, floor);
    }
    let cost = objective.evaluate(&partition);
    (partition, floor.max(cost.saturating_sub(gap)))
}

/// The best partition, and a bound on the cost of all. Components are decided one at a time: by the
/// search, and where that ends at its limit by the integer program, which may know better.
fn best(instance: &Instance<'_>, objective: &Objective, limit: Limit) -> (Partition, u64) {
    let alone = Partition::singletons(instance.groups.len());
    let floor = objective.bound(instance);
    let mut partition = alone.clone();
    let mut gap: u64 = 0;
    for component in instance.components() {
        if component.len() == 1 {
            continue;
        }
        let found = search::best(instance, objective, component, limit.states);
        let open = found.as_ref().map_or(u64::MAX, |found| found.gap);
        if let Some(found) = found {
            partition.adopt(component, &found.partition);
        }
        let open = match open {
            0 => 0,
            _ => second_opinion(
                instance,
                objective,
                component,
                &mut partition,
                (open, limit),
            ),
        };
        gap = gap.saturating_add(open);
    }
    if legal(instance.problem, &clustering(instance, &partition)).is_err() {
        let cost = objective.evaluate(&alone);
        return (alone, floor.min(cost));
    }
    let found = objective.evaluate(&partition);
    (partition, found.saturating_sub(gap).max(floor).min(found))
}

/// Pull-based shortcut fusion: a chain fuses into the only one that reads its array, if that pulls the
/// elements once, and the sizes let all loops so joined run as one.
fn stream(instance: &Instance<'_>) -> Partition {
    let program = instance.problem.program;
    let mut partition = Partition::singletons(instance.groups.len());
    for producer in 0..instance.groups.len() {
        if let Some(consumer) = only_consumer(instance, program, producer)
            && instance.can_merge(&partition, producer, consumer)
        {
            partition.merge(producer, consumer);
        }
    }
    partition
}

/// The group that pulls the only array of a group, once, if nothing else uses what it binds.
fn only_consumer(instance: &Instance<'_>, program: &Program, producer: usize) -> Option<usize> {
    if instance.groups[producer].opaque {
        return None;
    }
    let mut consumer = None;
    for value in instance.groups[producer]
        .bindings
        .iter()
        .flat_map(|id| &program.binding(*id).outputs)
    {
        let outside = |group: &usize| *group != producer;
        let pulled: Vec<usize> = pulls(instance, program, *value).filter(outside).collect();
        let used = pulled.len()
            + others(instance, program, *value).filter(outside).count()
            + program
                .results
                .iter()
                .filter(|result| *result == value)
                .count();
        match (used, &pulled[..]) {
            (0, _) => {}
            (1, [reader]) if consumer.is_none() => {
                if program.value(*value).kind != ValueKind::Array {
                    return None;
                }
                consumer = Some(*reader);
            }
            _ => return None,
        }
    }
    consumer
}

/// The groups that pull the elements of a value, once for each time they do.
fn pulls(
    instance: &Instance<'_>,
    program: &Program,
    value: ValueId,
) -> impl Iterator<Item = usize> {
    program.binding_ids().flat_map(move |id| {
        let inputs = program.binding(id).streamed();
        let times = inputs.iter().filter(|input| **input == value).count();
        std::iter::repeat_n(instance.group_of(id), times)
    })
}

/// The groups that mention a value in another way.
fn others(
    instance: &Instance<'_>,
    program: &Program,
    value: ValueId,
) -> impl Iterator<Item = usize> {
    let mentions = move |id: &crate::cnf::BindingId| {
        let binding = program.binding(*id);
        let inner = binding.inner() == Some(value) && !binding.streamed().contains(&value);
        inner || binding.worker.mentions.contains(&value)
    };
    program
        .binding_ids()
        .filter(mentions)
        .map(|id| instance.group_of(id))
}

/// A partition as a clustering of bindings.
pub fn clustering(instance: &Instance<'_>, partition: &Partition) -> Clustering {
    let mut clusters: Vec<_> = partition
        .clusters()
        .into_iter()
        .map(|cluster| {
            let mut bindings: Vec<_> = cluster
                .into_iter()
                .flat_map(|group| instance.groups[group].bindings.iter().copied())
                .collect();
            sort(&mut bindings);
            bindings
        })
        .collect();
    sort(&mut clusters);
    Clustering { clusters }
}
