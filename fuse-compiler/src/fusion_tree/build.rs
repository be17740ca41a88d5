//! Takes a cluster apart into a [`FusionTree`].
//!
//! In: a cluster, and what is needed outside it. Out: its tree. What no data connects is horizontal;
//! of what is connected, the members that read nothing of the others are the producer.

use super::FusionTree;
use crate::cnf::{BindingId, Program, ValueId};
use std::collections::BTreeSet;

/// See [`FusionTree::build`].
pub(super) fn tree(
    program: &Program,
    cluster: &[BindingId],
    needed: &BTreeSet<ValueId>,
) -> Option<FusionTree> {
    let mut members = cluster.to_vec();
    // A binding stands after what it reads, so source order is a topological order.
    members.sort_unstable();
    members.dedup();
    let flows = flows(program, &members);
    let all = (0..members.len()).collect();
    Cluster {
        members: &members,
        flows: &flows,
        needed,
    }
    .tree(all)
}

/// A value that one member of a cluster makes and another reads, both as positions in the cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    pub(super) from: usize,
    pub(super) to: usize,
    value: ValueId,
}

/// All flows within a cluster, sorted by who reads.
pub(super) fn flows(program: &Program, members: &[BindingId]) -> Vec<Flow> {
    let mut maker: Vec<Option<usize>> = vec![None; program.values.len()];
    let mut flows = Vec::new();
    for (to, id) in members.iter().enumerate() {
        let binding = program.binding(*id);
        for value in binding.combinator.reads() {
            let flow = maker[value.index()].map(|from| Flow { from, to, value });
            flows.extend(flow);
        }
        for output in &binding.outputs {
            maker[output.index()] = Some(to);
        }
    }
    flows
}

/// A cluster that is being taken apart.
struct Cluster<'a> {
    members: &'a [BindingId],
    flows: &'a [Flow],
    needed: &'a BTreeSet<ValueId>,
}

impl Cluster<'_> {
    /// The tree of some members, by position and sorted; `None` of none.
    fn tree(&self, set: Vec<usize>) -> Option<FusionTree> {
        match set[..] {
            [] => return None,
            [only] => return Some(FusionTree::Leaf(self.members[only])),
            _ => {}
        }
        let mut components = self.components(&set);
        if components.len() > 1 {
            let last = self.tree(components.pop()?)?;
            return components.into_iter().rev().try_fold(last, |rest, first| {
                let first = Box::new(self.tree(first)?);
                Some(FusionTree::Horizontal(first, Box::new(rest)))
            });
        }
        let split = self.split(&set);
        let values = split.values;
        let producer = Box::new(self.tree(split.producer)?);
        let consumer = Box::new(self.tree(split.consumer)?);
        Some(if split.stored {
            FusionTree::Diagonal {
                values,
                producer,
                consumer,
            }
        } else {
            FusionTree::Vertical {
                values,
                producer,
                consumer,
            }
        })
    }

    /// What data connects, each sorted, in the order of their first members.
    fn components(&self, set: &[usize]) -> Vec<Vec<usize>> {
        // Everybody's representative is the first of its component.
        let mut representative: Vec<Option<usize>> = vec![None; self.members.len()];
        for member in set {
            representative[*member] = Some(*member);
        }
        for flow in self.flows {
            if let (Some(a), Some(b)) = (representative[flow.from], representative[flow.to]) {
                for slot in representative.iter_mut().flatten() {
                    if *slot == a.max(b) {
                        *slot = a.min(b);
                    }
                }
            }
        }
        let firsts = set.iter().filter(|m| representative[**m] == Some(**m));
        let with = |first: &usize| {
            let same = set.iter().filter(|m| representative[**m] == Some(*first));
            same.copied().collect()
        };
        firsts.map(with).collect()
    }

    /// Splits a connected set of at least two.
    fn split(&self, set: &[usize]) -> Split {
        let inside = |flow: &&Flow| {
            set.binary_search(&flow.from).is_ok() && set.binary_search(&flow.to).is_ok()
        };
        let flows: Vec<&Flow> = self.flows.iter().filter(inside).collect();
        let reads = |member: usize| flows.iter().any(|flow| flow.to == member);
        let stores = |member: usize| {
            let mut made = flows.iter().filter(|flow| flow.from == member);
            made.any(|flow| self.needed.contains(&flow.value))
        };
        let sources: Vec<usize> = set.iter().copied().filter(|m| !reads(*m)).collect();
        let stored = sources.iter().any(|source| stores(*source));
        let chosen = |member: &usize| sources.contains(member) && (!stored || stores(*member));
        let (producer, consumer): (Vec<usize>, Vec<usize>) = set.iter().copied().partition(chosen);
        let made = flows.iter().filter(|flow| producer.contains(&flow.from));
        let mut values: Vec<ValueId> = made.map(|flow| flow.value).collect();
        values.sort_unstable();
        values.dedup();
        Split {
            values,
            producer,
            consumer,
            stored,
        }
    }
}

/// A connected set in two parts. Neither is empty: flows go forward, so the first member is a
/// source and the last is none.
struct Split {
    /// What flows from one to the other.
    values: Vec<ValueId>,
    /// Members that read nothing of the set, and all store what flows, or none does.
    producer: Vec<usize>,
    /// The others.
    consumer: Vec<usize>,
    /// Whether they store it.
    stored: bool,
}
