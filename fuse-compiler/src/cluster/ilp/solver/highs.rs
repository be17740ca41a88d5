//! HiGHS, for programs of hundreds of combinators: feature `highs`. It is a C++ program, which CMake builds.
//!
//! In: a program. Out: its best solution within the limit, and a bound. One thread and a limit in nodes: the same
//! answer each time.

use super::{Bound, Found, Limit, Reduced, translate};
use good_lp::solvers::SolutionStatus;
use good_lp::solvers::highs::highs;
use good_lp::{ResolutionError, Solution, SolverModel};

/// So many times the limit in rows.
pub(super) const ROWS: usize = 50;

/// So much of the limit in work is one node.
const NODE: u64 = 1_000;

/// Minimises the open part of a program; `None` if the solver fails, or found nothing within the limit.
pub(super) fn solve(program: &Reduced, at_most: u64, limit: Limit) -> Option<Found> {
    let (model, columns, variables) = translate(program, at_most, highs);
    let nodes = i32::try_from(limit.work / NODE).unwrap_or(i32::MAX).max(1);
    // All costs are whole numbers: what is less than one from the bound is the least.
    let model = model
        .set_threads(1)
        .set_option("mip_max_nodes", nodes)
        .set_option("mip_abs_gap", 0.999)
        .set_option("mip_rel_gap", 0.0);
    let solution = match model.solve() {
        Ok(solution) => solution,
        Err(ResolutionError::Infeasible) => {
            return Some(Found {
                values: None,
                bound: Bound::Infeasible,
            });
        }
        Err(_) => return None,
    };
    let solved: Vec<f64> = variables.iter().map(|v| solution.value(*v)).collect();
    let costs = columns.iter().zip(&solved);
    let cost: f64 = costs
        .map(|(column, value)| program.objective[column] as f64 * value)
        .sum();
    let proven = !matches!(solution.status(), SolutionStatus::TimeLimit);
    Some(Found {
        values: Some((columns, solved)),
        bound: Bound::AtLeast(if proven { cost.round() } else { 0.0 }),
    })
}
