//! A loop that makes an array in the memory of the one that it is made of.
//!
//! In: the plan of a loop, and the array. Out: one `collect` of an iterator that is given the body.

use super::drive::Drive;
use super::emission::LoopEmission;
use crate::cnf::ValueId;
use proc_macro2::TokenStream;
use quote::quote;

impl LoopEmission<'_> {
    /// The loop that makes this array.
    pub(super) fn collect_in_place(&self, array: ValueId) -> TokenStream {
        let (emitter, nest) = (self.emitter, &self.plan.nest);
        let runtime = emitter.plan.runtime;
        let Drive {
            iterator,
            pattern,
            aliases,
        } = emitter.drive(&nest.root, false);
        let mut body = nest.root.body.clone();
        body.stores.retain(|store| *store != array);
        let body = self.scope(&body);
        let (buffer, item) = (emitter.names.buffer(array), emitter.names.item(array));
        let others = nest.outcomes.iter();
        let others = others.filter(|outcome| outcome.value() != array);
        let others = others.map(|outcome| self.declare(outcome));
        let elements = quote! {
            #runtime::Iterator::map(
                #runtime::IntoIterator::into_iter(#iterator),
                |#pattern| { #aliases #body #item },
            )
        };
        let indices = self.indices(&nest.root.body, false);
        let run = self.with_workers(self.between_extrema(quote! {
            #buffer = #runtime::ExactBuffer::of(#runtime::Iterator::collect(#elements));
        }));
        quote!(let #buffer; #(#others)* #indices #run)
    }
}
