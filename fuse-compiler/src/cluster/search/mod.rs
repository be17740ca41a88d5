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
//! integer program. It does: what the paper's program (`fuse-oracle/src/ilp.rs`) says with a row for each three
//! combinators, and with positions, is here true of every state by construction, and most programs
//! are small once contracted. A random program of 25 combinators leaves 5 to 15 nodes.

mod bound;
mod branch;
mod contract;
mod greedy;
mod improve;
mod kernel;
mod quotient;
mod set;
mod state;

use super::cost::Objective;
use super::instance::Instance;
use super::partition::Partition;
pub use contract::contract;
pub use greedy::merge_best;
pub use kernel::Kernel;
pub use state::{State, Table};

use set::CAPACITY;

/// What was found for a component.
pub(super) struct Found {
    /// Its clusters; every group of another component alone.
    pub(super) partition: Partition,
    /// What they cost more at most than the best of the component.
    pub(super) gap: u64,
}

/// Looks for the best clusters of a component. `None` if it has a cycle, or a cost of a form that no
/// [`Cost`](crate::options::Cost) gives.
///
/// A component of more groups than a kernel can have is cut, in a topological order, into pieces that
/// are decided one at a time; nothing is proven of it then. A path between two groups of a piece stays
/// in it, and edges between pieces point forward, so what is legal in each piece is legal.
pub(super) fn best(
    instance: &Instance<'_>,
    objective: &Objective,
    component: &[usize],
    states: u64,
) -> Option<Found> {
    if component.len() <= CAPACITY {
        return best_of_piece(instance, objective, component, states);
    }
    let mut found = Found {
        partition: Partition::singletons(instance.groups.len()),
        gap: u64::MAX,
    };
    for piece in kernel::topological(instance, component)?.chunks(CAPACITY) {
        let best = best_of_piece(instance, objective, piece, states)?;
        found.partition.adopt(piece, &best.partition);
    }
    Some(found)
}

fn best_of_piece(
    instance: &Instance<'_>,
    objective: &Objective,
    piece: &[usize],
    states: u64,
) -> Option<Found> {
    let kernel = contract(Kernel::new(instance, objective, piece)?);
    let mut found = Found {
        partition: Partition::singletons(instance.groups.len()),
        gap: 0,
    };
    let mut left = states;
    for part in kernel.parts() {
        let (clusters, bound) = best_of_part(&part, &mut left);
        found.gap += part.cost(&clusters) - bound;
        part.adopt(&clusters, &mut found.partition);
    }
    Some(found)
}

/// The best clusters of a kernel, and a bound. What takes long is worth a better start: the search stops
/// after an eighth of its states, and begins anew from what that can be improved to.
fn best_of_part(part: &Kernel, left: &mut u64) -> (Vec<usize>, u64) {
    let start = merge_best(part);
    let portion = *left / 8;
    let short = branch::search(part, start, portion);
    *left -= portion - short.left;
    if short.bound >= short.cost {
        return (short.clusters, short.bound);
    }
    let better = improve::improve(part, short.clusters, left);
    let answer = branch::search(part, better, *left);
    *left = answer.left;
    (answer.clusters, answer.bound.max(short.bound))
}
