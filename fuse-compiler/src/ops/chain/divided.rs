//! What a parallel loop divides in the place of an iterator.
//!
//! In: nothing, these are data types. Out: what of the user's tokens stands in the source of a loop over ranges.

use proc_macro2::Ident;
use syn::{Expr, ExprRange};

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
