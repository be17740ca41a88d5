//! Sources that are kept as the iterator they are written as, and drive a loop as a whole: those
//! whose type the macro does not see (`self.data.iter()`, `text.lines()`), and a source together
//! with adapters that are no step of one element (`rev`, `skip`, `chain`, `take_while`).
//!
//! In: nothing, this is the data type. Out: what `parse_chain` makes of the left part of a chain.

use super::chain::Stream;
use super::facts::Extent;
use std::collections::BTreeSet;
use syn::Expr;

/// An iterator that drives a loop as it is written.
#[derive(Clone, Debug)]
pub(crate) struct DriverSource {
    /// As written.
    pub(crate) expr: Expr,
    /// The streams that it is made of: what they read, move and call, it does.
    pub(crate) parts: Vec<Stream>,
    /// Names in its place and in the arguments of its adapters.
    pub(crate) reads: BTreeSet<String>,
    /// Names whose value it takes.
    pub(crate) moves: BTreeSet<String>,
    /// Those of them whose elements may be watched when they are dropped.
    pub(crate) watched: BTreeSet<String>,
    /// How many elements it gives.
    pub(crate) extent: Extent,
    /// True if its elements are visibly `Copy`, so that equal drivers of one loop can be one.
    pub(crate) copies: bool,
    /// True if taking the next element may have an effect of its own.
    pub(crate) effects: bool,
    /// True if it is made of several iterators, one after the other: asking it for one element at a
    /// time costs far more than handing it the loop's body.
    pub(crate) several: bool,
    /// What a parallel loop divides in its place.
    pub(crate) pieces: Option<Pieces>,
    /// True for `self.data.iter()` and `&self.data`: for all that is visible, it runs over a slice.
    pub(crate) may_be_slice: bool,
}

/// The chunks or windows of an array, or the elements of a part of it.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    /// The type of the runtime that divides them.
    pub(crate) divided_by: &'static str,
    /// The array.
    pub(crate) array: Expr,
    /// How many elements a piece has; none if the pieces are the elements.
    pub(crate) size: Option<Expr>,
}

impl DriverSource {
    /// An iterator of which nothing is known yet, and that takes, reads and calls nothing.
    #[must_use]
    pub(crate) fn new(expr: Expr) -> DriverSource {
        DriverSource {
            expr,
            parts: Vec::new(),
            reads: BTreeSet::new(),
            moves: BTreeSet::new(),
            watched: BTreeSet::new(),
            extent: Extent::Unknown,
            copies: false,
            effects: false,
            several: false,
            pieces: None,
            may_be_slice: false,
        }
    }

    /// Every name that its tokens mention.
    #[must_use]
    pub(crate) fn mentions(&self) -> BTreeSet<String> {
        let mut names = self.reads.clone();
        names.extend(self.parts.iter().flat_map(Stream::reads));
        names
    }
}
