//! Parallel loops that run at once.
//!
//! In: the schedule, and the plans of its loops. Out: which of them follow each other with nothing between them but `let`s of what
//! the first one made, so that there is no path from the first to the second.

use super::{Event, Schedule, units};
use crate::cnf::Lowered;
use crate::loops::Loop;
use crate::plan::LoopPlan;
use crate::region::{Kind, Region};

/// The pairs, by the numbers of their loops; no loop is in two of them.
#[must_use]
pub(crate) fn pairs(
    region: &Region,
    lowered: &Lowered<'_>,
    loops: &[LoopPlan],
    schedule: &Schedule,
) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (place, event) in schedule.events.iter().enumerate() {
        let Event::Loop(first) = *event else {
            continue;
        };
        let taken = pairs.iter().any(|(_, second)| *second == first);
        if let (false, true, Some(second)) = (
            taken,
            loops[first].joins,
            next(region, lowered, loops, first, &schedule.events[place + 1..]),
        ) {
            pairs.push((first, second));
        }
    }
    pairs
}

/// The loop that follows another one, if it may run at once with it.
fn next(
    region: &Region,
    lowered: &Lowered<'_>,
    loops: &[LoopPlan],
    first: usize,
    events: &[Event],
) -> Option<usize> {
    let mut bound: Vec<&str> = Vec::new();
    for event in events {
        match *event {
            Event::Statement(index)
                if binds_results(region, lowered, index, &loops[first].nest) =>
            {
                let binds = &region.statements[index].binds;
                bound.extend(binds.iter().map(|bound| bound.name.as_str()));
            }
            Event::Loop(second) => {
                let other = &loops[second];
                let reads = units::names_read(lowered, &other.nest.cluster);
                let apart = !reads.iter().any(|(name, _)| bound.contains(&name.as_str()));
                return (apart && other.joins).then_some(second);
            }
            _ => return None,
        }
    }
    None
}

/// True for a `let` of nothing but what a loop made.
fn binds_results(region: &Region, lowered: &Lowered<'_>, statement: usize, nest: &Loop) -> bool {
    let Kind::Let(binding) = &region.statements[statement].kind else {
        return false;
    };
    let mut holes = binding.value.holes.iter();
    let made = holes.next().is_some()
        && binding.value.holes.iter().all(|hole| {
            let mut chains = lowered.chains();
            let chain = chains.find(|chain| *chain.placeholder == hole.placeholder);
            chain.is_some_and(|chain| chain.bindings.iter().any(|id| nest.cluster.contains(id)))
        });
    binding.value.is_direct() && made
}
