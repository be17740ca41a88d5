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
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::inferred::{Inferred, Makes};
use crate::ops::consumer::sum::Reduction;
use crate::plan::elements::{adds_floats, element_of, moves, takes_numbers};
use crate::plan::extremum;
use crate::plan::loop_plan::{Accumulation, Accumulations};
use crate::plan::rule::Rule;
use crate::rust::patterns;
use crate::rust::spelling::{spelling, times};
use crate::rust::term::Is;
use crate::rust::totality::{Ask, Question};
use crate::rust::ty::Scalar;
use crate::sorted::SortedSet;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Expr, PatIdent, UnOp};

/// Filters without a branch.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let nest = plan.nest.clone();
        let accumulators = plan.accumulators.clone();
        let finder = Finder {
            lowered: context.lowered,
            nest: &nest,
            accumulators: &accumulators,
        };
        let strings = plan.strings.arrays.clone();
        plan.decide(|body, form| {
            let mut found = SortedSet::new();
            finder.scope(body.scope, &mut found);
            // A text is stored as what it stands for, which is to be made of no other.
            found.retain(|id| !strings.contains(&finder.output(*id)));
            form.branch_free = found;
        });
    },
};

// Note [Sums without a branch]
// What is not kept adds -0.0, which changes no float, or 0: an element waits for one addition. In a branch LLVM adds and chooses
// between two sums, which waits longer. Measured on doubles, plain over fused with the branch and without it: two filtered sums at
// 16 elements 1.1 and 2.5, one beside a count 1.1 and 1.6; one beside a maximum, of which one in a hundred is kept, from 64 on 1.5 and 2.1.
// A branch that is hardly ever taken wins nowhere. Of fields of structs, integers at 1 K, 16 K and 300 K: two sums 0.58 0.64 0.16 and
// 1.0 1.0 1.0, a sum beside a count 0.68 0.72 0.21 and 0.96 1.09 1.08.

// Note [Extrema of 64 bits]
// The baseline of x86-64 compares no integers of 64 bits in vectors, AVX2 does. Measured on the largest `i64` that a mask keeps beside a sum,
// ns an element at 16 K, with a jump and without one: 0.70 and 0.70, with AVX2 0.70 and 0.22. Of fields of structs, which no vector
// loads, with a jump that is foreseen 0.4 to 0.7, without one 0.7 to 0.9.

/// The widest integers that every machine compares several of at once.
const IN_VECTORS: u32 = 32;

struct Finder<'a> {
    lowered: &'a Lowered<'a>,
    nest: &'a Loop,
    accumulators: &'a Accumulations,
}

/// True if what a filter of a loop guards needs no branch, whatever its extrema are.
pub(crate) fn needs_no_branch(
    lowered: &Lowered<'_>,
    nest: &Loop,
    filter: BindingId,
    inside: &Scope,
) -> bool {
    let accumulators = &Accumulations::new();
    let finder = Finder {
        lowered,
        nest,
        accumulators,
    };
    finder.is_branch_free(filter, inside)
}

