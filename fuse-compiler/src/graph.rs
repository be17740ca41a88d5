//! The dependency graph (paper 001, section 1.4.1, fig. 1.10).
//!
//! In: a [`Program`] with its [`Sizes`]. Out: a [`Graph`], whose edges are fusible or
//! fusion-preventing, each of the latter with its [`Reason`], and which knows of every pair of
//! bindings why it can never share a cluster (fig. 1.13).
//!
//! Everything that is asked of pairs is computed once, over bit matrices: a procedural macro runs
//! unoptimised, and clustering asks for all pairs.

mod apart;
mod edges;
mod obstacles;
mod reach;
#[cfg(test)]
mod tests;

pub use apart::Apart;

use crate::cnf::{BindingId, ChainId, Program, Reason, ValueId};
use crate::size::Sizes;
use reach::Reach;
use std::fmt;

/// Whether the two ends of an edge may share a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeKind {
    /// They may.
    Fusible,
    /// They may not; the producer must have finished.
    Preventing(Reason),
}

/// `to` depends on `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Runs first.
    pub from: BindingId,
    /// Runs second, or in the same loop.
    pub to: BindingId,
    /// The value that flows; `None` for an ordering without data.
    pub value: Option<ValueId>,
    /// Whether they may share a cluster.
    pub kind: EdgeKind,
}

/// The dependency graph of a program.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Sorted.
    edges: Vec<Edge>,
    labels: Vec<String>,
    values: Vec<String>,
    reach: Reach,
    /// The chain of each binding, numbered from 0 without gaps.
    chain: Vec<usize>,
    /// The chains behind those numbers.
    ids: Vec<ChainId>,
    apart: Vec<Apart>,
    /// By two chains.
    obstacles: Vec<Option<Reason>>,
    chains: usize,
}

impl Graph {
    /// Builds the graph of a program. About `n * (n + e) / 64` steps for `n` bindings and `e`
    /// edges, and one look at the concestors of every pair that nothing else keeps apart.
    #[must_use]
    pub fn build(program: &Program, sizes: &Sizes) -> Graph {
        let edges = edges::of(program);
        let (chain, ids) = chains(program);
        let chains = ids.len();
        let ends = |edge: &Edge| (edge.from.index(), edge.to.index(), edge.kind);
        let reach = Reach::new(program.bindings.len(), edges.iter().map(ends));
        let obstacles = obstacles::of(program, sizes, &edges, &chain, chains);
        Graph {
            edges,
            labels: program.binding_ids().map(|id| program.label(id)).collect(),
            values: program.values.iter().map(|v| v.name.clone()).collect(),
            reach,
            chain,
            ids,
            apart: Vec::new(),
            obstacles,
            chains,
        }
    }

    /// Keeps chains apart; true if there are any.
    pub fn keep_apart(&mut self, apart: Vec<Apart>) -> bool {
        let number = |chain| self.ids.iter().position(|id| *id == chain);
        for pair in &apart {
            if let (Some(a), Some(b)) = (number(pair.a), number(pair.b)) {
                for place in [a * self.chains + b, b * self.chains + a] {
                    self.obstacles[place].get_or_insert(pair.reason);
                }
            }
        }
        let any = !apart.is_empty();
        self.apart.extend(apart);
        any
    }

    /// The chains that are kept apart.
    #[must_use]
    pub fn apart(&self) -> &[Apart] {
        &self.apart
    }

    /// All edges, sorted by `from`, then `to`.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.edges.iter().copied()
    }

    /// The edges from a binding, sorted: found in a logarithm of their number.
    pub fn edges_from(&self, from: BindingId) -> impl Iterator<Item = Edge> + '_ {
        let first = self.edges.partition_point(|edge| edge.from < from);
        let behind = self.edges[first..].iter().copied();
        behind.take_while(move |edge| edge.from == from)
    }

    /// How many bindings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// True if a path leads from `from` to `to`; no binding reaches itself.
    #[must_use]
    pub fn reaches(&self, from: BindingId, to: BindingId) -> bool {
        self.reach.reaches(from.index(), to.index())
    }

    /// The reason of a fusion-preventing edge on a path from `from` to `to`: of an edge between
    /// the two if there is one, and of no wall unless there are only walls.
    #[must_use]
    pub fn preventing(&self, from: BindingId, to: BindingId) -> Option<Reason> {
        self.reach.preventing(from.index(), to.index())
    }

    /// The paper's `possible` (fig. 1.13): no path between the two holds a fusion-preventing edge.
    #[must_use]
    pub fn possible(&self, a: BindingId, b: BindingId) -> bool {
        self.preventing(a, b).is_none() && self.preventing(b, a).is_none()
    }

    /// Why two bindings can never share a cluster, or `None` if they can: `possible'` of
    /// fig. 1.13, with the iteration sizes.
    ///
    /// A chain is in one cluster as a whole, so this is a relation of chains: two bindings can share
    /// a cluster only if every two of their chains' bindings can, and a path may pass through a chain
    /// from any of its bindings to any other. Bindings of one chain are together by decree.
    #[must_use]
    pub fn obstacle(&self, a: BindingId, b: BindingId) -> Option<Reason> {
        let (a, b) = (self.chain[a.index()], self.chain[b.index()]);
        self.obstacles[a * self.chains + b]
    }
}

/// One line an edge: `gts -> sum2` or `sum1 -> ys1: needs the finished result`, with the value in
/// brackets where the first name does not say it.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, edge) in self.edges().enumerate() {
            f.write_str(if index == 0 { "" } else { "\n" })?;
            let from = &self.labels[edge.from.index()];
            write!(f, "{from} -> {}", self.labels[edge.to.index()])?;
            match edge.value.map(|value| &self.values[value.index()]) {
                Some(value) if value != from => write!(f, " [{value}]")?,
                _ => {}
            }
            if let EdgeKind::Preventing(reason) = edge.kind {
                write!(f, ": {reason}")?;
            }
        }
        Ok(())
    }
}

/// The chain of each binding, renumbered by first appearance, and the chains by their numbers.
fn chains(program: &Program) -> (Vec<usize>, Vec<ChainId>) {
    let mut numbers = crate::sorted::SortedMap::new();
    let mut ids = Vec::new();
    let chain = program
        .bindings
        .iter()
        .map(|binding| {
            *numbers.entry(binding.chain).or_insert_with(|| {
                ids.push(binding.chain);
                ids.len() - 1
            })
        })
        .collect();
    (chain, ids)
}
