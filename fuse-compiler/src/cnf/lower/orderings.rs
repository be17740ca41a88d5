//! Orderings between chains that neither data flow nor the statements' own names show (docs/DESIGN.md
//! section 3, *Barriers* and *Drops and clones*).

use super::copied::{is_copied, statement_takes_whole};
use super::{LoweredChain, Lowering, is_direct};
use crate::cnf::{Because, BindingId, Precedence, Reason, ValueId};
use crate::ops::chain::{Access, Chain, Worker};
use crate::ops::consumer::each::Each;
use crate::ops::consumer::inferred::Inferred;
use crate::region::{Kind, Region, Skeleton, Statement};
use crate::rust::expr::place_root;
use crate::rust::hidden_code::Hidden;
use crate::rust::spelling::{spelling, times};
use crate::rust::term::{Is, Term};
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use quote::ToTokens as _;
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
            if !bound.owned && !bound.empty {
                for read in &statement.reads {
                    from.insert(read.clone());
                    from.extend(self.borrows.get(read).into_iter().flatten().cloned());
                }
            }
            self.borrows.insert(bound.name.clone(), from);
        }
    }

    pub(super) fn orderings(&mut self, region: &Region) {
        let (types, decided) = self.types_between(region);
        let found = [
            self.between_statements(region),
            self.pairs(Reason::Moves, |earlier, later| {
                // Behind a statement that binds it anew the name is another one's.
                let anew = |name: &String| {
                    let between = &region.statements[earlier.statement..later.statement];
                    let mut bound = between.iter().flat_map(|statement| &statement.binds);
                    bound.any(|bound| bound.name == *name)
                };
                self.take_from_each_other(earlier, later)
                    || is_emptied_and_read(earlier, later, &anew)
            }),
            self.pairs(Reason::Effects, |earlier, later| {
                earlier.chain.keeps_order_with(later.chain)
            }),
            self.two_passes(),
            self.pairs(Reason::InvisibleResult, |earlier, later| {
                self.decides(earlier, later)
            }),
            self.typed_between(region),
            types,
            self.pairs(Reason::Effects, |earlier, later| {
                self.reach_each_other(earlier, later)
            }),
            self.pairs(Reason::Shadows, |earlier, later| {
                self.hide_names(earlier, later)
            }),
            self.outward(region),
            self.watched_drops(region),
            self.hidden_code(region),
            self.array_edges(),
            self.writes(region),
        ];
        self.lowered
            .program
            .precedences
            .extend(found.into_iter().flatten());
        let in_step = self.in_step();
        self.lowered.program.sequences = self.users_results();
        self.lowered.program.sequences.extend(in_step);
        self.lowered.program.sequences.extend(decided);
    }

    /// What statements move, change and bind, by their own names.
    fn between_statements(&self, region: &Region) -> Vec<Precedence> {
        let mut precedences = Vec::new();
        let heads: Vec<Vec<BindingId>> = (0..region.statements.len())
            .map(|statement| self.heads(statement))
            .collect();
        for (later_index, later) in region.statements.iter().enumerate() {
            if matches!(&later.kind, Kind::Barrier(wall) if wall.holes.is_empty()) {
                continue;
            }
            let later_reads = later.ordered_reads();
            for (earlier_index, earlier) in region.statements[..later_index].iter().enumerate() {
                if matches!(earlier.kind, Kind::Barrier(_)) {
                    continue;
                }
                let lent = |read: &String| self.borrows.get(read);
                let reads = |name: &String| {
                    let mut lenders = earlier.reads.iter().filter_map(lent);
                    earlier.reads.contains(name) || lenders.any(|from| from.contains(name))
                };
                let given_away = |name: &String| later_reads.contains(name);
                let bound_anew = |name: &String| {
                    let between = &region.statements[earlier_index..later_index];
                    let mut bound = between.iter().flat_map(|statement| &statement.binds);
                    bound.any(|bound| bound.name == *name)
                };
                let copied = |name: &String| {
                    let (one, other) = (chains_of(earlier), chains_of(later));
                    // A chain of the later one would run before the earlier one takes the name.
                    let read_by_a_chain = || other.iter().any(|chain| chain.reads().contains(name));
                    !bound_anew(name)
                        && (is_copied(name, &one, &other)
                            || statement_takes_whole(earlier, name) && !read_by_a_chain())
                };
                let taken = |name: &String| {
                    reads(name) && !copied(name) && !pushed_and_taken(earlier, later, name)
                };
                let given = earlier.given_away.iter().find(|name| given_away(name));
                let lent = || later_reads.iter().find(|name| self.lends(earlier, name));
                let given = given.or_else(lent);
                let binds = !binds_a_result(later) && !matches!(later.kind, Kind::Barrier(_));
                let mut bound = later.binds.iter().map(|bound| &bound.name);
                let anew = bound.find(|name| binds && earlier.reads.contains(name));
                // Every chain of the earlier statement, and the statement itself, comes first.
                for &after in &heads[later_index] {
                    let takes = |name: &String| self.takes(after, name);
                    let moved = later.moves.iter().find(|name| taken(name) && takes(name));
                    let away = || {
                        let mut away = later.given_away.iter();
                        away.find(|name| reads(name) && takes(name))
                    };
                    // What was moved and is read again was `Copy`, or only a part of it was moved. Or else rustc is to find
                    // that it is gone.
                    let gone = || {
                        let mut moved = moved_by_itself(earlier).iter();
                        moved.find(|name| !bound_anew(name) && self.reads(after, name))
                    };
                    let (reason, because) = if let Some(name) = moved.or_else(away) {
                        let because = format!("moves `{name}`, which the first reads");
                        (Reason::Moves, because)
                    } else if let Some(name) = given.or_else(gone) {
                        let because = format!("reads `{name}`, which the first moves or lends");
                        (Reason::Moves, because)
                    } else if let Some(name) = anew {
                        let because = format!("binds `{name}` anew, which the first reads");
                        (Reason::Shadows, because)
                    } else {
                        continue;
                    };
                    for &before in &heads[earlier_index] {
                        let waiting = Precedence::new(before, after, reason);
                        precedences.push(waiting.because(because.clone()));
                    }
                }
            }
        }
        precedences
    }

    /// Whether a chain takes a name, or the rest of its statement, which runs where that stands.
    fn takes(&self, id: BindingId, name: &String) -> bool {
        self.lowered.chain_of(id).is_none_or(|chain| {
            let chain = chain.chain;
            chain.moves().contains(name) || chain.given_away().contains(name)
        })
    }

    /// Whether a chain reads a name, or what may have borrowed from it.
    fn reads(&self, id: BindingId, name: &String) -> bool {
        let chain = self.lowered.chain_of(id);
        chain.is_some_and(|chain| self.and_lenders(&chain.chain.reads()).contains(name))
    }

    /// These names, and those that they may have borrowed from.
    pub(super) fn and_lenders(&self, names: &SortedSet<String>) -> SortedSet<String> {
        let lenders = names.iter().filter_map(|name| self.borrows.get(name));
        lenders.flatten().chain(names).cloned().collect()
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
    fn array_edges(&self) -> Vec<Precedence> {
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
                    } else if chain.chain.consumer.is::<Inferred>() {
                        // It may turn out to run as written, before the loop.
                        Reason::InvisibleResult
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
                    let order = Precedence::new(before, *binding, reason);
                    let unseen = reason == Reason::EscapingReference
                        && chain.chain.consumer.gives().is_none();
                    precedences.push(match unseen {
                        true => order.said(Because {
                            sentence: "may keep references into the array, as far as the type of its result shows".to_owned(),
                            instead: Some(
                                "write the type of the result, or read the elements by value, as by `iter().copied()`",
                            ),
                        }),
                        false => order,
                    });
                }
            }
        }
        precedences
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
    fn lends(&self, statement: &Statement, name: &str) -> bool {
        let value = match &statement.kind {
            Kind::Let(binding) => &binding.value,
            Kind::Tail(value) | Kind::Each(value) => value,
            Kind::Barrier(_) => return false,
        };
        value.holes.iter().any(|hole| {
            let mut borrowers = hole.chain.given_away();
            borrowers.extend(hole.chain.watched());
            let mut lenders = borrowers.iter().filter_map(|name| self.borrows.get(name));
            lenders.any(|from| from.contains(name))
        })
    }

    /// Two chains of one statement, of which one moves or changes what the other reads.
    fn take_from_each_other(&self, earlier: &LoweredChain<'_>, later: &LoweredChain<'_>) -> bool {
        let takes = |one: &Chain, other: &Chain| {
            let mut taken = one.moves();
            taken.retain(|name| !is_copied(name, &[earlier.chain], &[later.chain]));
            taken.extend(one.given_away());
            !taken.is_disjoint(&other.reads())
        };
        let (one, other) = (earlier.chain, later.chain);
        earlier.statement == later.statement && (takes(one, other) || takes(other, one))
    }

    /// An iterator of an unseen type may write, when it is asked for an element, what the workers of
    /// another chain read: elements that are cells. Of a chain that reads its result it is the source.
    fn reach_each_other(&self, earlier: &LoweredChain<'_>, later: &LoweredChain<'_>) -> bool {
        let lowered = &self.lowered;
        let reads_result = || {
            let inputs = later.bindings.iter().flat_map(|id| lowered.inputs(*id));
            inputs
                .filter_map(|input| lowered.program.producer(input.value))
                .any(|producer| earlier.bindings.contains(&producer))
        };
        let (one, other) = (earlier.chain, later.chain);
        (one.may_reach(other) || other.may_reach(one)) && !reads_result()
    }

    /// A `scan` of several threads is known when all its ranges are.
    fn two_passes(&self) -> Vec<Precedence> {
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
        })
    }

    /// True if both read literals, and a method is called on something by the later one: in one loop its closures stand before what
    /// decides, behind the earlier one, which type the literals have.
    fn decides(&self, earlier: &LoweredChain<'_>, later: &LoweredChain<'_>) -> bool {
        let lowered = &self.lowered;
        let reads = |chain: &LoweredChain<'_>| {
            let inputs = chain.bindings.iter().flat_map(|id| lowered.inputs(*id));
            let open = inputs.filter(|input| self.open.contains(&input.value));
            open.map(|input| input.value).collect::<SortedSet<_>>()
        };
        let calls = |worker: &Worker| {
            let method = |term: &Term<'_>| matches!(term.is, Is::Method(_));
            worker.term().any(&method)
        };
        !self.open.is_empty()
            && !reads(later).is_disjoint(&reads(earlier))
            && later.chain.workers().into_iter().any(calls)
    }

    /// Statements that may decide, outside of their chains, which type a literal has, before a chain that calls a method of it.
    fn typed_between(&self, region: &Region) -> Vec<Precedence> {
        let mut precedences = Vec::new();
        for chain in self.lowered.chains() {
            let names = self.called_literals(chain.chain);
            if names.is_empty() {
                continue;
            }
            let statements = region.statements.iter().enumerate();
            for (index, statement) in statements.take(chain.statement) {
                let skeleton = match &statement.kind {
                    Kind::Let(binding) => &binding.value,
                    Kind::Tail(_) | Kind::Each(_) | Kind::Barrier(_) => continue,
                };
                if skeleton.reads.iter().any(|name| names.contains(name)) {
                    let before = self.heads(index).into_iter();
                    let after = chain.bindings.first();
                    precedences.extend(before.zip(after.into_iter().cycle()).map(
                        |(before, after)| Precedence::new(before, *after, Reason::InvisibleResult),
                    ));
                }
            }
        }
        precedences
    }

    /// The literals, and arrays of them, that the workers of a chain call methods of.
    fn called_literals(&self, chain: &Chain) -> SortedSet<String> {
        struct Receivers<'a>(&'a SortedSet<String>, SortedSet<String>);
        impl<'ast> Visit<'ast> for Receivers<'_> {
            fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
                let root = place_root(&call.receiver).filter(|root| self.0.contains(root));
                self.1.extend(root);
                visit::visit_expr_method_call(self, call);
            }
        }
        let mut receivers = Receivers(&self.literals, SortedSet::new());
        if !self.literals.is_empty() {
            for worker in chain.workers() {
                receivers.visit_expr(&worker.expr);
            }
        }
        receivers.1
    }

    /// Each two chains of which the later one has to wait.
    fn pairs(
        &self,
        reason: Reason,
        ordered: impl Fn(&LoweredChain<'_>, &LoweredChain<'_>) -> bool,
    ) -> Vec<Precedence> {
        let mut precedences = Vec::new();
        let chains = self.lowered.chains().collect::<Vec<_>>();
        for (index, later) in chains.iter().enumerate() {
            for earlier in &chains[..index] {
                if let (Some(before), Some(after)) =
                    (earlier.bindings.first(), later.bindings.first())
                    && ordered(earlier, later)
                {
                    precedences.push(Precedence::new(*before, *after, reason));
                }
            }
        }
        precedences
    }

    /// What an operator, a field or a method of a user's type may run keeps its order with chains that may see it, and with
    /// its like.
    fn hidden_code(&self, region: &Region) -> Vec<Precedence> {
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
                    precedences.push(Precedence::new(ids[before], ids[index], Reason::Hidden));
                }
            }
        }
        precedences
    }

    /// A `FromIterator` or a `Sum` of a user's keeps its order with its like, and with what may stop the program before it.
    fn users_results(&self) -> Vec<(BindingId, BindingId)> {
        let mut sequences = Vec::new();
        let chains = self.lowered.chains().collect::<Vec<_>>();
        for (index, later) in chains.iter().enumerate() {
            for earlier in &chains[..index] {
                let (made, makes) = (earlier.chain.making(), later.chain.making());
                let both = made > Hidden::Nothing && makes > Hidden::Nothing;
                let ordered = both || earlier.chain.minds(makes) || later.chain.minds(made);
                let ends = earlier.bindings.first().zip(later.bindings.first());
                sequences.extend(ends.filter(|_| ordered).map(|(from, to)| (*from, *to)));
            }
        }
        sequences
    }

    /// What drops values that may be watched keeps its order.
    fn watched_drops(&self, region: &Region) -> Vec<Precedence> {
        let mut precedences = Vec::new();
        let mut earlier: Vec<(BindingId, Drops)> = Vec::new();
        let mut previous = None;
        for id in self.lowered.program.binding_ids() {
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
                    precedences.push(Precedence::new(*before, id, Reason::Drops));
                }
            }
            earlier.push((id, drops));
        }
        precedences
    }
}