impl Finder<'_> {
    fn scope(&self, scope: &Scope, found: &mut SortedSet<BindingId>) {
        for step in &scope.steps {
            let Step::Guard(id, inside) = step else {
                continue;
            };
            if matches!(self.lowered.operation(*id), Operation::Filter(_))
                && self.is_branch_free(*id, inside)
            {
                found.insert(*id);
            } else {
                self.scope(inside, found);
            }
        }
        if let Some(inner) = &scope.inner {
            self.scope(&inner.nest.body, found);
        }
    }

    /// True if what a filter guards needs no branch.
    fn is_branch_free(&self, filter: BindingId, inside: &Scope) -> bool {
        let stored = |store: &ValueId| self.nest.leaves(*store) || self.is_counted_alone(*store);
        let free = |step: &Step| match step {
            Step::Compute(id) => self.may_run_for_all(*id, filter),
            Step::Consume(id) => self.may_take_all(*id),
            Step::Guard(id, below) => self.is_free_below(*id, filter, below),
        };
        // Rustc is asked of what is added up alone: what is stored had better be compacted.
        let asks =
            |step: &Step| matches!(step, Step::Compute(id) if !asked(self.lowered, *id).is_empty());
        let counted = |store: &ValueId| self.is_counted_alone(*store);
        let adds = inside.stores.iter().all(counted) || !inside.steps.iter().any(asks);
        adds && inside.inner.is_none()
            && inside.stores.iter().all(stored)
            && inside.steps.iter().all(free)
    }

    /// True if what another filter guards needs no branch either. Rustc may be asked of what that filter is given, and of nothing behind it.
    /// Measured on two counts behind two filters of fields each, plain over fused at 1 K and 256 K, with a jump 1.3 and 0.2 to 0.34, without
    /// one 1.24 and 1.23.
    fn is_free_below(&self, filter: BindingId, above: BindingId, below: &Scope) -> bool {
        match self.lowered.operation(filter) {
            Operation::Filter(test) => {
                let kept = self.lowered.inputs(filter)[0].value == self.output(above);
                let asked = || {
                    let questions = test.judgment.totality.questions();
                    questions.is_some_and(|asked| looks_at_parameter(test, asked))
                };
                let total = test.judgment.total || kept && asked();
                total && test.is_cheap_in_vain() && self.takes_all_in(below)
            }
            _ => false,
        }
    }

    /// True if all that is done with elements may be done with what is not kept, and nobody is asked.
    fn takes_all_in(&self, scope: &Scope) -> bool {
        let free = |worker: &Worker| worker.judgment.total && worker.is_cheap_in_vain();
        let taken = |step: &Step| match step {
            Step::Compute(id) => {
                matches!(self.lowered.operation(*id), Operation::Map(worker) if free(worker))
                    && asked(self.lowered, *id).is_empty()
                    && !moves(self.lowered, *id)
            }
            Step::Consume(id) => self.may_take_all(*id),
            Step::Guard(id, below) => {
                matches!(self.lowered.operation(*id), Operation::Filter(test) if free(test))
                    && self.takes_all_in(below)
            }
        };
        scope.inner.is_none()
            && scope.stores.is_empty()
            && !scope.steps.is_empty()
            && scope.steps.iter().all(taken)
    }

    /// True if a map may run on an element that is not kept. Rustc may be asked of what the filter is given, and of nothing else.
    fn may_run_for_all(&self, id: BindingId, filter: BindingId) -> bool {
        match self.lowered.operation(id) {
            Operation::Map(worker) => {
                let kept = self.lowered.inputs(id)[0].value == self.output(filter);
                let total = worker.judgment.total || kept && may_be_total(self.lowered, id);
                total && worker.is_cheap_in_vain() && !moves(self.lowered, id)
            }
            _ => false,
        }
    }

    /// True if a consumer can be given what changes nothing in the place of an element that is not kept. See Note [Sums without a branch].
    fn may_take_all(&self, id: BindingId) -> bool {
        if self.lowered.consumer_of::<Reduction>(id).is_some() {
            return self.takes_numbers(id);
        }
        if let Some(fold) = self.lowered.consumer_of::<Fold>(id) {
            return self.waits() && keeps_field(self.lowered, id, fold);
        }
        if self.accumulators.get(&self.output(id)) == Some(&Accumulation::Seeded) {
            return chooses_between_integers(self.lowered, id);
        }
        let inferred = self.lowered.consumer_of::<Inferred>(id);
        self.lowered.consumer_of::<Count>(id).is_some()
            || inferred.is_some_and(|inferred| inferred.makes == Makes::Sum)
    }

    /// True if floats are added up one after the other anyway.
    fn waits(&self) -> bool {
        let mut cluster = self.nest.cluster.iter();
        cluster.any(|id| adds_floats(self.lowered, *id))
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
                        is_arithmetic(worker) || worker.judgment.gives.is_some() || is_field(worker)
                    }
                    Operation::Filter(_) => {
                        let filtered = self.lowered.inputs(id)[0];
                        self.is_made_number(filtered)
                            || filtered.source.is_some_and(|source| {
                                let by_reference = source.access == Access::ByReference;
                                source.number.is_some() && (filtered.copied || by_reference)
                            })
                    }
                    _ => false,
                })
            }
        }
    }

    /// True if a worker makes a number of each element that flows in.
    fn is_made_number(&self, input: Input<'_>) -> bool {
        let producer = self.lowered.program.producer(input.value);
        let made = producer.filter(|_| input.source.is_none() && !input.copied);
        made.is_some_and(|id| matches!(self.lowered.operation(id), Operation::Map(worker) if worker.judgment.gives.is_some()))
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

    fn output(&self, id: BindingId) -> ValueId {
        self.lowered.program.binding(id).outputs[0]
    }
}

