//! Filters that store, block by block (docs/DESIGN.md section 6, *Filters*).
//!
//! In: a [`Loop`] over a slice. Out: its [`Sieves`], if it has any: filters of which each goes through a
//! block of the elements on its own. It first tests all of them, and then stores what is kept: how much
//! that is decides in which way, and is exactly what must be allocated. What else is done with what is
//! kept then runs over what was just stored. So nothing waits for a branch that nobody can predict, and
//! no test for a sum.
//!
//! A strict float sum over all elements takes longer than to store what is kept beside it: with one in
//! the loop all stays in one body, unless what is stored is cloned, or no number and made.

pub(crate) mod deferred;
use crate::cnf::{BindingId, Lowered, Operation, ValueId};
use crate::loops::{Loop, Nest, Outcome, Scope, Step};
use crate::ops::chain::Access;
use crate::ops::consumer::each::Each;
use crate::ops::consumer::sum::Reduction;
use crate::plan::passes::{Pass, Taking, element, is_slice};
use crate::plan::{Form, Rule, Run};

/// A loop over blocks of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sieves {
    /// In the order of the source.
    pub(crate) sieves: Vec<Sieve>,
    /// What else the loop does with its elements.
    pub(crate) rest: Option<Pass>,
}

/// One filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sieve {
    /// The filter.
    pub(crate) filter: BindingId,
    /// What is computed of each element before it is tested, again for each that is kept.
    pub(crate) before: Vec<BindingId>,
    /// What is computed of each that is kept before it is stored.
    pub(crate) after: Vec<BindingId>,
    /// In which ways the runtime may store it.
    pub(crate) sift: Sift,
    /// The array that is stored.
    pub(crate) stored: ValueId,
    /// What is done with the elements that were stored.
    pub(crate) then: Scope,
    /// How that runs.
    pub(crate) form: Form,
}

/// In which ways a filter may store what it keeps of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sift {
    /// What is stored must be made of no element that is not kept.
    Kept,
    /// No part of the test is jumped over.
    Straight,
    /// Any.
    Any,
}

/// Filters that compact blocks.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if let (true, Some(sieves)) = (plan.is_free(), of(context.lowered, &plan.nest)) {
            plan.run = Run::Compaction(sieves);
        }
    },
};

/// The sieves of a loop, if it has any.
#[must_use]
pub(crate) fn of(lowered: &Lowered<'_>, nest: &Loop) -> Option<Sieves> {
    let finder = Finder { lowered, nest };
    let body = &nest.root.body;
    let [source] = nest.root.sources.as_slice() else {
        return None;
    };
    // The body of a `for` may do anything, and leave the loop.
    let unknown = |id: &BindingId| lowered.consumer_of::<Each>(*id).is_some();
    let waits = |step: &Step| matches!(step, Step::Consume(id) if finder.adds_floats(*id));
    if !is_slice(lowered, source) || body.inner.is_some() || nest.cluster.iter().any(unknown) {
        return None;
    }
    let mut sieves = Vec::new();
    let mut others = Vec::new();
    for step in &body.steps {
        match step {
            Step::Guard(id, inside) => match finder.sieve(source.value, *id, inside) {
                Some(sieve) => sieves.push(sieve),
                None => others.push(step.clone()),
            },
            Step::Compute(_) | Step::Consume(_) => others.push(step.clone()),
        }
    }
    // To clone is a call, around which the sum would wait in memory.
    let calls = |sieve: &Sieve| !sieve.after.iter().all(|id| finder.is_free(*id));
    let sums = body.steps.iter().any(waits) && !sieves.iter().any(calls);
    (!sieves.is_empty() && !sums).then(|| Sieves {
        rest: finder.rest(others),
        sieves,
    })
}

/// A loop without steps that run on their own, and without what only they read.
#[must_use]
pub(crate) fn rest(lowered: &Lowered<'_>, nest: &Loop, steps: Vec<Step>) -> Option<Pass> {
    Finder { lowered, nest }.rest(steps)
}

/// True if an element of which the program computes it may be computed once more, at next to no cost.
#[must_use]
pub(crate) fn is_free(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let visible = match lowered.operation(id) {
        Operation::Map(worker) => {
            worker.judgment.totality.questions().is_some() && worker.is_cheap()
        }
        Operation::Identity => true,
        _ => false,
    };
    visible && !moves(lowered, id)
}

/// True if a binding takes an element by value that is not `Copy`.
#[must_use]
pub(crate) fn moves(lowered: &Lowered<'_>, id: BindingId) -> bool {
    lowered.inputs(id).iter().any(|input| {
        !input.copied
            && !lowered.copies.contains(&input.value)
            && input
                .source
                .is_none_or(|source| source.access == Access::ByValue)
    })
}

struct Finder<'a> {
    lowered: &'a Lowered<'a>,
    nest: &'a Loop,
}

