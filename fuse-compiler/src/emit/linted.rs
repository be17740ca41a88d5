//! What rustc would say of the user's names, and no longer can, or says of them now.
//!
//! In: a `let` of what a loop makes. Out: tokens that compute nothing, by which a name is read as often as in the source.

use super::emission::Emitter;
use crate::cnf::ValueId;
use crate::loops::Outcome;
use crate::ops::consumer::collect::Collect;
use crate::region::Let;
use crate::rust::spelling::spelling;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Pat;

impl Emitter<'_> {
    /// What rustc has to say about the name of an array that is never built: that nobody reads it, or that it need not be `mut`.
    pub(super) fn linted(&self, index: usize, binding: &Let) -> TokenStream {
        let Pat::Ident(pattern) = &binding.pattern else {
            return TokenStream::new();
        };
        let name = &pattern.ident;
        let spelt = spelling(name);
        let later = &self.plan.region.statements[index + 1..];
        let read = later
            .iter()
            .any(|statement| statement.reads.contains(&spelt));
        let runtime = self.plan.runtime;
        // In a block of its own: loops behind it may read an older name that it hides.
        let bound = quote!(let #pattern = #runtime::identity(false););
        match (read, pattern.mutability) {
            (false, _) => quote!({ #bound }),
            (true, Some(_)) => quote!({ #bound let _ = &#name; }),
            (true, None) => TokenStream::new(),
        }
    }

    /// A use of a stored array that the source read and the expansion no longer does, its readers
    /// having become part of the loop that makes it. Only one that is assigned anew later can have
    /// no other: without it rustc would warn that the first value is never read.
    pub(super) fn read_in_loop(&self, binding: &Let) -> TokenStream {
        let Pat::Ident(pattern) = &binding.pattern else {
            return TokenStream::new();
        };
        let read = |value: ValueId| {
            let readers = self.plan.lowered.program.readers(value);
            self.plan.plans.loops.iter().map(|plan| &plan.nest).any(|nest| {
                readers.iter().any(|reader| nest.cluster.contains(reader))
                    && nest
                        .outcomes
                        .iter()
                        .any(|outcome| matches!(outcome, Outcome::Stored { array, .. } if *array == value))
            })
        };
        let fused = self.fused_holes(&binding.value.holes);
        let results = fused
            .iter()
            .filter_map(|(_, chain)| self.plan.lowered.chain(*chain))
            .map(|chain| chain.result);
        let parallel = |value: &ValueId| {
            let program = &self.plan.lowered.program;
            let producer = program.producer(*value).map(|id| program.binding(id).chain);
            producer.is_some_and(|chain| program.parallel.contains(&chain))
        };
        let results = results.collect::<Vec<_>>();
        // Other collections than a vector are there whether or not somebody else reads them.
        let boxed = |value: &ValueId| {
            let collect = self.consumer_as::<Collect>(*value);
            collect.is_some_and(|collect| !collect.is_vec())
        };
        let stays = pattern.mutability.is_some()
            || results.iter().any(parallel)
            || results.iter().any(boxed);
        if stays && results.into_iter().any(read) {
            let name = &pattern.ident;
            quote!(let _ = &#name;)
        } else {
            TokenStream::new()
        }
    }
}
