//! What a clustering costs (paper 001, section 1.4.4).
//!
//! In: an [`Instance`] and a [`Cost`]. Out: an [`Objective`], a list of terms that each ask whether
//! groups share a cluster. It evaluates a [`Partition`] by looking at it; the integer program of
//! the oracle has the same terms, so that the two can be held against each other.

use super::instance::Instance;
use super::partition::Partition;
use crate::cnf::{ValueId, ValueKind};
use crate::graph::EdgeKind;
use crate::options::Cost;
use crate::sorted::{SortedMap, SortedSet, sort};

/// What an array costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayCost {
    /// The array.
    pub value: ValueId,
    /// The group that makes it; `None` if it comes from outside or from an opaque statement and the
    /// cost does not count its making.
    pub producer: Option<usize>,
    /// The groups that read it, other than its producer.
    pub readers: Vec<usize>,
    /// Whether it is in memory whatever the clusters are.
    pub in_memory: bool,
    /// What it costs if it is in memory, that is, unless all readers share the cluster of the
    /// producer (`c` of fig. 1.11).
    pub manifest: u64,
    /// What each reader costs that is the first in its cluster to read it, the producer counting as
    /// the first of all; as long as `readers`.
    pub reads: Vec<u64>,
}

/// The terms of a cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Objective {
    /// What it costs if the two groups, the smaller first, do not share a cluster.
    pub apart: SortedMap<(usize, usize), u64>,
    /// What arrays cost.
    pub arrays: Vec<ArrayCost>,
    /// For each group, what it costs if it is the first of its cluster.
    pub first: Vec<u64>,
}

impl Objective {
    /// The terms of a cost for an instance.
    #[must_use]
    pub fn new(instance: &Instance<'_>, cost: Cost) -> Objective {
        match cost {
            Cost::Paper => paper(instance),
            Cost::Traffic => traffic(instance),
        }
    }

    /// What a partition costs.
    #[must_use]
    pub fn evaluate(&self, partition: &Partition) -> u64 {
        let apart: u64 = self
            .apart
            .iter()
            .filter(|((i, j), _)| !partition.together(*i, *j))
            .map(|(_, weight)| weight)
            .sum();
        let arrays: u64 = self
            .arrays
            .iter()
            .map(|array| array.evaluate(|group| partition.cluster(group)))
            .sum();
        let first: u64 = (0..self.first.len())
            .filter(|group| partition.cluster(*group) == *group)
            .map(|group| self.first[group])
            .sum();
        apart + arrays + first
    }

    /// A sum that no legal partition is below: each term as if it were the only one, where groups
    /// that are no candidates are apart.
    #[must_use]
    pub fn bound(&self, instance: &Instance<'_>) -> u64 {
        let apart: u64 = self
            .apart
            .iter()
            .filter(|((i, j), _)| !instance.candidate(*i, *j))
            .map(|(_, weight)| weight)
            .sum();
        let arrays: u64 = self.arrays.iter().map(|array| array.bound(instance)).sum();
        let first: u64 = instance
            .components()
            .iter()
            .map(|component| {
                let mut weights: Vec<u64> =
                    component.iter().map(|group| self.first[*group]).collect();
                weights.retain(|weight| *weight > 0);
                sort(&mut weights);
                let loops: Vec<usize> = component
                    .iter()
                    .copied()
                    .filter(|group| self.first[*group] > 0)
                    .collect();
                weights
                    .iter()
                    .take(apart_at_least(instance, &loops))
                    .sum::<u64>()
            })
            .sum();
        apart + arrays + first
    }
}

impl ArrayCost {
    /// Whether it is in memory: it has to be, or a reader is outside the producer's cluster.
    fn is_manifest(&self, cluster: &impl Fn(usize) -> usize) -> bool {
        self.in_memory
            || self.producer.is_some_and(|producer| {
                let home = cluster(producer);
                self.readers.iter().any(|reader| cluster(*reader) != home)
            })
    }

    fn evaluate(&self, cluster: impl Fn(usize) -> usize) -> u64 {
        let mut cost = if self.is_manifest(&cluster) {
            self.manifest
        } else {
            0
        };
        let mut seen: Vec<usize> = self.producer.iter().map(|group| cluster(*group)).collect();
        for (reader, weight) in self.readers.iter().zip(&self.reads) {
            let cluster = cluster(*reader);
            if !seen.contains(&cluster) {
                seen.push(cluster);
                cost += weight;
            }
        }
        cost
    }

    fn bound(&self, instance: &Instance<'_>) -> u64 {
        let kept = self.in_memory
            || self.producer.is_some_and(|producer| {
                let apart = |reader: &usize| !instance.candidate(producer, *reader);
                self.readers.iter().any(apart)
            });
        let everyone: Vec<usize> = self.producer.iter().chain(&self.readers).copied().collect();
        let clusters = apart_at_least(instance, &everyone);
        let reads = clusters.saturating_sub(usize::from(self.producer.is_some()));
        let mut weights = self.reads.clone();
        sort(&mut weights);
        (if kept { self.manifest } else { 0 }) + weights.iter().take(reads).sum::<u64>()
    }
}

