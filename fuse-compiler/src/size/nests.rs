//! Which inner loops are one: the crosses that, in one loop, run the same two loops in each other (paper 001, section 1.3.6,
//! knows one cross a loop; paper 003 crosses of one shape).
//!
//! In: a program, the sizes of its values and the classes of its iteration sizes. Out: for each binding the inner loop that it
//! runs in, named by the first cross that opens it, and what reads the elements of several crosses in step.

use super::Size;
use crate::cnf::{BindingId, Combinator, Program, ValueId};
use crate::sorted::SortedSet;

/// The inner loops of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Nests {
    /// For each binding the inner loop that it runs in if its inputs come from there.
    inside: Vec<Option<BindingId>>,
    /// For each cross the first one that opens the same loop, which may be itself.
    opened: Vec<Option<BindingId>>,
    /// True of a binding that runs there because of a cross of its own chain.
    own: Vec<bool>,
    /// For each binding the crosses whose elements it reads in step, if they are several.
    joined: Vec<Vec<BindingId>>,
}

impl Nests {
    /// Two crosses open one loop where both their inputs are equally long and they stand in one loop themselves.
    pub(super) fn of(
        program: &Program,
        classes: &[Option<usize>],
        size: &dyn Fn(ValueId) -> Option<Size>,
    ) -> Nests {
        let count = program.bindings.len();
        let mut nests = Nests {
            inside: vec![None; count],
            opened: vec![None; count],
            own: vec![false; count],
            joined: vec![Vec::new(); count],
        };
        // The cross whose inner loop gives the elements of a value.
        let mut of_value: Vec<Option<BindingId>> = vec![None; program.values.len()];
        let mut crosses: Vec<(BindingId, Option<Size>)> = Vec::new();
        for id in program.binding_ids() {
            let binding = program.binding(id);
            let streamed = binding.streamed();
            let above = streamed.iter().map(|input| of_value[input.index()]);
            let above = above.collect::<Vec<_>>();
            let first = above.first().copied().flatten();
            let loop_of = |cross: Option<BindingId>| nests.opened[cross?.index()];
            let one = above.iter().all(|cross| loop_of(*cross) == loop_of(first));
            let through = first.filter(|_| one);
            nests.inside[id.index()] = loop_of(through);
            if through.is_some() {
                let distinct = above.into_iter().flatten().collect::<SortedSet<_>>();
                let own = |cross: &BindingId| program.binding(*cross).chain == binding.chain;
                nests.own[id.index()] = distinct.iter().any(own);
                if distinct.len() > 1 {
                    nests.joined[id.index()] = distinct.into_iter().collect();
                }
            }
            let gives = if binding.combinator() == Combinator::Cross {
                let inner = binding.inner().and_then(size);
                let alike = |(other, length): &&(BindingId, Option<Size>)| {
                    classes[id.index()].is_some()
                        && classes[id.index()] == classes[other.index()]
                        && inner.is_some()
                        && inner == *length
                        && nests.inside[id.index()] == nests.inside[other.index()]
                };
                let first = crosses.iter().find(alike).map_or(id, |(first, _)| *first);
                nests.opened[id.index()] = Some(first);
                crosses.push((id, inner));
                Some(id)
            } else {
                through
            };
            for output in &binding.outputs {
                of_value[output.index()] = gives;
            }
        }
        nests
    }

    pub(super) fn inside(&self, id: BindingId) -> Option<BindingId> {
        self.inside[id.index()]
    }

    pub(super) fn opened(&self, id: BindingId) -> Option<BindingId> {
        self.opened[id.index()]
    }

    pub(super) fn is_own(&self, id: BindingId) -> bool {
        self.own[id.index()]
    }

    /// True if two transducers are one place in a loop.
    pub(super) fn same_place(&self, a: BindingId, b: BindingId) -> bool {
        a == b || self.opened(a).is_some() && self.opened(a) == self.opened(b)
    }

    pub(super) fn joined(&self, id: BindingId) -> &[BindingId] {
        &self.joined[id.index()]
    }
}
