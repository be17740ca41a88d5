//! The one thing that an expansion asks for and the source did not (docs/DESIGN.md section 3, *Arrays*).
//!
//! In: the loops of a region. Out: for each spelling of `Vec` a statement that compiles only if it
//! is std's. It is asked of the arrays whose elements a loop uses without reading them back: those
//! that are consumed in the loop that makes them, and those that are read in step with others
//! because they are known to have as many elements; and of those whose memory another array takes over.

use super::emission::Plan;
use super::names;
use crate::cnf::LoweredChain;
use crate::loops::{Loop, Outcome};
use proc_macro2::TokenStream;
use quote::quote;

/// The checks of a region, each spelling once.
pub(super) fn collections(plan: Plan<'_>) -> TokenStream {
    let runtime = plan.runtime;
    let array = names::local("std", "vec");
    let mut paths: Vec<syn::Path> = Vec::new();
    let mut checks = TokenStream::new();
    for chain in plan.lowered.chains() {
        let rewritten = plan
            .plans
            .reused
            .iter()
            .any(|reused| reused.array == chain.result);
        let relied_on = rewritten
            || plan
                .plans
                .loops
                .iter()
                .any(|of| relies_on(plan, &of.nest, chain));
        if !relied_on {
            continue;
        }
        for path in chain.chain.consumer.vectors() {
            if !paths.contains(&path) {
                paths.push(path.clone());
                checks.extend(quote! {
                    let _: fn(#path<()>) -> #runtime::Vec<()> = |#array| #array;
                });
            }
        }
    }
    checks
}

fn relies_on(plan: Plan<'_>, nest: &Loop, chain: &LoweredChain<'_>) -> bool {
    let made = nest.cluster.iter().any(|id| chain.bindings.contains(id));
    // A loop collects the halves, where `unzip` and `partition` extend them; and those of an `unzip`
    // may be read in step.
    if chain.second.is_some() {
        return true;
    }
    let read = nest.cluster.iter().any(|id| {
        plan.lowered
            .inputs(*id)
            .iter()
            .any(|input| input.value == chain.result)
    });
    let sources = &nest.root.sources;
    let in_step = sources.len() > 1 && sources.iter().any(|source| source.value == chain.result);
    let contracted = nest.outcomes.contains(&Outcome::Contracted(chain.result));
    contracted || (made && read) || in_step
}
