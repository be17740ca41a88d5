//! Arrays that two loops touch only at their own counters: `for i in 0..n { ys[i] = f(i); }` and `for j in 0..n { t += ys[j] * w[j]; }`.
//!
//! In: two `for` loops over ranges, and a name that both mention. Out: whether turn `k` of one and turn `k` of the other touch the same
//! element of that array and no other: then the second needs no more than what the first has done in the same turn, and they may
//! share a loop in which it comes behind it. Elements must be numbers, or have numbers of their own: two of them may be one cell
//! otherwise. The distance of the dependence is 0, as compilers for loops say.

use crate::cnf::lower::{LoweredChain, Lowering};
use crate::cnf::{BindingId, ValueId, ValueKind};
use crate::ops::chain::{RangeSource, Source};
use crate::ops::consumer::each::Each;
use crate::rust::expr::strip;
use crate::rust::patterns::single_name;
use crate::rust::spelling::{identity, spelling};
use crate::rust::touches::touches_at;
use crate::sorted::SortedSet;
use syn::Expr;

impl Lowering<'_> {
    /// Whether two loops, of which the first changes an array, touch it in step.
    pub(super) fn touch_in_step(
        &self,
        earlier: &LoweredChain<'_>,
        later: &LoweredChain<'_>,
        name: &str,
    ) -> bool {
        // Whatever it is bound to in the region.
        let values = self.lowered.program.values.iter().enumerate();
        let mut values = values.filter(|(_, value)| value.name == name);
        let numbers = values.all(|(index, value)| {
            value.kind == ValueKind::Array && self.numbers.contains(&ValueId(index))
        });
        let starts = start(earlier).zip(start(later));
        numbers
            && starts.is_some_and(|(one, other)| one == other)
            && at_counter(earlier, name)
            && at_counter(later, name)
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
    ) -> impl Iterator<Item = String> + use<> {
        let both = [earlier, later].into_iter();
        let each = both.filter_map(|chain| chain.chain.consumer.of::<Each>());
        let names = each.flat_map(|each| each.body.writes.iter().map(|write| write.name.clone()));
        names.collect::<SortedSet<_>>().into_iter()
    }
}

/// Where the range of a chain starts, if it runs over one.
fn start(chain: &LoweredChain<'_>) -> Option<String> {
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

/// Whether a loop mentions an array only as the element at its counter. The state of a `scan`, or of a `fold`, would be made before
/// the first turn: so only bodies, all of which runs in its turn.
fn at_counter(chain: &LoweredChain<'_>, name: &str) -> bool {
    let plain = chain.chain.stream.parallel.is_none() && chain.chain.stream.adapters.is_empty();
    let Some(each) = chain.chain.consumer.of::<Each>().filter(|_| plain) else {
        return false;
    };
    // A counter that the body may assign stands for another turn then.
    let Some(counter) = single_name(&each.pattern).filter(|name| name.mutability.is_none()) else {
        return false;
    };
    touches_at(&each.body.statements, name, &spelling(&counter.ident))
}
