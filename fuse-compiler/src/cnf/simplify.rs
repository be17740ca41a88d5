//! Dead bindings (paper 003, the shrinking step): a chain whose result nobody reads.
//!
//! In: a [`Lowered`] program. Out: the same without its dead chains, which are remembered so that
//! their statements can be emitted where they are type-checked but never run. A chain is dropped
//! only if its workers are visibly total, it borrows its sources, and nobody could watch its
//! result being dropped.

use super::{BindingId, Lowered, Operation, SizeFact};
use crate::ops::chain::Source;

/// Drops the dead chains of a program.
pub(crate) fn drop_dead(lowered: &mut Lowered<'_>) {
    // What only a dead chain reads stays: the dead one is still compiled, and names it.
    lowered.dead = (0..lowered.chains.len())
        .map(|index| is_dead(lowered, index))
        .collect();
    if lowered.dead.iter().any(|dead| *dead) {
        remove(lowered);
    }
}

fn is_dead(lowered: &Lowered<'_>, index: usize) -> bool {
    let Some(chain) = &lowered.chains[index] else {
        return false;
    };
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
                lowered.operations[id.index()],
                Operation::Clone | Operation::Range(_) | Operation::Cross(_)
            )
        });
    // What the region binds may vanish into a loop, or be assigned later, and the dead chain still
    // names it.
    let from_outside = chain.bindings.iter().all(|id| {
        program.binding(*id).combinator.reads().iter().all(|value| {
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

fn remove(lowered: &mut Lowered<'_>) {
    let dead = |lowered: &Lowered<'_>, id: BindingId| {
        lowered.dead[lowered.program.binding(id).chain.index()]
    };
    let kept = lowered
        .program
        .binding_ids()
        .filter(|id| !dead(lowered, *id))
        .collect::<Vec<_>>();
    let renumbered = |id: BindingId| kept.binary_search(&id).ok().map(BindingId);
    lowered.program.bindings = kept
        .iter()
        .map(|id| lowered.program.bindings[id.index()].clone())
        .collect();
    lowered.operations = kept
        .iter()
        .map(|id| lowered.operations[id.index()].clone())
        .collect();
    lowered.inputs = kept
        .iter()
        .map(|id| lowered.inputs[id.index()].clone())
        .collect();
    lowered.statement_of = kept
        .iter()
        .map(|id| lowered.statement_of[id.index()])
        .collect();
    lowered.program.precedences = lowered
        .program
        .precedences
        .iter()
        .filter_map(|precedence| {
            let before = renumbered(precedence.before)?;
            let after = renumbered(precedence.after)?;
            Some(super::Precedence {
                before,
                after,
                reason: precedence.reason,
            })
        })
        .collect();
    let facts = std::mem::take(&mut lowered.program.facts);
    let facts = facts
        .into_iter()
        .filter_map(|fact| moved(fact, &renumbered));
    lowered.program.facts = facts.collect();
    for crossing in &mut lowered.program.crossings {
        // A wall is never dropped.
        if let Some(wall) = renumbered(crossing.wall) {
            crossing.wall = wall;
        }
    }
    for (index, chain) in lowered.chains.iter_mut().enumerate() {
        let Some(lowered_chain) = chain else { continue };
        if lowered.dead[index] {
            lowered.dead_statements.push(lowered_chain.statement);
            *chain = None;
        } else {
            lowered_chain.bindings = lowered_chain
                .bindings
                .iter()
                .filter_map(|id| renumbered(*id))
                .collect();
        }
    }
}

/// A fact under the new numbers of the walls it stands below.
fn moved(fact: SizeFact, renumbered: &impl Fn(BindingId) -> Option<BindingId>) -> Option<SizeFact> {
    Some(match fact {
        SizeFact::Below(wall, inner) => {
            SizeFact::Below(renumbered(wall)?, Box::new(moved(*inner, renumbered)?))
        }
        other => other,
    })
}

#[cfg(test)]
mod tests;
