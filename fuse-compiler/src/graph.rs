//! The dependency graph (paper 001, section 1.4.1, fig. 1.10).
//!
//! In: a [`Program`] with its [`Sizes`]. Out: a [`Graph`], whose edges are fusible or
//! fusion-preventing, each of the latter with its [`Reason`].

use crate::cnf::{BindingId, Program, Reason, ValueId};
use crate::size::Sizes;

/// Whether the two ends of an edge may share a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// They may.
    Fusible,
    /// They may not; the producer must have finished.
    Preventing(Reason),
}

/// `to` depends on `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub struct Graph {}

impl Graph {
    /// Builds the graph of a program.
    #[must_use]
    pub fn build(_program: &Program, _sizes: &Sizes) -> Graph {
        unimplemented!()
    }

    /// All edges, sorted by `from`, then `to`.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        std::iter::empty()
    }

    /// The paper's `possible` (fig. 1.13): no path between the two holds a fusion-preventing edge.
    #[must_use]
    pub fn possible(&self, _a: BindingId, _b: BindingId) -> bool {
        unimplemented!()
    }

    /// Why two bindings can never share a cluster, or `None` if they can: `possible'` of
    /// fig. 1.13, with the iteration sizes.
    #[must_use]
    pub fn obstacle(&self, _a: BindingId, _b: BindingId) -> Option<Reason> {
        unimplemented!()
    }
}
