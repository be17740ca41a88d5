//! The order of loops and statements (paper 004, section 4.2 (d)).
//!
//! In: the statements of a region, abstracted to what they read and bind, the [`Graph`], and
//! the fused clusters. Out: a [`Schedule`]. A `let` stays where the user wrote it, so that drop order and
//! shadowing stay; where its initialiser must wait for a loop that needs a later statement first,
//! the name is declared in its place and assigned later. If a name would mean another binding where
//! it is read now, the cluster is refused.

pub(crate) mod joined;
pub(crate) mod units;
use crate::cnf::BindingId;
use crate::graph::Graph;
use crate::sorted::{SortedMap, SortedSet};
use std::fmt;

/// What runs, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The events.
    pub events: Vec<Event>,
}

impl Schedule {
    /// Every statement where the user wrote it.
    #[must_use]
    pub fn as_written(statements: usize) -> Schedule {
        Schedule {
            events: (0..statements).map(Event::Statement).collect(),
        }
    }
}

/// One thing that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// A fused loop, by its place in the list of fused clusters.
    Loop(usize),
    /// A statement, where the user wrote it.
    Statement(usize),
    /// `let name;` where the user wrote the statement, whose initialiser runs later.
    Declare(usize),
    /// The initialiser of a declared name.
    Assign(usize),
}

/// What the schedule knows of a statement.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    /// Names that its own tokens mention, chains that are part of a fused loop excepted.
    pub reads: SortedSet<String>,
    /// Names that it binds.
    pub binds: SortedSet<String>,
    /// True if it is a `let` of a single name, which can be declared first and assigned later.
    pub deferrable: bool,
    /// True if its array is contracted: nothing of it is left, and it binds no name.
    pub vanishes: bool,
    /// True if it never runs, but is compiled where it stands: what it names must be there.
    pub dead: bool,
    /// True if nothing may cross it.
    pub wall: bool,
}

/// What the schedule knows of a fused loop.
#[derive(Clone, Debug, Default)]
pub struct FusedLoop {
    /// Its bindings.
    pub bindings: Vec<BindingId>,
    /// Names that its tokens mention, each with the statement whose place gives it its meaning.
    pub reads: SortedSet<(String, usize)>,
}

/// A loop that cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplaced {
    /// The loop, by its place in the list.
    pub fused: usize,
    /// The name whose meaning would change; empty if the order itself has no solution.
    pub name: String,
}

impl Unplaced {
    fn new(fused: usize, name: &str) -> Unplaced {
        let name = name.to_owned();
        Unplaced { fused, name }
    }
}

impl fmt::Display for Unplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            write!(f, "the loop cannot be ordered among the statements")
        } else {
            write!(
                f,
                "`{}` is bound anew between the statements of the loop",
                self.name
            )
        }
    }
}

/// Orders loops and statements. `statement_of` gives the statement of each binding.
///
/// # Errors
/// The first loop that has no place.
pub fn schedule(
    slots: &[Slot],
    loops: &[FusedLoop],
    graph: &Graph,
    statement_of: &[usize],
) -> Result<Schedule, Unplaced> {
    let mut scheduler = Scheduler::new(slots, loops, graph, statement_of);
    for index in 0..slots.len() {
        if index + 1 == slots.len() {
            // The last statement may be the block's value: what nobody waits for comes before it.
            for (fused, nest) in loops.iter().enumerate() {
                let of = |binding: &BindingId| statement_of[binding.index()];
                if nest.bindings.iter().all(|binding| of(binding) < index) {
                    scheduler.run(Unit::Loop(fused), &mut SortedSet::new())?;
                }
            }
        }
        scheduler.arrive(index)?;
        scheduler.release()?;
    }
    for index in 0..loops.len() {
        if !scheduler.run(Unit::Loop(index), &mut SortedSet::new())? {
            return Err(Unplaced::new(index, ""));
        }
    }
    scheduler.release()?;
    if !scheduler.deferred.is_empty() {
        return Err(Unplaced::new(scheduler.blame(), ""));
    }
    Ok(Schedule {
        events: scheduler.events,
    })
}

/// What is ordered: a loop, or a statement with everything of it that is not in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Loop(usize),
    Statement(usize),
}

struct Scheduler<'a> {
    slots: &'a [Slot],
    loops: &'a [FusedLoop],
    /// What each unit waits for.
    waits: SortedMap<Unit, SortedSet<Unit>>,
    done: SortedSet<Unit>,
    /// Declared and not yet assigned.
    deferred: Vec<usize>,
    /// The statement that declared each name last, in the output.
    scope: SortedMap<String, usize>,
    events: Vec<Event>,
}

