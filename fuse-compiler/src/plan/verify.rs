//! What must hold of every plan. Where it does not, the region stays as it was written.
//!
//! In: a plan. Out: what is wrong with it.

use super::{Dispatch, LoopPlan, Run};
use crate::cnf::{BindingId, Lowered, Operation, ValueId};
use crate::loops::{Loop, Outcome, Scope, Step};

/// Checks that each result is written once, that passes read what those before them have made, and that only what is total runs for
/// elements that the program would not have given it.
///
/// # Errors
/// In words, where one of them does not hold.
pub(crate) fn verify(lowered: &Lowered<'_>, plan: &LoopPlan<'_>) -> Result<(), String> {
    if let Run::Dispatch(dispatch) = &plan.run {
        let Dispatch {
            seen,
            slices,
            otherwise,
            ..
        } = &**dispatch;
        verify(&seen.lowered, slices)?;
        return verify(lowered, otherwise);
    }
    let results = results(&plan.nest);
    let written = written(lowered, plan);
    // What is contracted may be computed by each of its readers.
    let contracted = |value: &&ValueId| {
        let contracted = Outcome::Contracted(**value);
        plan.nest.outcomes.contains(&contracted)
    };
    for value in results.iter().filter(|value| !contracted(value)) {
        let times = written.iter().filter(|written| *written == value).count();
        if times != 1 {
            let name = &lowered.program.value(*value).name;
            return Err(format!("`{name}` is written {times} times"));
        }
    }
    if let Run::Passes(passes) = &plan.run {
        let mut made = Vec::new();
        for pass in &passes.passes {
            if let Some(early) = pass.reads.iter().find(|array| !made.contains(*array)) {
                let name = &lowered.program.value(*early).name;
                return Err(format!("a pass reads `{name}` before one has made it"));
            }
            made.extend(self::results(&pass.nest));
        }
    }
    let known = |value: &ValueId| results.contains(value);
    if !plan.accumulators.keys().all(known) {
        return Err("an accumulator is no result of the loop".to_owned());
    }
    speculates_on_total(lowered, plan)
}

/// What a loop leaves behind.
fn results(nest: &Loop) -> Vec<ValueId> {
    let results = nest.outcomes.iter().map(|outcome| match outcome {
        Outcome::Scalar(value) | Outcome::Contracted(value) => *value,
        Outcome::Stored { array, .. } => *array,
    });
    results.collect()
}

/// What the parts of a plan leave behind.
fn written(lowered: &Lowered<'_>, plan: &LoopPlan<'_>) -> Vec<ValueId> {
    let of = |scope: &Scope| {
        let mut ids = Vec::new();
        bindings(scope, &mut ids);
        let outputs = ids
            .iter()
            .flat_map(|id| &lowered.program.binding(*id).outputs);
        outputs.copied().collect::<Vec<_>>()
    };
    match &plan.run {
        Run::Passes(passes) => {
            let searches = passes.searches.iter();
            let answers = searches.flat_map(|id| &lowered.program.binding(*id).outputs);
            let made = passes.passes.iter().flat_map(|pass| results(&pass.nest));
            made.chain(answers.copied()).collect()
        }
        Run::Compaction(sieves) => {
            let filtered = sieves.sieves.iter().flat_map(|sieve| {
                let mut made = of(&sieve.then);
                made.push(sieve.stored);
                made.extend(&lowered.program.binding(sieve.filter).outputs);
                made.extend(
                    sieve
                        .after
                        .iter()
                        .map(|id| lowered.program.binding(*id).outputs[0]),
                );
                made.sort_unstable();
                made.dedup();
                made
            });
            let rest = sieves.rest.iter().flat_map(|rest| results(&rest.nest));
            filtered.chain(rest).collect()
        }
        Run::Masks(words) => {
            let filtered = words.guards.iter().flat_map(|guard| {
                let mut made = of(&guard.inside);
                made.extend(&lowered.program.binding(guard.filter).outputs);
                made
            });
            let rest = words.rest.iter().flat_map(|rest| results(&rest.nest));
            filtered.chain(rest).collect()
        }
        _ => results(&plan.nest),
    }
}

/// Filters without a branch guard maps that are total, and no other filters.
fn speculates_on_total(lowered: &Lowered<'_>, plan: &LoopPlan<'_>) -> Result<(), String> {
    for body in plan.bodies() {
        let mut guards = Vec::new();
        guards_of(body.scope, &mut guards);
        for (filter, inside) in guards {
            let total = |step: &Step| match step {
                Step::Compute(id) => matches!(lowered.operation(*id), Operation::Map(worker)
                    if worker.judgment.total),
                Step::Consume(_) => true,
                Step::Guard(..) => false,
            };
            if body.form.branch_free.contains(&filter) && !inside.steps.iter().all(total) {
                let label = lowered.program.label(filter);
                return Err(format!("what `{label}` keeps might fail for others"));
            }
        }
    }
    Ok(())
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
        match step {
            Step::Compute(id) | Step::Consume(id) => found.push(*id),
            Step::Guard(id, inside) => {
                found.push(*id);
                bindings(inside, found);
            }
        }
    }
}
