//! The turns that are peeled off a loop (LLVM's *loop peeling*), before it.
//!
//! In: a loop over sources of which some have elements before those that the others run over. Out: what the chains over those do with
//! them, one after another. It adds to what the loop goes on with.

use super::drive::Drive;
use super::emission::{Emitter, LoopEmission};
use crate::cnf::BindingId;
use crate::loops::{Loop, Nest, Scope, Step};
use crate::ops::chain::Stream;
use proc_macro2::TokenStream;
use quote::quote;

impl LoopEmission<'_> {
    /// The turns before the loop, if there are any.
    pub(super) fn ahead(&self, nest: &Loop) -> TokenStream {
        let lowered = self.emitter.plan.lowered;
        let sources = nest.root.sources.iter().copied();
        let sources = sources.filter(|source| lowered.peeled(source.reader).is_some());
        let peeled = Nest {
            sources: sources.collect(),
            body: self.of_peeled(&nest.root.body),
        };
        if peeled.sources.is_empty() {
            return TokenStream::new();
        }
        let ahead = Emitter {
            ahead: true,
            ..*self.emitter
        };
        let Drive {
            iterator,
            pattern,
            aliases,
        } = ahead.drive(&peeled, false);
        let body = self.scope(&peeled.body);
        let counts = peeled
            .sources
            .iter()
            .filter_map(|source| lowered.peeled(source.reader));
        match counts.map(|peeled| peeled.count).max() {
            Some(1) => {
                let runtime = self.emitter.plan.runtime;
                let first = quote!(#runtime::Iterator::next(&mut #iterator));
                quote!(if let #runtime::Some(#pattern) = #first { #aliases #body })
            }
            _ => quote!(for #pattern in #iterator { #aliases #body }),
        }
    }

    /// The steps of chains that are peeled.
    fn of_peeled(&self, scope: &Scope) -> Scope {
        let of_peeled = |id: BindingId| {
            let chain = self.emitter.plan.lowered.chain_of(id);
            chain.is_some_and(|chain| Stream::is_peeled(&chain.chain.stream))
        };
        let steps = scope.steps.iter().filter_map(|step| match step {
            Step::Guard(id, inside) => {
                of_peeled(*id).then(|| Step::Guard(*id, self.of_peeled(inside)))
            }
            Step::Compute(id) | Step::Consume(id) => of_peeled(*id).then(|| step.clone()),
        });
        Scope {
            steps: steps.collect(),
            ..Scope::default()
        }
    }
}
