//! A loop over blocks, in which filters store what they keep, one filter after another.
//!
//! In: a loop and its [`Compaction`]. Out: the tokens. What a filter tests and what it stores are two
//! closures for the runtime, which decides for each block how it is stored.

use super::element;
use super::emission::LoopEmission;
use super::worker::{apply, without_branches};
use crate::cnf::{BindingId, Operation};
use crate::loops::Loop;
use crate::plan::{CompactedFilter, Compaction, Sift};
use proc_macro2::TokenStream;
use quote::quote;

impl<'a> LoopEmission<'a> {
    /// The loop over the blocks.
    pub(super) fn compacted(&self, nest: &Loop, compaction: &'a Compaction) -> TokenStream {
        let emitter = self.emitter;
        let Some(source) = nest.root.sources.first() else {
            return TokenStream::new();
        };
        let item = emitter.names.item(source.value);
        let tile = emitter.names.tile(source.value);
        let tiles = self.in_blocks(nest, source, &quote!(sieves));
        let placed = self.is_place(source.value);
        let rest = compaction.rest.iter();
        let rest =
            rest.map(|rest| self.pass_over(rest, &[], &quote!(#tile.iter()), &quote!(#item)));
        let masked = compaction.masked.iter();
        let masked = masked.map(|filter| self.masked_block(filter));
        let filters = compaction.filters.iter().map(|filter| {
            let sifted = self.sift(filter);
            let [test, value] = sifted.map(|body| quote!(|#item| { #body }));
            let buffer = emitter.names.buffer(filter.stored);
            let sift = match filter.sift {
                Sift::Kept => quote!(sift_kept),
                Sift::Straight => quote!(sift_straight),
                Sift::Any => quote!(sift),
            };
            let sift = if placed {
                quote!(#tile.#sift(&mut #buffer, #test, #value);)
            } else {
                quote!((&mut #buffer).#sift(#tile, #test, #value);)
            };
            let then = self.of(&filter.form).scope(&filter.then);
            if then.is_empty() {
                return sift;
            }
            let start = emitter.names.start(filter.stored);
            let stored = emitter.names.item(filter.stored);
            quote! {
                let #start = (&#buffer).len();
                #sift
                for &#stored in (&#buffer).since(#start) { #then }
            }
        });
        let numbers = self.numbers(compaction);
        quote! {
            for #tile in #tiles {
                #(#rest)*
                #(#masked)*
                #(#filters)*
                #numbers
            }
        }
    }

    /// An element with its number, which its place in the block shows.
    fn numbered(&self, id: BindingId) -> Option<TokenStream> {
        let Operation::Enumerate { .. } = self.emitter.operation(id) else {
            return None;
        };
        let (names, runtime) = (&self.emitter.names, self.emitter.plan.runtime);
        let output = self.output(id);
        let source = self.emitter.plan.lowered.inputs(id)[0].value;
        let (item, index, tile) = (names.item(output), names.index(output), names.tile(source));
        let element = self.element(id, 0);
        let number = quote!(#index + #runtime::place_in(#tile, #element));
        let pair = quote!((#number, #element));
        Some(element::typed(
            runtime,
            &item,
            self.item_type(output),
            &pair,
        ))
    }

    /// How many elements there were when a block is done, for those that are numbered.
    fn numbers(&self, compaction: &Compaction) -> TokenStream {
        let names = &self.emitter.names;
        let before = compaction.filters.iter().flat_map(|filter| &filter.before);
        let numbered = before.filter_map(|id| {
            let Operation::Enumerate { .. } = self.emitter.operation(*id) else {
                return None;
            };
            let source = self.emitter.plan.lowered.inputs(*id)[0].value;
            let (index, tile) = (names.index(self.output(*id)), names.tile(source));
            Some(quote!(#index += #tile.len();))
        });
        numbered.collect()
    }

    /// What is tested of an element, and what is stored of it.
    fn sift(&self, filter: &CompactedFilter) -> [TokenStream; 2] {
        let emitter = self.emitter;
        let Operation::Filter(worker) = emitter.operation(filter.filter) else {
            return Default::default();
        };
        let compute = |ids: &[BindingId]| {
            ids.iter()
                .map(|id| self.numbered(*id).unwrap_or_else(|| self.compute(*id)))
                .collect::<TokenStream>()
        };
        let output = self.output(filter.filter);
        let (item, kept) = (emitter.names.item(output), emitter.names.kept(output));
        let ty = self.element_type(output).into_iter();
        let element = self.element(filter.filter, 0);
        let before = compute(&filter.before);
        let before = quote!(#before let #item #(: #ty)* = #element;);
        let bound = emitter.names.worker(output);
        let worker = without_branches(emitter.plan.runtime, worker);
        let test = apply(emitter.plan.runtime, &worker, &bound, &[quote!(&#item)]);
        let after = compute(&filter.after);
        let stored = emitter.names.item(filter.stored);
        [
            quote!(#before let #kept = #test; #kept),
            quote!(#before #after #stored),
        ]
    }
}
