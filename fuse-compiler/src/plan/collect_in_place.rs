//! Loops over an array that is given away, which make another of as many elements.
//!
//! In: a loop. Out: the array that one `collect` makes of an iterator that is given the body. std writes each element where the one
//! was that it is made of, if both are of one size, and asks for no memory; so it does where the chain is left as it is written.
//! Measured on structs of 16 bytes with a count, against two passes, 16 to 16,000 elements: 0.42 to 0.57 with memory of its own.

use crate::cnf::ValueId;
use crate::loops::Outcome;
use crate::ops::chain::Access;
use crate::ops::consumer::collect::Collect;
use crate::plan::loop_plan::{LoopPlan, Run};
use crate::plan::rule::{Context, Rule};

/// Arrays that are made in the memory of the one that they are made of.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if let (true, Some(array)) = (plan.is_free() && !plan.parallel, of(context, plan)) {
            plan.run = Run::CollectInPlace(array);
        }
    },
};

/// The one array of as many elements that a loop makes of one that it empties.
fn of(context: &Context<'_, '_>, plan: &LoopPlan) -> Option<ValueId> {
    let (lowered, nest) = (context.lowered, &plan.nest);
    let [source] = nest.root.sources.as_slice() else {
        return None;
    };
    let inputs = lowered.inputs(source.reader);
    let mut read = inputs.iter().filter(|input| input.value == source.value);
    let given_away = read.next().is_some_and(|input| {
        let by_value = |access| access == Access::ByValue;
        input.range.is_none() && input.source.is_some_and(|source| by_value(source.access))
    });
    let mut exact = nest.outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Stored { array, exact: true } => Some(*array),
        _ => None,
    });
    let array = exact.next()?;
    let hashed = lowered.collected(array).is_some_and(Collect::is_hashed);
    let fits = given_away
        && exact.next().is_none()
        && nest.root.body.stores.contains(&array)
        && !nest.nests()
        && !context.lowered.has_bodies(&nest.cluster)
        && !hashed
        && !plan.strings.arrays.contains(&array)
        && !context.given_up.contains(&array)
        && plan.overwrites.is_empty();
    fits.then_some(array)
}
