//! What must hold of every plan. Where it does not, the region stays as it was written.
//!
//! In: a plan. Out: what is wrong with it.

use super::loop_plan::{LoopPlan, Passes, Run, Sift};
use crate::cnf::{BindingId, Combinator, Program, ValueId};
use crate::loops::{Loop, Outcome, Scope, Step};
use crate::sorted::sort;

/// Checks that each result is written once, that passes read what those before them have made, and that only what `is_total` runs
/// for elements that the program would not have given it. Of two plans of a loop, each is to be checked on its own.
///
/// # Errors
/// In words, where one of them does not hold.
pub fn verify(
    program: &Program<'_>,
    plan: &LoopPlan,
    is_total: &dyn Fn(BindingId) -> bool,
) -> Result<(), String> {
    let check = Check { program, plan };
    let results = results(&plan.nest).collect::<Vec<_>>();
    let written = check.written();
    for value in &results {
        let times = written.iter().filter(|written| *written == value).count();
        // What is contracted may be computed by each of its readers.
        if times != 1 && !plan.nest.outcomes.contains(&Outcome::Contracted(*value)) {
            return Err(format!("`{}` is written {times} times", check.name(*value)));
        }
    }
    if let Run::Passes(passes) = &plan.run {
        check.passes(passes)?;
    }
    if let Some(few) = &plan.few {
        check.passes(few)?;
        let of_passes = few.passes.iter().flat_map(|pass| &pass.nest.outcomes);
        let made = of_passes.map(Outcome::value).collect::<Vec<_>>();
        if !plan.is_free() || !results.iter().all(|value| made.contains(value)) {
            return Err("few elements leave something behind that is not there".to_owned());
        }
    }
    if !plan
        .accumulators
        .keys()
        .all(|value| results.contains(value))
    {
        return Err("an accumulator is no result of the loop".to_owned());
    }
    check.speculates_on(is_total)
}

/// What a loop leaves behind.
fn results(nest: &Loop) -> impl Iterator<Item = ValueId> {
    nest.outcomes.iter().map(Outcome::value)
}

struct Check<'p> {
    program: &'p Program<'p>,
    plan: &'p LoopPlan,
}

