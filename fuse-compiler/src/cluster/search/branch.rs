//! Branch and bound.
//!
//! In: a [`Kernel`], and a clustering of it. Out: the best, or the best found within the limit, and
//! what is proven. Nodes are placed one after the other, in a topological order: each in a cluster
//! that it fits or in one of its own. So every cluster that can be built is legal at every step, and
//! each clustering is built once. The cheapest continuation is looked at first.

use super::kernel::Kernel;
use super::state::{State, Table, apart_later};
use crate::sorted::sort_by_key;

/// What the search found.
pub(super) struct Answer {
    /// The cluster of each node.
    pub(super) clusters: Vec<usize>,
    pub(super) cost: u64,
    /// No clustering costs less.
    pub(super) bound: u64,
    /// How many states may still be looked at.
    pub(super) left: u64,
}

struct Search<'a> {
    table: &'a Table,
    best: Vec<usize>,
    cost: u64,
    /// How many states may be looked at, and how many were.
    limit: u64,
    looked_at: u64,
    /// The least bound of all that was not looked at.
    open: u64,
}

/// Improves on a legal clustering. It remains where nothing is cheaper, so that ties are broken as it
/// does. `limit` is how many states may be looked at.
pub(super) fn search(kernel: &Kernel, start: Vec<usize>, limit: u64) -> Answer {
    let cost = kernel.cost(&start);
    let Some(table) = Table::new(kernel) else {
        return Answer {
            clusters: start,
            cost,
            bound: kernel.constant + apart_later(kernel)[0],
            left: limit,
        };
    };
    let mut search = Search {
        table: &table,
        best: start,
        cost,
        limit,
        looked_at: 0,
        open: u64::MAX,
    };
    let mut state = table.nothing_placed();
    let bound = table.bound(&mut state, 0, cost);
    search.descend(&state, 0, bound);
    Answer {
        bound: search.open.max(bound).min(search.cost),
        clusters: search.best,
        cost: search.cost,
        left: limit.saturating_sub(search.looked_at),
    }
}

impl Search<'_> {
    /// Looks at all clusterings that go on from a state and may be better than the best.
    fn descend(&mut self, state: &State, next: usize, bound: u64) {
        if bound >= self.cost {
            return;
        }
        if next == self.table.count {
            self.cost = state.cost;
            self.best.clone_from(&state.cluster_of);
            return;
        }
        if self.looked_at >= self.limit {
            self.open = self.open.min(bound);
            return;
        }
        let mut choices: Vec<(u64, usize, State)> = Vec::new();
        for cluster in 0..=state.clusters {
            if cluster < state.clusters && !self.table.fits(state, next, next, cluster) {
                continue;
            }
            let mut after = state.clone();
            self.table.place(&mut after, next, cluster);
            if after.cost < self.cost {
                // A bound takes longer where more is open.
                self.looked_at += 1 + (self.table.count - next) as u64 / 16;
                let bound = self.table.bound(&mut after, next + 1, self.cost);
                choices.push((bound, cluster, after));
            }
        }
        sort_by_key(&mut choices, |(bound, cluster, _)| (*bound, *cluster));
        for (bound, _, after) in choices {
            self.descend(&after, next + 1, bound);
        }
    }
}
