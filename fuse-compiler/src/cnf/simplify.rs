//! Dead bindings (paper 003, the shrinking step): a chain whose result nobody reads.
//!
//! In: a [`Lowered`] program. Out: the same without its dead chains, which are remembered so that
//! their statements can be emitted where they are type-checked but never run. A chain is dropped
//! only if its workers are visibly total, it borrows its sources, and nobody could watch its
//! result being dropped.

use super::lower::lower_without;
use super::{Lowered, LoweredChain, Operation};
use crate::ops::chain::Source;
use crate::region::Region;
use crate::rust::bound::Bound;

/// Lowers the region of a program again without its dead chains, if it has any.
pub(crate) fn without_dead<'a>(
    lowered: Lowered<'a>,
    region: &'a Region,
    parameters: &[Bound],
) -> Lowered<'a> {
    // What only a dead chain reads stays: the dead one is still compiled, and names it.
    let dead = lowered.chains().filter(|chain| is_dead(&lowered, chain));
    let dead = dead.map(|chain| chain.statement).collect::<Vec<_>>();
    if dead.is_empty() {
        return lowered;
    }
    lower_without(dead, lowered.setting, region, parameters)
}

fn is_dead(lowered: &Lowered<'_>, chain: &LoweredChain<'_>) -> bool {
    let program = &lowered.program;
    let read = program.results.contains(&chain.result) || !program.readers(chain.result).is_empty();
    let droppable = chain.chain.consumer.is_droppable();
    let total = chain
        .chain
        .workers()
        .iter()
        .all(|worker| worker.judgment.total && !worker.drops)
        && chain.bindings.iter().all(|id| {
            !matches!(
                lowered.operation(*id),
                Operation::Elementwise(_) | Operation::Range(_) | Operation::Cross(_)
            )
        });
    // What the region binds may vanish into a loop, or be assigned later, and the dead chain still
    // names it.
    let from_outside = chain.bindings.iter().all(|id| {
        program.binding(*id).reads().iter().all(|value| {
            program
                .producer(*value)
                .is_none_or(|producer| chain.bindings.contains(&producer))
        })
    });
    let borrows = chain.chain.emptied().is_empty()
        && chain
            .chain
            .stream
            .sources()
            .iter()
            .all(|source| matches!(source, Source::Array(_)));
    let solitary = chain.chain.solitary().is_some();
    chain.direct && !solitary && !read && from_outside && droppable && total && borrows
}

#[cfg(test)]
mod tests;
