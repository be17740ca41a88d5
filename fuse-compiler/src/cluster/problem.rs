//! What is clustered, and what comes of it.
//!
//! A [`Problem`] is what every strategy and the checker read; a [`Solution`] is what they agree on.

use crate::cnf::{BindingId, Program};
use crate::graph::Graph;
use crate::size::Sizes;
use crate::sorted::{sort, sort_by_key};
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
            .filter(|cluster| !cluster.iter().all(|id| program.binding(*id).is_opaque()))
            .count()
    }

    /// Makes a cluster of each chain of a cluster that is not kept.
    pub fn keep(&mut self, program: &Program, kept: impl Fn(&[BindingId]) -> bool) {
        let chain = |id: &BindingId| program.binding(*id).chain;
        for mut cluster in self.fused(program) {
            if !kept(&cluster) {
                self.clusters.retain(|other| *other != cluster);
                sort_by_key(&mut cluster, chain);
                let chains = cluster.chunk_by(|a, b| chain(a) == chain(b));
                self.clusters.extend(chains.map(<[BindingId]>::to_vec));
            }
        }
        sort(&mut self.clusters);
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
