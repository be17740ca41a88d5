//! What is left to decide of a component.
//!
//! In: an [`Instance`], an [`Objective`] and the groups of a component. Out: a [`Kernel`]: nodes in a
//! topological order, for each pair what must be with it, and the cost over these nodes alone.

use super::set::{CAPACITY, Set};
use crate::cluster::cost::Objective;
use crate::cluster::instance::{Instance, Pair};
use crate::cluster::partition::Partition;

/// An array that some node of the kernel reads.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// The node that makes it, if it is in the kernel.
    pub(super) producer: Option<usize>,
    /// The nodes that read it, other than its producer.
    pub(super) readers: Set,
    /// What each cluster costs that reads it, other than its producer's.
    pub(super) read: u64,
    /// What it costs if some reader is outside its producer's cluster; 0 if that is in the constant.
    pub(super) manifest: u64,
}

impl Array {
    /// Who makes or reads it.
    pub(super) fn touching(&self) -> Set {
        let mut touching = self.readers;
        if let Some(producer) = self.producer {
            touching.insert(producer);
        }
        touching
    }
}

/// A component with every set of groups that share their cluster anyway contracted to one node.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The groups of each node.
    pub nodes: Vec<Vec<usize>>,
    /// Which nodes may share a cluster with each.
    pub(super) candidates: Vec<Set>,
    /// By two candidates, row by row: what is in every cluster that they share, themselves included.
    pub(super) needs: Vec<Set>,
    pub(super) predecessors: Vec<Set>,
    pub(super) successors: Vec<Set>,
    /// Those that a path leads from.
    pub(super) ancestors: Vec<Set>,
    /// Those that a path leads to.
    pub(super) descendants: Vec<Set>,
    pub(super) arrays: Vec<Array>,
    /// By two nodes, row by row: what it costs if they are apart. Empty if that is nothing anywhere.
    pub(super) apart: Vec<u64>,
    /// What a cluster costs.
    pub(super) cluster: u64,
    /// What every clustering costs.
    pub constant: u64,
}

impl Kernel {
    /// The kernel of a component before anything is contracted. `None` if it has too many groups, a
    /// cycle, or a cost of another form than [`Cost`](crate::options::Cost) gives.
    pub fn new(
        instance: &Instance<'_>,
        objective: &Objective,
        component: &[usize],
    ) -> Option<Kernel> {
        if component.len() > CAPACITY {
            return None;
        }
        let order = topological(instance, component)?;
        let count = order.len();
        let mut node_of = vec![None; instance.groups.len()];
        for (node, group) in order.iter().enumerate() {
            node_of[*group] = Some(node);
        }
        // An opaque group is no loop. Since it is always alone, it may as well cost one.
        let loops = order
            .iter()
            .filter(|group| !instance.groups[**group].opaque);
        let mut costs = loops.map(|group| objective.first[*group]);
        let cluster = costs.next().unwrap_or(0);
        if costs.any(|cost| cost != cluster) {
            return None;
        }
        let nodes = order.iter().map(|group| vec![*group]).collect();
        let mut kernel = Kernel::unrelated(nodes, cluster, 0);
        for (from, to) in instance.edges.keys() {
            if let (Some(from), Some(to)) = (node_of[*from], node_of[*to]) {
                kernel.successors[from].insert(to);
                kernel.predecessors[to].insert(from);
            }
        }
        for j in 0..count {
            for i in 0..j {
                let Pair::Candidate(needs) = instance.pair(order[i], order[j]) else {
                    continue;
                };
                let mut all = Set::one(i);
                all.insert(j);
                let mut inside = true;
                for group in needs.iter().flat_map(|(a, b)| [*a, *b]) {
                    match node_of[group] {
                        Some(node) => all.insert(node),
                        None => inside = false,
                    }
                }
                if inside {
                    kernel.candidates[i].insert(j);
                    kernel.candidates[j].insert(i);
                    kernel.needs[i * count + j] = all;
                    kernel.needs[j * count + i] = all;
                }
            }
        }
        kernel.close_paths();
        kernel.costs(objective, &node_of)?;
        kernel.close();
        Some(kernel)
    }

