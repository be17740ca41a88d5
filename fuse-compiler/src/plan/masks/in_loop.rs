//! Such filters among the chains of one loop.
//!
//! In: a loop over slices. Out: its filters that go through each block of the elements on their own, in masks, and what else
//! the loop does. Measured on two filtered sums and a count, one million, against one body with branches: see `kept.rs`.
//!
//! A strict sum over all elements takes longer than what a filter beside it adds: with one in the loop all stays in one body.

use super::{asks_for_place, least, starts_with_float, straight};
use crate::cnf::{BindingId, Lowered, Operation};
use crate::loops::{Driver, Loop, Outcome, Scope, Step};
use crate::ops::consumer::extremum::Extremum;
use crate::ops::consumer::fold::Fold;
use crate::plan::branch_free::needs_no_branch;
use crate::plan::compaction;
use crate::plan::elements::{apart, goes_in_blocks, is_free, takes_numbers};
use crate::plan::loop_plan::{Form, MaskedFilter, Masks, Run};
use crate::plan::rule::Rule;
use crate::rust::term::Term;
use crate::rust::ty::Scalar;

/// Filters that make masks.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if plan.is_free()
            && !plan.parallel
            && let Some(masks) = of(context.lowered, &plan.nest)
        {
            plan.run = Run::Masks(masks);
        }
    },
};

/// The filters of a loop that had better make masks.
#[must_use]
pub(crate) fn of(lowered: &Lowered<'_>, nest: &Loop) -> Option<Masks> {
    let leaves_numbers = |outcome: &Outcome| match outcome {
        Outcome::Scalar(_) => true,
        Outcome::Contracted(array) => !nest.stores(*array),
        Outcome::Stored { .. } | Outcome::Pushed { .. } => false,
    };
    if !goes_in_blocks(lowered, nest) || !nest.outcomes.iter().all(leaves_numbers) {
        return None;
    }
    let finder = Finder { lowered, nest };
    let (filters, others) = apart(nest, |id, inside| finder.filter(id, inside));
    let (filters, comparisons): (Vec<_>, Vec<_>) = filters.into_iter().unzip();
    let waits = others.iter().any(|step| finder.waits(step));
    let in_one_body = filters.iter().all(|masked| finder.is_of_fields(masked));
    (!in_one_body && !waits).then(|| Masks {
        rest: compaction::rest(lowered, nest, others),
        filters,
        least: least(comparisons.into_iter().max().unwrap_or_default()),
    })
}

// Note [Masks of fields]
// A field is tested alone, so a mask is made bit by bit, and what is kept is fetched once more. A sum to which -0.0 is added for what is
// not kept waits for one addition an element, and all else is done meanwhile. Measured on structs, ns an element, a filtered sum beside
// three counts and a smallest: in masks 0.9, 1.15 and 1.45 where 2 %, 50 % and 95 % are kept, in one body 0.92 everywhere; two
// filtered sums of products and a count 1.04 to 1.4, and 1.04.

// Note [Masks beside what is stored]
// A filter that stores compacts blocks. One beside it whose elements are added up in order would be a branch for each element in the
// pass of all else, which then is not done on several elements at once either. Measured on doubles of which a tenth is kept (one
// filter stores, one adds, a map is stored), plain over fused with the branch and in masks, at 64, 1,000 and 16,000 elements: 0.78
// 0.68 0.65 and 2.5 4.1 3.1.

/// Those filters among the steps of a loop over blocks that make masks, beside others that compact; and all other steps.
#[must_use]
pub(crate) fn beside(
    lowered: &Lowered<'_>,
    nest: &Loop,
    steps: Vec<Step>,
) -> (Vec<MaskedFilter>, Vec<Step>) {
    let finder = Finder { lowered, nest };
    let (mut masked, mut others) = (Vec::new(), Vec::new());
    for step in &steps {
        let found = match step {
            Step::Guard(id, inside) => finder.filter(*id, inside),
            Step::Compute(_) | Step::Consume(_) => None,
        };
        match found {
            Some((filter, comparisons)) if least(comparisons) == least(1) => masked.push(filter),
            _ => others.push(step.clone()),
        }
    }
    if others.iter().any(|step| finder.waits(step)) {
        return (Vec::new(), steps);
    }
    (masked, others)
}

struct Finder<'a> {
    lowered: &'a Lowered<'a>,
    nest: &'a Loop,
}

