//! What a chain does, as far as it decides the pass that the chain belongs to.
//!
//! In: a chain of a loop. Out: answers, from its consumer and what stands before it.

use super::tiler::Tiler;
use crate::cnf::{BindingId, ChainId, Operation};
use crate::loops::Step;
use crate::ops::chain::{Consume, Consumer, Worker};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::reduce::Reduce;
use crate::ops::consumer::sum::Reduction;
use crate::plan::elements::{element, is_slice};
use crate::plan::extremum;
use crate::rust::term::{Is, Term};
use crate::sorted::SortedSet;
use proc_macro2::TokenStream;
use syn::Member;

impl Tiler<'_> {
    pub(crate) fn workers(&self, chain: ChainId) -> impl Iterator<Item = &Worker> {
        self.operations(chain)
            .filter_map(|operation| match operation {
                Operation::Map(worker) => Some(*worker),
                _ => None,
            })
    }

    /// How many fields of the elements a chain names, in its tests too.
    pub(super) fn fields(&self, chain: ChainId) -> usize {
        let mut found = SortedSet::new();
        for operation in self.operations(chain) {
            if let Operation::Map(worker) | Operation::Filter(worker) = operation {
                fields_in(&worker.term(), &mut found);
            }
        }
        found.len()
    }

    pub(crate) fn operations(&self, chain: ChainId) -> impl Iterator<Item = &Operation<'_>> {
        self.nest
            .cluster
            .iter()
            .filter(move |id| self.chain(**id) == chain)
            .map(|id| self.lowered.operation(*id))
    }

    /// The last binding of a chain.
    pub(super) fn last(&self, chain: ChainId) -> Option<BindingId> {
        let mut bindings = self.nest.cluster.iter().copied();
        bindings.rfind(|id| self.chain(*id) == chain)
    }

    pub(crate) fn consumer(&self, chain: ChainId) -> Option<&Consumer> {
        let chain = self.lowered.chain(chain)?;
        Some(&chain.chain.consumer)
    }

    /// The same, if it is of one kind.
    pub(crate) fn consumer_as<T: Consume>(&self, chain: ChainId) -> Option<&T> {
        self.consumer(chain)?.of()
    }

    /// True if a chain keeps the smaller or the larger of two values, for all elements of the loop.
    pub(crate) fn is_extremum(&self, chain: ChainId) -> bool {
        let fold = self.consumer_as::<Fold>(chain);
        fold.is_some_and(|fold| fold.worker.term().keeps_extremum()) && self.is_one_to_one(chain)
    }

    /// True if it does so by one comparison.
    pub(crate) fn compares(&self, chain: ChainId) -> bool {
        let nothing = TokenStream::new();
        let fold = self.consumer_as(chain);
        fold.is_some_and(|fold| extremum::by_comparison(fold, &nothing).is_some())
    }

    /// True if extrema of `f32` and of `f64` are kept in the loop.
    pub(crate) fn keeps_both_widths(&self) -> bool {
        let chains = self.nest.cluster.iter().map(|id| self.chain(*id));
        let kept = chains.filter_map(|chain| extremum::kept_in_lanes(self.consumer(chain)?));
        let mut kept = kept.map(|kept| kept.float);
        let first = kept.next();
        kept.any(|float| Some(float) != first)
    }

    /// True if folds keep extrema, not all of one type that is seen.
    pub(crate) fn folds_both_widths(&self) -> bool {
        let chains = self.nest.cluster.iter().map(|id| self.chain(*id));
        let folds = chains.collect::<SortedSet<_>>().into_iter();
        let folds = folds.filter_map(|chain| self.consumer_as::<Fold>(chain));
        let extrema = folds.filter(|fold| fold.worker.term().keeps_extremum());
        let mut scalars = extrema.map(|fold| fold.scalar);
        let first = scalars.next();
        scalars.any(|scalar| scalar.is_none() || Some(scalar) != first)
    }

    /// True if a chain keeps the smallest or the largest float of slices, in any order.
    pub(crate) fn compares_in_lanes(&self, chain: ChainId) -> bool {
        let kept = self.consumer(chain).and_then(extremum::kept_in_lanes);
        kept.is_some() && self.is_simple(chain) && !self.reads_strided(chain)
    }

    /// True if a chain reads windows or chunks, or from the end.
    fn reads_strided(&self, chain: ChainId) -> bool {
        self.operations(chain).any(|operation| {
            matches!(operation, Operation::Driver(driver)
                if driver.strided.is_some() || driver.reversed().is_some())
        })
    }

    /// True if a chain adds or multiplies floats in any order, for all elements of slices.
    pub(crate) fn adds_in_lanes(&self, chain: ChainId) -> bool {
        let sum = self.consumer_as::<Reduction>(chain);
        let floats = sum.is_some_and(|sum| sum.scalar.is_float());
        let sources = &self.nest.root.sources;
        self.lowered.setting.reassociates()
            && floats
            && self.is_simple(chain)
            && sources.iter().all(|source| is_slice(self.lowered, source))
    }

    /// True if a chain takes each element of the loop, and does no more to it than operators do, or functions of the file that are made of
    /// such: measured on a largest distance, plain over lanes: 3.5 at 64, 4.0 of 1,000 and 16,000.
    fn is_simple(&self, chain: ChainId) -> bool {
        let chooses = |part: &Term<'_>| matches!(part.is, Is::If(..) | Is::Match(..));
        let simple = |operation: &Operation<'_>| match operation {
            Operation::Map(worker) => {
                let work = worker.work();
                let seen = work.vector && work.choices == 0.0 && !worker.term().any(&chooses);
                seen || worker.weight().is_some()
            }
            Operation::Identity | Operation::Zip | Operation::Consume(_) => true,
            _ => false,
        };
        self.is_one_to_one(chain) && self.operations(chain).all(simple)
    }

    /// True if a chain does nothing but to compute an element from each.
    pub(crate) fn is_one_to_one(&self, chain: ChainId) -> bool {
        let at_root =
            |id: &BindingId| {
                self.nest.root.body.steps.iter().any(
                    |step| matches!(step, Step::Compute(step) | Step::Consume(step) if step == id),
                )
            };
        self.nest
            .cluster
            .iter()
            .filter(|id| self.chain(**id) == chain)
            .all(|id| at_root(id) || self.is_place(*id))
    }

    /// True for the elements of a place that may be a slice.
    fn is_place(&self, id: BindingId) -> bool {
        matches!(self.lowered.operation(id), Operation::Driver(driver) if driver.may_be_slice)
    }

    /// True if nothing in a chain decides which elements there are.
    fn keeps_all(&self, chain: ChainId) -> bool {
        self.operations(chain).all(|operation| {
            matches!(
                operation,
                Operation::Map(_)
                    | Operation::Identity
                    | Operation::Zip
                    | Operation::Enumerate { .. }
                    | Operation::Elementwise(_)
                    | Operation::Range(_)
                    | Operation::Driver(_)
            )
        })
    }

    /// True if a chain stores what a loop over each element gives, as a float.
    pub(crate) fn runs_loops(&self, chain: ChainId) -> bool {
        let floats = || {
            let chain = self.lowered.chain(chain)?;
            Some(element(chain)?.is_float())
        };
        self.is_one_to_one(chain)
            && floats() == Some(true)
            && self.keeps_all(chain)
            && self.workers(chain).any(|worker| worker.term().runs_loops())
    }

    /// True if a chain does one element after another, and is no extremum.
    pub(crate) fn is_sequential(&self, chain: ChainId) -> bool {
        let Some(consumer) = self.consumer(chain) else {
            return false;
        };
        if let Some(scalar) = consumer.adds() {
            scalar.is_float() && !self.adds_in_lanes(chain)
        } else if let Some(fold) = consumer.of::<Fold>() {
            !fold.worker.term().keeps_extrema()
        } else if let Some(reduce) = consumer.of::<Reduce>() {
            extremum::kept_by(&reduce.worker).is_none()
        } else if consumer.is::<Collect>() {
            !self.keeps_all(chain)
        } else {
            consumer.is_sequential()
        }
    }
}

/// Adds the fields that a term names.
fn fields_in(term: &Term<'_>, found: &mut SortedSet<String>) {
    if let Is::Field(_, Member::Named(name)) = &term.is {
        found.insert(name.to_string());
    }
    let parts = term.parts().into_iter();
    parts.for_each(|part| fields_in(part, found));
}
