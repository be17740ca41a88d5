//! The one file that knows the solver, microlp.
//!
//! In: a [`Reduced`] program and a solution. Out: an [`Outcome`]: a better solution, if one was
//! found, and a bound that is proven. Everything is deterministic: the limit counts nodes and
//! pivots, never seconds.

use super::model::Variable;
use super::presolve::Reduced;
use microlp::{
    ComparisonOp, OptimizationDirection, Problem, ResumeOptions, SolveOptions, SolveOutcome,
    TerminationReason, Tolerances,
};
use std::collections::BTreeMap;

/// How much work the solver may do for one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// No solver for a program with more rows than this: already its relaxation would take too long.
    pub rows: usize,
    /// No further node of the search after this much work, in pivots times rows.
    pub work: u64,
}

impl Default for Limit {
    fn default() -> Self {
        Limit {
            rows: 100_000,
            work: u64::MAX,
        }
    }
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// The value of every variable, in the best solution that it found itself; `None` if it found none
    /// that is better than the one it was given.
    pub(super) values: Option<BTreeMap<Variable, f64>>,
    /// No solution costs less than this.
    pub(super) bound: u64,
}

/// Minimises a program.
pub(super) fn minimise(
    program: &Reduced,
    known: &BTreeMap<Variable, i64>,
    cost: u64,
    limit: Limit,
) -> Outcome {
    let decided = program.constant + decided_cost(program);
    let floor = floor(program);
    let nothing = Outcome {
        values: None,
        bound: floor.min(cost),
    };
    if floor >= cost || program.rows.len() > limit.rows {
        return nothing;
    }
    let (problem, columns) = translate(program);
    let mut options = SolveOptions::default();
    options.node_limit = Some(NODES_AT_ONCE);
    options.warm_start = Some(
        columns
            .iter()
            .map(|(variable, column)| (*column, known.get(variable).map_or(0.0, |v| *v as f64)))
            .collect(),
    );
    // All costs are integers: a node whose bound is above `cost - 1` cannot hold a better solution.
    let mut tolerances = Tolerances::default();
    tolerances.prune_epsilon = 0.999 / (cost - decided) as f64;
    options.tolerances = tolerances;
    let mut again = ResumeOptions::default();
    again.node_limit = Some(NODES_AT_ONCE);

    let mut result = problem.solve_with(options);
    let outcome = loop {
        match result {
            Ok(outcome) => {
                let work = outcome.stats().lp_iterations * program.rows.len() as u64;
                let more = outcome.termination_reason() == TerminationReason::NodeLimit;
                if !more || work > limit.work {
                    break outcome;
                }
                result = outcome.resume_with(again.clone());
            }
            Err(_) => return nothing,
        }
    };
    let proven = outcome.termination_reason() == TerminationReason::ProvenOptimal;
    let stats = outcome.stats();
    let SolveOutcome::Solution(solution) = outcome else {
        return nothing;
    };
    let found = decided + solution.objective().round() as u64;
    let bound = if proven {
        found
    } else {
        let best = stats.best_bound.unwrap_or(0.0) - 1e-6;
        decided + best.ceil().max(0.0) as u64
    };
    let mut values: BTreeMap<Variable, f64> = BTreeMap::new();
    for variable in program.bounds.keys() {
        let value = match columns.get(variable) {
            Some(column) => solution.var_value(*column),
            None => program.decided(*variable).unwrap_or(0) as f64,
        };
        values.insert(*variable, value);
    }
    Outcome {
        values: (found < cost).then_some(values),
        bound: bound.max(floor).min(cost),
    }
}

/// How many nodes the solver solves before the work is looked at.
const NODES_AT_ONCE: u64 = 8;

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

fn translate(program: &Reduced) -> (Problem, BTreeMap<Variable, microlp::Variable>) {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut columns = BTreeMap::new();
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
