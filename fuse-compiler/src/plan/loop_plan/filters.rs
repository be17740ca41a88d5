//! Filters that go through a block on their own, and strings that only what they keep is made into.

use super::form::Form;
use super::pass::Pass;
use crate::cnf::{BindingId, ValueId};
use crate::loops::{Driver, Scope};
use crate::sorted::SortedSet;

/// A loop over blocks that filters compact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compaction {
    /// In the order of the source.
    pub filters: Vec<CompactedFilter>,
    /// Filters that store nothing and make masks of each block.
    pub masked: Vec<MaskedFilter>,
    /// What else the loop does with its elements.
    pub rest: Option<Pass>,
}

/// A filter that stores what it keeps of a block when all of it has been tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompactedFilter {
    /// The filter.
    pub filter: BindingId,
    /// What is computed of each element before it is tested, again for each that is kept.
    pub before: Vec<BindingId>,
    /// What is computed of each that is kept before it is stored.
    pub after: Vec<BindingId>,
    /// In which ways the runtime may store it.
    pub sift: Sift,
    /// The array that is stored.
    pub stored: ValueId,
    /// What is done with the elements that were stored.
    pub then: Scope,
    /// How that runs.
    pub form: Form,
}

/// In which ways a filter may store what it keeps of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sift {
    /// What is stored must be made of no element that is not kept.
    Kept,
    /// No part of the test is jumped over.
    Straight,
    /// Any.
    Any,
}

/// A loop over blocks of which filters make masks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Masks {
    /// In the order of the source.
    pub filters: Vec<MaskedFilter>,
    /// What else the loop does with its elements.
    pub rest: Option<Pass>,
    /// How many elements are worth it: fewer go through the one body.
    pub least: usize,
}

/// A filter that tests 64 elements at a time, of which what is kept is visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaskedFilter {
    /// The filter.
    pub filter: BindingId,
    /// What it reads, directly or not.
    pub sources: Vec<Driver>,
    /// What is computed of each element before it is tested, and again for each that is kept.
    pub before: Vec<BindingId>,
    /// What is done with those.
    pub inside: Scope,
    /// How that runs.
    pub form: Form,
    /// The results of that.
    pub results: Vec<ValueId>,
    /// True if elements are better tested one by one where most are kept.
    pub unless_most: bool,
}

/// Strings that stay what they are made of until they are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LazyStrings {
    /// What makes them.
    pub makers: SortedSet<BindingId>,
    /// Arrays whose elements may be such.
    pub arrays: SortedSet<ValueId>,
    /// What takes them as `String`s.
    pub takers: SortedSet<BindingId>,
}

impl LazyStrings {
    pub(crate) fn extend(&mut self, other: LazyStrings) {
        self.makers.extend(other.makers);
        self.arrays.extend(other.arrays);
        self.takers.extend(other.takers);
    }
}
