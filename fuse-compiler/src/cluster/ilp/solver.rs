//! The one file that knows a solver: the program in the words of `good_lp`, solved by microlp.
//!
//! In: a [`Reduced`] program and a solution. Out: an [`Outcome`]: a better solution, if one was
//! found, and a bound that is proven. Everything is deterministic: the limit counts nodes and
//! pivots, never seconds.

use super::model::Variable;
use super::presolve::Reduced;
use crate::options::Limit;
use crate::sorted::SortedMap;
use good_lp::solvers::microlp::{MicroLpProblem, microlp};
use good_lp::{Expression, ProblemVariables, SolverModel, constraint, variable};
use microlp::{Error, ResumeOptions, SolveOptions, TerminationReason, Tolerances};
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

/// Minimises a program, of which a solution is known that costs `cost`.
pub(crate) fn minimise(program: &Reduced, cost: u64, limit: Limit) -> Outcome {
    let floor = floor(program).min(cost);
    let nothing = Outcome {
        values: None,
        bound: floor,
    };
    if floor == cost || program.rows.len() > limit.rows {
        return nothing;
    }
    // microlp asserts its invariants; should one fail, that is no reason for the user's build to.
    let search = AssertUnwindSafe(|| search(program, cost, limit));
    let found = std::panic::catch_unwind(search).ok().flatten();
    found.map_or(nothing, |found| Outcome {
        bound: found.bound.max(floor).min(cost),
        ..found
    })
}

/// Branch and bound, of which `good_lp` has no limit in nodes; `None` if the solver fails.
fn search(program: &Reduced, cost: u64, limit: Limit) -> Option<Outcome> {
    let decided = program.constant + decided_cost(program);
    let (model, columns) = translate(program, cost.checked_sub(decided + 1)?);
    let mut options = SolveOptions::default();
    options.node_limit = Some(1);
    // All costs are whole numbers: a node whose bound is above `cost - 1` holds nothing better.
    let mut tolerances = Tolerances::default();
    tolerances.prune_epsilon = 0.999 / cost.saturating_sub(decided).max(1) as f64;
    options.tolerances = tolerances;
    let mut next_node = ResumeOptions::default();
    next_node.node_limit = Some(1);

    let rows = program.rows.len() as u64;
    let known = || Outcome {
        values: None,
        bound: cost,
    };
    let mut outcome = match model.as_inner().solve_with(options) {
        Ok(outcome) => outcome,
        // Nothing costs less than what is known.
        Err(Error::Infeasible) => return Some(known()),
        Err(_) => return None,
    };
    while outcome.termination_reason() == TerminationReason::NodeLimit
        && outcome.stats().lp_iterations * rows < limit.work
    {
        outcome = match outcome.resume_with(next_node.clone()) {
            Ok(outcome) => outcome,
            Err(Error::Infeasible) => return Some(known()),
            Err(_) => return None,
        };
    }
    let proven = outcome.termination_reason() == TerminationReason::ProvenOptimal;
    // The bound is a sum of fractions; a bound on whole numbers is the next above it.
    let best = outcome.stats().best_bound.unwrap_or(0.0) - TOLERANCE;
    let bound = decided + best.ceil().max(0.0) as u64;
    let Ok(solution) = outcome.into_solution() else {
        return Some(Outcome {
            values: None,
            bound,
        });
    };
    let found = decided + solution.objective().round() as u64;
    let solved: Vec<f64> = solution.iter().map(|(_, value)| value).collect();
    let mut values: SortedMap<Variable, f64> = SortedMap::new();
    for variable in program.bounds.keys() {
        let value = match columns.iter().position(|column| column == variable) {
            Some(column) => solved.get(column).copied()?,
            None => program.decided(*variable).unwrap_or(0) as f64,
        };
        values.insert(*variable, value);
    }
    Some(Outcome {
        values: (found < cost).then_some(values),
        bound: if proven { found } else { bound },
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

/// The program, and the variable of each of its columns. What costs more than `at_most` is no solution.
fn translate(program: &Reduced, at_most: u64) -> (MicroLpProblem, Vec<Variable>) {
    let columns: Vec<Variable> = program.open().collect();
    let mut variables = ProblemVariables::new();
    let added: Vec<good_lp::Variable> = columns
        .iter()
        .map(|column| {
            let (low, high) = program.bounds[column];
            variables.add(match column {
                Variable::Apart(..) => variable().binary(),
                _ => variable().min(low as f64).max(high as f64),
            })
        })
        .collect();
    let named = |wanted: &Variable| {
        let place = columns.iter().position(|column| column == wanted)?;
        Some(added[place])
    };
    let mut objective = Expression::with_capacity(columns.len());
    for (column, variable) in columns.iter().zip(&added) {
        objective.add_mul(program.objective[column] as f64, *variable);
    }
    let mut model = variables.minimise(objective.clone()).using(microlp);
    for row in &program.rows {
        let mut sum = Expression::with_capacity(row.terms.len());
        for (variable, factor) in row.terms.iter() {
            if let Some(variable) = named(variable) {
                sum.add_mul(*factor as f64, variable);
            }
        }
        model.add_constraint(constraint::geq(sum, row.at_least as f64));
    }
    model.add_constraint(constraint::leq(objective, at_most as f64));
    (model, columns)
}