impl Finder<'_> {
    fn operation(&self, id: BindingId) -> &Operation<'_> {
        self.lowered.operation(id)
    }

    fn adds_floats(&self, id: BindingId) -> bool {
        let sum = self.lowered.consumer_of::<Reduction>(id);
        sum.is_some_and(|sum| sum.scalar.is_float())
    }

    /// A filter that can go through a block on its own.
    fn sieve(&self, source: ValueId, filter: BindingId, inside: &Scope) -> Option<Sieve> {
        let Operation::Filter(worker) = self.operation(filter) else {
            return None;
        };
        // Arithmetic of hidden types may be shared with the other filters of the body.
        let straight = worker.judgment.totality.is_simple() && worker.is_cheap();
        if !straight && worker.term().branches() {
            return None;
        }
        let before = self.free(source, filter, &self.nest.root.body.steps)?;
        let sift = if worker.judgment.totality.questions().is_some() && worker.is_cheap() {
            Sift::Straight
        } else {
            Sift::Any
        };
        if inside.inner.is_some() {
            return None;
        }
        let kept = self.output(filter);
        if self.is_stored(kept) {
            let mut then = inside.clone();
            then.stores.retain(|store| *store != kept);
            // What is read back is copied.
            let alone = then.steps.is_empty() && then.stores.is_empty();
            return (alone || self.is_primitive(kept)).then_some(Sieve {
                filter,
                before,
                after: Vec::new(),
                sift,
                stored: kept,
                then,
                form: Form::default(),
            });
        }
        let [stored] = inside.stores.as_slice() else {
            return None;
        };
        let is_primitive = self.is_primitive(*stored);
        let after = inside.steps.iter().map(|step| match step {
            Step::Compute(id) if self.is_free(*id) => Some(*id),
            Step::Compute(id) if !is_primitive && self.is_made(*id) => Some(*id),
            _ => None,
        });
        let after = after.collect::<Option<Vec<_>>>()?;
        Some(Sieve {
            filter,
            before,
            sift: if after.iter().all(|id| self.is_total(*id)) {
                sift
            } else {
                Sift::Kept
            },
            after,
            stored: self.is_stored(*stored).then_some(*stored)?,
            then: Scope::default(),
            form: Form::default(),
        })
    }

    /// What must be computed of an element of the source for a binding to read it, in order, if that
    /// costs next to nothing.
    fn free(&self, source: ValueId, reader: BindingId, steps: &[Step]) -> Option<Vec<BindingId>> {
        let mut needed = Vec::new();
        for input in self.lowered.inputs(reader) {
            if input.value == source {
                continue;
            }
            let id = steps.iter().find_map(|step| match step {
                Step::Compute(id) if self.outputs(*id).contains(&input.value) => Some(*id),
                _ => None,
            })?;
            if !self.is_free(id) {
                return None;
            }
            for before in self.free(source, id, steps)? {
                if !needed.contains(&before) {
                    needed.push(before);
                }
            }
            if !needed.contains(&id) {
                needed.push(id);
            }
        }
        Some(needed)
    }

    /// True if what it makes of an element may be made of no other than those that are kept.
    fn is_made(&self, id: BindingId) -> bool {
        matches!(
            self.operation(id),
            Operation::Elementwise(_) | Operation::Map(_)
        )
    }

    fn is_free(&self, id: BindingId) -> bool {
        is_free(self.lowered, id)
    }

    /// True if an element may be computed that the program does not compute: it visibly cannot panic.
    fn is_total(&self, id: BindingId) -> bool {
        self.is_free(id)
            && match self.operation(id) {
                Operation::Map(worker) => worker.judgment.total,
                _ => true,
            }
    }

    fn outputs(&self, id: BindingId) -> &[ValueId] {
        &self.lowered.program.binding(id).outputs
    }

    fn output(&self, id: BindingId) -> ValueId {
        self.outputs(id)[0]
    }

    fn is_stored(&self, array: ValueId) -> bool {
        let stores = |outcome: &Outcome| matches!(outcome, Outcome::Stored { array: stored, .. } if *stored == array);
        self.nest.outcomes.iter().any(stores)
    }

    fn is_primitive(&self, array: ValueId) -> bool {
        self.lowered.chain_making(array).and_then(element).is_some()
    }

    /// The loop without its sieves, and without what only they read.
    fn rest(&self, steps: Vec<Step>) -> Option<Pass> {
        let body = &self.nest.root.body;
        let mut read = body.stores.clone();
        let mut kept = Vec::new();
        for step in steps.into_iter().rev() {
            if let Step::Compute(id) = step
                && self.is_free(id)
                && !self.outputs(id).iter().any(|value| read.contains(value))
            {
                continue;
            }
            let mut here = Vec::new();
            bindings(&step, &mut here);
            for id in here {
                let inputs = self.lowered.inputs(id);
                read.extend(inputs.iter().map(|input| input.value));
            }
            kept.push(step);
        }
        kept.reverse();
        if kept.is_empty() && body.stores.is_empty() {
            return None;
        }
        let mut cluster = Vec::new();
        kept.iter().for_each(|step| bindings(step, &mut cluster));
        let program = &self.lowered.program;
        let made_here = |value: &ValueId| {
            program
                .producer(*value)
                .is_some_and(|id| cluster.contains(&id))
        };
        let outcomes = self.nest.outcomes.iter().filter(|outcome| match outcome {
            Outcome::Scalar(value) | Outcome::Contracted(value) => made_here(value),
            Outcome::Stored { array, .. } => made_here(array),
        });
        let rest = Loop {
            outcomes: outcomes.cloned().collect(),
            root: Nest {
                sources: self.nest.root.sources.clone(),
                body: Scope {
                    steps: kept,
                    inner: None,
                    stores: body.stores.clone(),
                },
            },
            cluster: cluster.clone(),
        };
        Some(Pass::new(rest, Vec::new(), Taking::OneByOne).filling(&[]))
    }
}

/// The bindings of a step.
fn bindings(step: &Step, found: &mut Vec<BindingId>) {
    match step {
        Step::Compute(id) | Step::Consume(id) => found.push(*id),
        Step::Guard(id, inside) => {
            found.push(*id);
            inside.steps.iter().for_each(|step| bindings(step, found));
        }
    }
}
