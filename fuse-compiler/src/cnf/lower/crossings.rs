//! Chains that may run before a wall.
//!
//! In: the chains and guards of a region, in order. Out: the crossings of the program. A guard
//! `if xs.is_empty() { return ..; }` is passed by every chain that reads `xs` from its start: if the
//! guard is taken, the chain calls no worker and gives what nobody sees. `if xs.len() < 2` is passed
//! by those that cannot panic. `let low = xs.iter().min()?;` is a guard too, against an empty `xs`. Any other wall is passed by
//! chains that nobody sees run; if it may leave in more than hardly any call, by those that cost nothing beside another one.

use super::Lowering;
use crate::cnf::{BindingId, ChainId, Crossing, Length, ValueId};
use crate::ops::chain::{Access, Chain, Source, Stream};
use crate::region::{Barrier, Hole, Passed};
use crate::rust::spelling::spelling;
use crate::rust::ty::Scalar;
use crate::sorted::SortedSet;

/// A wall that is left if an array is too short.
#[derive(Debug)]
pub(super) struct Guard {
    wall: BindingId,
    starts: SortedSet<Start>,
    /// True if there may be a few elements.
    few: bool,
    /// True if leaving changes and moves nothing, so that what a chain has found may borrow.
    quiet: bool,
    /// Names that it moves: who reads them is behind it, or rustc refuses that.
    moves: SortedSet<String>,
    /// Set if it is a statement of any other kind, which only chains pass that nobody sees run.
    passed: Option<Passed>,
}

/// What a chain reads from its start.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Start {
    Array(ValueId),
    /// A place of a type that is not visible, by the number of its elements.
    Place(String),
}

impl Lowering<'_> {
    /// What a wall is a guard of, if it is one. Before the names that it binds are bound.
    pub(super) fn guarded(&self, wall: &Barrier) -> Option<Guard> {
        let next = BindingId(self.lowered.program.bindings.len());
        if let Some(found) = wall.found {
            let starts = self.read_from_the_start(&wall.holes.get(found.hole)?.chain.stream)?;
            return Some(Guard {
                wall: next,
                starts,
                few: false,
                quiet: found.quiet,
                moves: SortedSet::new(),
                passed: wall.passed,
            });
        }
        let names = wall.guards.arrays.iter();
        let arrays = names.map(|name| self.names.get(name).copied().map(Start::Array));
        let starts = arrays.collect::<Option<SortedSet<_>>>()?;
        (!starts.is_empty()).then_some(Guard {
            wall: next,
            starts,
            few: wall.guards.few,
            quiet: false,
            moves: SortedSet::new(),
            passed: wall.passed,
        })
    }

    /// Notes the wall that was lowered last: a guard, or any other, which says what it is to chains that nobody sees run.
    pub(super) fn note_guard(
        &mut self,
        guard: Option<Guard>,
        passed: Option<Passed>,
        moves: SortedSet<String>,
    ) {
        match (guard, passed) {
            (Some(guard), _) => {
                let guard = Guard { moves, ..guard };
                // Who passes it finds every place as it was.
                self.walls -= 1;
                self.guards.push(guard);
            }
            (None, Some(_)) => {
                let wall = BindingId(self.lowered.program.bindings.len() - 1);
                self.guards.push(Guard {
                    wall,
                    starts: SortedSet::new(),
                    few: false,
                    quiet: false,
                    moves,
                    passed,
                });
            }
            // Nothing passes what stands before another wall.
            (None, None) => self.guards.clear(),
        }
    }

    /// Records the guards right before the chain that was lowered last that it may pass.
    pub(super) fn note_crossings(&mut self, hole: &Hole) {
        let chain = &hole.chain;
        let read = self.read_from_the_start(&chain.stream);
        let read = read.filter(|_| chain.is_idle()).unwrap_or_default();
        let guarded = |guard: &Guard| {
            !guard.starts.is_empty()
                && guard.starts.is_subset(&read)
                // Of a place that nobody sees, no other is asked than the guard has asked.
                && read.iter().all(|start| {
                    matches!(start, Start::Array(_)) || guard.starts.contains(start)
                })
                && (!guard.few || chain.is_total())
                && (guard.quiet || chain.result_borrows().is_empty())
        };
        let unseen = |guard: &Guard| {
            // What holds references where it leaves keeps those who lend them from being changed and moved there.
            let holds_nothing = chain.result_borrows().is_empty();
            let passes = |passed: Passed| {
                !passed.leaves
                    || holds_nothing && passed.rarely
                    || self.costs_nothing(chain, guard.wall)
            };
            let moved = !guard.moves.is_disjoint(&self.and_lenders(&chain.reads()));
            hole.settled && !moved && guard.passed.is_some_and(passes)
        };
        let guards = self.guards.iter().rev();
        let passed = guards.take_while(|guard| guarded(guard) || unseen(guard));
        let crossings = passed.map(|guard| Crossing {
            chain: ChainId(self.chains - 1),
            wall: guard.wall,
        });
        let crossings = crossings.collect::<Vec<_>>();
        self.lowered.program.crossings.extend(crossings);
    }

    /// True if a chain before a wall adds up floats of the same array anyway, one after the other: beside that, to add up others costs
    /// nothing, even if it is in vain.
    fn costs_nothing(&self, chain: &Chain, wall: BindingId) -> bool {
        fn adds_all(chain: &Chain) -> Option<String> {
            let Source::Array(array) = &chain.stream.source else {
                return None;
            };
            let floats = chain.consumer.adds().is_some_and(Scalar::is_float);
            (floats && chain.stream.is_one_to_one()).then(|| spelling(&array.name))
        }
        let cheap = chain.workers().iter().all(|worker| worker.is_cheap());
        let strict = !self.lowered.setting.reassociates();
        let Some(array) = adds_all(chain).filter(|_| cheap && strict) else {
            return false;
        };
        let mut before = self.lowered.chains();
        before.any(|other| {
            other.bindings.first().is_some_and(|id| *id < wall)
                && adds_all(other.chain).is_some_and(|other| other == array)
        })
    }

    /// What a stream reads in step, if it reads nothing else.
    fn read_from_the_start(&self, stream: &Stream) -> Option<SortedSet<Start>> {
        stream.read_from_the_start(&|source| match source {
            Source::Array(array) if array.access == Access::ByReference => {
                let array = self.names.get(&spelling(&array.name))?;
                Some(Start::Array(*array))
            }
            Source::Driver(driver) => {
                driver.quiet_place()?;
                match self.extent(driver, &SortedSet::new()) {
                    Length::Known(length) => Some(Start::Place(length)),
                    _ => None,
                }
            }
            _ => None,
        })
    }
}
