//! The sources, one kind a file: its rows, and how it is recognised.
//!
//! In: nothing. Out: the rows of all of them, and what reads an expression as one of a file. To add one is to write its file
//! and to name it here; a method of a place is a row of the file that it belongs to.

pub(crate) mod method;
pub(crate) mod place;

use super::chain::stream::Stream;
use super::reading::{Parsed, Parser};
use super::recognised::sources::Row;
use syn::Expr;

/// What reads an expression as a source, or finds that it is none.
type Read = fn(&Parser<'_>, &Expr) -> Parsed<Option<Stream>>;

macro_rules! sources {
    ($($file:ident)* ; $($methods:ident)*) => {
        $(pub(crate) mod $file;)*
        $(mod $methods;)*

        /// The rows of each file.
        pub(crate) const FILES: &[&[Row]] = &[$($file::ROWS,)* $($methods::ROWS),*];

        /// What is asked in this order.
        pub(crate) const READERS: &[Read] = &[$($file::read,)* place::read];
    };
}

sources! {
    matrix
    array
    range
    functions
    named
    peeled
    ;
    slices
    text
    map
}
