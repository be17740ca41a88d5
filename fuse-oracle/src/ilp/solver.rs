//! The one file that knows the solver, microlp.
//!
//! In: a [`Reduced`] program and a solution. Out: an [`Outcome`]: a better solution, if one was
//! found, and a bound that is proven. Everything is deterministic: the limit counts nodes and
//! pivots, never seconds.

use super::Limit;
use super::model::Variable;
use super::presolve::Reduced;
use fuse_compiler::internals::sorted::SortedMap;
use microlp::{
    ComparisonOp, OptimizationDirection, Problem, ResumeOptions, SolveOptions, TerminationReason,
    Tolerances,
};
use std::panic::AssertUnwindSafe;

/// How far a bound may be above the number that it stands for.
const TOLERANCE: f64 = 1e-6;

/// What the solver found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// The value of every variable, in the best solution that it found itself; `None` if it found none
    /// that is better than the one it was given.
    pub(crate) values: Option<SortedMap<Variable, f64>>,
    /// No solution costs less than this.
    pub(crate) bound: u64,
}

/// Minimises a program. `known` is a solution and `cost` what it costs.
pub(crate) fn minimise(
    program: &Reduced,
    known: &SortedMap<Variable, i64>,
    cost: u64,
    limit: Limit,
) -> Outcome {
    let floor = floor(program).min(cost);
    let nothing = Outcome {
        values: None,
        bound: floor,
    };
    if floor == cost || program.rows.len() > limit.rows {
        return nothing;
    }
    // microlp asserts its invariants; should one fail, that is no reason for the user's build to.
    let search = AssertUnwindSafe(|| search(program, known, cost, limit));
    let found = std::panic::catch_unwind(search).ok().flatten();
    found.map_or(nothing, |found| Outcome {
        bound: found.bound.max(floor).min(cost),
        ..found
    })
}

/// Branch and bound; `None` if it ends without a solution.
fn search(
    program: &Reduced,
    known: &SortedMap<Variable, i64>,
    cost: u64,
    limit: Limit,
) -> Option<Outcome> {
    let decided = program.constant + decided_cost(program);
    let (problem, columns) = translate(program);
    let mut options = SolveOptions::default();
    options.node_limit = Some(1);
    options.warm_start = Some(
        columns
            .iter()
            .map(|(variable, column)| (*column, known.get(variable).map_or(0.0, |v| *v as f64)))
            .collect(),
    );
    // All costs are whole numbers: a node whose bound is above `cost - 1` holds nothing better.
    let mut tolerances = Tolerances::default();
    tolerances.prune_epsilon = 0.999 / cost.saturating_sub(decided).max(1) as f64;
    options.tolerances = tolerances;
    let mut next_node = ResumeOptions::default();
    next_node.node_limit = Some(1);

    let rows = program.rows.len() as u64;
    let mut outcome = problem.solve_with(options).ok()?;
    while outcome.termination_reason() == TerminationReason::NodeLimit
        && outcome.stats().lp_iterations * rows < limit.work
    {
        outcome = outcome.resume_with(next_node.clone()).ok()?;
    }
    let proven = outcome.termination_reason() == TerminationReason::ProvenOptimal;
    let stats = outcome.stats();
    let solution = outcome.into_solution().ok()?;
    let found = decided + solution.objective().round() as u64;
    let bound = if proven {
        found
    } else {
        // The bound is a sum of fractions; a bound on whole numbers is the next above it.
        let best = stats.best_bound.unwrap_or(0.0) - TOLERANCE;
        decided + best.ceil().max(0.0) as u64
    };
    let mut values: SortedMap<Variable, f64> = SortedMap::new();
    for variable in program.bounds.keys() {
        let value = match columns.get(variable) {
            Some(column) => solution.var_value(*column),
            None => program.decided(*variable).unwrap_or(0) as f64,
        };
        values.insert(*variable, value);
    }
    Some(Outcome {
        values: (found < cost).then_some(values),
        bound,
    })
}

/// The cost with every variable at its least value.
fn floor(program: &Reduced) -> u64 {
    let least = |(variable, weight): (&Variable, &u64)| {
        weight * u64::try_from(program.bounds[variable].0).unwrap_or(0)
    };
    program.constant + program.objective.iter().map(least).sum::<u64>()
}

/// The part of the cost that is decided.
fn decided_cost(program: &Reduced) -> u64 {
    let part = |(variable, weight): (&Variable, &u64)| {
        let value = program.decided(*variable).unwrap_or(0);
        weight * u64::try_from(value).unwrap_or(0)
    };
    program.objective.iter().map(part).sum()
}

fn translate(program: &Reduced) -> (Problem, SortedMap<Variable, microlp::Variable>) {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut columns = SortedMap::new();
    for variable in program.open() {
        let weight = program.objective[&variable] as f64;
        let (low, high) = program.bounds[&variable];
        let column = match variable {
            Variable::Apart(..) => problem.add_binary_var(weight),
            _ => problem.add_var(weight, (low as f64, high as f64)),
        };
        columns.insert(variable, column);
    }
    for row in &program.rows {
        let terms: Vec<(microlp::Variable, f64)> = row
            .terms
            .iter()
            .filter_map(|(variable, factor)| Some((*columns.get(variable)?, *factor as f64)))
            .collect();
        problem.add_constraint(terms, ComparisonOp::Ge, row.at_least as f64);
    }
    (problem, columns)
}
