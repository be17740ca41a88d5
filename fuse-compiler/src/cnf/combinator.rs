//! The combinators, and what is known of a worker.

use super::id::ValueId;

/// The combinators of fig. 1.2, with std's `zip`, `scan` and what a Rust chain needs besides. What each
/// is applied to stands in its [`Binding`](super::Binding).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combinator {
    /// `map_n`: one element out for each element of all inputs, which must have equal sizes. One that
    /// mentions an array as a whole is the paper's `gather`.
    Map,
    /// std's `zip`: tuples of the elements, as many as the shortest input has.
    Zip,
    /// Elements that the worker keeps, or (for `filter_map`) what it makes of them.
    Filter,
    /// A prefix fold that gives an array of the size of its input.
    Scan,
    /// An array made from indices, of the [`length`](super::Binding::length) of its binding.
    Generate,
    /// The cartesian product: for each element of the first input, all of the second, which is read
    /// again and again, so it must be in memory.
    Cross,
    /// Any consumer that reads its input once, in order, and binds a scalar. Its worker is named after
    /// it (`sum`, `fold`, `max_by` ...).
    Fold,
    /// The paper's `external`: a statement that is not a chain. Its worker mentions what it reads.
    Opaque(OpaqueKind),
}

/// How far combinators may move across an opaque statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpaqueKind {
    /// Ordered only by what it reads and binds.
    Transparent,
    /// No binding crosses it, in either direction.
    Wall,
}

/// A worker function: an opaque name, and the values besides its elements that it mentions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worker {
    /// How the worker prints, such as `|x| x + 1`.
    pub text: String,
    /// What it mentions: scalars, each of which must be complete before the worker first runs, and arrays
    /// as a whole, by indexing say, each of which must be in memory.
    pub mentions: Vec<ValueId>,
}

impl Worker {
    /// A worker that mentions nothing.
    #[must_use]
    pub fn named(text: impl Into<String>) -> Worker {
        Worker {
            text: text.into(),
            ..Worker::default()
        }
    }
}
