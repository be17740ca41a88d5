//! A loop that makes an array in the memory of the one that it is made of.
//!
//! In: the plan of a loop, and the array. Out: one `collect` of an iterator that is given the body.

use super::Emitter;
use super::drive::Drive;
use crate::cnf::ValueId;
use crate::loops::Outcome;
use crate::plan::LoopPlan;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// The loop that makes this array.
    pub(super) fn collect_in_place(&self, plan: &LoopPlan<'_>, array: ValueId) -> TokenStream {
        let runtime = self.plan.runtime;
        let nest = &plan.nest;
        let emission = self.emission(plan);
        let Drive {
            iterator,
            pattern,
            aliases,
        } = self.drive(&nest.root, false);
        let mut body = nest.root.body.clone();
        body.stores.retain(|store| *store != array);
        let body = emission.scope(&body);
        let (buffer, item) = (self.names.buffer(array), self.names.item(array));
        let others = nest
            .outcomes
            .iter()
            .filter(|outcome| !matches!(outcome, Outcome::Stored { array: stored, .. } if *stored == array))
            .map(|outcome| emission.declare(outcome));
        let elements = quote! {
            #runtime::Iterator::map(
                #runtime::IntoIterator::into_iter(#iterator),
                |#pattern| { #aliases #body #item },
            )
        };
        let run = quote! {
            #buffer = #runtime::ExactBuffer::of(#runtime::Iterator::collect(#elements));
        };
        let run = emission.with_workers(run);
        let tokens = quote!(let #buffer; #(#others)* #run);
        let tokens = if self.plan.region.suspends {
            self.enclosed(nest, &tokens, |block| block)
        } else {
            tokens
        };
        let buffers = self.inline_buffers(plan);
        quote!(#buffers #tokens)
    }
}
