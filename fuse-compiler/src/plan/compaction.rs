//! Filters that store, block by block (docs/DESIGN.md section 6, *Filters*).
//!
//! In: a [`Loop`] over a slice. Out: its [`Compaction`], if it has any: filters of which each goes through a
//! block of the elements on its own. It first tests all of them, and then stores what is kept: how much
//! that is decides in which way, and is exactly what must be allocated. What else is done with what is
//! kept then runs over what was just stored. So nothing waits for a branch that nobody can predict, and
//! no test for a sum.
//!
//! A strict float sum over all elements takes longer than to store what is kept beside it: with one in
//! the loop all stays in one body, unless what is stored is cloned, or no number and made.

pub(crate) mod deferred;
use crate::cnf::{BindingId, Lowered, Operation, ValueId};
use crate::loops::{Loop, Scope, Step};
use crate::ops::chain::Access;
use crate::plan::elements::{apart, element_of, goes_in_blocks, is_free, waits_for_floats};
use crate::plan::loop_plan::{CompactedFilter, Compaction, Form, Pass, Run, Sift, Taking};
use crate::plan::masks::in_loop;
use crate::plan::rule::Rule;

/// Filters that compact blocks.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if let (true, Some(compaction)) = (plan.is_free(), of(context.lowered, &plan.nest)) {
            plan.run = Run::Compaction(compaction);
        }
    },
};

/// The filters of a loop that do, if it has any.
#[must_use]
pub(crate) fn of(lowered: &Lowered<'_>, nest: &Loop) -> Option<Compaction> {
    let finder = Finder { lowered, nest };
    let [source] = nest.root.sources.as_slice() else {
        return None;
    };
    if !goes_in_blocks(lowered, nest) {
        return None;
    }
    let (filters, others) = apart(nest, |id, inside| finder.filter(source.value, id, inside));
    // To clone is a call, around which the sum would wait in memory.
    let calls = |filter: &CompactedFilter| {
        element_of(lowered, filter.stored).is_none()
            && !filter.after.iter().all(|id| is_free(lowered, *id))
    };
    let sums = waits_for_floats(lowered, &nest.root.body) && !filters.iter().any(calls);
    (!filters.is_empty() && !sums).then(|| {
        let (masked, others) = in_loop::beside(lowered, nest, others);
        Compaction {
            rest: finder.rest(others),
            masked,
            filters,
        }
    })
}

/// A loop without steps that run on their own, and without what only they read.
#[must_use]
pub(crate) fn rest(lowered: &Lowered<'_>, nest: &Loop, steps: Vec<Step>) -> Option<Pass> {
    Finder { lowered, nest }.rest(steps)
}

struct Finder<'a> {
    lowered: &'a Lowered<'a>,
    nest: &'a Loop,
}