impl<'a> Scheduler<'a> {
    fn new(
        slots: &'a [Slot],
        loops: &'a [FusedLoop],
        graph: &Graph,
        statement_of: &[usize],
    ) -> Scheduler<'a> {
        let mut unit_of = vec![None; statement_of.len()];
        for (index, fused) in loops.iter().enumerate() {
            for binding in &fused.bindings {
                unit_of[binding.index()] = Some(index);
            }
        }
        let unit = |binding: BindingId| match unit_of[binding.index()] {
            Some(index) => Unit::Loop(index),
            None => Unit::Statement(statement_of[binding.index()]),
        };
        let mut waits: SortedMap<Unit, SortedSet<Unit>> = SortedMap::new();
        let mut wait = |unit: Unit, on: Unit| {
            if unit != on {
                waits.entry(unit).or_default().insert(on);
            }
        };
        for edge in graph.edges() {
            let (from, to) = (unit(edge.from), unit(edge.to));
            wait(to, from);
            // What reads a result by its name waits for the `let` that gives it that name.
            if from != to && edge.value.is_some() {
                wait(to, Unit::Statement(statement_of[edge.from.index()]));
            }
        }
        for (index, fused) in loops.iter().enumerate() {
            for binding in &fused.bindings {
                wait(
                    Unit::Statement(statement_of[binding.index()]),
                    Unit::Loop(index),
                );
            }
        }
        for (index, slot) in slots.iter().enumerate() {
            let unit = Unit::Statement(index);
            if slot.wall {
                for earlier in 0..index {
                    wait(unit, Unit::Statement(earlier));
                }
            } else if let Some(earlier) = (0..index).rfind(|earlier| slots[*earlier].wall) {
                wait(unit, Unit::Statement(earlier));
            }
        }
        Scheduler {
            slots,
            loops,
            waits,
            done: SortedSet::new(),
            deferred: Vec::new(),
            scope: SortedMap::new(),
            events: Vec::new(),
        }
    }

    /// The place where the user wrote a statement has come.
    fn arrive(&mut self, index: usize) -> Result<(), Unplaced> {
        let slot = &self.slots[index];
        let unit = Unit::Statement(index);
        if slot.vanishes {
            // The loop may come later; nothing waits for the name.
            self.events.push(Event::Statement(index));
            self.done.insert(unit);
            return Ok(());
        }
        let late = |earlier: &&usize| !self.slots[**earlier].binds.is_disjoint(&slot.reads);
        if slot.dead
            && let Some(earlier) = self.deferred.iter().find(late)
        {
            return Err(Unplaced::new(self.blame_for(*earlier), ""));
        }
        let ready = self.ready(unit, &mut SortedSet::new());
        if ready {
            self.run_waits(unit, &mut SortedSet::new())?;
            self.check_slot(index)?;
            self.events.push(Event::Statement(index));
            self.done.insert(unit);
        } else if slot.deferrable && !slot.wall {
            self.events.push(Event::Declare(index));
            self.deferred.push(index);
        } else {
            return Err(Unplaced::new(self.blame(), ""));
        }
        for name in &slot.binds {
            self.scope.insert(name.clone(), index);
        }
        Ok(())
    }

    /// True if everything a unit waits for is done, or is a loop that can run now.
    fn ready(&self, unit: Unit, visiting: &mut SortedSet<Unit>) -> bool {
        if !visiting.insert(unit) {
            return true;
        }
        self.waits
            .get(&unit)
            .into_iter()
            .flatten()
            .all(|on| match on {
                _ if self.done.contains(on) => true,
                Unit::Loop(_) => self.ready(*on, visiting),
                Unit::Statement(_) => false,
            })
    }

    fn run_waits(&mut self, unit: Unit, visiting: &mut SortedSet<Unit>) -> Result<(), Unplaced> {
        let waits = self.waits.get(&unit).cloned().unwrap_or_default();
        for on in waits {
            if matches!(on, Unit::Loop(_)) {
                self.run(on, visiting)?;
            }
        }
        Ok(())
    }

    /// Runs a loop and what it waits for; false if a statement it waits for has not come.
    fn run(&mut self, unit: Unit, visiting: &mut SortedSet<Unit>) -> Result<bool, Unplaced> {
        let Unit::Loop(index) = unit else {
            return Ok(self.done.contains(&unit));
        };
        if self.done.contains(&unit) {
            return Ok(true);
        }
        if !visiting.insert(unit) || !self.ready(unit, &mut SortedSet::new()) {
            return Ok(false);
        }
        self.run_waits(unit, visiting)?;
        for (name, statement) in &self.loops[index].reads {
            if self.meaning(name, *statement) != self.scope.get(name).copied() {
                return Err(Unplaced::new(index, name));
            }
        }
        self.events.push(Event::Loop(index));
        self.done.insert(unit);
        Ok(true)
    }

    /// Assigns what was declared, as soon as it can be, in source order.
    fn release(&mut self) -> Result<(), Unplaced> {
        loop {
            let next = self
                .deferred
                .iter()
                .position(|index| self.ready(Unit::Statement(*index), &mut SortedSet::new()));
            let Some(position) = next else { return Ok(()) };
            let index = self.deferred.remove(position);
            self.run_waits(Unit::Statement(index), &mut SortedSet::new())?;
            self.check_slot(index)?;
            // The name itself must still be the one that was declared.
            for name in &self.slots[index].binds {
                if self.scope.get(name) != Some(&index) {
                    return Err(Unplaced::new(self.blame_for(index), name));
                }
            }
            self.events.push(Event::Assign(index));
            self.done.insert(Unit::Statement(index));
        }
    }

    fn check_slot(&self, index: usize) -> Result<(), Unplaced> {
        let moved = |name: &&String| self.meaning(name, index) != self.scope.get(*name).copied();
        match self.slots[index].reads.iter().find(moved) {
            Some(name) => Err(Unplaced::new(self.blame_for(index), name)),
            None => Ok(()),
        }
    }

    /// The statement that binds a name as the user wrote it, seen from one statement.
    fn meaning(&self, name: &str, statement: usize) -> Option<usize> {
        (0..statement).rfind(|earlier| {
            self.slots[*earlier].binds.contains(name) && !self.slots[*earlier].vanishes
        })
    }

    /// The loop that a statement waits for, or the first.
    fn blame_for(&self, index: usize) -> usize {
        self.waits
            .get(&Unit::Statement(index))
            .into_iter()
            .flatten()
            .find_map(|unit| match unit {
                Unit::Loop(fused) => Some(*fused),
                Unit::Statement(_) => None,
            })
            .unwrap_or_else(|| self.blame())
    }

    /// The first loop that has not run.
    fn blame(&self) -> usize {
        (0..self.loops.len())
            .find(|index| !self.done.contains(&Unit::Loop(*index)))
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;
