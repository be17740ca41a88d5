//! Filters that test the elements of a block in one body, and store what they keep afterwards.
//!
//! In: a loop that filters and stores. Out: those of its filters that leave a bit for each element. They are filters that no
//! compaction can take, since one side of a `&&` may fail: several of them had better share what they compute. Each as a
//! store that advances or does not, two of them took 1.2 to 2.9 times as long on pairs of `i64` or `f64`, but where all are
//! kept 1.0. Not so of numbers: where most were kept, 0.7 to 0.9.

use crate::cnf::{BindingId, Lowered, Operation};
use crate::loops::{Loop, Scope};
use crate::ops::chain::Worker;
use crate::plan::elements::{apart, goes_in_blocks, waits_for_floats};
use crate::plan::loop_plan::Run;
use crate::plan::rule::Rule;

/// Filters that leave bits.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if plan.is_free()
            && !plan.parallel
            && let Some(filters) = of(context.lowered, &plan.nest)
        {
            plan.run = Run::DeferredCompaction(filters);
        }
    },
};

/// The filters of a loop that leave bits.
#[must_use]
pub(crate) fn of(lowered: &Lowered<'_>, nest: &Loop) -> Option<Vec<BindingId>> {
    let [source] = nest.root.sources.as_slice() else {
        return None;
    };
    let numbers = lowered.inputs(source.reader).iter().any(|input| {
        let array = input.source.filter(|_| input.value == source.value);
        array.is_some_and(|array| array.number.is_some())
    });
    if numbers
        || !goes_in_blocks(lowered, nest)
        || lowered.places.contains(&source.value)
        || waits_for_floats(lowered, &nest.root.body)
    {
        return None;
    }
    let stores = |id, inside: &Scope| stores(lowered, nest, id, inside).then_some(id);
    let (filters, _) = apart(nest, stores);
    // One alone is as fast as a store that advances or does not, or slower: 0.3 to 1.6.
    (filters.len() > 1).then_some(filters)
}

/// True for a filter straight from the source that stores what it keeps and does nothing else with it.
fn stores(lowered: &Lowered<'_>, nest: &Loop, filter: BindingId, inside: &Scope) -> bool {
    let Operation::Filter(worker) = lowered.operation(filter) else {
        return false;
    };
    let kept = lowered.program.binding(filter).outputs[0];
    let [input] = lowered.inputs(filter) else {
        return false;
    };
    input.value == nest.root.sources[0].value
        && inside.inner.is_none()
        && inside.steps.is_empty()
        && inside.stores == [kept]
        && nest.leaves(kept)
        && computes(worker)
}

/// True for operators alone, some of which are jumped over.
fn computes(worker: &Worker) -> bool {
    worker.is_operators() && worker.term().branches()
}
