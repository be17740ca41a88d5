//! The body of a `for` loop that only accumulates and pushes.
//!
//! In: nothing, these are data types. Out: what [`super::for_body`] makes of a body.

use super::for_body::counting::Counting;
use super::for_body::pushes::Turn;
use crate::rust::totality::Kept;
use crate::sorted::{SortedMap, SortedSet};
use syn::{Lifetime, Stmt, Type};

/// A body that only accumulates and pushes.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The names outside it that it writes, sorted.
    pub(crate) writes: Vec<Write>,
    /// True if it may drop values, of what it writes, that somebody watches.
    pub(crate) drops: bool,
    /// True if it may leave the block for good, or does what nobody knows: no other chain may panic before or behind it that would
    /// not have, and none may run what could tell.
    pub(crate) outward: bool,
    /// What it does that nobody knows, as written, the first of it; `None` if all it may do is to leave.
    pub(crate) opaque: Option<String>,
    /// True if it calls a method of what is not visibly std's: that may change what is in a cell.
    pub(crate) asks: bool,
    /// True if it visibly cannot panic, and writes nothing but values that are its own: nobody sees it run if nobody reads them.
    pub(crate) calm: bool,
    /// What it keeps from one element to the next, and what it stores.
    pub(crate) kept: Kept,
    /// What it adds to each name that it writes, if it does nothing but to count.
    pub(crate) counting: Vec<Counting>,
    /// The vectors that it visibly pushes a number to, or several in a tuple, with the type.
    pub(crate) numbers: SortedMap<String, Type>,
    /// Those that it visibly pushes other values to that are copied and nobody watches (references to such, say), with the type.
    pub(crate) copied: SortedMap<String, Type>,
    /// Those that it pushes numbers to of which a later statement may decide the type.
    pub(crate) open: SortedSet<String>,
    /// The statements, with each `continue` and `break` of the loop turned into a `break` of the label of the body.
    pub(crate) statements: Vec<Stmt>,
    /// The label of the body, if there was a `continue` or a `break`.
    pub(crate) end: Option<Lifetime>,
    /// True if it may end its loop: it is a block then that says whether it does.
    pub(crate) breaks: bool,
    /// True if that is all for which it is outward: who reads what it pushes may panic.
    pub(crate) stays: bool,
    /// The same statements, if there are blocks inside of which something was fused.
    pub(crate) fused: Option<Vec<Stmt>>,
}

impl Body {
    /// The statements, with the blocks inside of them fused.
    pub(crate) fn as_fused(&self) -> &[Stmt] {
        self.fused.as_deref().unwrap_or(&self.statements)
    }
}

/// How a body writes one name.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    /// The name at the root of the places written.
    pub(crate) name: String,
    /// True if the length of an array may change.
    pub(crate) resizes: bool,
    /// True if what is stored visibly borrows from no element.
    pub(crate) values: bool,
    /// True if it may be written through a reference that the name holds.
    pub(crate) through: bool,
}

/// A vector of plain elements that a body does nothing with but push to.
#[derive(Clone, Debug)]
pub(crate) struct Pushed {
    /// The vector.
    pub(crate) name: String,
    /// How often each turn pushes.
    pub(crate) turn: Turn,
    /// The type of the elements: a statement behind the loop may not be what decides it.
    pub(crate) element: Type,
    /// True if the body reads what it has pushed, which has to be there.
    pub(crate) read: bool,
}
