//! Random plans of arrays: written over one that nobody reads any more, or strings that are made late.
//!
//! In: a planner. Out: what its loop does with the memory of its arrays.

use super::Planner;
use fuse_compiler::internals::cnf::{BindingId, Combinator, ValueId};
use fuse_compiler::internals::loops::{Driver, Outcome, Step};
use fuse_compiler::internals::plan::{By, LazyStrings, LoopPlan, Reused, Run};

impl Planner<'_> {
    /// An array written over one that nobody reads any more.
    pub(super) fn takes_over(&mut self, plan: &mut LoopPlan) {
        let program = &self.written.program;
        let root = &self.nest.root;
        let made = self.nest.outcomes.iter().find_map(|outcome| match outcome {
            Outcome::Stored { array, exact: true } if root.body.stores.contains(array) => {
                Some(*array)
            }
            _ => None,
        });
        let free = |source: &Driver| {
            let array = source.value;
            let readers = program.readers(array);
            let drives = program.binding(source.reader).combinator() != Combinator::Generate;
            let inside = |id: &BindingId| {
                let binding = program.binding(*id);
                self.nest.cluster.contains(id)
                    && binding.inner() != Some(array)
                    && !binding.worker.mentions.contains(&array)
            };
            let asked = self.written.lengths.iter().any(|(_, of)| *of == array);
            let version = program
                .updates
                .iter()
                .any(|u| u.before == array || u.after == array);
            drives
                && !program.parameters.contains(&array)
                && !program.results.contains(&array)
                && !asked
                && !version
                && readers.iter().all(inside)
        };
        let source = root.sources.iter().find(|source| free(source));
        let (Some(made), Some(source)) = (made, source) else {
            return;
        };
        // Both are as long as the loop runs.
        if root.sources.len() > 1 {
            return;
        }
        if self.random.below(2) == 0 {
            plan.run = Run::CollectInPlace(made);
        } else {
            plan.overwrites.push(Reused {
                array: source.value,
                by: By::Array(made),
            });
        }
    }

    /// Strings that are made late: what makes them is followed to whatever takes them.
    pub(super) fn strings(&mut self, plan: &mut LoopPlan) {
        let one_by_one = matches!(plan.run, Run::Body | Run::DeferredCompaction(_));
        if !one_by_one
            || !plan.overwrites.is_empty()
            || self.nest.root.body.inner.is_some()
            || self.random.below(3) > 0
        {
            return;
        }
        for step in &self.nest.root.body.steps {
            let Step::Compute(id) = step else {
                continue;
            };
            let is_map = self.written.program.binding(*id).combinator() == Combinator::Map;
            let mut strings = LazyStrings::default();
            if is_map && self.follow(self.outputs(*id)[0], &mut strings) {
                strings.makers.insert(*id);
                plan.strings = strings;
                return;
            }
        }
    }

    fn follow(&self, array: ValueId, strings: &mut LazyStrings) -> bool {
        let changed = self
            .written
            .program
            .updates
            .iter()
            .any(|u| u.before == array);
        strings.arrays.insert(array);
        let inside = |id: &&BindingId| self.nest.cluster.contains(id);
        let readers = self.written.program.readers(array);
        !changed
            && readers.iter().filter(inside).all(|id| {
                match self.written.program.binding(*id).combinator() {
                    Combinator::Filter => self.follow(self.outputs(*id)[0], strings),
                    Combinator::Map | Combinator::Fold if self.streamed(*id) == [array] => {
                        strings.takers.insert(*id);
                        true
                    }
                    _ => false,
                }
            })
    }
}