/// True for an extremum of floats by `f64::min` and its like over something else than arrays of numbers: NaN, which it passes over, is
/// compared in the place of what is not kept. Measured on the nearest of units beside three counts and a sum of integers, plain over fused at
/// 1 K and 256 K elements, with a jump: 2.5 1.8 where 5 % are kept, 2.1 1.1 at 50 %, 1.8 1.2 at 95 %; without 1.1 1.5, 1.5 5.0, 1.9 3.8. It
/// waits for one comparison an element, so it does where something waits for an addition.
fn keeps_field(lowered: &Lowered<'_>, id: BindingId, fold: &Fold) -> bool {
    let by_function = matches!(&fold.worker.expr, Expr::Path(_)) && !fold.worker.local;
    let float = fold.scalar.is_some_and(Scalar::is_float);
    by_function
        && float
        && extremum::by_comparison(fold, &TokenStream::new()).is_some()
        && !starts_at_numbers(lowered, id)
}

/// True for an extremum of integers that chooses the worst of all in the place of what is not kept. See Note [Extrema of 64 bits].
pub(crate) fn chooses_between_integers(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let whole = extremum::of_integers(lowered, id);
    let scalar = whole.and_then(|whole| Scalar::of(&whole.integer));
    scalar.is_some_and(|scalar| scalar.bits() <= IN_VECTORS || lowered.setting.wide)
}

/// True if the chain of a binding starts at an array of numbers, of which LLVM tests several at once.
pub(crate) fn starts_at_numbers(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let chain = lowered.chain_of(id);
    chain.is_some_and(|chain| chain.bindings.iter().any(|id| takes_numbers(lowered, *id)))
}

/// True for a map that is total if rustc knows the types of what it looks at: parts of its element, which has a name.
fn may_be_total(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let Operation::Map(worker) = lowered.operation(id) else {
        return false;
    };
    worker.judgment.totality.questions().is_some()
        && looks_at_parameter(worker, &asked(lowered, id))
}

/// True for questions that mention the parameter of a closure, which is a name: it is bound for them, and rustc warns of what is unused.
fn looks_at_parameter(worker: &Worker, asked: &[Question]) -> bool {
    let Expr::Closure(closure) = &worker.expr else {
        return false;
    };
    let looks = |name: &PatIdent| {
        let mut places = asked
            .iter()
            .map(|question| question.place.to_token_stream());
        places.any(|place| times(&spelling(&name.ident), place) > 0)
    };
    let name = closure.inputs.first().and_then(patterns::single_name);
    name.is_some_and(looks)
}

/// What rustc is asked before a map runs for an element that its filter does not keep.
#[must_use]
pub(crate) fn asked(lowered: &Lowered<'_>, id: BindingId) -> Vec<Question> {
    let Operation::Map(worker) = lowered.operation(id) else {
        return Vec::new();
    };
    let mut asked = worker
        .judgment
        .totality
        .questions()
        .unwrap_or_default()
        .to_vec();
    // What is added up must be the number, and no reference to one.
    let output = lowered.program.binding(id).outputs[0];
    let mut readers = lowered.program.readers(output).into_iter();
    if readers.any(|reader| lowered.consumer_of::<Reduction>(reader).is_some())
        && is_field(worker)
        && worker.judgment.gives.is_none()
        && let Is::Closure(.., body) = &worker.term().is
    {
        asked.push(Question {
            ask: Ask::Number,
            place: body.expr.clone(),
        });
    }
    asked
}

/// True if what reaches a consumer is a field, of which rustc is asked whether it is the number.
#[must_use]
pub(crate) fn takes_field(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let input = lowered.inputs(id)[0];
    let producer = lowered.program.producer(input.value);
    producer.is_some_and(|id| match lowered.operation(id) {
        Operation::Map(worker) => is_field(worker) && worker.judgment.gives.is_none(),
        _ => false,
    })
}

/// True for a worker that gives a field.
fn is_field(worker: &Worker) -> bool {
    matches!(&worker.term().is, Is::Closure(.., body) if matches!(body.is, Is::Field(..)) && body.is_place())
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
