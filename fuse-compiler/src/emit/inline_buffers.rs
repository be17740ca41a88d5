//! Where the first elements of arrays of unknown length wait: on the stack.
//!
//! In: the plan of a loop. Out: the room, declared before it.

use super::emission::Emitter;
use crate::plan::LoopPlan;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// The room for the arrays that a loop on one thread makes.
    pub(super) fn inline_buffers(&self, plan: &LoopPlan) -> TokenStream {
        let runtime = self.plan.runtime;
        let buffers = plan.inline.iter().map(|array| {
            let shelf = self.names.shelf(*array);
            quote!(let mut #shelf = #runtime::Shelf::new();)
        });
        buffers.collect()
    }
}
