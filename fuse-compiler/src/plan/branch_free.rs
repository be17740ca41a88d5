//! Filters without a branch (docs/DESIGN.md section 6, *Filters* and *Sums*).
//!
//! In: the bodies of a loop. Out: their filters of which all that they guard may run for every element, with the effect
//! alone depending on the test: a store that advances or does not, a sum to which the element or
//! the operation's identity is added. That costs no branch to be mispredicted, and lets the rest of
//! the loop be vectorised. What runs for elements that are not kept must be cheap and visibly total.

use crate::cnf::{BindingId, Input, Lowered, Operation, ValueId};
use crate::loops::{Loop, Scope, Step};
use crate::ops::chain::Access;
use crate::ops::chain::Worker;
use crate::ops::consumer::count::Count;
use crate::ops::consumer::sum::Reduction;
use crate::plan::elements::{element_of, moves, waits_for_floats};
use crate::plan::rule::Rule;
use crate::rust::term::Is;
use crate::rust::ty::Scalar;
use crate::sorted::SortedSet;
use syn::UnOp;

/// Filters without a branch.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let nest = plan.nest.clone();
        let finder = Finder {
            lowered: context.lowered,
            nest: &nest,
        };
        let strings = plan.strings.arrays.clone();
        plan.decide(|body, form| {
            let mut found = SortedSet::new();
            finder.scope(body.scope, body.strict, &mut found);
            // A text is stored as what it stands for, which is to be made of no other.
            found.retain(|id| !strings.contains(&finder.output(*id)));
            form.branch_free = found;
        });
    },
};

struct Finder<'a> {
    lowered: &'a Lowered<'a>,
    nest: &'a Loop,
}

impl Finder<'_> {
    /// `strict` is true if a float is added up strictly around the scope: its latency bounds the loop, so that
    /// another strict sum beside it is free.
    fn scope(&self, scope: &Scope, strict: bool, found: &mut SortedSet<BindingId>) {
        let strict = strict || waits_for_floats(self.lowered, scope);
        for step in &scope.steps {
            let Step::Guard(id, inside) = step else {
                continue;
            };
            if matches!(self.lowered.operation(*id), Operation::Filter(_))
                && self.is_branch_free(inside, strict)
            {
                found.insert(*id);
            } else {
                // Which half an element belongs to decides more than a test.
                let half = matches!(self.lowered.operation(*id), Operation::Half { .. });
                self.scope(inside, strict && !half, found);
            }
        }
        if let Some(inner) = &scope.inner {
            self.scope(&inner.nest.body, false, found);
        }
    }

    /// True if what a filter guards needs no branch.
    fn is_branch_free(&self, inside: &Scope, strict: bool) -> bool {
        let stored = |store: &ValueId| self.nest.leaves(*store) || self.is_counted_alone(*store);
        let free = |step: &Step| match step {
            Step::Compute(id) => self.may_run_for_all(*id),
            Step::Consume(id) => self.may_take_all(*id, strict),
            Step::Guard(..) => false,
        };
        inside.inner.is_none() && inside.stores.iter().all(stored) && inside.steps.iter().all(free)
    }

    /// True if a map may run on an element that is not kept.
    fn may_run_for_all(&self, id: BindingId) -> bool {
        match self.lowered.operation(id) {
            Operation::Map(worker) => {
                worker.judgment.total && worker.is_cheap() && !moves(self.lowered, id)
            }
            _ => false,
        }
    }

    /// True if a consumer can be given what changes nothing in the place of an element that is not kept.
    fn may_take_all(&self, id: BindingId, strict: bool) -> bool {
        match self.reduction(id) {
            // A strict sum alone would wait for its own latency on elements that a branch skips.
            Some(reduction) => (strict || !is_float(reduction)) && self.takes_numbers(id),
            None => self.lowered.consumer_of::<Count>(id).is_some(),
        }
    }

    /// True if the element of a reduction is visibly the number itself and no reference to it.
    fn takes_numbers(&self, id: BindingId) -> bool {
        let input = self.lowered.inputs(id)[0];
        match input.source {
            Some(source) => {
                // Of what is copied out of the local, emission would show but its name.
                let copied = source.access == Access::ByReference && input.copied;
                let moved = source.access == Access::ByValue && !input.copied;
                self.is_local(input)
                    && !(copied || moved)
                    && element_of(self.lowered, input.value).is_some_and(Scalar::is_number)
            }
            None => {
                let producer = self.lowered.program.producer(input.value);
                producer.is_some_and(|id| match self.lowered.operation(id) {
                    Operation::Map(worker) => {
                        is_arithmetic(worker) || worker.judgment.gives.is_some()
                    }
                    Operation::Filter(_) => {
                        let filtered = self.lowered.inputs(id)[0];
                        filtered.source.is_some_and(|source| {
                            let by_reference = source.access == Access::ByReference;
                            source.number.is_some() && (filtered.copied || by_reference)
                        })
                    }
                    _ => false,
                })
            }
        }
    }

    /// True if an array is read in the loop that makes it, and as it is made.
    fn is_local(&self, input: Input<'_>) -> bool {
        let made = |value| {
            let producer = self.lowered.program.producer(value);
            producer.is_some_and(|id| self.nest.cluster.contains(&id))
        };
        made(input.value) && self.lowered.program.updated(input.value).is_none()
    }

    /// True if nothing of a contracted array is left but its length.
    fn is_counted_alone(&self, array: ValueId) -> bool {
        self.lowered.is_plain_to_all(array) && self.lowered.is_counted(array)
    }

    fn reduction(&self, id: BindingId) -> Option<&Reduction> {
        self.lowered.consumer_of(id)
    }

    fn output(&self, id: BindingId) -> ValueId {
        self.lowered.program.binding(id).outputs[0]
    }
}

fn is_float(reduction: &Reduction) -> bool {
    reduction.scalar.is_float()
}

/// True if the worker's body is visibly the result of arithmetic, and so no reference.
fn is_arithmetic(worker: &Worker) -> bool {
    match worker.term().is {
        Is::Closure(.., body) => matches!(
            body.is,
            Is::Binary(..) | Is::Cast(..) | Is::Unary(UnOp::Neg(_), _)
        ),
        _ => false,
    }
}