/// A number of clusters that these groups are in at least: the size of a set, found greedily, of
/// which no two are candidates.
fn apart_at_least(instance: &Instance<'_>, groups: &[usize]) -> usize {
    let best_from = |start: usize| {
        let mut chosen: Vec<usize> = vec![start];
        for group in groups {
            if !chosen.contains(group) && !chosen.iter().any(|one| instance.candidate(*one, *group))
            {
                chosen.push(*group);
            }
        }
        chosen.len()
    };
    groups
        .iter()
        .map(|start| best_from(*start))
        .max()
        .unwrap_or(0)
}

/// The objective of fig. 1.14: `W` for each pair without a fusion-preventing path, `N` for each
/// combinator whose array is not contracted, `N` the number of bindings.
fn paper(instance: &Instance<'_>) -> Objective {
    let problem = instance.problem;
    let program = problem.program;
    let count = program.bindings.len() as u64;
    let edges: SortedSet<_> = problem
        .graph
        .edges()
        .map(|edge| (edge.from, edge.to))
        .collect();
    let arrays_read: Vec<SortedSet<ValueId>> = program
        .binding_ids()
        .map(|id| {
            let reads = program.binding(id).reads().into_iter();
            reads
                .filter(|value| program.value(*value).kind == ValueKind::Array)
                .collect()
        })
        .collect();
    let mut apart = SortedMap::new();
    for b in program.binding_ids() {
        for a in (0..b.0).map(crate::cnf::BindingId) {
            let (i, j) = (instance.group_of(a), instance.group_of(b));
            if i == j || !problem.graph.possible(a, b) {
                continue;
            }
            let saves_traffic = edges.contains(&(a, b))
                || edges.contains(&(b, a))
                || !arrays_read[a.0].is_disjoint(&arrays_read[b.0]);
            let weight = if saves_traffic { count * count } else { 1 };
            *apart.entry((i.min(j), i.max(j))).or_insert(0) += weight;
        }
    }
    let mut arrays = Vec::new();
    for id in program.binding_ids() {
        let mut outputs = program.binding(id).outputs.iter();
        let is_array = |value: &&ValueId| program.value(**value).kind == ValueKind::Array;
        let Some(value) = outputs.find(is_array) else {
            continue;
        };
        let producer = instance.group_of(id);
        let readers: SortedSet<usize> = problem
            .graph
            .edges()
            .filter(|edge| edge.from == id)
            .map(|edge| instance.group_of(edge.to))
            .filter(|group| *group != producer)
            .collect();
        arrays.push(ArrayCost {
            value: *value,
            producer: Some(producer),
            reads: vec![0; readers.len()],
            readers: readers.into_iter().collect(),
            in_memory: false,
            manifest: count,
        });
    }
    Objective {
        apart,
        arrays,
        first: vec![0; instance.groups.len()],
    }
}

/// What memory sees: the elements written and read, then the arrays, then the loops. The weights are
/// lexicographic in each component.
fn traffic(instance: &Instance<'_>) -> Objective {
    let problem = instance.problem;
    let program = problem.program;
    let mut opaque_reads = SortedSet::new();
    let mut whole_reads = SortedSet::new();
    let mut streamed: SortedMap<ValueId, SortedSet<usize>> = SortedMap::new();
    for id in program.binding_ids() {
        let binding = program.binding(id);
        let group = instance.group_of(id);
        if instance.groups[group].opaque {
            opaque_reads.extend(binding.reads());
            continue;
        }
        whole_reads.extend(binding.inner());
        whole_reads.extend(&binding.worker.mentions);
        for value in binding.streamed() {
            streamed.entry(value).or_default().insert(group);
        }
    }
    let prevented: SortedSet<ValueId> = problem
        .graph
        .edges()
        .filter(|edge| edge.kind != EdgeKind::Fusible)
        .filter_map(|edge| edge.value)
        .collect();

    let first: Vec<u64> = instance
        .groups
        .iter()
        .map(|group| u64::from(!group.opaque))
        .collect();
    let mut arrays = Vec::new();
    for index in 0..program.values.len() {
        let value = ValueId(index);
        if program.value(value).kind != ValueKind::Array {
            continue;
        }
        let producer = program
            .producer(value)
            .map(|id| instance.group_of(id))
            .filter(|group| !instance.groups[*group].opaque);
        let readers: Vec<usize> = streamed
            .get(&value)
            .into_iter()
            .flatten()
            .copied()
            .filter(|reader| Some(*reader) != producer)
            .collect();
        let in_memory = producer.is_some()
            && (program.results.contains(&value)
                || opaque_reads.contains(&value)
                || whole_reads.contains(&value)
                || prevented.contains(&value));
        if readers.is_empty() && !in_memory {
            continue;
        }
        arrays.push(ArrayCost {
            value,
            producer,
            reads: vec![0; readers.len()],
            readers,
            in_memory,
            manifest: 0,
        });
    }

    let mut weights = vec![(0, 0); instance.groups.len()];
    for component in instance.components() {
        let loops: u64 = component.iter().map(|group| first[*group]).sum();
        let made = |array: &&ArrayCost| array.producer.is_some_and(|p| component.contains(&p));
        let array = 1 + loops;
        let traffic = 1 + loops + array * arrays.iter().filter(made).count() as u64;
        for group in component {
            weights[*group] = (array, traffic);
        }
    }
    for array in &mut arrays {
        if let Some(producer) = array.producer {
            let (one_array, one_write) = weights[producer];
            array.manifest = one_array + one_write;
        }
        array.reads = array
            .readers
            .iter()
            .map(|reader| weights[*reader].1)
            .collect();
    }
    Objective {
        apart: SortedMap::new(),
        arrays,
        first,
    }
}
