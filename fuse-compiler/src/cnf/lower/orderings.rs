//! Orderings between chains that neither data flow nor the statements' own names show (docs/DESIGN.md
//! section 3, *Barriers* and *Drops and clones*).

use super::copied::is_copied;
use super::{LoweredChain, Lowering, is_direct};
use crate::cnf::{BindingId, Precedence, Reason, ValueId};
use crate::ops::chain::{Access, Chain};
use crate::region::{Kind, Region, Skeleton, Statement};
use crate::rust::hidden_code::Hidden;
use crate::rust::spelling::spelling;
use crate::rust::visit::Visit;
use crate::sorted::SortedSet;
use syn::{Expr, UnOp};

/// What a step of the program does that shows when values are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drops {
    /// A chain drops the elements of its source as it goes.
    Elements,
    /// A chain drops its worker at its end. A loop drops the workers of its chains in order.
    Worker,
    /// An operator or a method outside of the chains consumes a value.
    Operand,
}

impl Lowering<'_> {
    /// Records what the names bound by a statement may borrow from.
    pub(super) fn note_borrows(&mut self, index: usize, region: &Region) {
        let statement = &region.statements[index];
        for bound in &statement.binds {
            let mut from = SortedSet::new();
            if !bound.owned {
                for read in &statement.reads {
                    from.insert(read.clone());
                    from.extend(self.borrows.get(read).into_iter().flatten().cloned());
                }
            }
            self.borrows.insert(bound.name.clone(), from);
        }
    }

    pub(super) fn orderings(&mut self, region: &Region) {
        let mut precedences = Vec::new();
        for (later_index, later) in region.statements.iter().enumerate() {
            if matches!(&later.kind, Kind::Barrier(wall) if wall.holes.is_empty()) {
                continue;
            }
            let later_reads = later.ordered_reads();
            for (earlier_index, earlier) in region.statements[..later_index].iter().enumerate() {
                if matches!(earlier.kind, Kind::Barrier(_)) {
                    continue;
                }
                let reads = |name: &String| {
                    earlier.reads.contains(name)
                        || earlier.reads.iter().any(|read| {
                            self.borrows
                                .get(read)
                                .is_some_and(|from| from.contains(name))
                        })
                };
                // A name that is moved and then read was `Copy`, or only a part of it was moved:
                // rustc would not have let it pass. So only the other order matters.
                let given_away = |name: &String| later_reads.contains(name);
                let copied = |name: &String| {
                    let (one, other) = (chains_of(earlier), chains_of(later));
                    let between = &region.statements[earlier_index..later_index];
                    let bound = |statement: &Statement| {
                        statement.binds.iter().any(|bound| bound.name == *name)
                    };
                    !between.iter().any(bound) && is_copied(name, &one, &other)
                };
                let taken = |name: &String| reads(name) && !copied(name);
                let reason = if later.moves.iter().any(taken)
                    || later.given_away.iter().any(reads)
                    || earlier.given_away.iter().any(given_away)
                    || later_reads.iter().any(|name| self.lends(earlier, name))
                {
                    Reason::Moves
                } else if !binds_a_result(later)
                    && !matches!(later.kind, Kind::Barrier(_))
                    && later
                        .binds
                        .iter()
                        .any(|bound| earlier.reads.contains(&bound.name))
                {
                    Reason::Shadows
                } else {
                    continue;
                };
                // Every chain of the earlier statement, and the statement itself, comes first.
                let afters = self.heads(later_index);
                for before in &self.heads(earlier_index) {
                    for after in &afters {
                        precedences.push(Precedence {
                            before: *before,
                            after: *after,
                            reason,
                        });
                    }
                }
            }
        }
        self.lowered.program.precedences.extend(precedences);
        self.within_statements();
        self.emptied_and_read();
        self.pairs(Reason::Effects, |earlier, later| {
            earlier.chain.keeps_order_with(later.chain)
        });
        self.two_passes();
        self.iterators_and_what_they_reach();
        self.crossed_names();
        self.watched_drops(region);
        self.hidden_code(region);
        self.array_edges();
        self.writes(region);
    }

    /// One binding of each chain (or opaque statement) in a statement.
    pub(super) fn heads(&self, statement: usize) -> Vec<BindingId> {
        let mut heads: Vec<BindingId> = Vec::new();
        let mut seen = SortedSet::new();
        for id in self.lowered.program.binding_ids() {
            if self.lowered.statement_of(id) == statement
                && seen.insert(self.lowered.program.binding(id).chain)
            {
                heads.push(id);
            }
        }
        heads
    }

    /// Edges from an array of this region to a chain that needs it in memory.
    pub(super) fn array_edges(&mut self) {
        let mut precedences = Vec::new();
        for chain in self.lowered.chains() {
            let escapes = chain.chain.result_borrows();
            for binding in &chain.bindings {
                for input in self.lowered.inputs(*binding) {
                    let Some(source) = input.source else { continue };
                    let Some(before) = self.lowered.program.producer(input.value) else {
                        continue;
                    };
                    let plain = self.lowered.is_plain(input.value);
                    let reason = if escapes.contains(&spelling(&source.name)) {
                        Reason::EscapingReference
                    } else if source.access == Access::ByValue
                        && (self.lowered.program.updated(input.value).is_some()
                            || self.is_used_again(input.value, *binding))
                    {
                        Reason::Moves
                    } else if source.access == Access::Mutable
                        && self.lowered.program.updated(input.value).is_none()
                    {
                        Reason::Writes
                    } else if source.access == Access::ByValue && !plain {
                        Reason::ElementType
                    } else {
                        continue;
                    };
                    precedences.push(Precedence {
                        before,
                        after: *binding,
                        reason,
                    });
                }
            }
        }
        self.lowered.program.precedences.extend(precedences);
    }

    /// True if something reads an array behind a chain that empties it: a mistake that rustc can
    /// only see if the array is there.
    fn is_used_again(&self, array: ValueId, emptied: BindingId) -> bool {
        let lowered = &self.lowered;
        let (chain, statement) = (
            lowered.program.binding(emptied).chain,
            lowered.statement_of(emptied),
        );
        let mut readers = lowered.program.readers(array).into_iter();
        let mut asked = lowered.lengths.iter();
        readers.any(|id| id > emptied && lowered.program.binding(id).chain != chain)
            || asked.any(|(asking, counted)| *counted == array && *asking >= statement)
    }

    /// True if a name may be lent, by mutable reference, to what a chain of the statement gives
    /// away or empties.
    pub(super) fn lends(&self, statement: &Statement, name: &str) -> bool {
        let value = match &statement.kind {
            Kind::Let(binding) => &binding.value,
            Kind::Tail(value) | Kind::Each(value) => value,
            Kind::Barrier(_) => return false,
        };
        value.holes.iter().any(|hole| {
            let mut borrowers = hole.chain.given_away();
            borrowers.extend(hole.chain.watched());
            borrowers.iter().any(|borrower| {
                self.borrows
                    .get(borrower)
                    .is_some_and(|from| from.contains(name))
            })
        })
    }

    /// Two chains of one statement, of which one moves or changes what the other reads.
    pub(super) fn within_statements(&mut self) {
        self.pairs(Reason::Moves, |earlier, later| {
            let takes = |one: &LoweredChain<'_>, other: &LoweredChain<'_>| {
                let reads = other.chain.reads();
                let mut taken = one.chain.moves();
                taken.retain(|name| !is_copied(name, &[earlier.chain], &[later.chain]));
                taken.extend(one.chain.given_away());
                !taken.is_disjoint(&reads)
            };
            earlier.statement == later.statement && (takes(earlier, later) || takes(later, earlier))
        });
    }

    /// An array of `Copy` elements may be borrowed after it was emptied. One driver cannot be both.
    pub(super) fn emptied_and_read(&mut self) {
        self.pairs(Reason::Moves, |earlier, later| {
            let emptied = earlier.chain.emptied();
            let later = later.chain;
            let borrows = later.reads();
            let also_emptied = later.emptied();
            emptied
                .iter()
                .any(|name| borrows.contains(name) && !also_emptied.contains(name))
        });
    }

    /// An iterator of an unseen type may write, when it is asked for an element, what the workers of
    /// another chain read: elements that are cells. Of a chain that reads its result it is the source.
    fn iterators_and_what_they_reach(&mut self) {
        let lowered = &self.lowered;
        let reads_result = |earlier: &LoweredChain<'_>, later: &LoweredChain<'_>| {
            let inputs = later.bindings.iter().flat_map(|id| lowered.inputs(*id));
            inputs
                .filter_map(|input| lowered.program.producer(input.value))
                .any(|producer| earlier.bindings.contains(&producer))
        };
        let chains = lowered.chains().collect::<Vec<_>>();
        let mut ordered = Vec::new();
        for (index, later) in chains.iter().enumerate() {
            for earlier in &chains[..index] {
                let reaches =
                    earlier.chain.may_reach(later.chain) || later.chain.may_reach(earlier.chain);
                if let (Some(before), Some(after)) =
                    (earlier.bindings.first(), later.bindings.first())
                    && reaches
                    && !reads_result(earlier, later)
                {
                    ordered.push(Precedence {
                        before: *before,
                        after: *after,
                        reason: Reason::Effects,
                    });
                }
            }
        }
        self.lowered.program.precedences.extend(ordered);
    }

    /// A chain must not stand inside of a `flat_map` that binds a name of its own.
    pub(super) fn crossed_names(&mut self) {
        self.pairs(Reason::Shadows, |earlier, later| {
            let meets = |one: &LoweredChain<'_>, other: &LoweredChain<'_>| {
                let crossed = one.chain.stream.crossed();
                let own = other.chain.stream.crossed();
                other
                    .chain
                    .reads()
                    .difference(&own)
                    .any(|name| crossed.contains(name))
            };
            meets(earlier, later) || meets(later, earlier)
        });
    }

    /// A `scan` of several threads is known when all its ranges are.
    fn two_passes(&mut self) {
        let scans = self.lowered.chains().filter(|chain| {
            let stream = &chain.chain.stream;
            stream.parallel.is_some() && stream.scan_of_ranges().is_some()
        });
        let program = &self.lowered.program;
        let readers = scans
            .map(|chain| (chain.result, program.readers(chain.result)))
            .collect::<Vec<_>>();
        self.pairs(Reason::TwoPasses, |earlier, later| {
            let read = readers.iter().find(|(result, _)| *result == earlier.result);
            read.is_some_and(|(_, readers)| readers.iter().any(|id| later.bindings.contains(id)))
        });
    }

    fn pairs(
        &mut self,
        reason: Reason,
        ordered: impl Fn(&LoweredChain<'_>, &LoweredChain<'_>) -> bool,
    ) {
        let mut precedences = Vec::new();
        let chains = self.lowered.chains().collect::<Vec<_>>();
        for (index, later) in chains.iter().enumerate() {
            for earlier in &chains[..index] {
                if let (Some(before), Some(after)) =
                    (earlier.bindings.first(), later.bindings.first())
                    && ordered(earlier, later)
                {
                    precedences.push(Precedence {
                        before: *before,
                        after: *after,
                        reason,
                    });
                }
            }
        }
        self.lowered.program.precedences.extend(precedences);
    }

    /// What an operator, a field or a method of a user's type may run keeps its order with chains that may see it, and with
    /// its like.
    fn hidden_code(&mut self, region: &Region) {
        let ids = self.lowered.program.binding_ids().collect::<Vec<_>>();
        let steps = ids.iter().map(|id| match self.lowered.chain_of(*id) {
            Some(chain) => (Some(chain.chain), chain.chain.hidden()),
            None => match &region.statements[self.lowered.statement_of(*id)].kind {
                Kind::Let(binding) => (None, binding.value.hidden),
                Kind::Tail(value) => (None, value.hidden),
                Kind::Each(_) | Kind::Barrier(_) => (None, Hidden::Nothing),
            },
        });
        let steps = steps.collect::<Vec<_>>();
        let mut precedences = Vec::new();
        for (index, (later, hides)) in steps.iter().enumerate() {
            for (before, (earlier, hid)) in steps[..index].iter().enumerate() {
                let one = self.lowered.program.binding(ids[before]).chain
                    == self.lowered.program.binding(ids[index]).chain;
                let minds = earlier.is_some_and(|chain| chain.minds(*hides))
                    || later.is_some_and(|chain| chain.minds(*hid));
                let both = *hides > Hidden::Nothing && *hid > Hidden::Nothing;
                if !one && (minds || both) {
                    precedences.push(Precedence {
                        before: ids[before],
                        after: ids[index],
                        reason: Reason::Hidden,
                    });
                }
            }
        }
        self.lowered.program.precedences.extend(precedences);
    }

    /// What drops values that may be watched keeps its order.
    pub(super) fn watched_drops(&mut self, region: &Region) {
        let mut earlier: Vec<(BindingId, Drops)> = Vec::new();
        let mut previous = None;
        for id in self.lowered.program.binding_ids().collect::<Vec<_>>() {
            let chain = self.lowered.program.binding(id).chain;
            if previous.replace(chain) == Some(chain) {
                continue;
            }
            let drops = match self.lowered.chain(chain) {
                Some(chain) if chain.chain.drops_what_it_replaces() => Drops::Elements,
                Some(chain) if drops_elements(chain.chain) => Drops::Elements,
                Some(chain) if chain.chain.workers().iter().any(|worker| worker.drops) => {
                    Drops::Worker
                }
                Some(_) => continue,
                None => match &region.statements[self.lowered.statement_of(id)].kind {
                    Kind::Let(binding) if consumes(&binding.value) => Drops::Operand,
                    Kind::Tail(value) if consumes(value) => Drops::Operand,
                    _ => continue,
                },
            };
            for (before, other) in &earlier {
                if (*other, drops) != (Drops::Worker, Drops::Worker) {
                    self.lowered.program.precedences.push(Precedence {
                        before: *before,
                        after: id,
                        reason: Reason::Drops,
                    });
                }
            }
            earlier.push((id, drops));
        }
    }
}

/// True if a chain may drop elements that are watched, other than those that its workers make and
/// drop themselves.
fn drops_elements(chain: &Chain) -> bool {
    chain.consumer.drops() || !chain.watched().is_empty()
}

/// True if an operator or a method, which may be a user's, takes a value that is not visibly `Copy`.
fn consumes(value: &Skeleton) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 |= match expr {
                Expr::Binary(_) | Expr::MethodCall(_) => true,
                Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)),
                _ => false,
            };
            crate::rust::visit::visit_expr(self, expr);
        }
    }
    let mut search = Search(false);
    search.visit_expr(&value.expr);
    search.0 && !value.moves.is_empty()
}

fn binds_a_result(statement: &Statement) -> bool {
    matches!(&statement.kind, Kind::Let(binding)
        if binding.name.is_some()
            && is_direct(&binding.value, binding.name.as_ref(), &statement.binds))
}

/// The chains of a statement.
fn chains_of(statement: &Statement) -> Vec<&Chain> {
    let holes = statement.holes().iter();
    holes.map(|hole| &hole.chain).collect()
}
