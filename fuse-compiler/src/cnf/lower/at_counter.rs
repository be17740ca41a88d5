//! Arrays that two loops touch only at their own counters: `for i in 0..n { ys[i] = f(i); }` and `for j in 0..n { t += ys[j] * w[j]; }`.
//!
//! In: two `for` loops that count their turns, and a name that both mention. Out: whether turn `k` of one and turn `k` of the other
//! touch the same element of that array and no other: then the second needs no more than what the first has done in the same turn, and
//! they may share a loop in which it comes behind it. So of a matrix, with the counter as the same one of its indices. Elements must be
//! numbers, or have numbers of their own: two of them may be one cell otherwise. The distance of the dependence is 0, as compilers for
//! loops say.

use crate::cnf::lower::{LoweredChain, Lowering};
use crate::cnf::{BindingId, ValueId};
use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::{RangeSource, Source, Stream};
use crate::ops::consumer::each::Each;
use crate::region::length_uses;
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::single_name;
use crate::rust::spelling::{identity, spelling, times};
use crate::rust::touches::{Index, Lends, touched};
use crate::sorted::SortedSet;
use quote::ToTokens;
use syn::{Expr, Pat, PatIdent, Stmt};

impl Lowering<'_> {
    /// Whether two loops, of which the first changes an array, touch it in step.
    pub(super) fn touch_in_step(
        &self,
        earlier: &LoweredChain<'_>,
        later: &LoweredChain<'_>,
        name: &str,
    ) -> bool {
        let starts = start(earlier).zip(start(later));
        let axes = || at_counter(earlier, name).zip(at_counter(later, name));
        self.are_numbers(name)
            && starts.is_some_and(|(one, other)| one == other)
            && axes().is_some_and(|(one, other)| one == other || one.is_none() || other.is_none())
            && keeps_none(earlier, name)
            && keeps_none(later, name)
    }

    /// Whether elements of an array are numbers, whatever it is bound to in the region.
    pub(super) fn are_numbers(&self, name: &str) -> bool {
        let values = self.lowered.program.values.iter().enumerate();
        let mut values = values.filter(|(_, value)| value.name == name);
        values.all(|(index, _)| self.numbers.contains(&ValueId(index)))
    }

    /// What a loop makes of an array is not needed as a whole by those that touch it in step: they come behind it, and may share its
    /// loop. Gives the pairs that keep their order.
    pub(super) fn in_step(&mut self) -> Vec<(BindingId, BindingId)> {
        let mut sequences = Vec::new();
        let mut dropped = Vec::new();
        let chains = self.lowered.chains().collect::<Vec<_>>();
        for (index, later) in chains.iter().enumerate() {
            for earlier in &chains[..index] {
                let names = self.changed_by_either(earlier, later);
                let taken = names
                    .clone()
                    .find(|name| self.is_taken_before(earlier, later, name));
                if taken.is_some() {
                    for from in &earlier.bindings {
                        sequences.extend(later.bindings.iter().map(|to| (*from, *to)));
                    }
                }
                let names = names.filter(|name| self.touch_in_step(earlier, later, name));
                for name in names.collect::<Vec<_>>() {
                    for (from, to) in earlier.bindings.iter().zip(&later.bindings) {
                        sequences.push((*from, *to));
                    }
                    let ends = earlier.bindings.last().zip(later.bindings.last());
                    sequences.extend(ends.map(|(from, to)| (*from, *to)));
                    for from in &earlier.bindings {
                        let made = &self.lowered.program.binding(*from).outputs;
                        let made = made.iter().copied();
                        let made = made
                            .filter(|value| self.lowered.program.value(*value).name == name)
                            .collect::<Vec<_>>();
                        for to in &later.bindings {
                            dropped.push((*to, made.clone()));
                        }
                    }
                }
            }
        }
        for (to, made) in dropped {
            let worker = &mut self.lowered.program.bindings[to.index()].worker;
            worker.mentions.retain(|value| !made.contains(value));
        }
        sequences
    }

    /// Names that one of two loops writes.
    fn changed_by_either(
        &self,
        earlier: &LoweredChain<'_>,
        later: &LoweredChain<'_>,
    ) -> impl Iterator<Item = String> + Clone + use<> {
        let both = [earlier, later].into_iter();
        let each = both.filter_map(|chain| chain.chain.consumer.of::<Each>());
        let names = each.flat_map(|each| each.body.writes.iter().map(|write| write.name.clone()));
        names.collect::<SortedSet<_>>().into_iter()
    }
}