impl Finder<'_> {
    fn operation(&self, id: BindingId) -> &Operation<'_> {
        self.lowered.operation(id)
    }

    /// A filter that can go through a block on its own.
    fn filter(
        &self,
        source: ValueId,
        filter: BindingId,
        inside: &Scope,
    ) -> Option<CompactedFilter> {
        let Operation::Filter(worker) = self.operation(filter) else {
            return None;
        };
        // Arithmetic of hidden types may be shared with the other filters of the body.
        let straight = worker.judgment.totality.is_simple() && worker.is_cheap_in_vain();
        if !straight && worker.term().branches() {
            return None;
        }
        let before = self.free(source, filter, &self.nest.root.body.steps)?;
        let sift = if worker.judgment.totality.questions().is_some() && worker.is_cheap_in_vain() {
            Sift::Straight
        } else {
            Sift::Any
        };
        if inside.inner.is_some() {
            return None;
        }
        let kept = self.output(filter);
        if self.nest.leaves(kept) {
            let mut then = inside.clone();
            then.stores.retain(|store| *store != kept);
            // What is read back is copied.
            let alone = then.steps.is_empty() && then.stores.is_empty();
            return (alone || element_of(self.lowered, kept).is_some()).then_some(
                CompactedFilter {
                    filter,
                    before,
                    after: Vec::new(),
                    sift,
                    stored: kept,
                    then,
                    form: Form::default(),
                },
            );
        }
        let [stored] = inside.stores.as_slice() else {
            return None;
        };
        let is_primitive = element_of(self.lowered, *stored).is_some();
        let (steps, then) = self.behind(*stored, inside)?;
        // What is read back is copied.
        if !then.steps.is_empty() && !is_primitive {
            return None;
        }
        let after = steps.iter().map(|step| match step {
            Step::Compute(id) if is_free(self.lowered, *id) => Some(*id),
            Step::Compute(id) if self.is_made(*id) => Some(*id),
            _ => None,
        });
        let after = after.collect::<Option<Vec<_>>>()?;
        Some(CompactedFilter {
            filter,
            before,
            sift: if after.iter().all(|id| self.is_total(*id)) {
                sift
            } else {
                Sift::Kept
            },
            after,
            stored: self.nest.leaves(*stored).then_some(*stored)?,
            then,
            form: Form::default(),
        })
    }

    /// The steps up to the one that makes an element that is stored, and those behind it, if all they read of the loop is that element.
    fn behind<'s>(&self, stored: ValueId, inside: &'s Scope) -> Option<(&'s [Step], Scope)> {
        let makes =
            |step: &Step| matches!(step, Step::Compute(id) if self.outputs(*id).contains(&stored));
        let at = inside.steps.iter().position(makes)? + 1;
        let (steps, then) = inside.steps.split_at(at);
        let (mut made, mut read, mut here) = (vec![stored], Vec::new(), Vec::new());
        for step in then {
            bindings(step, &mut here);
            self.reads(step, &mut read);
        }
        made.extend(here.iter().flat_map(|id| self.outputs(*id)));
        read.iter().all(|value| made.contains(value)).then(|| {
            let then = Scope {
                steps: then.to_vec(),
                ..Scope::default()
            };
            (steps, then)
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
            if !is_free(self.lowered, id) && !self.numbers(id, source, reader) {
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

    /// True for an `enumerate` of the elements of a slice that one filter reads, and nothing else: the place of an element shows its number.
    fn numbers(&self, id: BindingId, source: ValueId, reader: BindingId) -> bool {
        let [input] = self.lowered.inputs(id) else {
            return false;
        };
        // Elements without a size are all at one place.
        let lent = input
            .source
            .is_some_and(|source| source.access == Access::ByReference && source.number.is_some());
        matches!(self.operation(id), Operation::Enumerate { restarts: false })
            && lent
            && !input.copied
            && input.value == source
            && !self.lowered.places.contains(&source)
            && self.lowered.program.readers(self.output(id)) == [reader]
    }

    /// True if what it makes of an element may be made of no other than those that are kept.
    fn is_made(&self, id: BindingId) -> bool {
        matches!(
            self.operation(id),
            Operation::Elementwise(_) | Operation::Map(_)
        )
    }

    /// True if an element may be computed that the program does not compute: it visibly cannot panic.
    fn is_total(&self, id: BindingId) -> bool {
        is_free(self.lowered, id)
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

    /// Adds what a step reads.
    fn reads(&self, step: &Step, read: &mut Vec<ValueId>) {
        let mut here = Vec::new();
        bindings(step, &mut here);
        for id in here {
            let inputs = self.lowered.inputs(id);
            read.extend(inputs.iter().map(|input| input.value));
        }
    }

    /// The loop without such filters, and without what only they read.
    fn rest(&self, steps: Vec<Step>) -> Option<Pass> {
        let body = &self.nest.root.body;
        let mut read = body.stores.clone();
        let mut kept = Vec::new();
        // What nobody reads at all is computed for what it may do: it may panic.
        let mut in_loop = Vec::new();
        body.steps
            .iter()
            .for_each(|step| self.reads(step, &mut in_loop));
        for step in steps.into_iter().rev() {
            if let Step::Compute(id) = step
                && (is_free(self.lowered, id)
                    || matches!(self.operation(id), Operation::Enumerate { .. }))
                && self.outputs(id).iter().any(|value| in_loop.contains(value))
                && !self.outputs(id).iter().any(|value| read.contains(value))
            {
                continue;
            }
            self.reads(&step, &mut read);
            kept.push(step);
        }
        kept.reverse();
        if kept.is_empty() && body.stores.is_empty() {
            return None;
        }
        let mut cluster = Vec::new();
        kept.iter().for_each(|step| bindings(step, &mut cluster));
        let rest = self.nest.part(&self.lowered.program, cluster, kept);
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
