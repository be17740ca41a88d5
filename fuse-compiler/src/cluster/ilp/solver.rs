//! The program in the words of `good_lp`, solved by one of its solvers: microlp, or HiGHS with the feature `highs`.
//!
//! In: a [`Reduced`] program and a solution. Out: an [`Outcome`]: a better solution, if one was
//! found, and a bound that is proven. Everything is deterministic: the limit counts nodes and
//! pivots, never seconds. The files below are all that knows a solver.

#[cfg(feature = "highs")]
mod highs;
#[cfg(not(feature = "highs"))]
mod microlp;

#[cfg(feature = "highs")]
use self::highs as back_end;
#[cfg(not(feature = "highs"))]
use self::microlp as back_end;

use super::model::Variable;
use super::presolve::Reduced;
use crate::options::Limit;
use crate::sorted::SortedMap;
use good_lp::{Expression, ProblemVariables, Solver, SolverModel, constraint, variable};
use std::panic::AssertUnwindSafe;

/// How far a bound may be above the number that it stands for.
const TOLERANCE: f64 = 1e-6;

/// What a back end found of the open part of a program.
struct Found {
    /// The columns, and the value of each in the best solution.
    values: Option<(Vec<Variable>, Vec<f64>)>,
    /// What is proven.
    bound: Bound,
}

/// What no solution costs less than.
enum Bound {
    /// There is none below the cost that is known.
    Infeasible,
    /// So much, of the open part.
    AtLeast(f64),
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// The value of every variable, in the best solution that it found itself; `None` if it found none
    /// that is better than the one it was given.
    pub(crate) values: Option<SortedMap<Variable, f64>>,
    /// No solution costs less than this.
    pub(crate) bound: u64,
}

/// How many rows the solver is asked about at most.
pub(super) fn rows(limit: Limit) -> usize {
    limit.rows.saturating_mul(back_end::ROWS)
}

/// Minimises a program, of which a solution is known that costs `cost`.
pub(crate) fn minimise(program: &Reduced, cost: u64, limit: Limit) -> Outcome {
    let floor = floor(program).min(cost);
    let nothing = Outcome {
        values: None,
        bound: floor,
    };
    if floor == cost || program.rows.len() > rows(limit) {
        return nothing;
    }
    // A solver asserts its invariants; should one fail, that is no reason for the user's build to.
    let search = AssertUnwindSafe(|| search(program, cost, limit));
    let found = std::panic::catch_unwind(search).ok().flatten();
    found.map_or(nothing, |found| Outcome {
        bound: found.bound.max(floor).min(cost),
        ..found
    })
}

/// Branch and bound; `None` if the solver fails.
fn search(program: &Reduced, cost: u64, limit: Limit) -> Option<Outcome> {
    let decided = program.constant + decided_cost(program);
    let at_most = cost.checked_sub(decided + 1)?;
    let Found { values, bound } = back_end::solve(program, at_most, limit)?;
    // The bound is a sum of fractions; a bound on whole numbers is the next above it.
    let bound = match bound {
        Bound::Infeasible => cost,
        Bound::AtLeast(least) => decided + (least - TOLERANCE).ceil().max(0.0) as u64,
    };
    let Some((columns, solved)) = values else {
        return Some(Outcome {
            values: None,
            bound,
        });
    };
    let mut values: SortedMap<Variable, f64> = SortedMap::new();
    for variable in program.bounds.keys() {
        let value = match columns.iter().position(|column| column == variable) {
            Some(column) => solved.get(column).copied()?,
            None => program.decided(*variable).unwrap_or(0) as f64,
        };
        values.insert(*variable, value);
    }
    Some(Outcome {
        values: Some(values),
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

/// The program in the words of a solver, the variable of each of its columns, and what that is to the solver. What costs
/// more than `at_most` is no solution.
fn translate<S: Solver>(
    program: &Reduced,
    at_most: u64,
    solver: S,
) -> (S::Model, Vec<Variable>, Vec<good_lp::Variable>) {
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
    let mut model = variables.minimise(objective.clone()).using(solver);
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
    (model, columns, added)
}