/// Whether what a loop lends of an array is given back in the same turn: the other loop writes the next element while the first would
/// still hold this one.
fn keeps_none(chain: &LoweredChain<'_>, name: &str) -> bool {
    let Some(each) = chain.chain.consumer.of::<Each>() else {
        return false;
    };
    let lends = Lends::of(&each.body.statements, name);
    let mut writes = each.written.iter().zip(&each.body.writes);
    !(lends.referred || lends.methods)
        || !lends.leaves && writes.all(|(bound, write)| bound.owned || bound.inert || write.values)
}

/// What the counter of a chain is in its first turn: it is one more in each.
fn start(chain: &LoweredChain<'_>) -> Option<String> {
    if counter(chain).is_some_and(|(_, numbered)| numbered) {
        return Some("0".to_owned());
    }
    match &chain.chain.stream.source {
        Source::Range(RangeSource {
            expr,
            integers: true,
            ..
        }) => {
            let literal = matches!(expr.start.as_deref().map(strip), Some(Expr::Lit(_)));
            literal.then(|| identity(&expr.start))
        }
        _ => None,
    }
}

/// The counter of a loop, which its body cannot assign, and whether it numbers the elements of something: `(i, x)` of
/// `xs.iter().enumerate()`.
fn counter<'c>(chain: &'c LoweredChain<'_>) -> Option<(&'c PatIdent, bool)> {
    let mut pattern = &chain.chain.consumer.of::<Each>()?.pattern;
    let mut numbered = None;
    for adapter in chain.chain.stream.adapters.iter().rev() {
        let first = |pattern: &'c Pat| match pattern {
            Pat::Tuple(parts) if parts.elems.len() == 2 => parts.elems.first(),
            _ => None,
        };
        match adapter {
            // How many elements were before one is its number, whatever they are.
            Adapter::Enumerate if numbered.is_none() => numbered = Some(first(pattern)?),
            Adapter::Zip(_) if numbered.is_none() => pattern = first(pattern)?,
            Adapter::Copied | Adapter::Enumerate | Adapter::Zip(_) => {}
            _ => return None,
        }
    }
    if numbered.is_none() && !chain.chain.stream.adapters.is_empty() {
        return None;
    }
    let name = single_name(numbered.unwrap_or(pattern))?;
    name.mutability
        .is_none()
        .then_some((name, numbered.is_some()))
}

/// Whether a range mentions an array in its length alone, which stays while elements are written.
fn counts_to_the_end_of(stream: &Stream, name: &str) -> bool {
    let Source::Range(range) = &stream.source else {
        return false;
    };
    let mut bounds = Expr::Range(range.expr.clone());
    length_uses::put_in(&mut bounds, &mut |asked| {
        (asked == name).then(|| syn::parse_quote!(()))
    });
    stream.adapters.is_empty() && !Mentions::of_expr(&bounds).read.contains(name)
}

/// How a loop counts the indices of an array, if it mentions the array only as the element at its counter, or the row, or the column;
/// nothing if it counts to its end, and mentions it nowhere else. The state of a `scan`, or of a `fold`, would be made before the first
/// turn: so only bodies, all of which runs in its turn.
fn at_counter(chain: &LoweredChain<'_>, name: &str) -> Option<Option<Index>> {
    let stream = &chain.chain.stream;
    let each = chain.chain.consumer.of::<Each>()?;
    let counts = counts_to_the_end_of(stream, name);
    let reads = stream.reads();
    let beside = stream.parallel.is_none() && (counts || !reads.contains(name));
    let (counter, _) = counter(chain).filter(|_| beside)?;
    if counts
        && reads.contains(name)
        && !each.body.statements.iter().any(|stmt| mentions(stmt, name))
    {
        return Some(None);
    }
    touched(&each.body.statements, name, &spelling(&counter.ident)).map(Some)
}

fn mentions(stmt: &Stmt, name: &str) -> bool {
    times(name, stmt.to_token_stream()) > 0
}
