//! Loops whose body writes names (`for` loops, `for_each`).
//!
//! In: the chain of such a loop. Out: its binding, which gives every name that it writes a new
//! version, and the orderings that versions do not show: a name may be written through another that
//! borrows from it, and whoever mentions the old version comes first.

use super::{LoweredChain, Lowering};
use crate::cnf::{BindingId, Operation, Precedence, Reason, SizeFact, Update, ValueId, ValueKind};
use crate::ops::body::Write;
use crate::ops::consumer::each::Each;
use crate::region::{Barrier, Kind, Region, Skeleton, Statement};
use crate::rust::bound::Bound;
use crate::sorted::{SortedMap, SortedSet};

/// What writing needs to know of names besides what they borrow from.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    /// Names that may come to hold what is mentioned beside them.
    changeable: SortedSet<String>,
    /// Numbers that nothing changes, whoever borrows them.
    constants: SortedSet<String>,
    /// Names from outside of the region.
    outside: SortedSet<String>,
    /// Those of them that may borrow from any other.
    unknown: SortedSet<String>,
    /// What names may have been given to hold so far, besides what they were made of.
    given: SortedMap<String, SortedSet<String>>,
    /// By statement, what it may read, and what it may write.
    touched: Vec<SortedSet<String>>,
    changed: Vec<SortedSet<String>>,
}

impl Aliases {
    pub(super) fn outsider(&mut self, bound: &Bound) {
        self.outside.insert(bound.name.clone());
        if !bound.owned && !bound.parameter {
            self.unknown.insert(bound.name.clone());
        }
        self.bound(bound);
    }

    fn bound(&mut self, bound: &Bound) {
        if !bound.owned && bound.holds {
            self.changeable.insert(bound.name.clone());
        } else {
            self.changeable.remove(&bound.name);
        }
        if bound.constant {
            self.constants.insert(bound.name.clone());
        } else {
            self.constants.remove(&bound.name);
        }
    }
}

impl<'a> Lowering<'a> {
    /// Records what names may be given to hold: whatever a statement mentions that may change them.
    pub(super) fn note_aliases(&mut self, statement: &Statement) {
        let reads = statement.ordered_reads();
        let mut touched = reads.clone();
        for name in &reads {
            touched.extend(self.held(name));
        }
        self.aliases.touched.push(touched);
        let mut changed = SortedSet::new();
        if let Kind::Each(skeleton) = &statement.kind {
            for (bound, write) in written(skeleton) {
                changed.insert(bound.name.clone());
                changed.extend(self.reached(bound, write));
            }
        }
        self.aliases.changed.push(changed);
        for bound in &statement.binds {
            self.aliases.bound(bound);
        }
        let receivers: Vec<&String> = match &statement.kind {
            Kind::Barrier(_) => statement
                .reads
                .iter()
                .filter(|name| self.aliases.changeable.contains(*name))
                .collect(),
            Kind::Each(skeleton) => written(skeleton)
                .filter(|(bound, write)| !bound.owned && !write.values)
                .map(|(bound, _)| &bound.name)
                .collect(),
            Kind::Let(_) | Kind::Tail(_) => return,
        };
        for name in receivers {
            let mut from = SortedSet::new();
            for read in &statement.reads {
                from.insert(read.clone());
                from.extend(self.borrows.get(read).into_iter().flatten().cloned());
                from.extend(self.aliases.given.get(read).into_iter().flatten().cloned());
            }
            self.aliases
                .given
                .entry(name.clone())
                .or_default()
                .extend(from);
        }
    }

    /// Whether a name is, or may be, one from outside of the region.
    pub(super) fn is_outside(&self, name: &str) -> bool {
        self.aliases.outside.contains(name)
    }

