//! How one body of a loop runs, and what its consumers add to.

use super::passes::{Part, Pass};
use super::{LoopPlan, Run};
use crate::cnf::{BindingId, ValueId};
use crate::loops::{Loop, Scope};
use crate::sorted::{SortedMap, SortedSet};

/// How a body runs for each element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Form {
    /// Filters without a branch: what they guard runs for every element, with an effect that depends on the test.
    pub(crate) branch_free: SortedSet<BindingId>,
    /// Who goes on to the next element.
    pub(crate) iteration: Iteration,
}

/// Who goes on to the next element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Iteration {
    /// A `for` loop.
    #[default]
    External,
    /// The iterator, which is given the body.
    Internal {
        /// True if all sources visibly are iterators.
        made: bool,
    },
}

/// How a consumer takes an element, if not in its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Accumulation {
    /// Into one of several lanes, which are put together at the end.
    Lanes,
    /// Into a narrow sum of the block.
    Narrow(Part),
    /// Into the extremum of the integers of the block.
    OfBlock,
    /// Into an extremum of integers that starts from the worst of them.
    Seeded,
    /// By one comparison for each float, where that is right.
    OneComparison,
}

/// The accumulators of a loop that are none of std's.
pub(crate) type Accumulations = SortedMap<ValueId, Accumulation>;

/// A body with what surrounds it.
pub(crate) struct Body<'p> {
    /// The loop that it is all of, if it is.
    pub(crate) nest: Option<&'p Loop>,
    /// What runs.
    pub(crate) scope: &'p Scope,
    /// True if a float is added up around it, in its order.
    pub(crate) strict: bool,
    /// How.
    pub(crate) form: &'p Form,
}

impl LoopPlan<'_> {
    /// All bodies of a loop but those of its two plans.
    pub(crate) fn bodies(&self) -> Vec<Body<'_>> {
        fn of_pass(pass: &Pass) -> Body<'_> {
            Body::of(&pass.nest, &pass.form)
        }
        let whole = Body::of(&self.nest, &self.form);
        let part = |scope, strict, form| Body {
            nest: None,
            scope,
            strict,
            form,
        };
        match &self.run {
            Run::Passes(passes) => passes.passes.iter().map(of_pass).collect(),
            Run::Compaction(sieves) => {
                let sifted = sieves.sieves.iter();
                let then = sifted.map(|sieve| part(&sieve.then, false, &sieve.form));
                sieves.rest.iter().map(of_pass).chain(then).collect()
            }
            Run::Masks(words) => {
                let guards = words.guards.iter();
                let guards = guards.map(|guard| part(&guard.inside, true, &guard.form));
                let rest = words.rest.iter().map(of_pass);
                std::iter::once(whole).chain(rest).chain(guards).collect()
            }
            Run::Body | Run::DeferredCompaction(_) | Run::CollectInPlace(_) => vec![whole],
            Run::Dispatch(_) => Vec::new(),
        }
    }

    /// Decides of each body how it runs.
    pub(crate) fn decide(&mut self, mut how: impl FnMut(&Body<'_>, &mut Form)) {
        let mut forms = Vec::new();
        for body in self.bodies() {
            let mut form = body.form.clone();
            how(&body, &mut form);
            forms.push(form);
        }
        let whole = std::iter::once(&mut self.form);
        let places: Vec<&mut Form> = match &mut self.run {
            Run::Passes(passes) => passes
                .passes
                .iter_mut()
                .map(|pass| &mut pass.form)
                .collect(),
            Run::Compaction(sieves) => {
                let rest = sieves.rest.iter_mut().map(|pass| &mut pass.form);
                let then = sieves.sieves.iter_mut().map(|sieve| &mut sieve.form);
                rest.chain(then).collect()
            }
            Run::Masks(words) => {
                let rest = words.rest.iter_mut().map(|pass| &mut pass.form);
                let guards = words.guards.iter_mut().map(|guard| &mut guard.form);
                whole.chain(rest).chain(guards).collect()
            }
            Run::Body | Run::DeferredCompaction(_) | Run::CollectInPlace(_) => whole.collect(),
            Run::Dispatch(_) => Vec::new(),
        };
        for (place, form) in places.into_iter().zip(forms) {
            *place = form;
        }
    }
}

impl<'p> Body<'p> {
    fn of(nest: &'p Loop, form: &'p Form) -> Body<'p> {
        Body {
            nest: Some(nest),
            scope: &nest.root.body,
            strict: false,
            form,
        }
    }
}
