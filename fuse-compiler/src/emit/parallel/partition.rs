//! Where a parallel loop is cut into ranges (docs/DESIGN.md section 7).
//!
//! In: a loop and the chains in it. Out: the expression of its `Ranges`, from its length and what the
//! user says of it alone.

use super::super::{Emitter, names};
use super::first;
use crate::cnf::LoweredChain;
use crate::emit::spans::at;
use crate::loops::{Loop, Outcome};
use crate::ops::chain::Parallel;
use crate::ops::consumer::fold::Fold;
use crate::ops::monoid::histogram::is_array;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::Expr;

impl Emitter<'_> {
    /// The cut of a loop of which each range has arrays of its own.
    pub(super) fn holding(&self, nest: &Loop, ranges: &Ident, mut cut: TokenStream) -> TokenStream {
        let runtime = self.plan.runtime;
        for outcome in &nest.outcomes {
            let Outcome::Scalar(value) = outcome else {
                continue;
            };
            if let Some(fold) = self.consumer_as::<Fold>(*value)
                && fold.combine.is_none()
                && is_array(&fold.initial)
            {
                let initial = &fold.initial;
                let bytes = quote!(#runtime::size_of_val(&#initial));
                cut.extend(quote!(
                    let #ranges = #runtime::parallel::Ranges::holding(#ranges, #bytes);
                ));
            }
        }
        cut
    }

    /// Where the loop is cut. What calls functions that the macro does not see may take any time for
    /// an element: rayon would make a task of each, if there are threads for it.
    pub(super) fn cut(&self, chains: &[&LoweredChain<'_>]) -> TokenStream {
        let runtime = self.plan.runtime;
        let driver = names::driver();
        let length = quote!(#runtime::parallel::Source::length(&#driver));
        let length = at(first(chains), length);
        let kin = self.kin(chains);
        let most = written_most(&kin).map(|most| quote!(.at_most(#most)));
        let most = most.collect::<TokenStream>();
        let written = written_least(&kin).map(|least| quote!(#least));
        if let Some(least) = written.reduce(|one, other| quote!(#runtime::Ord::max(#one, #other))) {
            return quote!(#runtime::parallel::Ranges::new(#length, #least) #most);
        }
        if let Some(least) = self.plan.lowered.setting.min_len() {
            let least = Literal::usize_unsuffixed(least);
            return quote!(#runtime::parallel::Ranges::new(#length, #least) #most);
        }
        if all_seen(&kin) {
            quote!(#runtime::parallel::Ranges::automatic(#length) #most)
        } else {
            quote!(#runtime::parallel::Ranges::new(#length, 1) #most)
        }
    }

    /// True if nothing but the length of a loop, and the option `min_len`, decides where it is cut.
    pub(in crate::emit) fn is_cut_by_length(&self, chains: &[&LoweredChain<'_>]) -> bool {
        let kin = self.kin(chains);
        let decided = self.plan.lowered.setting.min_len().is_some() || all_seen(&kin);
        let mut written = written_least(&kin).chain(written_most(&kin));
        decided && written.next().is_none()
    }

    /// Chains that are cut as finely as these, themselves among them.
    pub(super) fn kin(&self, chains: &[&LoweredChain<'_>]) -> Vec<&LoweredChain<'_>> {
        let lowered = self.plan.lowered;
        let id = |chain: &LoweredChain<'_>| {
            let first = chain.bindings.first()?;
            Some(lowered.program.binding(*first).chain)
        };
        let are_kin = |one: &LoweredChain<'_>, other| match (id(one), id(other)) {
            (Some(one), Some(other)) => self.plan.plans.cuts.are_kin(one, other),
            _ => false,
        };
        let others = lowered.chains();
        others
            .filter(|other| chains.iter().any(|chain| are_kin(chain, other)))
            .collect()
    }
}

/// The arguments of `with_min_len`.
fn written_least<'a>(chains: &'a [&LoweredChain<'a>]) -> impl Iterator<Item = &'a Expr> {
    written(chains).flat_map(|parallel| &parallel.least)
}

/// The arguments of `with_max_len`.
fn written_most<'a>(chains: &'a [&LoweredChain<'a>]) -> impl Iterator<Item = &'a Expr> {
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
pub(super) fn is_made(chain: &LoweredChain<'_>) -> bool {
    let parallel = chain.chain.stream.parallel.as_ref();
    parallel.is_none_or(|parallel| parallel.made)
}
