//! What happens to each element of a stream, and the workers that do it.
//!
//! In: nothing, these are data types. Out: what an adapter and its worker mention.

use super::stream::Stream;
use crate::ops::monoid::Monoid;
use crate::rust::worker::Worker;
use crate::sorted::SortedSet;
use syn::{Expr, Pat};

/// What happens to each element.
#[derive(Clone, Debug)]
pub(crate) enum Adapter {
    /// `map(worker)`
    Map(Worker),
    /// `filter(worker)`
    Filter(Worker),
    /// `filter_map(worker)`
    FilterMap(Worker),
    /// `copied()`, and `cloned()` of a visibly primitive element.
    Copied,
    /// `cloned()`
    Cloned,
    /// `enumerate()`
    Enumerate,
    /// `zip(stream)`
    Zip(Box<Stream>),
    /// `flat_map(|pattern| stream)` where the inner source does not depend on the element: the
    /// paper's `cross`, followed by the adapters of the inner stream.
    Cross(Box<Cross>),
    /// `scan(initial, worker)` that visibly never ends before its input does.
    Scan(Box<Scan>),
}

impl Adapter {
    /// The names that its worker mentions, or its inner stream.
    #[must_use]
    pub(crate) fn reads(&self) -> SortedSet<String> {
        match self {
            Adapter::Map(worker) | Adapter::Filter(worker) | Adapter::FilterMap(worker) => {
                worker.reads().clone()
            }
            Adapter::Zip(other) => other.reads(),
            Adapter::Cross(cross) => cross.inner.reads(),
            Adapter::Scan(scan) => scan.reads(),
            Adapter::Copied | Adapter::Cloned | Adapter::Enumerate => SortedSet::new(),
        }
    }
}

/// A `scan` whose worker ends in `Some(..)`, over a state of primitive numbers.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    /// The state before the first element.
    pub(crate) initial: Expr,
    /// Names in it.
    pub(crate) initial_reads: Vec<String>,
    /// A closure of the state and an element; without the `Some`.
    pub(crate) worker: Worker,
    /// The operator by which it adds to its state, if ranges of it can be put together.
    pub(crate) operator: Option<Monoid>,
}

impl Scan {
    /// The names that it mentions.
    pub(crate) fn reads(&self) -> SortedSet<String> {
        let initial = self.initial_reads.iter();
        initial.chain(self.worker.reads()).cloned().collect()
    }
}

/// A `flat_map` over an array that does not depend on the outer element.
#[derive(Clone, Debug)]
pub(crate) struct Cross {
    /// What the outer element is bound to.
    pub(crate) pattern: Pat,
    /// The inner stream; its workers may mention the outer pattern's names.
    pub(crate) inner: Stream,
}
