//! What the schedule needs to know of statements and loops.
//!
//! In: a region, its lowered program, its fused loops. Out: a [`Slot`] for each statement and the
//! names that each loop reads.

use crate::cnf::{BindingId, Lowered, Operation, Reason};
use crate::graph::{Apart, Graph};
use crate::loops::{Loop, Outcome};
use crate::region::{Kind, Region};
use crate::rust::spelling::spelling;
use crate::schedule::{FusedLoop, Schedule, Slot, Unplaced, schedule};
use crate::sorted::SortedSet;

/// The order of loops and statements, and the loops in it. Those that have no place are left out: their chains are to be kept apart.
pub(crate) fn place(
    region: &Region,
    lowered: &Lowered<'_>,
    graph: &Graph,
    mut loops: Vec<Loop>,
) -> (Schedule, Vec<Loop>, Vec<Apart>) {
    let mut apart = Vec::new();
    // Each round has a loop less.
    loop {
        let slots = of(region, lowered, &loops);
        let fused = |nest: &Loop| FusedLoop {
            bindings: nest.cluster.clone(),
            reads: names_read(lowered, &nest.cluster),
        };
        let fused = loops.iter().map(fused).collect::<Vec<_>>();
        match schedule(&slots, &fused, graph, &lowered.statements()) {
            Ok(schedule) => return (schedule, loops, apart),
            Err(Unplaced { fused, .. }) if fused < loops.len() => {
                let cluster = loops.remove(fused).cluster;
                apart.extend(Apart::all(&lowered.program, &cluster, Reason::Placement));
            }
            // Without a fused loop the source order itself is the schedule.
            Err(_) => {
                let as_written = Schedule::as_written(region.statements.len());
                return (as_written, Vec::new(), apart);
            }
        }
    }
}

/// A slot for each statement.
#[must_use]
fn of(region: &Region, lowered: &Lowered<'_>, loops: &[Loop]) -> Vec<Slot> {
    let fused = |id: &BindingId| loops.iter().any(|nest| nest.cluster.contains(id));
    let contracted = |value| {
        loops
            .iter()
            .any(|nest| nest.outcomes.contains(&Outcome::Contracted(value)))
    };
    region
        .statements
        .iter()
        .enumerate()
        .map(|(index, statement)| {
            let mut slot = Slot {
                binds: (statement.binds.iter())
                    .map(|bound| bound.name.clone())
                    .collect(),
                ..Slot::default()
            };
            match &statement.kind {
                Kind::Barrier(wall) => {
                    slot.wall = true;
                    slot.reads.extend(wall.reads.iter().cloned());
                }
                Kind::Each(skeleton) => {
                    // Nothing is left of it in its place if it became part of a loop.
                    slot.deferrable = lowered
                        .chains()
                        .any(|chain| chain.statement == index && chain.bindings.iter().any(fused));
                    slot.reads.extend(skeleton.reads.iter().cloned());
                }
                Kind::Tail(value) => slot.reads.extend(value.reads.iter().cloned()),
                Kind::Let(binding) => {
                    slot.deferrable = binding.name.is_some();
                    slot.reads.extend(binding.value.reads.iter().cloned());
                }
            }
            if lowered.dead_statements.contains(&index) {
                slot.dead = true;
                slot.reads.extend(statement.reads.iter().cloned());
            }
            for chain in lowered.chains() {
                if chain.statement != index {
                    continue;
                }
                if !chain.bindings.iter().any(fused) {
                    slot.reads.extend(chain.chain.reads());
                } else if contracted(chain.result) {
                    slot.vanishes = !loops.iter().any(|nest| nest.stores(chain.result));
                    slot.binds.clear();
                }
            }
            for (statement, array) in &lowered.lengths {
                if *statement == index && contracted(*array) {
                    slot.reads.remove(&lowered.program.value(*array).name);
                }
            }
            slot
        })
        .collect()
}

/// The names that the tokens of a fused loop mention, each with the statement it was read in.
#[must_use]
pub(crate) fn names_read(
    lowered: &Lowered<'_>,
    cluster: &[BindingId],
) -> SortedSet<(String, usize)> {
    let program = &lowered.program;
    let made = cluster
        .iter()
        .flat_map(|id| &program.binding(*id).outputs)
        .collect::<Vec<_>>();
    let mut names = SortedSet::new();
    for id in cluster {
        let statement = lowered.statement_of(*id);
        let mut note = |name: &str| {
            names.insert((name.to_owned(), statement));
        };
        for input in lowered.inputs(*id) {
            if let Some(source) = input.source
                && !made.contains(&&input.value)
            {
                note(&spelling(&source.name));
            }
            if let Some(range) = input.range {
                range.reads.iter().for_each(|name| note(name));
            }
        }
        match lowered.operation(*id) {
            Operation::Map(worker) | Operation::Filter(worker) | Operation::FilterMap(worker) => {
                worker.reads().iter().for_each(|name| note(name));
            }
            Operation::Scan { scan, .. } => scan.reads().iter().for_each(|name| note(name)),
            Operation::Range(range) => range.reads.iter().for_each(|name| note(name)),
            Operation::Driver(driver) => driver.mentions().iter().for_each(|name| note(name)),
            Operation::Consume(consumer) => {
                consumer.reads().iter().for_each(|name| note(name));
            }
            Operation::Identity
            | Operation::Elementwise(_)
            | Operation::Enumerate { .. }
            | Operation::Zip
            | Operation::Cross(_)
            | Operation::Pushed(_)
            | Operation::Opaque(_)
            | Operation::Abstract(_) => {}
            Operation::Half { split, .. } => {
                let reads = split.test.iter().flat_map(|test| test.reads());
                reads.for_each(|name| note(name));
            }
        }
    }
    names
}

#[cfg(test)]
mod tests;