    /// A loop that writes names.
    pub(super) fn each(&mut self, statement: usize, skeleton: &'a Skeleton) {
        let Some(hole) = skeleton.holes.first() else {
            return;
        };
        let names = self.versions(skeleton);
        let scalar = names
            .iter()
            .position(|(name, _)| self.kind_of(name) == ValueKind::Scalar);
        let label = match (scalar, names.first()) {
            (Some(index), _) => names[index].0.clone(),
            (None, Some((name, _))) => format!("{name}_loop"),
            (None, None) => "loop".to_owned(),
        };
        let each = hole.chain.consumer.of::<Each>();
        let in_place = each.map_or(&[][..], |each| each.in_place.as_slice());
        let (result, _) = self.chain(statement, hole, &label, true);
        let made = self
            .lowered
            .chains
            .last()
            .map_or(&[][..], |chain| &chain.bindings);
        let made = made
            .iter()
            .flat_map(|id| &self.lowered.program.binding(*id).outputs);
        let pushed = made
            .copied()
            .filter(|value| self.lowered.pushed.contains(value));
        let pushed = pushed.collect::<Vec<_>>();
        for (index, (name, resizes)) in names.into_iter().enumerate() {
            if Some(index) == scalar {
                if let Some(old) = self.names.insert(name, result) {
                    self.like(old, result);
                }
            } else {
                let in_place = in_place.contains(&name) && !resizes;
                // What is only reached is changed where it is, so it must be there.
                let reached = !hole.chain.reads().contains(&name);
                let old = self.names.get(&name).copied().filter(|_| reached);
                let new = self.version(name, resizes, in_place);
                if let Some(binding) = self.lowered.program.bindings.last_mut() {
                    binding.outputs.push(new);
                    binding.worker.mentions.extend(old);
                }
            }
        }
        // Whoever reads them from here on reads what was pushed.
        for value in pushed {
            let name = self.lowered.program.value(value).name.clone();
            if let Some(version) = self.names.insert(name, value) {
                self.like(version, value);
            }
        }
        let decided =
            |name: &&String| each.is_some_and(|each| each.body.numbers.contains_key(*name));
        let open = each.map(|each| &each.body.open).into_iter().flatten();
        let open = open
            .filter(|name| !decided(name))
            .filter_map(|name| self.names.get(name));
        self.open.extend(open.copied());
    }

    /// The names that a loop writes, with those that it may write through them; whether the length of
    /// an array may change.
    fn versions(&self, skeleton: &Skeleton) -> Vec<(String, bool)> {
        let mut names: Vec<(String, bool)> = Vec::new();
        let mut add = |name: &String, resizes: bool| match names
            .iter_mut()
            .find(|(other, _)| other == name)
        {
            Some((_, before)) => *before |= resizes,
            None => names.push((name.clone(), resizes)),
        };
        for (bound, write) in written(skeleton) {
            add(&bound.name, write.resizes);
        }
        for (bound, write) in written(skeleton) {
            // Nobody can mention what lent the array before its last use, and its length stays.
            if is_in_place(skeleton, &bound.name) && !write.resizes {
                continue;
            }
            for name in self.reached(bound, write) {
                if self.names.contains_key(&name) {
                    add(&name, true);
                }
            }
        }
        names
    }

    fn kind_of(&self, name: &str) -> ValueKind {
        self.names.get(name).map_or(ValueKind::Scalar, |value| {
            self.lowered.program.value(*value).kind
        })
    }

    /// Of the elements of a new version of an array as much is known as of those of the old one.
    pub(super) fn like(&mut self, old: ValueId, new: ValueId) {
        for known in [&mut self.numbers, &mut self.open] {
            if known.contains(&old) {
                known.insert(new);
            }
        }
    }

    /// A new version of a name.
    fn version(&mut self, name: String, resizes: bool, in_place: bool) -> ValueId {
        let kind = self.kind_of(&name);
        let new = self.value(name.clone(), kind);
        if let Some(old) = self.names.insert(name, new) {
            self.like(old, new);
            if kind != ValueKind::Array {
                return new;
            }
            if !resizes {
                let fact = SizeFact::Equal(old, new);
                self.lowered.program.facts.push(fact);
            }
            if in_place {
                self.lowered.program.updates.push(Update {
                    before: old,
                    after: new,
                });
            }
        }
        new
    }

