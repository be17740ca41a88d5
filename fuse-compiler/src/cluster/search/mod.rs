//! The best clustering of a component, proven without a solver.
//!
//! In: an [`Instance`], an [`Objective`] and a component. Out: the best clusters, or the best found
//! within a limit, and a bound that is proven.
//!
//! ```text
//! component ─ kernel ─▶ Kernel ─ contract ─▶ parts of a smaller one ─ greedy ─▶ clusters ─ branch ─▶ the best
//! ```
//!
//! Megiddo and Sarkar (1997) suspected that a branch and bound of its own would do better than an
//! integer program. It does: what the program of [`ilp`](crate::ilp) says with a row for each three
//! combinators, and with positions, is here true of every state by construction, and most programs
//! are small once contracted. A random program of 25 combinators leaves 5 to 15 nodes.

mod branch;
mod contract;
mod greedy;
mod kernel;
mod set;
mod state;
#[cfg(test)]
mod tests;

use super::{Instance, Objective, Partition};
use kernel::Kernel;

/// What was found for a component.
pub(super) struct Found {
    /// Its clusters; every group of another component alone.
    pub(super) partition: Partition,
    /// What they cost more at most than the best of the component.
    pub(super) gap: u64,
}

/// Looks for the best clusters of a component. `None` if it has too many groups, a cycle, or a cost of
/// a form that no [`Cost`](super::Cost) gives.
pub(super) fn best(
    instance: &Instance<'_>,
    objective: &Objective,
    component: &[usize],
    states: u64,
) -> Option<Found> {
    let kernel = contract::contract(Kernel::new(instance, objective, component)?);
    let mut found = Found {
        partition: Partition::singletons(instance.groups.len()),
        gap: 0,
    };
    for part in kernel.parts() {
        let answer = branch::search(&part, greedy::merge_best(&part), states);
        found.gap += answer.cost - answer.bound;
        part.adopt(&answer.clusters, &mut found.partition);
    }
    Some(found)
}
