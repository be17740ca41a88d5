//! Which arrays of a loop are made in memory, and which are contracted (paper 001, fig. 1.11).
//!
//! In: the lowered program, a cluster, an array that it makes. Out: its [`Fate`].

use super::build::Fate;
use crate::cnf::{BindingId, Lowered, Program, ValueId};

/// An array is stored if anything outside of its loop needs it.
pub(crate) fn fate(lowered: &Lowered<'_>, cluster: &[BindingId], array: ValueId) -> Fate {
    let length_alone = |reader: BindingId, array| lowered.needs_length_alone(reader, array);
    if lowered.pushed.contains(&array) {
        let nobody = |_: BindingId, _: ValueId| false;
        return Fate::Pushed(is_needed_after(&lowered.program, cluster, array, &nobody));
    }
    if is_needed_after(&lowered.program, cluster, array, &length_alone) {
        Fate::Stored
    } else if !lowered.is_counted(array)
        && (lowered.is_plain_to_all(array)
            || (lowered.is_plain(array) && lowered.is_emptied(cluster, array)))
    {
        Fate::Contracted
    } else if lowered.program.in_parallel(cluster) {
        // What a range keeps would be dropped with the range.
        match lowered.is_plain(array) && !lowered.is_counted(array) {
            true => Fate::Contracted,
            false => Fate::Stored,
        }
    } else {
        Fate::Deferred
    }
}

/// Whether an array must be in memory after the loop that makes it: something needs it that is not
/// in the loop, or all of it at once. `length_alone` tells who needs no more than its length.
pub fn is_needed_after(
    program: &Program,
    cluster: &[BindingId],
    array: ValueId,
    length_alone: &dyn Fn(BindingId, ValueId) -> bool,
) -> bool {
    let streams = |reader: &BindingId| {
        let binding = program.binding(*reader);
        !binding.worker.mentions.contains(&array) && binding.inner() != Some(array)
    };
    let inside = |reader: &BindingId| cluster.contains(reader) && streams(reader);
    let contracts = |reader: &BindingId| inside(reader) || length_alone(*reader, array);
    program.results.contains(&array) || !program.readers(array).iter().all(contracts)
}
