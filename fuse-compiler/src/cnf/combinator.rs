//! The combinators, with what each reads.

use super::length::Length;
use super::program::ValueId;

/// The combinators of fig. 1.2, with std's `zip`, `scan` and what a Rust chain needs besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Combinator {
    /// `map_n`: one element out for each element of all inputs, which must have equal sizes.
    MapN {
        /// What is applied.
        worker: Worker,
        /// At least one array.
        inputs: Vec<ValueId>,
    },
    /// std's `zip`: tuples of the elements, as many as the shortest input has.
    Zip {
        /// At least two arrays.
        inputs: Vec<ValueId>,
    },
    /// Elements that the worker keeps, or (for `filter_map`) what it makes of them.
    Filter {
        /// The predicate, or the partial map.
        worker: Worker,
        /// The array.
        input: ValueId,
    },
    /// A prefix fold that gives an array of the size of its input.
    Scan {
        /// The step.
        worker: Worker,
        /// The array.
        input: ValueId,
    },
    /// An array made from indices.
    Generate {
        /// How many elements.
        length: Length,
        /// What is applied to each index.
        worker: Worker,
    },
    /// The elements of `data` at `indices`.
    Gather {
        /// Read in order.
        indices: ValueId,
        /// Read at random, so it must be in memory.
        data: ValueId,
    },
    /// The cartesian product: for each element of `outer`, all of `inner`.
    Cross {
        /// Read once, in order.
        outer: ValueId,
        /// Read once for each element of `outer`, so it must be in memory.
        inner: ValueId,
        /// What makes an inner element of the two.
        worker: Worker,
    },
    /// Any consumer that reads its input once, in order, and binds a scalar.
    Fold {
        /// The step, named after the consumer (`sum`, `fold`, `max_by` ...).
        worker: Worker,
        /// The array.
        input: ValueId,
    },
    /// The paper's `external`: a statement that is not a chain.
    Opaque {
        /// How far others may move across it.
        kind: OpaqueKind,
        /// Every value it mentions.
        reads: Vec<ValueId>,
    },
}

/// A worker function: an opaque name, and the values besides its elements that it mentions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worker {
    /// How the worker prints, such as `|x| x + 1`.
    pub text: String,
    /// The scalars it mentions; each must be complete before the worker first runs.
    pub scalars: Vec<ValueId>,
    /// The arrays it mentions as a whole, by indexing say (the paper's `gather`); each must be in
    /// memory before the worker first runs.
    pub arrays: Vec<ValueId>,
}

/// How far combinators may move across an opaque statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpaqueKind {
    /// Ordered only by what it reads and binds.
    Transparent,
    /// No binding crosses it, in either direction.
    Wall,
}

impl Combinator {
    /// The arrays that it reads element by element, in order.
    #[must_use]
    pub fn streamed(&self) -> Vec<ValueId> {
        match self {
            Combinator::MapN { inputs, .. } | Combinator::Zip { inputs } => inputs.clone(),
            Combinator::Filter { input, .. }
            | Combinator::Scan { input, .. }
            | Combinator::Fold { input, .. } => vec![*input],
            Combinator::Gather { indices, .. } => vec![*indices],
            Combinator::Cross { outer, .. } => vec![*outer],
            Combinator::Generate { .. } | Combinator::Opaque { .. } => Vec::new(),
        }
    }

    /// True if no binding may cross it.
    #[must_use]
    pub fn is_wall(&self) -> bool {
        matches!(
            self,
            Combinator::Opaque {
                kind: OpaqueKind::Wall,
                ..
            }
        )
    }

    /// The worker, if it has one.
    #[must_use]
    pub fn worker(&self) -> Option<&Worker> {
        match self {
            Combinator::MapN { worker, .. }
            | Combinator::Filter { worker, .. }
            | Combinator::Scan { worker, .. }
            | Combinator::Generate { worker, .. }
            | Combinator::Cross { worker, .. }
            | Combinator::Fold { worker, .. } => Some(worker),
            Combinator::Zip { .. } | Combinator::Gather { .. } | Combinator::Opaque { .. } => None,
        }
    }

    /// Every value it reads, in any way, each once.
    #[must_use]
    pub fn reads(&self) -> Vec<ValueId> {
        let mut reads = self.streamed();
        match self {
            Combinator::Gather { data, .. } => reads.push(*data),
            Combinator::Cross { inner, .. } => reads.push(*inner),
            Combinator::Opaque {
                reads: mentioned, ..
            } => reads.extend(mentioned),
            _ => {}
        }
        if let Some(worker) = self.worker() {
            reads.extend(&worker.scalars);
            reads.extend(&worker.arrays);
        }
        let mut seen = Vec::new();
        reads.retain(|value| {
            let fresh = !seen.contains(value);
            seen.push(*value);
            fresh
        });
        reads
    }
}
