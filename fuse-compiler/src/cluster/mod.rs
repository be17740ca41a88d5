//! Clustering (paper 001, section 1.4): which bindings share a loop.
//!
//! In: a [`Problem`]. Out: a [`Solution`], whose [`Clustering`] has passed [`legal`].

use crate::cnf::{BindingId, Program};
use crate::graph::Graph;
use crate::size::Sizes;

/// What every strategy decides on.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its sizes.
    pub sizes: &'a Sizes,
    /// Its dependency graph.
    pub graph: &'a Graph,
}

/// How clusters are chosen: table 1.1's four columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Each written chain is its own loop, as std runs it.
    Unfused,
    /// Pull-based shortcut fusion: a producer fuses into its only consumer.
    Stream,
    /// Megiddo and Sarkar: only loops of equal iteration size.
    Imperative,
    /// The best under the cost.
    #[default]
    Optimal,
}

/// What the optimal strategy minimises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cost {
    /// What memory sees: array writes and reads, then arrays, then loops.
    #[default]
    Traffic,
    /// The objective of fig. 1.14.
    Paper,
}

/// A partition of the bindings. Each cluster is sorted; the clusters are sorted by their first
/// binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clustering {
    /// The clusters; opaque bindings are alone in theirs.
    pub clusters: Vec<Vec<BindingId>>,
}

/// A clustering with what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The clustering.
    pub clustering: Clustering,
    /// Its cost under the cost that was asked for.
    pub objective: u64,
    /// No clustering costs less than this.
    pub bound: u64,
    /// True if the objective is proven to be the least (always true where `bound == objective`).
    pub optimal: bool,
}

/// Chooses the clusters.
#[must_use]
pub fn solve(_problem: Problem<'_>, _strategy: Strategy, _cost: Cost) -> Solution {
    unimplemented!()
}

/// Checks a clustering without the ILP: every binding once, chains whole, the quotient graph acyclic,
/// no fusion-preventing edge inside a cluster, and sizes as section 1.3.6 asks.
///
/// # Errors
/// A sentence that names what is wrong.
pub fn legal(_problem: Problem<'_>, _clustering: &Clustering) -> Result<(), String> {
    unimplemented!()
}