/// An array of `Copy` elements may be borrowed after it was emptied. One driver cannot be both. A `&mut` that was taken cannot be used again.
fn is_emptied_and_read(
    earlier: &LoweredChain<'_>,
    later: &LoweredChain<'_>,
    anew: &dyn Fn(&String) -> bool,
) -> bool {
    let (mut reads, also_emptied) = (later.chain.reads(), later.chain.emptied());
    reads.retain(|name| !anew(name));
    if earlier
        .chain
        .used_up()
        .iter()
        .any(|name| reads.contains(name))
    {
        return true;
    }
    let mut emptied = earlier.chain.emptied().into_iter();
    emptied.any(|name| reads.contains(&name) && !also_emptied.contains(&name))
}

/// True if all that a statement has to do with a vector that the loop before it pushes to is to take its elements, as they come. A
/// vector that is emptied is named nowhere behind it.
fn pushed_and_taken(earlier: &Statement, later: &Statement, name: &str) -> bool {
    let pushes = |chain: &&Chain| {
        let each = chain.consumer.of::<Each>();
        each.is_some_and(|each| each.pushed.iter().any(|pushed| pushed.name == name))
    };
    let whole = !matches!(later.kind, Kind::Barrier(_));
    let mut takes = chains_of(later).into_iter();
    chains_of(earlier).iter().any(pushes)
        && whole
        && takes.all(|chain| !chain.reads().contains(name) || chain.takes_in_step(name))
        && times(name, later.tokens.to_token_stream()) == 1
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
            visit::visit_expr(self, expr);
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

/// What a statement moves outside of its chains.
fn moved_by_itself(statement: &Statement) -> &[String] {
    match &statement.kind {
        Kind::Let(binding) => &binding.value.moves,
        Kind::Tail(value) => &value.moves,
        Kind::Each(_) | Kind::Barrier(_) => &[],
    }
}

/// The chains of a statement.
fn chains_of(statement: &Statement) -> Vec<&Chain> {
    let holes = statement.holes().iter();
    holes.map(|hole| &hole.chain).collect()
}
