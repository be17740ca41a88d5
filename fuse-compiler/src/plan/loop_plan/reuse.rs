//! Arrays that stand where others stood.

use crate::cnf::{ChainId, ValueId};

/// An array whose memory another one takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reused {
    /// The array.
    pub array: ValueId,
    /// What reads it last.
    pub by: By,
}

/// What takes over an array's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A chain that is left as it was written, but for its source.
    Chain(ChainId),
    /// An array that a loop makes.
    Array(ValueId),
}

impl Reused {
    /// The array that takes over the memory, if a loop makes it.
    pub(crate) fn array_by(&self) -> Option<ValueId> {
        match self.by {
            By::Array(by) => Some(by),
            By::Chain(_) => None,
        }
    }
}
