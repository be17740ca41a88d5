//! Takes a cluster apart into a [`FusionTree`].
//!
//! In: a cluster, and what is needed outside it. Out: its tree. What no data connects is horizontal;
//! of what is connected, the members that read nothing of the others are the producer.

use super::FusionTree;
use crate::cnf::{BindingId, Program, ValueId};
use crate::sorted::{SortedSet, sort};

/// See [`FusionTree::build`].
pub(crate) fn tree(
    program: &Program,
    cluster: &[BindingId],
    needed: &SortedSet<ValueId>,
) -> Option<FusionTree> {
    let mut members = cluster.to_vec();
    // A binding stands after what it reads, so source order is a topological order.
    sort(&mut members);
    members.dedup();
    let flows = flows(program, &members);
    let all = (0..members.len()).collect();
    Cluster {
        members: &members,
        needed,
    }
    .tree(all, flows)
}

/// A value that one member of a cluster makes and another reads, both as positions in the cluster.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flow {
    pub(crate) from: usize,
    pub(crate) to: usize,
    value: ValueId,
}

/// All flows within a cluster, sorted by who reads.
pub(crate) fn flows(program: &Program, members: &[BindingId]) -> Vec<Flow> {
    let mut maker: Vec<Option<usize>> = vec![None; program.values.len()];
    let mut flows = Vec::new();
    for (to, id) in members.iter().enumerate() {
        let binding = program.binding(*id);
        for value in binding.reads() {
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
    needed: &'a SortedSet<ValueId>,
}

/// Some members of a cluster, by position and sorted, with the flows among them.
type Part = (Vec<usize>, Vec<Flow>);

/// A connected part in two. Neither is empty: flows go forward, so the first member is a source and
/// the last is none.
struct Split {
    /// What flows from one to the other.
    values: Vec<ValueId>,
    /// Members that read nothing of the part, and all store what flows, or none does.
    producer: Vec<usize>,
    /// The others.
    consumer: Part,
    /// Whether they store it.
    stored: bool,
}

impl Cluster<'_> {
    /// The tree of a part; `None` of an empty one.
    fn tree(&self, set: Vec<usize>, flows: Vec<Flow>) -> Option<FusionTree> {
        match set[..] {
            [] => return None,
            [only] => return Some(FusionTree::Leaf(self.members[only])),
            _ => {}
        }
        let mut components = self.components(&set, &flows);
        if components.len() > 1 {
            let (last, flows) = components.pop()?;
            let last = self.tree(last, flows)?;
            return components
                .into_iter()
                .rev()
                .try_fold(last, |rest, (set, flows)| {
                    let first = Box::new(self.tree(set, flows)?);
                    Some(FusionTree::Horizontal(first, Box::new(rest)))
                });
        }
        let split = self.split(set, flows);
        let values = split.values;
        // No flows among them: they read nothing of the part.
        let producer = Box::new(self.tree(split.producer, Vec::new())?);
        let consumer = Box::new(self.tree(split.consumer.0, split.consumer.1)?);
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

    /// What data connects, in the order of the first members.
    fn components(&self, set: &[usize], flows: &[Flow]) -> Vec<Part> {
        // A forest in which everybody points to an earlier member of the same component.
        let mut earlier: Vec<usize> = (0..self.members.len()).collect();
        for flow in flows {
            let (a, b) = (first(&mut earlier, flow.from), first(&mut earlier, flow.to));
            earlier[a.max(b)] = a.min(b);
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut part_of: Vec<usize> = vec![0; self.members.len()];
        for member in set {
            let root = first(&mut earlier, *member);
            if root == *member {
                part_of[root] = parts.len();
                parts.push((Vec::new(), Vec::new()));
            }
            part_of[*member] = part_of[root];
            parts[part_of[root]].0.push(*member);
        }
        for flow in flows {
            parts[part_of[flow.from]].1.push(*flow);
        }
        parts
    }

    /// Splits a connected part of at least two.
    fn split(&self, set: Vec<usize>, flows: Vec<Flow>) -> Split {
        let mut reads = vec![false; self.members.len()];
        let mut stores = vec![false; self.members.len()];
        for flow in &flows {
            reads[flow.to] = true;
            stores[flow.from] |= self.needed.contains(&flow.value);
        }
        let stored = set.iter().any(|member| !reads[*member] && stores[*member]);
        let chosen = |member: usize| !reads[member] && (!stored || stores[member]);
        let (producer, consumer) = set.into_iter().partition(|member| chosen(*member));
        let (between, within): (Vec<Flow>, Vec<Flow>) =
            flows.into_iter().partition(|flow| chosen(flow.from));
        let mut values: Vec<ValueId> = between.iter().map(|flow| flow.value).collect();
        sort(&mut values);
        values.dedup();
        Split {
            values,
            producer,
            consumer: (consumer, within),
            stored,
        }
    }
}

/// The first member of a component; shortens the way to it.
fn first(earlier: &mut [usize], member: usize) -> usize {
    let mut at = member;
    while earlier[at] != at {
        earlier[at] = earlier[earlier[at]];
        at = earlier[at];
    }
    at
}
