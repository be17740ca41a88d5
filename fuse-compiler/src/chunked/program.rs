//! What a function over chunks consists of: slices, numbers, arrays, reductions, and scalars that are made of them.
//!
//! It is data: `reading` makes it, `rounds` and `emission` read it.

use super::parts::Part;
use crate::sorted::SortedSet;
use proc_macro2::Ident;
use syn::{Expr, ImplItemFn, Stmt, Type};

/// The name that stands for the length of the slices.
pub(super) const LENGTH: &str = "loopfuse_length";

/// The name that stands for the place of a block's first element in the whole.
pub(super) const PLACE: &str = "loopfuse_place";

/// A function that can be cut into chunks.
pub(super) struct Program<'r> {
    /// The function, with its lengths replaced.
    pub(super) function: &'r ImplItemFn,
    /// The slices, with the type of an element.
    pub(super) slices: Vec<(Ident, Type)>,
    /// The numbers that it is given.
    pub(super) parameters: Vec<(Ident, Type)>,
    /// What its statements make, in order; tokens are those of a function in which lengths are names.
    pub(super) items: Vec<Item<'r>>,
    /// Its value.
    pub(super) results: Vec<Outcome>,
    /// True if the value is a tuple.
    pub(super) is_tuple: bool,
}

/// What a statement makes.
pub(super) struct Item<'r> {
    /// Its names.
    pub(super) names: Vec<String>,
    /// What they are.
    pub(super) what: What<'r>,
    /// The names that it mentions.
    pub(super) reads: SortedSet<String>,
    /// What early returns before it keep from a panic.
    pub(super) panics: Panics,
}

/// Where an item may panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Panics {
    /// Nowhere.
    Never,
    /// Where its sum turns out not to fit, at the end of a round.
    AtEnd,
    /// At an element.
    AtElements,
}

/// What names stand for.
pub(super) enum What<'r> {
    /// Arrays of what is made of the elements of a chunk, by these statements.
    Array(Vec<Stmt>),
    /// A number of all chunks.
    Reduction { name: Ident, part: Box<Part<'r>> },
    /// Made of numbers that are finished.
    Scalar(Stmt),
    /// `if condition { return value; }`: nothing behind it is made if the condition holds. The value is that of the components that
    /// are numbers.
    Guard {
        condition: Expr,
        value: Option<Expr>,
        /// True if it is taken where there are no elements: then nothing behind it can panic at one.
        is_empty: bool,
    },
    /// `assert!(..)`, about numbers.
    Check(Stmt),
}

/// A component of the function's value.
pub(super) enum Outcome {
    /// An array, of this type, and whether it has an element for each of the slices'.
    Array(Ident, Type, bool),
    /// A number, of this type.
    Scalar(Expr, Type),
}
