//! A loop over blocks, in which filters store what they keep, one filter after another.
//!
//! In: a loop and its [`Sieves`]. Out: the tokens. What a filter tests and what it stores are two
//! closures for the runtime, which decides for each block how it is stored.

use super::fused::LoopEmission;
use super::worker::{apply, without_branches};
use crate::cnf::{BindingId, Operation};
use crate::loops::Loop;
use crate::plan::compaction::{Sieve, Sieves};
use crate::plan::passes::Pass;
use crate::rust::worker::cost::is_cheap;
use proc_macro2::TokenStream;
use quote::quote;

impl LoopEmission<'_> {
    /// The loop over the blocks.
    pub(super) fn sieved(&self, nest: &Loop, sieves: &Sieves) -> TokenStream {
        let emitter = self.emitter;
        let Some(source) = nest.root.sources.first() else {
            return TokenStream::new();
        };
        let item = emitter.names.item(source.value);
        let tile = emitter.names.tile(source.value);
        let tiles = self.in_blocks(nest, source, &quote!(sieves));
        let placed = self.is_place(source.value);
        let rest = sieves.rest.iter().map(|rest| {
            let pass = Pass {
                nest: rest.clone(),
                reads: Vec::new(),
                lanes: false,
                integers: false,
                parts: Vec::new(),
            };
            self.pass_over(&pass, &[], &quote!(#tile.iter()), &quote!(#item))
        });
        let sieves = sieves.sieves.iter().map(|sieve| {
            let sifted = self.sift(sieve);
            let [test, value] = sifted.map(|body| quote!(|#item| { #body }));
            let buffer = emitter.names.buffer(sieve.stored);
            let sift = if sieve.makes {
                quote!(sift_kept)
            } else if self.is_straight(sieve) {
                quote!(sift_straight)
            } else {
                quote!(sift)
            };
            let sift = if placed {
                quote!(#tile.#sift(&mut #buffer, #test, #value);)
            } else {
                quote!((&mut #buffer).#sift(#tile, #test, #value);)
            };
            let then = self.scope(&sieve.then, false);
            if then.is_empty() {
                return sift;
            }
            let start = emitter.names.start(sieve.stored);
            let stored = emitter.names.item(sieve.stored);
            quote! {
                let #start = (&#buffer).len();
                #sift
                for &#stored in (&#buffer).since(#start) { #then }
            }
        });
        quote! {
            for #tile in #tiles {
                #(#rest)*
                #(#sieves)*
            }
        }
    }

    /// True if no part of the test is jumped over.
    fn is_straight(&self, sieve: &Sieve) -> bool {
        matches!(self.emitter.operation(sieve.filter), Operation::Filter(worker)
            if worker.judgment.totality.questions().is_some() && is_cheap(worker))
    }

    /// What is tested of an element, and what is stored of it.
    fn sift(&self, sieve: &Sieve) -> [TokenStream; 2] {
        let emitter = self.emitter;
        let Operation::Filter(worker) = emitter.operation(sieve.filter) else {
            return Default::default();
        };
        let compute = |ids: &[BindingId]| {
            ids.iter()
                .map(|id| self.compute(*id))
                .collect::<TokenStream>()
        };
        let output = self.output(sieve.filter);
        let (item, kept) = (emitter.names.item(output), emitter.names.kept(output));
        let ty = self.element_type(output).into_iter();
        let element = self.element(sieve.filter, 0);
        let before = compute(&sieve.before);
        let before = quote!(#before let #item #(: #ty)* = #element;);
        let bound = emitter.names.worker(output);
        let worker = without_branches(emitter.plan.runtime, worker);
        let test = apply(emitter.plan.runtime, &worker, &bound, &[quote!(&#item)]);
        let after = compute(&sieve.after);
        let stored = emitter.names.item(sieve.stored);
        [
            quote!(#before let #kept = #test; #kept),
            quote!(#before #after #stored),
        ]
    }
}
