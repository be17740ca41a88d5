//! Iteration sizes, parent transducers and compatible concestors (paper 001, sections 1.3.5 and
//! 1.3.6, figs 1.6 to 1.8).
//!
//! In: a program and its [`Sizes`]. Out: for one binding how often its loop runs and which filter
//! opens it; for two bindings which filters must share their cluster if they do.

use super::Sizes;
use super::nests::Nests;
use crate::cnf::{Binding, BindingId, Combinator, Program, ValueId};
use crate::sorted::sort;

/// The array whose size is the iteration size of a binding (fig. 1.6); `None` for the paper's
/// unknown size, which opaque and solitary bindings have.
pub(super) fn iterated(binding: &Binding) -> Option<ValueId> {
    if binding.solitary.is_some() {
        return None;
    }
    match binding.combinator() {
        Combinator::Fold | Combinator::Filter | Combinator::Cross => {
            binding.streamed().first().copied()
        }
        Combinator::Map | Combinator::Zip | Combinator::Scan | Combinator::Generate => {
            binding.outputs.first().copied()
        }
        Combinator::Opaque(_) => None,
    }
}

/// The array whose size says how often a binding runs, in its program: what flows into a `zip` of
/// its own chain is asked for as often as the `zip` runs. `readers` gives the readers of each value.
pub(super) fn iterated_in(
    program: &Program,
    readers: &[Vec<BindingId>],
    id: BindingId,
) -> Option<ValueId> {
    let binding = program.binding(id);
    let mut value = iterated(binding)?;
    while let [reader] = readers[value.index()][..] {
        let reader = program.binding(reader);
        let steps = matches!(reader.combinator(), Combinator::Zip | Combinator::Map);
        let produced = program
            .producer(value)
            .is_some_and(|producer| program.binding(producer).chain == binding.chain);
        if !steps || !produced || reader.chain != binding.chain {
            break;
        }
        match reader.outputs.first() {
            Some(output) => value = *output,
            None => break,
        }
    }
    Some(value)
}

/// The parent transducer of every binding (the paper's `trans'`, fig. 1.7). Linear.
///
/// `map_n` and `zip` have one if all their inputs agree on it. For `map_n` the paper takes the union
/// and proves that it has at most one element; inputs that disagree are equally long by a fact, and
/// no filter makes elements of all of them. Inputs of a `zip` that agree are equally long, and
/// `zip`'s size is theirs. Crosses that open one loop agree.
pub(super) fn transducers(program: &Program, nests: Option<&Nests>) -> Vec<Option<BindingId>> {
    let agree = |a: Option<BindingId>, b: Option<BindingId>| match (a, b, nests) {
        (Some(a), Some(b), Some(nests)) => nests.same_place(a, b),
        _ => a == b,
    };
    let mut of_value: Vec<Option<BindingId>> = vec![None; program.values.len()];
    program
        .binding_ids()
        .map(|id| {
            let binding = program.binding(id);
            let of = |value: &ValueId| of_value[value.index()];
            let parent = match binding.combinator() {
                Combinator::Fold
                | Combinator::Scan
                | Combinator::Filter
                | Combinator::Map
                | Combinator::Zip => {
                    let inputs = binding.streamed();
                    let first = inputs.first().and_then(of);
                    first.filter(|_| inputs.iter().all(|input| agree(of(input), first)))
                }
                // What another chain has filtered is little, and its filter had better store it than branch to a loop.
                Combinator::Cross => {
                    let own = |filter: &BindingId| program.binding(*filter).chain == binding.chain;
                    binding.streamed().first().and_then(of).filter(own)
                }
                Combinator::Generate | Combinator::Opaque(_) => None,
            };
            // The paper's `trans`: of a filter, the filter itself. A cross opens a loop for each element of its first input,
            // as a filter opens a branch.
            let passed_on = match binding.combinator() {
                Combinator::Filter | Combinator::Cross => Some(id),
                // The array that a loop writes has nothing to do with what the loop reads.
                Combinator::Fold => None,
                _ => parent,
            };
            for output in &binding.outputs {
                of_value[output.index()] = passed_on;
            }
            parent
        })
        .collect()
}

/// The parent transducer of a binding (fig. 1.7): the filter whose output size is its iteration
/// size, of a program without sizes. Walks the whole program; ask [`Sizes::transducer`] in loops.
#[must_use]
pub fn transducer(program: &Program, binding: BindingId) -> Option<BindingId> {
    transducers(program, None)[binding.index()]
}

/// The compatible concestors of two bindings (fig. 1.8): the most recent of their transducers, or
/// they themselves, whose iteration sizes are equal. In order: `a`'s, then `b`'s.
///
/// Fig. 1.8 as printed calls `trans`, which of a filter is the filter itself, and does not
/// terminate; the prose means `trans'`. A transducer of unknown iteration size shares a cluster with
/// nobody, so neither it nor what lies beyond it is a concestor.
#[must_use]
pub fn concestors(
    _program: &Program,
    sizes: &Sizes,
    a: BindingId,
    b: BindingId,
) -> Option<(BindingId, BindingId)> {
    sizes.concestors(a, b)
}

/// A binding and its transducers, nearest first, up to one of unknown iteration size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    members: Vec<BindingId>,
    /// For each of their iteration sizes, sorted, the nearest that has it.
    nearest: Vec<(usize, usize)>,
}

/// The line of every binding.
pub(super) fn lines(transducers: &[Option<BindingId>], classes: &[Option<usize>]) -> Vec<Line> {
    let line = |index| {
        let (mut members, mut nearest) = (Vec::new(), Vec::new());
        let mut next = Some(BindingId(index));
        // A transducer stands before what it relates, so this ends.
        while let Some((id, class)) = next.and_then(|id| Some((id, classes[id.index()]?))) {
            nearest.push((class, members.len()));
            members.push(id);
            next = transducers[id.index()];
        }
        sort(&mut nearest);
        nearest.dedup_by_key(|(class, _)| *class);
        Line { members, nearest }
    };
    (0..transducers.len()).map(line).collect()
}

impl Line {
    /// Fig. 1.8 over two lines: the pair of equal iteration size that is fewest steps away, and
    /// among equals the one furthest along this line, as `closest` has it. Linear.
    pub(super) fn meet(&self, other: &Line) -> Option<(BindingId, BindingId)> {
        let (mut left, mut right) = (0, 0);
        let mut best: Option<(usize, usize, usize)> = None;
        while let (Some((a, i)), Some((b, j))) = (self.nearest.get(left), other.nearest.get(right))
        {
            if a == b && best.is_none_or(|(distance, k, _)| (i + j, k) <= (distance, *i)) {
                best = Some((i + j, *i, *j));
            }
            left += usize::from(a <= b);
            right += usize::from(b <= a);
        }
        best.map(|(_, i, j)| (self.members[i], other.members[j]))
    }
}
