//! Chains that are not to share a loop for a reason that neither data nor sizes show: one loop of them would be slower, or found no
//! place.
//!
//! In: two chains and the reason. Out: the pair, for which the [`Graph`](super::Graph) has an obstacle. It is no order: whichever of the two can, runs first.

use crate::cnf::{BindingId, ChainId, Program, Reason};
use crate::sorted::SortedSet;

/// Two chains that are not to share a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Apart {
    /// One of them.
    pub a: ChainId,
    /// The other.
    pub b: ChainId,
    /// Why.
    pub reason: Reason,
}

impl Apart {
    /// Each chain of a cluster from each other.
    #[must_use]
    pub fn all(program: &Program, cluster: &[BindingId], reason: Reason) -> Vec<Apart> {
        let chains = chains(program, cluster).into_iter().collect::<Vec<_>>();
        let later = |(index, a): (usize, &ChainId)| {
            let a = *a;
            let others = chains[index + 1..].iter().copied();
            others
                .map(move |b| Apart { a, b, reason })
                .collect::<Vec<_>>()
        };
        chains.iter().enumerate().flat_map(later).collect()
    }

    /// Each chain of a group from each of any other group.
    #[must_use]
    pub fn groups(groups: &[Vec<ChainId>], reason: Reason) -> Vec<Apart> {
        let mut apart = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            let others = groups[index + 1..].iter().flatten();
            for b in others {
                apart.extend(group.iter().map(|a| Apart {
                    a: *a,
                    b: *b,
                    reason,
                }));
            }
        }
        apart
    }

    /// One chain from all others of a cluster.
    #[must_use]
    pub fn one(program: &Program, a: ChainId, cluster: &[BindingId], reason: Reason) -> Vec<Apart> {
        let others = chains(program, cluster).into_iter().filter(|b| *b != a);
        others.map(|b| Apart { a, b, reason }).collect()
    }
}

fn chains(program: &Program, cluster: &[BindingId]) -> SortedSet<ChainId> {
    let chain = |id: &BindingId| program.binding(*id).chain;
    cluster.iter().map(chain).collect()
}