    /// The vectors pushed to that a wall neither mentions nor reaches by another name, no longer among those that a wall may change.
    pub(super) fn untouched(&mut self, wall: &Barrier) -> SortedMap<String, bool> {
        let mut untouched = SortedMap::new();
        for name in self.mutable.keys().cloned().collect::<Vec<_>>() {
            let is_pushed = |value| self.lowered.pushed.contains(value);
            let mut given = self.borrows.values().chain(self.aliases.given.values());
            let reached = wall.rewritten
                || wall.reads.contains(&name)
                || given.any(|from| from.contains(&name));
            if !reached && self.names.get(&name).is_some_and(is_pushed) {
                let fixed = self.mutable.remove(&name);
                untouched.extend(fixed.map(|fixed| (name, fixed)));
            }
        }
        untouched
    }

    /// The other names that may be reached through one that is written.
    fn reached(&self, bound: &Bound, write: &Write) -> SortedSet<String> {
        if bound.owned || !write.through {
            return SortedSet::new();
        }
        self.held(&bound.name)
    }

    /// The names that a name may hold references into.
    fn held(&self, name: &str) -> SortedSet<String> {
        let mut held = SortedSet::new();
        held.extend(self.borrows.get(name).into_iter().flatten().cloned());
        held.extend(self.aliases.given.get(name).into_iter().flatten().cloned());
        if self.aliases.unknown.contains(name) {
            held.extend(self.aliases.outside.iter().cloned());
        }
        held.retain(|name| !self.aliases.constants.contains(name));
        held
    }

    /// What writes a name keeps its order with all that mentions it, or what may borrow from it.
    pub(super) fn writes(&self, region: &Region) -> Vec<Precedence> {
        let mut precedences = Vec::new();
        let facts = self.aliases.touched.iter().zip(&self.aliases.changed);
        let open = region
            .statements
            .iter()
            .enumerate()
            .zip(facts)
            .filter(|((_, statement), _)| match &statement.kind {
                // Its chains run before it.
                Kind::Barrier(wall) => !wall.holes.is_empty(),
                _ => true,
            })
            .map(|((index, _), (touched, changed))| (index, touched, changed))
            .collect::<Vec<_>>();
        for (position, (later, later_touched, later_changed)) in open.iter().enumerate() {
            for (earlier, earlier_touched, earlier_changed) in &open[..position] {
                if later_changed.is_disjoint(earlier_touched)
                    && earlier_changed.is_disjoint(later_touched)
                {
                    continue;
                }
                let common = later_changed
                    .intersection(earlier_touched)
                    .chain(earlier_changed.intersection(later_touched))
                    .collect::<SortedSet<_>>();
                for before in self.heads(*earlier) {
                    for after in self.heads(*later) {
                        let waits = |name: &&&String| {
                            self.touches(before, name)
                                && self.touches(after, name)
                                && !self.follows(before, after, name)
                        };
                        let Some(name) = common.iter().find(waits) else {
                            continue;
                        };
                        let because = if !later_changed.contains(*name) {
                            format!("mentions `{name}`, which the first changes")
                        } else if earlier_changed.contains(*name) {
                            format!("changes `{name}`, and so does the first")
                        } else {
                            format!("changes `{name}`, which the first mentions")
                        };
                        let waiting = Precedence::new(before, after, Reason::Writes);
                        precedences.push(waiting.because(because));
                    }
                }
            }
        }
        precedences
    }

    /// Whether a chain may read or change what a name stands for. The rest of its statement runs where that stands.
    fn touches(&self, id: BindingId, name: &String) -> bool {
        let Some(chain) = self.lowered.chain_of(id) else {
            return true;
        };
        if chain.chain.consumer.is::<Each>() {
            return true;
        }
        let reads = chain.chain.reads();
        reads.contains(name) || reads.iter().any(|read| self.held(read).contains(name))
    }

