//! Random plans of filters: compacted by the block, by masks, or after the loop.
//!
//! In: a planner. Out: how the filters of its loop run, where some of them can run so.

use super::Planner;
use fuse_compiler::internals::cnf::{BindingId, Combinator, ValueId};
use fuse_compiler::internals::loops::{Scope, Step};
use fuse_compiler::internals::plan::{
    CompactedFilter, Compaction, Form, LoopPlan, MaskedFilter, Masks, Run, Sift,
};

impl Planner<'_> {
    pub(super) fn compaction(&mut self, plan: &mut LoopPlan) {
        if self.scans() || self.nest.nests() {
            return;
        }
        let (mut filters, mut others) = (Vec::new(), Vec::new());
        for step in &self.nest.root.body.steps {
            match step {
                Step::Guard(id, inside) if self.random.below(4) > 0 => {
                    match self.compacted(*id, inside) {
                        Some(filter) => filters.push(filter),
                        None => others.push(step.clone()),
                    }
                }
                _ => others.push(step.clone()),
            }
        }
        if !filters.is_empty() {
            let (masked, others) = self.masked(others);
            let rest = self.rest(others);
            plan.run = Run::Compaction(Compaction {
                filters,
                masked,
                rest,
            });
        }
    }

    fn compacted(&mut self, filter: BindingId, inside: &Scope) -> Option<CompactedFilter> {
        if inside.inner.is_some() {
            return None;
        }
        let kept = self.outputs(filter)[0];
        let (before, _) = self.before(filter);
        let mut compacted = CompactedFilter {
            filter,
            before,
            after: Vec::new(),
            sift: [Sift::Kept, Sift::Straight, Sift::Any][self.random.below(3)],
            stored: kept,
            then: inside.clone(),
            form: Form::default(),
        };
        if inside.stores.contains(&kept) && self.nest.leaves(kept) {
            compacted.then.stores.retain(|array| *array != kept);
            return Some(compacted);
        }
        let [stored] = inside.stores.as_slice() else {
            return None;
        };
        let makes =
            |step: &Step| matches!(step, Step::Compute(id) if self.outputs(*id).contains(stored));
        let at = inside.steps.iter().position(makes)? + 1;
        let (steps, then) = inside.steps.split_at(at);
        for step in steps {
            let Step::Compute(id) = step else {
                return None;
            };
            compacted.after.push(*id);
        }
        let (mut here, mut made) = (Vec::new(), vec![*stored]);
        then.iter().for_each(|step| bindings(step, &mut here));
        made.extend(here.iter().flat_map(|id| self.outputs(*id)).copied());
        let program = &self.written.program;
        let mut read = here.iter().flat_map(|id| &program.binding(*id).inputs);
        if !read.all(|input| made.contains(&input.value)) {
            return None;
        }
        if !compacted.after.iter().all(|id| self.is_total(*id)) {
            compacted.sift = Sift::Kept;
        }
        compacted.stored = *stored;
        compacted.then = Scope {
            steps: then.to_vec(),
            ..Scope::default()
        };
        self.nest.leaves(*stored).then_some(compacted)
    }

    pub(super) fn masks(&mut self, plan: &mut LoopPlan) {
        if self.scans() || self.nest.nests() {
            return;
        }
        let steps = self.nest.root.body.steps.clone();
        let (filters, others) = self.masked(steps);
        if !filters.is_empty() {
            let (rest, least) = (self.rest(others), self.random.below(5));
            plan.run = Run::Masks(Masks {
                filters,
                rest,
                least,
            });
        }
    }

    /// Filters among some steps that make masks, and the other steps.
    fn masked(&mut self, steps: Vec<Step>) -> (Vec<MaskedFilter>, Vec<Step>) {
        let (mut filters, mut others) = (Vec::new(), Vec::new());
        for step in &steps {
            match step {
                Step::Guard(id, inside) if adds(inside) => {
                    let (before, sources) = self.before(*id);
                    let mut ids = Vec::new();
                    bindings(step, &mut ids);
                    let consumed = ids.iter().filter(|id| {
                        self.written.program.binding(**id).combinator() == Combinator::Fold
                    });
                    let results = consumed.flat_map(|id| self.outputs(*id)).copied();
                    // All that is read inside is read for the test, or made there.
                    let own: Vec<ValueId> = ids
                        .iter()
                        .flat_map(|id| self.outputs(*id))
                        .copied()
                        .collect();
                    let known = |value: &ValueId| {
                        own.contains(value)
                            || sources.iter().any(|source| source.value == *value)
                            || before.iter().any(|id| self.outputs(*id).contains(value))
                    };
                    let reads: Vec<ValueId> =
                        ids.iter().flat_map(|id| self.streamed(*id)).collect();
                    if !reads.iter().all(known) {
                        others.push(step.clone());
                        continue;
                    }
                    filters.push(MaskedFilter {
                        filter: *id,
                        results: results.collect(),
                        sources,
                        before,
                        inside: inside.clone(),
                        form: Form::default(),
                        unless_most: false,
                    });
                }
                _ => others.push(step.clone()),
            }
        }
        (filters, others)
    }

    pub(super) fn deferred(&mut self, plan: &mut LoopPlan) {
        let sources = &self.nest.root.sources;
        let stores = |step: &Step| match step {
            Step::Guard(id, inside) => {
                let kept = self.outputs(*id)[0];
                let straight = sources
                    .iter()
                    .any(|source| self.streamed(*id) == [source.value]);
                let only = inside.steps.is_empty() && inside.inner.is_none();
                (straight && only && inside.stores == [kept] && self.nest.leaves(kept))
                    .then_some(*id)
            }
            _ => None,
        };
        let filters: Vec<_> = self
            .nest
            .root
            .body
            .steps
            .iter()
            .filter_map(stores)
            .collect();
        if !filters.is_empty() {
            plan.run = Run::DeferredCompaction(filters);
        }
    }
}

/// True if a scope computes and consumes, and does nothing else.
fn adds(scope: &Scope) -> bool {
    scope.inner.is_none()
        && scope.stores.is_empty()
        && scope.steps.iter().all(|step| match step {
            Step::Guard(_, inside) => adds(inside),
            Step::Compute(_) | Step::Consume(_) => true,
        })
}

pub(super) fn bindings(step: &Step, found: &mut Vec<BindingId>) {
    let (Step::Compute(id) | Step::Consume(id) | Step::Guard(id, _)) = step;
    found.push(*id);
    if let Step::Guard(_, inside) = step {
        inside.steps.iter().for_each(|step| bindings(step, found));
    }
}
