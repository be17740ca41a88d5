//! The integer linear program of paper 001 (section 1.4, figs. 1.11 to 1.15).
//!
//! In: an [`Instance`], an [`Objective`] and a clustering that is known to be legal. Out: an
//! [`Answer`]: the best clustering of one component, or the one given, and what is proven.
//!
//! ```text
//! Instance ─ model ─▶ Model (the figure, as data) ─ presolve ─▶ Reduced (rows) ─ solver ─▶ values ─ decode ─▶ Partition
//! ```
//!
//! # Not over edges and siblings
//!
//! Paper 004 (section 4.3) gives a variable to each edge and to each two readers of one array only, so
//! that its program grows with the text and not with its square. That asks every cluster to be connected,
//! and combinators of two iteration sizes, such as a sum of all and one of what a filter kept, are in no
//! relation that it has a variable for: `normalize2` would keep its first two sums apart, and two chains over
//! arrays of one length, which share no array, would never share a loop. In exchange it is small. Here
//! it is only asked for what the search could not prove, after contraction, in components
//! of a few dozen nodes at most, where pairs are affordable; so there is one formulation, and nothing is lost
//! to it. What does not fit is not written down at all: the best clustering found stands, with its gap.

mod decode;
mod display;
mod model;
mod presolve;
mod solver;

pub use model::{Constraint, Model, Row, Variable};
pub use presolve::Reduced;

use super::cost::Objective;
use super::instance::Instance;
use super::partition::Partition;
use crate::options::Limit;

/// The result for one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A clustering of all groups; those outside the component are as they were given.
    pub partition: Partition,
    /// How much more it costs at most than the best of the component: 0 if it is proven to be best,
    /// `u64::MAX` if nothing is known.
    pub gap: u64,
}

/// Looks for the best clustering of one component.
///
/// `known` must be legal; it is what comes back if the solver fails, stops at its limit without
/// anything better, or gives values that mean no clustering.
#[must_use]
pub fn optimise(
    instance: &Instance<'_>,
    objective: &Objective,
    component: &[usize],
    known: &Partition,
    limit: Limit,
) -> Answer {
    if transitive_rows(instance, component) > solver::rows(limit) {
        return Answer {
            partition: known.clone(),
            gap: u64::MAX,
        };
    }
    let model = Model::new(instance, objective, component);
    let start = model.assignment(known);
    let cost = model.value(&start);
    let reduced = Reduced::new(&model);
    let outcome = solver::minimise(&reduced, cost, limit);
    let better = outcome
        .values
        .and_then(|values| decode::partition(&model, &values, known).ok())
        .map(|partition| (model.value(&model.assignment(&partition)), partition))
        .filter(|(value, _)| *value < cost);
    let (value, partition) = better.unwrap_or_else(|| (cost, known.clone()));
    Answer {
        gap: value.saturating_sub(outcome.bound),
        partition,
    }
}

/// How many rows say that sharing a cluster is transitive: most of a large program, and counted without
/// writing it.
fn transitive_rows(instance: &Instance<'_>, component: &[usize]) -> usize {
    let of_middle = |j: &usize| {
        let neighbours = component
            .iter()
            .filter(|i| instance.candidate(**i, *j))
            .count();
        neighbours * neighbours.saturating_sub(1) / 2
    };
    component.iter().map(of_middle).sum()
}
