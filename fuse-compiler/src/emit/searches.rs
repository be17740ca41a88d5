//! A search in the body of a loop that does nothing but add.
//!
//! In: a loop with one search and one pass, in which there are sums, products and counts alone. Out: a call of the search that is
//! given all elements, the test and the body.

use super::fused::LoopEmission;
use crate::loops::{Loop, Outcome};
use crate::ops::consumer::count::Count;
use crate::ops::consumer::sum::Reduction;
use crate::ops::search::Question;
use crate::plan::passes::{Pass, Passes, primitive};
use crate::plan::searches;
use proc_macro2::TokenStream;
use quote::quote;

impl LoopEmission<'_> {
    /// The loop, if it is such a one.
    pub(super) fn beside(&self, nest: &Loop, passes: &Passes) -> Option<TokenStream> {
        let ([pass], [id], [source]) = (
            passes.passes.as_slice(),
            passes.searches.as_slice(),
            nest.root.sources.as_slice(),
        ) else {
            return None;
        };
        if passes.whole || !passes.kept.is_empty() || !self.only_adds(pass) {
            return None;
        }
        let emitter = self.emitter;
        let lowered = emitter.plan.lowered;
        let search = searches::in_loop(lowered, *id)?;
        let fold = emitter.names.fold(self.output(*id));
        let item = emitter.names.item(source.value);
        let (test, body) = (&search.test.expr, self.scope(&pass.nest.root.body, false));
        let arguments = quote!(#test, |#item| { #body });
        let Some(place) = self.elements_of_place(source) else {
            let runtime = emitter.plan.runtime;
            let elements = self.elements(nest, source);
            let ask = if search.copied {
                quote!(beside_copied)
            } else {
                quote!(beside)
            };
            return Some(quote! {
                (&mut #fold).#ask(#runtime::as_slice(#elements), #arguments);
            });
        };
        let ask = match (search.question, search.copied) {
            (Question::Position, false) => quote!(seek_beside),
            (Question::Position, true) => quote!(seek_copied_beside),
            (_, false) => quote!(decide_beside),
            (_, true) => quote!(decide_copied_beside),
        };
        Some(quote!(#place.#ask(&mut #fold, #arguments);))
    }

    /// True for a pass over the elements themselves that makes numbers of them: a closure may capture those.
    fn only_adds(&self, pass: &Pass) -> bool {
        let adds = |outcome: &Outcome| match outcome {
            Outcome::Scalar(value) => self.emitter.consumer_of(*value).is_some_and(|consumer| {
                let sum = consumer.of::<Reduction>();
                sum.is_some_and(|sum| primitive(&sum.number).is_some()) || consumer.is::<Count>()
            }),
            Outcome::Stored { .. } | Outcome::Contracted(_) => false,
        };
        let nest = &pass.nest;
        !pass.lanes
            && !pass.integers
            && pass.reads.is_empty()
            && nest.root.sources.len() == 1
            && nest.root.body.inner.is_none()
            && nest.outcomes.iter().all(adds)
    }
}
