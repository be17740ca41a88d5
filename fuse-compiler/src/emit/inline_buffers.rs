//! Where the first elements of arrays of unknown length wait: on the stack.
//!
//! In: a loop. Out: the room, declared before it. None where the function may be called again while it runs, since each call would hold it, and none where
//! it is suspended, since a future would. As many arrays have one as fit into half a page.

use super::Emitter;
use crate::cnf::ValueId;
use crate::loops::{Loop, Outcome};
use proc_macro2::TokenStream;
use quote::quote;

/// How many arrays of a loop have a shelf.
const SHELVES: usize = 4;

impl Emitter<'_> {
    /// The shelves of the arrays that a loop on one thread makes.
    pub(super) fn shelves(&self, nest: &Loop) -> TokenStream {
        let runtime = self.plan.runtime;
        let shelves = self.shelved(nest).map(|array| {
            let shelf = self.names.shelf(array);
            quote!(let mut #shelf = #runtime::Shelf::new();)
        });
        shelves.collect()
    }

    /// Whether the first elements of an array wait on a shelf.
    pub(super) fn has_shelf(&self, array: ValueId) -> bool {
        let mut loops = self.plan.loops.iter();
        loops.any(|nest| self.shelved(nest).any(|shelved| shelved == array))
    }

    /// The arrays of a loop that have one.
    fn shelved(&self, nest: &Loop) -> impl Iterator<Item = ValueId> {
        let held = self.plan.lowered.recursive || self.plan.region.suspends;
        let grows = |outcome: &Outcome| match outcome {
            Outcome::Stored {
                array,
                exact: false,
            } => Some(*array),
            _ => None,
        };
        let grow = nest.outcomes.iter().filter_map(grows);
        let free = |array: &ValueId| self.taken_over(*array).is_none();
        grow.filter(free).take(if held { 0 } else { SHELVES })
    }
}
