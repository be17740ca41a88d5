//! A loop over blocks, in which filters leave a bit for each element before what they keep is stored.
//!
//! In: a loop, and its filters of that kind. Out: the tokens.

use super::emission::LoopEmission;
use super::worker::apply;
use crate::cnf::{BindingId, Operation};
use crate::loops::{Loop, Scope, Step};
use proc_macro2::TokenStream;
use quote::quote;

impl LoopEmission<'_> {
    /// The loop over the blocks.
    pub(super) fn in_bits(&self, nest: &Loop, filters: &[BindingId]) -> TokenStream {
        let emitter = self.emitter;
        let runtime = emitter.plan.runtime;
        let Some(source) = nest.root.sources.first() else {
            return TokenStream::new();
        };
        let (item, tile) = (
            emitter.names.item(source.value),
            emitter.names.tile(source.value),
        );
        let elements = self.in_blocks(nest, source, &quote!(words));
        let mut body = TokenStream::new();
        let (mut declared, mut stored) = (TokenStream::new(), TokenStream::new());
        // Behind all tests: beside one, LLVM makes a branch of its `&&` that jumps over the note, too.
        let mut notes = TokenStream::new();
        for step in &nest.root.body.steps {
            match step {
                Step::Guard(id, _) if filters.contains(id) => {
                    let bits = emitter.names.bits(self.output(*id));
                    declared.extend(quote!(let mut #bits: #runtime::u64 = 0;));
                    let noted = emitter.names.kept(self.output(*id));
                    notes.extend(quote!(#bits = #bits << 1 | #runtime::u64::from(#noted);));
                    body.extend(self.tested(*id));
                    let kept = emitter.names.item(self.output(*id));
                    let ty = self.element_type(self.output(*id)).into_iter();
                    let buffer = emitter.names.buffer(self.output(*id));
                    let element = self.element(*id, 0);
                    stored.extend(quote! {
                        (&mut #buffer).push_noted(#bits, #tile, |#item| {
                            let #kept #(: #ty)* = #element;
                            #kept
                        });
                    });
                }
                other => body.extend(self.step(other)),
            }
        }
        body.extend(self.scope(&Scope {
            stores: nest.root.body.stores.clone(),
            ..Scope::default()
        }));
        quote! {
            for #tile in #elements {
                #declared
                for #item in #tile.iter() {
                    #body
                    #notes
                }
                #stored
            }
        }
    }

    /// Whether a filter keeps an element.
    fn tested(&self, filter: BindingId) -> TokenStream {
        let emitter = self.emitter;
        let Operation::Filter(worker) = emitter.operation(filter) else {
            return TokenStream::new();
        };
        let output = self.output(filter);
        let (item, kept) = (emitter.names.item(output), emitter.names.kept(output));
        let ty = self.element_type(output).into_iter();
        let element = self.element(filter, 0);
        let bound = emitter.names.worker(output);
        let test = apply(emitter.plan.runtime, worker, &bound, &[quote!(&#item)]);
        quote! {
            let #item #(: #ty)* = #element;
            let #kept = #test;
        }
    }
}