impl Check<'_> {
    fn name(&self, value: ValueId) -> &str {
        &self.program.value(value).name
    }

    fn outputs<'i>(&self, ids: impl IntoIterator<Item = &'i BindingId>) -> Vec<ValueId> {
        let outputs = ids.into_iter();
        let outputs = outputs.flat_map(|id| &self.program.binding(*id).outputs);
        outputs.copied().collect()
    }

    /// What the parts of a plan leave behind.
    fn written(&self) -> Vec<ValueId> {
        let inside = |scope: &Scope, filter: BindingId| {
            let mut ids = vec![filter];
            bindings(scope, &mut ids);
            ids
        };
        let mut written: Vec<ValueId> = Vec::new();
        let mut rest = None;
        match &self.plan.run {
            Run::Passes(passes) => {
                let made = passes.passes.iter().flat_map(|pass| results(&pass.nest));
                written.extend(made);
                written.extend(self.outputs(&passes.searches));
            }
            Run::Compaction(compaction) => {
                for filter in &compaction.filters {
                    let mut made = self.outputs(&inside(&filter.then, filter.filter));
                    made.extend(self.outputs(&filter.after));
                    made.push(filter.stored);
                    sort(&mut made);
                    made.dedup();
                    written.extend(made);
                }
                for filter in &compaction.masked {
                    written.extend(self.outputs(&inside(&filter.inside, filter.filter)));
                }
                rest = compaction.rest.as_ref();
            }
            Run::Masks(masks) => {
                for filter in &masks.filters {
                    written.extend(self.outputs(&inside(&filter.inside, filter.filter)));
                }
                rest = masks.rest.as_ref();
            }
            Run::Pulled(pulled) => {
                written.extend(results(&pulled.others.nest));
                written.push(pulled.result);
            }
            _ => written.extend(results(&self.plan.nest)),
        }
        written.extend(rest.iter().flat_map(|rest| results(&rest.nest)));
        written
    }

    /// Each pass reads what drives it, what it makes itself, and what an earlier one has made of which a block is there.
    fn passes(&self, passes: &Passes) -> Result<(), String> {
        let mut made: Vec<ValueId> = Vec::new();
        let mut before: Vec<ValueId> = Vec::new();
        for pass in &passes.passes {
            for array in &pass.reads {
                let name = self.name(*array);
                if !made.contains(array) {
                    return Err(format!("a pass reads `{name}` before one has made it"));
                }
                let stored = Outcome::Stored {
                    array: *array,
                    exact: true,
                };
                let here = passes.kept.contains(array) || self.plan.nest.outcomes.contains(&stored);
                if !here {
                    return Err(format!("nothing holds the elements of `{name}`"));
                }
            }
            let own = self.outputs(&pass.nest.cluster);
            let sources = pass.nest.root.sources.iter();
            let there: Vec<_> = sources.map(|source| source.value).collect();
            for id in &pass.nest.cluster {
                let binding = self.program.binding(*id);
                let known = |value: &ValueId| {
                    own.contains(value)
                        || pass.reads.contains(value)
                        || self.is_current(*value, &before, &there)
                };
                let inner = binding.inner();
                let streamed = binding.inputs.iter().map(|input| input.value);
                let mut streamed = streamed.filter(|value| Some(*value) != inner);
                if let Some(missing) = streamed.find(|value| !known(value)) {
                    let name = self.name(missing);
                    return Err(format!("a pass has no element of `{name}`"));
                }
            }
            made.extend(results(&pass.nest));
            before.extend(own);
        }
        Ok(())
    }

    /// True for an array that drives a pass, or a version of one, if that is what those before have left in it.
    fn is_current(&self, array: ValueId, before: &[ValueId], sources: &[ValueId]) -> bool {
        let mut updates = self.program.updates.iter();
        let changed = updates.any(|of| of.before == array && before.contains(&of.after));
        let first = self
            .program
            .first_version(array, &|after| before.contains(&after));
        sources.contains(&first) && !changed
    }

    /// Filters without a branch guard nothing but what is total, and folds; nor is more made of what is not kept.
    fn speculates_on(&self, is_total: &dyn Fn(BindingId) -> bool) -> Result<(), String> {
        let fails = |filter: BindingId| {
            let label = self.program.label(filter);
            Err(format!("what `{label}` keeps might fail for others"))
        };
        for body in self.plan.bodies() {
            let mut guards = Vec::new();
            guards_of(body.scope, &mut guards);
            for (filter, inside) in guards {
                if body.form.branch_free.contains(&filter) && !self.may_run(inside, is_total) {
                    return fails(filter);
                }
            }
        }
        if let Run::Compaction(compaction) = &self.plan.run {
            let speculate = |sift| sift != Sift::Kept;
            let mut filters = compaction.filters.iter();
            let wrong = filters.find(|filter| {
                speculate(filter.sift) && !filter.after.iter().all(|id| is_total(*id))
            });
            if let Some(wrong) = wrong {
                return fails(wrong.filter);
            }
        }
        Ok(())
    }
}

impl Check<'_> {
    /// True if all steps of a scope may run for other elements.
    fn may_run(&self, scope: &Scope, is_total: &dyn Fn(BindingId) -> bool) -> bool {
        scope.steps.iter().all(|step| match step {
            Step::Compute(id) => {
                self.program.binding(*id).combinator() == Combinator::Map && is_total(*id)
            }
            Step::Consume(_) => true,
            Step::Guard(id, below) => is_total(*id) && self.may_run(below, is_total),
        })
    }
}

fn guards_of<'s>(scope: &'s Scope, found: &mut Vec<(BindingId, &'s Scope)>) {
    for step in &scope.steps {
        if let Step::Guard(id, inside) = step {
            found.push((*id, inside));
            guards_of(inside, found);
        }
    }
    if let Some(inner) = &scope.inner {
        guards_of(&inner.nest.body, found);
    }
}

fn bindings(scope: &Scope, found: &mut Vec<BindingId>) {
    for step in &scope.steps {
        let (Step::Compute(id) | Step::Consume(id) | Step::Guard(id, _)) = step;
        found.push(*id);
        if let Step::Guard(_, inside) = step {
            bindings(inside, found);
        }
    }
}
