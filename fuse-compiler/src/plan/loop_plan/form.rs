//! How one body of a loop runs, and what its consumers add to.

use crate::cnf::{BindingId, ValueId};
use crate::sorted::{SortedMap, SortedSet};

/// How a body runs for each element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Filters without a branch: what they guard runs for every element, with an effect that depends on the test.
    pub branch_free: SortedSet<BindingId>,
    /// Who goes on to the next element.
    pub iteration: Iteration,
}

/// Who goes on to the next element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Iteration {
    /// A `for` loop.
    #[default]
    External,
    /// The iterator, which is given the body.
    Internal {
        /// True if all sources visibly are iterators.
        made: bool,
    },
}

/// How a consumer takes an element, if not in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accumulation {
    /// Into one of several lanes, which are put together at the end.
    Lanes,
    /// Into a narrow accumulator of the block.
    Narrow(Narrow),
    /// Into the extremum of the integers of the block.
    OfBlock,
    /// Into an extremum of integers that starts from the worst of them.
    Seeded,
    /// By one comparison for each float, where that is right.
    OneComparison,
}

/// The accumulators of a loop that are none of std's.
pub type Accumulations = SortedMap<ValueId, Accumulation>;

/// What one block adds to a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrow {
    /// True if it may be negative.
    pub signed: bool,
    /// Its bits.
    pub bits: u32,
    /// The bits of what is added: of blocks of bytes there are but few elements.
    pub added: u32,
    /// True if it holds only as long as the names of the numbers that are read mean the primitives.
    pub by_name: bool,
}

// Note [Narrow accumulators]
// What is added in a block must fit: 224 bytes, a multiple of what two registers of 16 bytes hold, add up to no more than two
// bytes, and are counted in one (`SHORT` of fuse-runtime/src/tile.rs). Of wider numbers a block may be longer.
// Measured on tests of bytes, 1,000 to one million: 0.92 ns an element in one body, 0.1 in narrow accumulators.

/// How many bits a number has of which a sum fits two bytes, and a count one, in blocks of a few elements alone.
/// See Note [Narrow accumulators].
const SHORT: u32 = 8;

impl Narrow {
    /// True if it fits blocks of a few elements alone.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.added <= SHORT
    }

    /// The name of its type.
    pub(crate) fn number(&self) -> String {
        let sign = if self.signed { "i" } else { "u" };
        format!("{sign}{}", self.bits)
    }
}
