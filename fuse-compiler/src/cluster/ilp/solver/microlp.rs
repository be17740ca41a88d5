//! microlp, the default: no other language, and a limit that counts nodes.
//!
//! In: a program. Out: its best solution within the limit, and a bound. `good_lp` gives microlp's own problem, which
//! can be stopped at a node and goes on there.

use super::{Bound, Found, Limit, Reduced, translate};
use good_lp::solvers::microlp::microlp;
use microlp::{Error, ResumeOptions, SolveOptions, TerminationReason, Tolerances};

/// So many times the limit in rows.
pub(super) const ROWS: usize = 1;

/// Minimises the open part of a program; `None` if the solver fails.
pub(super) fn solve(program: &Reduced, at_most: u64, limit: Limit) -> Option<Found> {
    let (model, columns, _) = translate(program, at_most, microlp);
    let mut options = SolveOptions::default();
    options.node_limit = Some(1);
    // All costs are whole numbers: a node whose bound is above the least that is known minus one holds nothing better.
    let mut tolerances = Tolerances::default();
    tolerances.prune_epsilon = 0.999 / (at_most + 1) as f64;
    options.tolerances = tolerances;
    let mut next_node = ResumeOptions::default();
    next_node.node_limit = Some(1);

    let rows = program.rows.len() as u64;
    let nothing = Found {
        values: None,
        bound: Bound::Infeasible,
    };
    let mut outcome = match model.as_inner().solve_with(options) {
        Ok(outcome) => outcome,
        Err(Error::Infeasible) => return Some(nothing),
        Err(_) => return None,
    };
    while outcome.termination_reason() == TerminationReason::NodeLimit
        && outcome.stats().lp_iterations * rows < limit.work
    {
        outcome = match outcome.resume_with(next_node.clone()) {
            Ok(outcome) => outcome,
            Err(Error::Infeasible) => return Some(nothing),
            Err(_) => return None,
        };
    }
    let proven = outcome.termination_reason() == TerminationReason::ProvenOptimal;
    let best = outcome.stats().best_bound.unwrap_or(0.0);
    let Ok(solution) = outcome.into_solution() else {
        return Some(Found {
            values: None,
            bound: Bound::AtLeast(best),
        });
    };
    let bound = if proven {
        solution.objective().round()
    } else {
        best
    };
    let solved = solution.iter().map(|(_, value)| value).collect();
    Some(Found {
        values: Some((columns, solved)),
        bound: Bound::AtLeast(bound),
    })
}
