//! Extrema of integers of which no element is special (docs/DESIGN.md section 6, *Lanes*).
//!
//! In: a loop that keeps the smallest or the largest of visible integers. Out: what it starts from, its
//! step, and its end. An `Option` that is empty before the first element costs a test for each, or
//! makes LLVM run the first element alone and what is then left one by one. The worst of all integers
//! needs neither, and a flag that every element raises is decided by whether there are any. References
//! start from that to the first element, which is no worse than itself.

use super::emission::LoopEmission;
use crate::cnf::BindingId;
use crate::loops::Loop;
use crate::plan::seeded_extrema::consumed_in;
use crate::plan::{Accumulation, extremum};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl LoopEmission<'_> {
    /// What stands before the loop and after it.
    pub(super) fn best_of_integers(&self, nest: &Loop) -> (TokenStream, TokenStream) {
        let emitter = self.emitter;
        let (lowered, runtime) = (emitter.plan.lowered, emitter.plan.runtime);
        let (mut starts, mut ends) = (TokenStream::new(), TokenStream::new());
        for id in consumed_in(&nest.root.body) {
            if self.accumulation(id) != Some(&Accumulation::Seeded) {
                continue;
            }
            let output = self.output(id);
            let (best, seen) = (emitter.names.best(output), emitter.names.seen(output));
            let fold = emitter.names.fold(output);
            if let Some(of_place) = extremum::of_place(lowered, id) {
                let start = of_place.start(runtime);
                starts.extend(quote!(let mut #best = #start;));
                ends.extend(of_place.end(&best, &fold));
                continue;
            }
            let worst = if let Some(whole) = extremum::of_integers(lowered, id) {
                whole.worst(runtime)
            } else if let Some((array, _)) = extremum::of_references(lowered, id) {
                let mut sources = nest.root.sources.iter();
                let source = sources.find(|source| source.value == array);
                let elements = source.map(|source| emitter.source(source, false));
                quote!(#runtime::first_or(#elements, &0))
            } else {
                continue;
            };
            starts.extend(quote!(let mut #best = #worst; let mut #seen = false;));
            ends.extend(quote!(if #seen { #fold = #runtime::Some(#best); }));
        }
        (starts, ends)
    }

    /// One element, which changes nothing if it is not kept; `None` if that is none of visible integers.
    pub(super) fn whole_step_if(
        &self,
        id: BindingId,
        kept: &Ident,
        element: &TokenStream,
    ) -> Option<TokenStream> {
        let emitter = self.emitter;
        let runtime = emitter.plan.runtime;
        if self.accumulation(id) != Some(&Accumulation::Seeded) {
            return None;
        }
        let whole = extremum::of_integers(emitter.plan.lowered, id)?;
        let output = self.output(id);
        let (best, seen) = (emitter.names.best(output), emitter.names.seen(output));
        let (chooser, worst) = (whole.chooser(runtime), whole.worst(runtime));
        Some(quote! {
            #best = #chooser(#runtime::kept_or(#kept, #element, #worst), #best);
            #seen |= #kept;
        })
    }

    /// One element.
    pub(super) fn whole_step(&self, id: BindingId, element: &TokenStream) -> TokenStream {
        let emitter = self.emitter;
        let (lowered, runtime) = (emitter.plan.lowered, emitter.plan.runtime);
        let output = self.output(id);
        let (best, seen) = (emitter.names.best(output), emitter.names.seen(output));
        if let Some(of_place) = extremum::of_place(lowered, id) {
            return of_place.step(&best, element);
        }
        let better = if let Some(whole) = extremum::of_integers(lowered, id) {
            let chooser = whole.chooser(runtime);
            quote!(#chooser(#element, #best))
        } else if extremum::of_references(lowered, id).is_some_and(|(_, smallest)| smallest) {
            quote!(#runtime::lesser(#best, #element))
        } else {
            // Of equal elements `max` takes the last.
            quote!(#runtime::greater(#element, #best))
        };
        quote!(#best = #better; #seen = true;)
    }
}
