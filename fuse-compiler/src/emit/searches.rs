//! A search in the body of a loop that does nothing but add; searches that share a loop with each other.
//!
//! In: a loop with one search and one pass, in which there are sums, products and counts alone. Out: a call of the search that is
//! given all elements, the test and the body. In: a loop of nothing but searches. Out: one call that is given their tests.

use super::emission::LoopEmission;
use crate::loops::Loop;
use crate::ops::search::Question;
use crate::plan::{Over, Passes, searches};
use proc_macro2::TokenStream;
use quote::quote;

impl<'a> LoopEmission<'a> {
    /// The loop.
    pub(super) fn beside(&self, nest: &Loop, passes: &'a Passes) -> TokenStream {
        if passes.passes.is_empty() {
            return self.together(nest, passes);
        }
        let ([pass], [id], [source]) = (
            passes.passes.as_slice(),
            passes.searches.as_slice(),
            nest.root.sources.as_slice(),
        ) else {
            return TokenStream::new();
        };
        let emitter = self.emitter;
        let lowered = emitter.plan.lowered;
        let Some(search) = searches::in_loop(lowered, *id) else {
            return TokenStream::new();
        };
        let fold = emitter.names.fold(self.output(*id));
        let item = emitter.names.item(source.value);
        let (test, body) = (
            &search.test.expr,
            self.of(&pass.form).scope(&pass.nest.root.body),
        );
        let arguments = quote!(#test, |#item| { #body });
        let Some(place) = self.elements_of_place(source) else {
            let runtime = emitter.plan.runtime;
            let elements = self.elements(nest, source);
            let ask = if search.copied {
                quote!(beside_copied)
            } else {
                quote!(beside)
            };
            return quote! {
                (&mut #fold).#ask(#runtime::as_slice(#elements), #arguments);
            };
        };
        let ask = match (search.question, search.copied) {
            (Question::Position, false) => quote!(seek_beside),
            (Question::Position, true) => quote!(seek_copied_beside),
            (_, false) => quote!(decide_beside),
            (_, true) => quote!(decide_copied_beside),
        };
        quote!(#place.#ask(&mut #fold, #arguments);)
    }

    /// Searches over one slice.
    fn together(&self, nest: &Loop, passes: &Passes) -> TokenStream {
        let [source] = nest.root.sources.as_slice() else {
            return TokenStream::new();
        };
        let emitter = self.emitter;
        let runtime = emitter.plan.runtime;
        let elements = self.elements(nest, source);
        let mut asked = quote!(#runtime::asked(#runtime::as_slice(#elements)));
        let mut found = quote!(());
        for id in &passes.searches {
            let Some(search) = searches::in_loop(emitter.plan.lowered, *id) else {
                return TokenStream::new();
            };
            let ask = match (search.question == Question::All, search.copied) {
                (false, false) => quote!(any),
                (false, true) => quote!(any_copied),
                (true, false) => quote!(all),
                (true, true) => quote!(all_copied),
            };
            let test = &search.test.expr;
            let fold = emitter.names.fold(self.output(*id));
            asked.extend(quote!(.#ask(#test)));
            found = quote!((#found, #fold));
        }
        let answer = match passes.over {
            Over::InTurn => quote!(found_in_turn),
            _ => quote!(found),
        };
        quote!(#found = #asked.#answer();)
    }
}
