//! By what a parallel loop is cut, and which may run at once with another.
//!
//! In: a loop and the chains in it. Out: its [`Cut`], from its length and what the user says of it alone; and whether it is a loop
//! of which two gain by standing in one call.

use super::cuts::Cuts;
use crate::cnf::{Lowered, LoweredChain};
use crate::loops::Loop;
use crate::ops::chain::{Access, Consume, Parallel};
use crate::ops::consumer::sum::Reduction;
use crate::plan::loop_plan::Cut;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

/// The chains of a loop, in order.
fn chains_of<'l, 'a>(lowered: &'l Lowered<'a>, nest: &Loop) -> Vec<&'l LoweredChain<'a>> {
    let inside = lowered
        .chains()
        .filter(|chain| nest.cluster.iter().any(|id| chain.bindings.contains(id)));
    inside.collect()
}

/// By what a parallel loop is cut. What calls functions that the macro does not see may take any time for
/// an element: rayon would make a task of each, if there are threads for it.
pub(crate) fn cut(lowered: &Lowered<'_>, cuts: &Cuts, nest: &Loop) -> Cut {
    if let Some(array) = cuts.array(nest) {
        return Cut::Array(array);
    }
    let kin = kin(lowered, cuts, &chains_of(lowered, nest));
    match lowered.setting.min_len() {
        _ if written_least(&kin).next().is_some() => Cut::Written,
        Some(least) => Cut::Least(least),
        None if all_seen(&kin) => Cut::Automatic,
        None => Cut::Each,
    }
}

/// Chains that are cut as finely as these, themselves among them.
pub(crate) fn kin<'l, 'a>(
    lowered: &'l Lowered<'a>,
    cuts: &Cuts,
    chains: &[&LoweredChain<'_>],
) -> Vec<&'l LoweredChain<'a>> {
    let others = lowered.chains();
    others
        .filter(|other| chains.iter().any(|chain| cuts.are_kin(chain.id, other.id)))
        .collect()
}

/// The arguments of `with_min_len`.
pub(crate) fn written_least<'a>(chains: &'a [&LoweredChain<'a>]) -> impl Iterator<Item = &'a Expr> {
    written(chains).flat_map(|parallel| &parallel.least)
}

/// The arguments of `with_max_len`.
pub(crate) fn written_most<'a>(chains: &'a [&LoweredChain<'a>]) -> impl Iterator<Item = &'a Expr> {
    written(chains).flat_map(|parallel| &parallel.most)
}

/// What chains say of their ranges.
fn written<'a>(chains: &'a [&LoweredChain<'a>]) -> impl Iterator<Item = &'a Parallel> {
    let parallel = |chain: &&'a LoweredChain<'a>| chain.chain.stream.parallel.as_ref();
    chains.iter().filter_map(parallel)
}

/// True if the macro sees all that rayon's chains do for an element.
fn all_seen(chains: &[&LoweredChain<'_>]) -> bool {
    let asked = chains.iter().filter(|chain| !is_made(chain));
    let mut workers = asked.flat_map(|chain| chain.chain.workers());
    workers.all(|worker| worker.judgment.comparable || worker.term().is_short())
}

/// True for a chain of std's that the option `parallel` has made parallel.
pub(crate) fn is_made(chain: &LoweredChain<'_>) -> bool {
    let parallel = chain.chain.stream.parallel.as_ref();
    parallel.is_none_or(|parallel| parallel.made)
}

/// True for a loop over borrowed arrays that moves nothing and adds up floats, and is cut by its length alone: two closures may
/// hold what two such loops read, and either is worth a task.
pub(crate) fn joins(lowered: &Lowered<'_>, cuts: &Cuts, nest: &Loop) -> bool {
    let borrowed = nest.root.sources.iter().all(|driver| {
        let inputs = lowered.inputs(driver.reader);
        let source = inputs.iter().find(|input| input.value == driver.value);
        let source = source.and_then(|input| input.source);
        source.is_some_and(|source| source.access == Access::ByReference)
    });
    let chains = chains_of(lowered, nest);
    // Where the chains stand as written, a closure may take what it captures.
    let takes = |chain: &&LoweredChain<'_>| {
        let by_name = chain.chain.workers().iter().any(|worker| worker.local);
        by_name || moves(chain.chain.expr.to_token_stream())
    };
    let adds = nest.cluster.iter().any(|id| {
        let sum = lowered.consumer_of::<Reduction>(*id);
        sum.is_some_and(Consume::depends_on_order)
    });
    let by_length = matches!(cut(lowered, cuts, nest), Cut::Least(_) | Cut::Automatic);
    let kin = kin(lowered, cuts, &chains);
    borrowed
        && adds
        && by_length
        && written_most(&kin).next().is_none()
        && !chains.iter().any(takes)
}

/// True if a closure takes what it captures.
fn moves(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => moves(group.stream()),
        TokenTree::Ident(ident) => ident == "move",
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
