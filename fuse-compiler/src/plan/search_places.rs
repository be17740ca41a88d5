//! Searches in loops that are no place for them.
//!
//! In: a loop. Out: its searches, if it neither adds floats strictly nor goes in blocks: they stay alone.

use super::over_slices::{OverSlices, elements};
use super::passes;
use super::searches::{adds_strictly, are_all, in_loop};
use crate::cnf::{BindingId, Lowered};
use crate::loops::{Loop, Step};

/// The searches of a loop that is no place for them: they stay alone. One that is pulled has no second plan for places that are slices.
#[must_use]
pub(crate) fn misplaced(lowered: &Lowered<'_>, nest: &Loop, pulled: bool) -> Vec<BindingId> {
    let searches = nest.cluster.iter().copied();
    let searches = searches
        .filter(|id| in_loop(lowered, *id).is_some())
        .collect::<Vec<_>>();
    let mut steps = nest.root.body.steps.iter();
    let goes_in_blocks = |lowered: &Lowered<'_>, nest: &Loop| {
        // What the loop makes is in no block of an array.
        let in_memory = searches.iter().all(|id| {
            let mut inputs = lowered.inputs(*id).iter();
            let source = |value| nest.root.sources.iter().any(|source| source.value == value);
            inputs.all(|input| source(input.value))
        });
        in_memory && passes::of(lowered, nest).is_some_and(|(passes, _)| !passes.is_whole())
    };
    let in_blocks = || {
        if pulled {
            return goes_in_blocks(lowered, nest);
        }
        let only = std::slice::from_ref(nest);
        let elements = elements(only);
        match OverSlices::of(lowered, only, &elements).get(nest) {
            Some((lowered, over)) => goes_in_blocks(lowered, &over.nest),
            None => goes_in_blocks(lowered, nest),
        }
    };
    let sums = |step: &Step| matches!(step, Step::Consume(id) if adds_strictly(lowered, *id));
    if searches.is_empty() || are_all(lowered, nest) || steps.any(sums) && in_blocks() {
        return Vec::new();
    }
    searches
}