impl Finder<'_> {
    /// A filter whose elements are added up, as floats, or folded.
    fn filter(&self, filter: BindingId, inside: &Scope) -> Option<(MaskedFilter, usize)> {
        let Operation::Filter(test) = self.lowered.operation(filter) else {
            return None;
        };
        let comparisons = straight(test)?;
        if self.is_counted(filter) && asks_for_place(test) {
            return None;
        }
        let mut masked = MaskedFilter {
            filter,
            sources: Vec::new(),
            before: Vec::new(),
            inside: inside.clone(),
            form: Form::default(),
            results: Vec::new(),
            unless_most: false,
        };
        let adds = self.adds(inside, &mut masked)?;
        self.reads(filter, &mut masked)?;
        adds.then_some((masked, comparisons))
    }

    /// True if a test of something else than numbers guards sums that need no branch. See Note [Masks of fields].
    fn is_of_fields(&self, masked: &MaskedFilter) -> bool {
        let of_numbers = |driver: &Driver| takes_numbers(self.lowered, driver.reader);
        !masked.sources.iter().any(of_numbers)
            && needs_no_branch(self.lowered, self.nest, masked.filter, &masked.inside)
    }

    /// True for a filter of what `enumerate` gives.
    fn is_counted(&self, filter: BindingId) -> bool {
        let input = self.lowered.inputs(filter)[0].value;
        let producer = self.lowered.program.producer(input);
        producer.is_some_and(|id| matches!(self.lowered.operation(id), Operation::Enumerate { .. }))
    }

    /// Whether floats are added up in a scope, and what else is consumed there; `None` if more is done than that.
    fn adds(&self, scope: &Scope, masked: &mut MaskedFilter) -> Option<bool> {
        if scope.inner.is_some() || !scope.stores.is_empty() {
            return None;
        }
        let mut adds = false;
        for step in &scope.steps {
            let id = match step {
                Step::Compute(id) | Step::Consume(id) => *id,
                Step::Guard(id, inside) => {
                    adds |= self.adds(inside, masked)?;
                    *id
                }
            };
            match self.lowered.operation(id) {
                Operation::Map(_)
                | Operation::Identity
                | Operation::Elementwise(_)
                | Operation::Zip
                | Operation::Filter(_)
                | Operation::FilterMap(_) => {}
                Operation::Consume(consumer) => {
                    if let Some(scalar) = consumer.adds() {
                        adds |= scalar.is_float();
                    } else {
                        let fold = consumer.of::<Fold>()?;
                        if fold.worker.term().keeps_extremum() {
                            return None;
                        }
                        adds |= starts_with_float(&Term::of(&fold.initial));
                        masked.unless_most = true;
                    }
                    masked
                        .results
                        .extend(&self.lowered.program.binding(id).outputs);
                }
                _ => return None,
            }
            self.reads(id, masked)?;
        }
        Some(adds)
    }

    /// Notes what a binding reads of what stands around the filter.
    fn reads(&self, reader: BindingId, masked: &mut MaskedFilter) -> Option<()> {
        for input in self.lowered.inputs(reader) {
            let mut sources = self.nest.root.sources.iter();
            if let Some(source) = sources.find(|source| source.value == input.value) {
                if !masked.sources.contains(source) {
                    masked.sources.push(*source);
                }
                continue;
            }
            let makes = |step: &&Step| match step {
                Step::Compute(id) => {
                    let outputs = &self.lowered.program.binding(*id).outputs;
                    outputs.contains(&input.value)
                }
                Step::Guard(..) | Step::Consume(_) => false,
            };
            let Some(Step::Compute(id)) = self.nest.root.body.steps.iter().find(makes) else {
                // It is made below the filter.
                continue;
            };
            let zips = matches!(self.lowered.operation(*id), Operation::Zip);
            if !zips && !is_free(self.lowered, *id) {
                return None;
            }
            self.reads(*id, masked)?;
            if !masked.before.contains(id) {
                masked.before.push(*id);
            }
        }
        Some(())
    }

    /// True if a step does something one element after another, of every element.
    fn waits(&self, step: &Step) -> bool {
        match step {
            Step::Compute(id) => !matches!(
                self.lowered.operation(*id),
                Operation::Map(_)
                    | Operation::Identity
                    | Operation::Zip
                    | Operation::Elementwise(_)
            ),
            Step::Consume(id) => self.lowered.consumer(*id).is_none_or(|consumer| {
                let extremum = consumer.of::<Extremum>();
                let waits = consumer.adds().is_none_or(Scalar::is_float);
                waits && !extremum.is_some_and(Extremum::is_plain)
            }),
            Step::Guard(_, inside) => {
                inside.inner.is_some() || inside.steps.iter().any(|step| self.waits(step))
            }
        }
    }
}