    /// Whether a name that a chain has in common with a loop before it is an array that the loop changes
    /// where it stands and that the chain takes element by element: then each element may be taken as
    /// soon as it has been changed.
    fn follows(&self, updating: BindingId, chain: BindingId, name: &String) -> bool {
        let lowered = &self.lowered;
        let (Some(earlier), Some(later)) = (lowered.chain_of(updating), lowered.chain_of(chain))
        else {
            return false;
        };
        if self.is_taken_before(earlier, later, name) {
            return true;
        }
        let in_step = |name: &String| self.touch_in_step(earlier, later, name);
        let Some(each) = earlier.chain.consumer.of::<Each>() else {
            return false;
        };
        let besides = later.chain.reads_besides_arrays();
        let own = earlier.chain.reads_besides_arrays();
        let mentioned = |name: &String| {
            earlier.chain.reads().contains(name) || later.chain.reads().contains(name)
        };
        // What lent an array that is changed in place: the two reach it by other names, which rustc
        // found to be apart, or by the array's.
        let lent = |name: &String| {
            each.in_place
                .iter()
                .any(|array| self.held(array).contains(name))
                && !mentioned(name)
        };
        let pushed = |name: &String| {
            let has = |id: &BindingId| matches!(lowered.operation(*id), Operation::Pushed(pushed) if pushed.name == *name);
            earlier.bindings.iter().any(has) && later.chain.takes_in_step(name)
        };
        // While a vector is there, rustc lets no turn change what another has pushed a reference to.
        let pushed_to = || {
            let mut own = each.written.iter().zip(&each.body.writes);
            let reads = later.chain.reads();
            own.any(|(bound, write)| bound.name == *name && bound.inert && !write.through)
                && !reads.contains(name)
                && (reads.iter()).all(|read| pushed(read) || !self.held(read).contains(name))
        };
        let changed = each.in_place.contains(name);
        pushed(name)
            || pushed_to()
            || (changed && !besides.contains(name) && !own.contains(name))
            || lent(name)
            || in_step(name)
    }

    /// Whether a chain takes the elements of an array, and keeps none of them, that a loop after it changes where they stand: each may
    /// be changed as soon as it has been taken.
    pub(super) fn is_taken_before(
        &self,
        earlier: &LoweredChain<'_>,
        later: &LoweredChain<'_>,
        name: &str,
    ) -> bool {
        let in_place = |each: &Each| each.in_place.iter().any(|array| array == name);
        let changes = later.chain.consumer.of::<Each>().is_some_and(in_place);
        // By another name it may be read anywhere.
        let reads = earlier.chain.reads();
        let mut others = reads.iter().filter(|read| *read != name);
        changes
            && reads.contains(name)
            && !others.any(|read| self.held(read).contains(name))
            && earlier.chain.takes_in_step(name)
            && later.chain.solitary().is_none()
            && later.chain.stream.parallel.is_none()
            && !later.chain.reads_besides_arrays().contains(name)
            && self.are_numbers(name)
            && earlier.chain.keeps_no_reference(name)
    }
}

/// True if the loop changes each element of an array where it stands.
fn is_in_place(skeleton: &Skeleton, name: &String) -> bool {
    skeleton.holes.iter().any(|hole| {
        hole.chain
            .consumer
            .of::<Each>()
            .is_some_and(|each| each.in_place.contains(name))
    })
}

/// The names that a loop writes, and how.
fn written(skeleton: &Skeleton) -> impl Iterator<Item = (&Bound, &Write)> {
    skeleton
        .holes
        .iter()
        .filter_map(|hole| hole.chain.consumer.of::<Each>())
        .flat_map(|each| each.written.iter().zip(&each.body.writes))
}
