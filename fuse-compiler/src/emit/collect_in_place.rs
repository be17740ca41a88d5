//! Loops over an array that is given away, which make another of as many elements.
//!
//! In: a loop. Out: the same as one `collect` of an iterator that is given the body. std writes each element where the one was that it
//! is made of, if both are of one size, and asks for no memory; so it does where the chain is left as it is written. Measured on structs
//! of 16 bytes with a count, against two passes, 16 to 16,000 elements: 0.42 to 0.57 with memory of its own.

use super::Emitter;
use super::drive::Drive;
use crate::cnf::ValueId;
use crate::loops::{Loop, Outcome};
use crate::ops::chain::Access;
use crate::plan::compaction;
use crate::plan::masks;
use crate::plan::passes;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// The loop, if it is one of those.
    pub(super) fn vacated(&self, nest: &Loop) -> Option<TokenStream> {
        let array = self.fills(nest)?;
        let runtime = self.plan.runtime;
        let emission = self.emission(nest, None);
        let Drive {
            iterator,
            pattern,
            aliases,
        } = self.drive(&nest.root, false);
        let mut body = nest.root.body.clone();
        body.stores.retain(|store| *store != array);
        let body = emission.scope(&body, false);
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
        let run = emission.with_workers(nest, run);
        let tokens = quote!(let #buffer; #(#others)* #run);
        let tokens = if self.plan.region.suspends {
            self.enclosed(nest, &tokens, |block| block)
        } else {
            tokens
        };
        let shelves = self.shelves(nest);
        Some(quote!(#shelves #tokens))
    }

    /// The one array of as many elements that a loop makes of one that it empties.
    fn fills(&self, nest: &Loop) -> Option<ValueId> {
        let lowered = self.plan.lowered;
        let [source] = nest.root.sources.as_slice() else {
            return None;
        };
        let inputs = lowered.inputs(source.reader);
        let mut read = inputs.iter().filter(|input| input.value == source.value);
        let given_away = read.next().is_some_and(|input| {
            let by_value = |access| access == Access::ByValue;
            input.range.is_none() && input.source.is_some_and(|source| by_value(source.access))
        });
        let mut exact = nest.outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Stored { array, exact: true } => Some(*array),
            _ => None,
        });
        let array = exact.next()?;
        let other_ways = || {
            passes::of(lowered, nest).is_some()
                || compaction::of(lowered, nest).is_some()
                || compaction::deferred::of(lowered, nest).is_some()
                || masks::in_loop::of(lowered, nest).is_some()
        };
        let fits = given_away
            && exact.next().is_none()
            && nest.root.body.stores.contains(&array)
            && nest.root.body.inner.is_none()
            && !self.writes(nest)
            && !self.is_hashed(array)
            && !self.texts.arrays.contains(&array)
            && !self.is_reused(array)
            && self.taken_over(array).is_none()
            && self.taken_over_by(source.value).is_none()
            && !other_ways();
        fits.then_some(array)
    }
}