    /// Nodes with nothing between them, and no arrays.
    pub(super) fn unrelated(nodes: Vec<Vec<usize>>, cluster: u64, constant: u64) -> Kernel {
        let count = nodes.len();
        Kernel {
            nodes,
            candidates: vec![Set::EMPTY; count],
            needs: vec![Set::EMPTY; count * count],
            predecessors: vec![Set::EMPTY; count],
            successors: vec![Set::EMPTY; count],
            ancestors: Vec::new(),
            descendants: Vec::new(),
            arrays: Vec::new(),
            apart: Vec::new(),
            cluster,
            constant,
        }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What is in every cluster that holds both of two candidates.
    pub(super) fn needs(&self, a: usize, b: usize) -> &Set {
        &self.needs[a * self.nodes.len() + b]
    }

    fn costs(&mut self, objective: &Objective, node_of: &[Option<usize>]) -> Option<()> {
        for array in &objective.arrays {
            let producer = array.producer.and_then(|group| node_of[group]);
            let mut readers = Set::EMPTY;
            let mut read = None;
            let mut outside = false;
            for (reader, weight) in array.readers.iter().zip(&array.reads) {
                match node_of[*reader] {
                    Some(node) => {
                        readers.insert(node);
                        if read.is_some_and(|other| other != *weight) {
                            return None;
                        }
                        read = Some(*weight);
                    }
                    None => outside = true,
                }
            }
            let mut manifest = array.manifest;
            if producer.is_none() {
                manifest = 0;
            } else if array.in_memory || outside {
                self.constant += std::mem::take(&mut manifest);
            }
            if !readers.is_empty() {
                self.arrays.push(Array {
                    producer,
                    readers,
                    read: read.unwrap_or(0),
                    manifest,
                });
            }
        }
        let count = self.len();
        for ((a, b), weight) in &objective.apart {
            if let (Some(a), Some(b)) = (node_of[*a], node_of[*b]) {
                if self.apart.is_empty() {
                    self.apart = vec![0; count * count];
                }
                self.apart[a * count + b] = *weight;
                self.apart[b * count + a] = *weight;
            }
        }
        Some(())
    }

    /// Ancestors and descendants; the nodes are in topological order.
    pub(super) fn close_paths(&mut self) {
        let count = self.len();
        self.ancestors = self.predecessors.clone();
        self.descendants = self.successors.clone();
        for node in 0..count {
            for from in self.predecessors[node].iter() {
                self.ancestors[node] = self.ancestors[node].union(&self.ancestors[from]);
            }
        }
        for node in (0..count).rev() {
            for to in self.successors[node].iter() {
                self.descendants[node] = self.descendants[node].union(&self.descendants[to]);
            }
        }
    }

    /// Everything that follows from what pairs need: what lies on a path between two nodes is with
    /// them, and what is needed needs more; two whose needs cannot be together are no candidates.
    pub(super) fn close(&mut self) {
        let count = self.len();
        for i in 0..count {
            for j in self.candidates[i].iter() {
                if i < j {
                    let forth = self.descendants[i].intersection(&self.ancestors[j]);
                    let needs = self.needs(i, j).union(&forth);
                    self.needs[i * count + j] = needs;
                }
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for i in 0..count {
                for j in self.candidates[i].iter() {
                    if i > j {
                        continue;
                    }
                    let before = *self.needs(i, j);
                    let mut needs = before;
                    let mut possible = true;
                    for one in before.iter() {
                        let mut others = self.candidates[one];
                        others.insert(one);
                        if !before.is_subset(&others) {
                            possible = false;
                            break;
                        }
                        for end in [i, j] {
                            if one != end {
                                let (a, b) = (one.min(end), one.max(end));
                                needs = needs.union(self.needs(a, b));
                            }
                        }
                    }
                    if !possible {
                        self.candidates[i].remove(j);
                        self.candidates[j].remove(i);
                        changed = true;
                    } else if needs != before {
                        self.needs[i * count + j] = needs;
                        changed = true;
                    }
                }
            }
        }
        for i in 0..count {
            for j in self.candidates[i].iter() {
                if i < j {
                    self.needs[j * count + i] = *self.needs(i, j);
                }
            }
        }
        self.settle();
    }

    /// Moves to the constant what no clustering can avoid.
    fn settle(&mut self) {
        let count = self.len();
        for array in &mut self.arrays {
            let Some(producer) = array.producer else {
                continue;
            };
            if !array.readers.is_subset(&self.candidates[producer]) {
                self.constant += std::mem::take(&mut array.manifest);
            }
        }
        if !self.apart.is_empty() {
            for i in 0..count {
                for j in i + 1..count {
                    if !self.candidates[i].contains(j) {
                        self.constant += std::mem::take(&mut self.apart[i * count + j]);
                        self.apart[j * count + i] = 0;
                    }
                }
            }
        }
    }

    /// Drops arrays that nobody reads any more, moves to the constant those that one cluster reads
    /// whatever happens, and makes one of those that the same nodes touch in the same way.
    pub(super) fn settle_arrays(&mut self) {
        let mut arrays: Vec<Array> = Vec::new();
        for array in std::mem::take(&mut self.arrays) {
            let mut readers = array.readers.iter();
            let (first, more) = (readers.next(), readers.next());
            if first.is_none() {
                continue;
            }
            if array.producer.is_none() && more.is_none() {
                self.constant += array.read;
                continue;
            }
            let touched_alike = |other: &&mut Array| {
                other.producer == array.producer && other.readers == array.readers
            };
            match arrays.iter_mut().find(touched_alike) {
                Some(other) => {
                    other.read += array.read;
                    other.manifest += array.manifest;
                }
                None => arrays.push(array),
            }
        }
        self.arrays = arrays;
    }

    /// Takes over the clusters of the nodes into a partition in which their groups are alone.
    pub fn adopt(&self, cluster_of: &[usize], partition: &mut Partition) {
        let mut first_of = vec![None; self.len()];
        for (node, groups) in self.nodes.iter().enumerate() {
            for group in groups {
                let first = *first_of[cluster_of[node]].get_or_insert(*group);
                partition.merge(first, *group);
            }
        }
    }

    /// What a partition of the nodes costs; `cluster_of` gives each node's.
    pub fn cost(&self, cluster_of: &[usize]) -> u64 {
        let count = self.len();
        let mut clusters = Set::EMPTY;
        for cluster in cluster_of {
            clusters.insert(*cluster);
        }
        let mut cost = self.constant + self.cluster * clusters.iter().count() as u64;
        for array in &self.arrays {
            let mut reading = Set::EMPTY;
            for reader in array.readers.iter() {
                reading.insert(cluster_of[reader]);
            }
            if let Some(producer) = array.producer {
                reading.remove(cluster_of[producer]);
            }
            cost += array.read * reading.iter().count() as u64;
            if !reading.is_empty() {
                cost += array.manifest;
            }
        }
        if !self.apart.is_empty() {
            for i in 0..count {
                for j in i + 1..count {
                    if cluster_of[i] != cluster_of[j] {
                        cost += self.apart[i * count + j];
                    }
                }
            }
        }
        cost
    }
}

/// The groups so that edges point forward, the first in the source first; `None` if there is a cycle.
pub(super) fn topological(instance: &Instance<'_>, component: &[usize]) -> Option<Vec<usize>> {
    let mut waiting = vec![0_usize; instance.groups.len()];
    let mut successors = vec![Vec::new(); instance.groups.len()];
    let mut inside = vec![false; instance.groups.len()];
    for group in component {
        inside[*group] = true;
    }
    for (from, to) in instance.edges.keys() {
        if inside[*from] && inside[*to] {
            successors[*from].push(*to);
            waiting[*to] += 1;
        }
    }
    let mut ready: crate::sorted::SortedSet<usize> = component
        .iter()
        .copied()
        .filter(|group| waiting[*group] == 0)
        .collect();
    let mut order = Vec::with_capacity(component.len());
    while let Some(group) = ready.pop_first() {
        order.push(group);
        for to in &successors[group] {
            waiting[*to] -= 1;
            if waiting[*to] == 0 {
                ready.insert(*to);
            }
        }
    }
    (order.len() == component.len()).then_some(order)
}
