//! `unzip` and `partition`: two arrays of one loop.
//!
//! In: the two halves, which are bindings of their own. Out: the first half names the elements of
//! both, so that each is looked at once; the second only stores.

use super::emission::LoopEmission;
use super::worker::apply;
use crate::cnf::{BindingId, ValueId};
use crate::loops::Scope;
use crate::ops::consumer::split::Split;
use proc_macro2::TokenStream;
use quote::quote;

impl LoopEmission<'_> {
    /// Takes a pair apart.
    pub(super) fn unzip(&self, id: BindingId, is_first: bool, element: TokenStream) -> TokenStream {
        if !is_first {
            return TokenStream::new();
        }
        let names = &self.emitter.names;
        let first = names.item(self.output(id));
        let second = self.second(id).map(|second| names.item(second));
        quote!(let (#first, #second) = #element;)
    }

    /// Stores an element in one half or in the other: without a branch if it can be copied.
    pub(super) fn partition(
        &self,
        split: &Split,
        first: ValueId,
        is_first: bool,
        id: BindingId,
        inside: &Scope,
    ) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let names = &self.emitter.names;
        let output = self.output(id);
        let (item, kept, here) = (names.item(first), names.kept(first), names.item(output));
        let test = match (&split.test, is_first) {
            (Some(test), true) => {
                let element = self.element(id, 0);
                let value = apply(runtime, test, &names.worker(first), &[quote!(&#item)]);
                quote!(let #item = #element; let #kept = #value;)
            }
            _ => TokenStream::new(),
        };
        if split.copy {
            let kept = if is_first {
                quote!(#kept)
            } else {
                quote!(!#kept)
            };
            let stores = inside.stores.iter().map(|store| {
                let buffer = names.buffer(*store);
                quote!((&mut #buffer).push_if(#kept, #item);)
            });
            return quote!(#test #(#stores)*);
        }
        let body = self.scope(inside);
        let halves = if is_first {
            let second = self.second(id).map(|second| names.kept(second));
            quote!(#test let (#kept, #second) = #runtime::one_of_two(#kept, #item);)
        } else {
            TokenStream::new()
        };
        let mine = names.kept(output);
        quote!(#halves if let #runtime::Some(#here) = #mine { #body })
    }

    /// The array of the second half.
    fn second(&self, id: BindingId) -> Option<ValueId> {
        let lowered = self.emitter.plan.lowered;
        let chain = lowered.program.binding(id).chain;
        lowered.chain(chain)?.second
    }
}
