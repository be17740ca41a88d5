//! Clustering (paper 001, section 1.4): which bindings share a loop.
//!
//! In: a [`Problem`]. Out: a [`Solution`], whose [`Clustering`] has passed [`legal`].
//!
//! ```text
//! Problem ─ instance ─▶ Instance (chains contracted) ─ cost ─▶ Objective
//!    Objective ─ search (component by component; else ilp) ─▶ Partition ─ legal ─▶ Clustering
//! ```
//!
//! What may share a loop ([`legal`]), what it costs ([`Objective`]) and how the best is found (the
//! strategies, the search, [`ilp`]) are apart: the checker reads the program and its graph
//! alone. The integer program is what the search is
//! held against; it is asked only where the search ends at its limit.

mod component;
pub mod cost;
pub mod ilp;
pub mod instance;
mod legal;
mod partition;
pub mod search;
mod strategies;

pub use crate::options::{Choice as Options, Cost, Limit, Strategy};
pub use cost::Objective;
pub use instance::Instance;
pub use legal::{Known, conflict, legal};
pub use partition::Partition;
pub use strategies::clustering;

use crate::cnf::{BindingId, Program};
use crate::graph::Graph;
use crate::size::Sizes;
use std::fmt;

/// What every strategy decides on.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The program.
    pub program: &'a Program<'a>,
    /// Its sizes.
    pub sizes: &'a Sizes,
    /// Its dependency graph.
    pub graph: &'a Graph,
}

/// A partition of the bindings. Each cluster is sorted; the clusters are sorted by their first
/// binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clustering {
    /// The clusters; opaque bindings are alone in theirs.
    pub clusters: Vec<Vec<BindingId>>,
}

impl Clustering {
    /// How many loops it takes: the clusters that are not an opaque statement (table 1.1).
    #[must_use]
    pub fn loops(&self, program: &Program) -> usize {
        self.clusters
            .iter()
            .filter(|cluster| !cluster.iter().all(|id| instance::is_opaque(program, *id)))
            .count()
    }

    /// Makes a cluster of each chain of a cluster that is not kept.
    pub fn keep(&mut self, program: &Program, kept: impl Fn(&[BindingId]) -> bool) {
        let chain = |id: &BindingId| program.binding(*id).chain;
        for mut cluster in self.fused(program) {
            if !kept(&cluster) {
                self.clusters.retain(|other| *other != cluster);
                cluster.sort_by_key(chain);
                let chains = cluster.chunk_by(|a, b| chain(a) == chain(b));
                self.clusters.extend(chains.map(<[BindingId]>::to_vec));
            }
        }
        self.clusters.sort_unstable();
    }

    /// Those of more than one chain.
    #[must_use]
    pub fn fused(&self, program: &Program) -> Vec<Vec<BindingId>> {
        let chain = |id: &BindingId| program.binding(*id).chain;
        let several =
            |cluster: &&Vec<BindingId>| cluster.iter().any(|id| chain(id) != chain(&cluster[0]));
        self.clusters.iter().filter(several).cloned().collect()
    }

    /// The clusters by the names of their bindings, as in `{sum1, gts, sum2} {ys1, ys2}`.
    pub fn display<'a>(&'a self, program: &'a Program<'a>) -> impl fmt::Display + 'a {
        Named(self, program)
    }
}

struct Named<'a>(&'a Clustering, &'a Program<'a>);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cluster) in self.0.clusters.iter().enumerate() {
            let names: Vec<String> = cluster.iter().map(|id| self.1.label(*id)).collect();
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{{{}}}", names.join(", "))?;
        }
        Ok(())
    }
}

/// A clustering with what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The clustering.
    pub clustering: Clustering,
    /// Its cost under the cost that was asked for.
    pub objective: u64,
    /// No clustering that the strategy allows costs less than this.
    pub bound: u64,
    /// True if the objective is proven to be the least (always true where `bound == objective`).
    pub optimal: bool,
}

/// Chooses the clusters, with the default [`Limit`].
///
/// Every strategy is deterministic. The clusters of a part of the program do not depend on
/// statements that it does not share data, sizes or order with (under [`Cost::Traffic`]; the
/// weights of [`Cost::Paper`] grow with the program).
#[must_use]
pub fn solve(problem: Problem<'_>, strategy: Strategy, cost: Cost) -> Solution {
    solve_with(
        problem,
        &Options {
            strategy,
            cost,
            limit: Limit::default(),
        },
    )
}

/// Chooses the clusters. Never panics and never gives an illegal clustering: if the search
/// or the solver fails, stops at its limit, or answers what [`legal`](legal()) refuses, the best clustering known is the
/// answer, with the bound that is proven.
#[must_use]
pub fn solve_with(problem: Problem<'_>, options: &Options) -> Solution {
    strategies::run(problem, options)
}
