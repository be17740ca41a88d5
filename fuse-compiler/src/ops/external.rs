//! Sources that are kept as the iterator they are written as, and drive a loop as a whole: those
//! whose type the macro does not see (`self.data.iter()`, `text.lines()`), and a source together
//! with adapters that are no step of one element (`rev`, `skip`, `chain`, `take_while`).
//!
//! In: nothing, this is the data type. Out: what `parse_chain` makes of the left part of a chain.

use super::chain::adapter::Adapter;
use super::chain::stream::{Access, Source, Stream};
use crate::rust::extent::Extent;
use crate::sorted::SortedSet;
use proc_macro2::Ident;
use syn::{Expr, ExprRange};

/// An iterator that drives a loop as it is written.
#[derive(Clone, Debug)]
pub(crate) struct DriverSource {
    /// As written.
    pub(crate) expr: Expr,
    /// The streams that it is made of: what they read, move and call, it does.
    pub(crate) parts: Vec<Stream>,
    /// Names in its place and in the arguments of its adapters.
    pub(crate) reads: SortedSet<String>,
    /// Names whose value it takes.
    pub(crate) moves: SortedSet<String>,
    /// Those of them whose elements may be watched when they are dropped.
    pub(crate) watched: SortedSet<String>,
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
    pub(crate) divided: Option<Divided>,
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

/// What a parallel loop divides in the place of an iterator.
#[derive(Clone, Debug)]
pub(crate) enum Divided {
    /// Chunks, windows, a part of an array.
    Pieces(Pieces),
    /// The elements of an array.
    Array(Ident),
    /// Integers.
    Range(ExprRange),
    /// What stands in a place of no visible type, with the iterator over it.
    Place(Expr, Expr),
    /// `rev`, `take`, `skip`, `step_by`, with the method's name and argument.
    Rearranged(&'static str, Option<Expr>, Box<Divided>),
    /// `chain` and `zip`.
    Both(&'static str, Box<Divided>, Box<Divided>),
    /// `enumerate`
    Numbered(Box<Divided>),
}

impl Divided {
    /// The elements of a stream, if nothing but their order and number is another than that of its sources.
    #[must_use]
    pub(crate) fn of(stream: &Stream) -> Option<Divided> {
        let mut divided = match &stream.source {
            Source::Array(array) if array.access == Access::ByReference => {
                Divided::Array(array.name.clone())
            }
            Source::Array(_) => return None,
            Source::Range(range) if range.integers => Divided::Range(range.expr.clone()),
            Source::Range(_) => return None,
            Source::Driver(driver) => driver.divided.clone()?,
        };
        for adapter in &stream.adapters {
            divided = match adapter {
                Adapter::Enumerate => Divided::Numbered(Box::new(divided)),
                Adapter::Zip(other) => {
                    let other = Divided::of(other)?;
                    Divided::Both("zip", Box::new(divided), Box::new(other))
                }
                _ => return None,
            };
        }
        Some(divided)
    }

    /// True if a place of no visible type is part of it.
    #[must_use]
    pub(crate) fn has_places(&self) -> bool {
        match self {
            Divided::Place(..) => true,
            Divided::Pieces(_) | Divided::Array(_) | Divided::Range(_) => false,
            Divided::Rearranged(_, _, of) | Divided::Numbered(of) => of.has_places(),
            Divided::Both(_, one, other) => one.has_places() || other.has_places(),
        }
    }
}

impl DriverSource {
    /// An iterator of which nothing is known yet, and that takes, reads and calls nothing.
    #[must_use]
    pub(crate) fn new(expr: Expr) -> DriverSource {
        DriverSource {
            expr,
            parts: Vec::new(),
            reads: SortedSet::new(),
            moves: SortedSet::new(),
            watched: SortedSet::new(),
            extent: Extent::Unknown,
            copies: false,
            effects: false,
            several: false,
            divided: None,
            may_be_slice: false,
        }
    }

    /// Every name that its tokens mention.
    #[must_use]
    pub(crate) fn mentions(&self) -> SortedSet<String> {
        let mut names = self.reads.clone();
        names.extend(self.parts.iter().flat_map(Stream::reads));
        names
    }
}
