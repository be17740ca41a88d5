//! Loops over places whose type is not visible, in both forms.
//!
//! In: a loop over `self.data.iter()` and its like, which goes in passes or has sieves if the place is a slice. Out: that form,
//! and the one for any other iterator; which of them runs is known once the types are.
//!
//! There are two forms as well where nothing is done one element after another. What is not a slice is then given the body of
//! the loop, for it may be several: a `VecDeque` is two, in each of which rustc vectorises what it does not if it is asked for
//! one element at a time. Measured on two arrays that are stored, 16,000: 0.25 to 0.37 of plain with `for`. Not so where
//! several arrays grow, whose ends then wait in memory: four buckets ran at 0.3 in such a body, at 0.9 with `for`.

use super::fused::is_exact;
use super::{Emitter, Plan, names};
use crate::cnf::{BindingId, Lowered, Operation, ValueId};
use crate::loops::{Driver, Loop, Outcome};
use crate::plan::searches::{self, Question};
use crate::plan::slices::{self, Place};
use crate::plan::{compaction, extremum, lazy_strings, masks, passes};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Emitter<'_> {
    /// Both forms of a loop, if it has two.
    pub(super) fn either(&self, nest: &Loop) -> Option<TokenStream> {
        let runtime = self.plan.runtime;
        if self.writes(nest) || self.reuses(nest) {
            return None;
        }
        let places = slices::of(self.plan.lowered, nest)?;
        let arrays = slices::arrays(&places);
        let elements = arrays.iter().map(|array| &array.name).collect::<Vec<_>>();
        let seen = slices::seen(self.plan.lowered, nest, &places, &arrays);
        let (enough, slices) = self.over_slices(&seen)?;

        let (rest, searches) = apart(self.plan.lowered, nest);
        let mut bound = self.bound.clone();
        let mut drivers = TokenStream::new();
        for ((index, place), elements) in places.iter().enumerate().zip(&elements) {
            let (name, expr) = (names::place(index + 1), &place.source.expr);
            drivers.extend(quote! {
                let #name = #runtime::IntoIterator::into_iter(#expr);
                let #elements = #runtime::place!(#name);
            });
            bound.extend(first(place, &rest).map(|first| (first, name)));
        }
        let emitter = Emitter {
            plan: self.plan,
            names: self.names.clone(),
            results: self.results.clone(),
            texts: self.texts.clone(),
            bound,
            hands_over: hands_over(&rest),
        };
        let passes = passes::of(self.plan.lowered, &rest);
        let emission = emitter.emission(&rest, passes.as_ref());
        let outcomes = nest.outcomes.iter();
        let outcomes = outcomes.map(|outcome| emission.declare(outcome));
        let mut drive = emitter.drive(&rest.root, false);
        if is_exact(nest) {
            let driver = names::driver();
            let iterator = std::mem::replace(&mut drive.iterator, quote!(#driver));
            drivers.extend(quote!(let #driver = #iterator;));
        }
        let others = emission.driven(&rest, passes.as_ref(), &drive);
        let searches = searches.iter().filter_map(|id| self.answered(*id));
        let others = quote!(#(#searches)* #others);
        let tokens = quote! {
            #drivers
            #(#outcomes)*
            if #(#elements.is_seen())&&* #enough { #slices } else { #others }
        };
        let tokens = self.enclosed(nest, &tokens, |block| block);
        let shelves = self.shelves(nest);
        Some(quote!(#shelves #tokens))
    }

    /// The loop over slices, if that is another one, and what else it takes.
    fn over_slices(&self, seen: &slices::Seen<'_>) -> Option<(TokenStream, TokenStream)> {
        let plan = Plan {
            lowered: &seen.lowered,
            ..self.plan
        };
        let emitter = Emitter {
            plan,
            names: names::Names::new(plan),
            results: self.results.clone(),
            texts: lazy_strings::of(&seen.lowered, std::slice::from_ref(&seen.nest)),
            bound: self.bound.clone(),
            hands_over: false,
        };
        let nest = &seen.nest;
        let passes = passes::of(&seen.lowered, nest).filter(|passes| !passes.whole);
        let always = TokenStream::new;
        let emission = emitter.emission(nest, passes.as_ref());
        if passes.is_none() && compaction::of(&seen.lowered, nest).is_none() {
            if let Some(words) = masks::in_loop::of(&seen.lowered, nest) {
                let enough = emission.enough(nest, &words);
                let blocks = emission.in_blocks_of_words(nest, &words);
                let run = emission.with_workers(nest, blocks);
                return Some((quote!(&& #enough), run));
            }
            let of_place = |id: &BindingId| extremum::of_place(&seen.lowered, *id).is_some();
            if !emission.wholes.iter().any(of_place) && passes::is_sequential(&seen.lowered, nest) {
                return None;
            }
        }
        let mut drive = emitter.drive(&nest.root, false);
        if let ([_], true) = (nest.root.sources.as_slice(), is_exact(nest)) {
            let (runtime, iterator) = (self.plan.runtime, drive.iterator);
            drive.iterator = quote!(#runtime::by_index!(#iterator));
        }
        let run = emission.driven(nest, passes.as_ref(), &drive);
        if passes.is_none_or(|passes| passes.kept.is_empty()) {
            return Some((always(), run));
        }
        let runtime = self.plan.runtime;
        let changed = emitter.changed(nest);
        let run = match changed.as_slice() {
            [] => quote!(#runtime::apart(|| { #run });),
            [one] => quote!(#one = #runtime::apart(|| { let mut #one = #one; #run #one });),
            several => quote! {
                (#(#several),*) = #runtime::apart(|| {
                    #(let mut #several = #several;)*
                    #run
                    (#(#several),*)
                });
            },
        };
        Some((always(), run))
    }

    /// The answer to a search over what is no slice.
    fn answered(&self, id: BindingId) -> Option<TokenStream> {
        let lowered = self.plan.lowered;
        let runtime = self.plan.runtime;
        let search = searches::in_loop(lowered, id)?;
        let place = lowered
            .program
            .producer(lowered.inputs(id).first()?.value)?;
        let Operation::Driver(source) = self.operation(place) else {
            return None;
        };
        let (expr, test) = (&source.expr, &search.test.expr);
        let (elements, fold) = (
            names::driver(),
            self.names.fold(lowered.program.binding(id).outputs[0]),
        );
        let copied = search
            .copied
            .then(|| quote!(let #elements = #runtime::Iterator::copied(#elements);));
        let (ask, make) = match search.question {
            Question::Any => (quote!(any), quote!(Decision)),
            Question::All => (quote!(all), quote!(Decision)),
            Question::Position => (quote!(position), quote!(Search)),
        };
        Some(quote! {
            #fold = {
                let #elements = #runtime::IntoIterator::into_iter(#expr);
                #copied
                let mut #elements = #elements;
                #runtime::#make::answered(#runtime::Iterator::#ask(&mut #elements, #test))
            };
        })
    }

    /// What a loop changes that was declared before it.
    fn changed(&self, nest: &Loop) -> Vec<Ident> {
        let kept = |outcome: &Outcome| match outcome {
            Outcome::Contracted(array)
                if matches!(
                    self.results.get(array),
                    Some(super::Made::Contracted { kept: true })
                ) =>
            {
                Some(self.names.keep(*array))
            }
            _ => None,
        };
        let mut changed = self.accumulators(nest);
        changed.extend(nest.outcomes.iter().filter_map(kept));
        changed
    }

    /// True if a loop writes into memory of an array that it reads.
    fn reuses(&self, nest: &Loop) -> bool {
        let mut sources = nest.root.sources.iter();
        sources.any(|source| self.taken_over_by(source.value).is_some())
    }
}

/// The loop without its searches and without what only they read; and those.
fn apart(lowered: &Lowered<'_>, nest: &Loop) -> (Loop, Vec<BindingId>) {
    let (mut rest, searches) = searches::apart(lowered, nest);
    let chain = |id: &BindingId| lowered.program.binding(*id).chain;
    let alone = searches.iter().map(chain).collect::<Vec<_>>();
    let stays = |id: &BindingId| !alone.contains(&chain(id));
    rest.cluster.retain(stays);
    let drives = |source: &Driver| stays(&source.reader);
    rest.root.sources.retain(drives);
    (rest, searches)
}

/// True if an iterator had better be given the body of a loop.
fn hands_over(nest: &Loop) -> bool {
    let grows = |outcome: &&Outcome| matches!(outcome, Outcome::Stored { exact: false, .. });
    nest.outcomes.len() <= 4 && nest.outcomes.iter().filter(grows).count() <= 1
}

/// The source whose iterator is bound: that of the others is made again, if at all.
fn first(place: &Place<'_>, nest: &Loop) -> Option<ValueId> {
    let mut members = place.members.iter();
    let first = members.find(|member| nest.root.sources.contains(member))?;
    Some(first.value)
}
