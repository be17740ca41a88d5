//! The problem with every chain contracted to one node, a *group*.
//!
//! In: a [`Problem`]. Out: an [`Instance`]: the groups, the edges between them, and for each pair
//! whether it could share a cluster and what else that would need (paper 001, figs. 1.8 and 1.13).
//! Where every chain is one combinator, groups are the paper's nodes.

use super::component;
use super::partition::Partition;
use super::problem::Problem;
use crate::cnf::{BindingId, Program};
use crate::size::{self, Size};
use crate::sorted::{SortedMap, SortedSet};

/// Bindings that are never separated: those of one chain, or one opaque statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// In source order.
    pub bindings: Vec<BindingId>,
    /// Whether it is an opaque statement, which is no loop and shares its cluster with nothing.
    pub opaque: bool,
}

/// Whether a pair of groups may share a cluster. The first two are the two ways in which fig. 1.14
/// knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pair {
    /// No: a path between the two holds a fusion-preventing edge. The program of fig. 1.14 has no
    /// variable for it.
    Impossible,
    /// No: one has no iteration size, or the two sizes have no compatible concestors, or those can
    /// share no cluster. The program of fig. 1.14 has `x = 1`.
    Separate,
    /// If the result is acyclic and these pairs share it too: each with its concestor, and the
    /// concestors. A pair of one group with itself always does.
    Candidate(Vec<(usize, usize)>),
}

/// Which pairs a strategy considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restriction {
    /// All that may share a cluster.
    None,
    /// Only loops of equal iteration size, as Megiddo and Sarkar (1997) do. The size of a chain's loop
    /// is that of its first combinator.
    EqualSizes,
}

/// A problem over groups.
#[derive(Clone, Debug)]
pub struct Instance<'a> {
    /// What it was made from.
    pub problem: Problem<'a>,
    /// In source order of their first bindings.
    pub groups: Vec<Group>,
    /// Edges between groups; true if one of them is fusion-preventing.
    pub edges: SortedMap<(usize, usize), bool>,
    group_of: Vec<usize>,
    successors: Vec<Vec<usize>>,
    pairs: Vec<Pair>,
    components: Vec<Vec<usize>>,
}

impl<'a> Instance<'a> {
    /// Contracts the chains of a problem.
    ///
    /// Takes time quadratic in the bindings, and a traversal of the graph for each group.
    #[must_use]
    pub fn new(problem: Problem<'a>, restriction: Restriction) -> Instance<'a> {
        let (groups, group_of) = contract(problem.program);
        let mut edges = SortedMap::new();
        for edge in problem.graph.edges() {
            let ends = (group_of[edge.from.0], group_of[edge.to.0]);
            if ends.0 != ends.1 {
                *edges.entry(ends).or_insert(false) |= edge.kind != crate::graph::EdgeKind::Fusible;
            }
        }
        let mut successors = vec![Vec::new(); groups.len()];
        for (from, to) in edges.keys() {
            successors[*from].push(*to);
        }
        let mut instance = Instance {
            problem,
            groups,
            edges,
            group_of,
            successors,
            pairs: Vec::new(),
            components: Vec::new(),
        };
        instance.pairs = instance.classify(restriction);
        instance.components = component::components(
            instance.groups.len(),
            |i, j| instance.candidate(i, j),
            instance.edges.keys().copied(),
        );
        instance
    }

    /// The group of a binding.
    #[must_use]
    pub fn group_of(&self, binding: BindingId) -> usize {
        self.group_of[binding.0]
    }

    /// Whether two different groups may share a cluster.
    ///
    /// # Panics
    /// If the two are equal.
    #[must_use]
    pub fn pair(&self, a: usize, b: usize) -> &Pair {
        &self.pairs[triangle(a.min(b), a.max(b))]
    }

    /// Whether two different groups may share a cluster.
    #[must_use]
    pub fn candidate(&self, a: usize, b: usize) -> bool {
        a != b && matches!(self.pair(a, b), Pair::Candidate(_))
    }

    /// Parts that can be decided one at a time, each sorted: no pair across is a candidate, and no
    /// cycle leads through two of them.
    #[must_use]
    pub fn components(&self) -> &[Vec<usize>] {
        &self.components
    }

    /// How a group is called when printed: what its last binding binds.
    #[must_use]
    pub fn label(&self, group: usize) -> String {
        let last = self.groups[group].bindings.last();
        last.map_or_else(String::new, |id| self.problem.program.label(*id))
    }

    /// Whether the clusters of two groups can be made one: all pairs are candidates with their
    /// concestors inside, and no path leads out of the union and back. The clusters as they are
    /// must be legal.
    #[must_use]
    pub fn can_merge(&self, partition: &Partition, a: usize, b: usize) -> bool {
        let mut merged = partition.clone();
        merged.merge(a, b);
        self.admits_cluster(&merged, merged.cluster(a))
    }

    /// Whether every cluster of a partition is legal.
    #[must_use]
    pub fn admits(&self, partition: &Partition) -> bool {
        (0..self.groups.len())
            .filter(|group| partition.cluster(*group) == *group)
            .all(|cluster| self.admits_cluster(partition, cluster))
    }

    /// Whether all pairs of a cluster are candidates with their concestors inside, and no path leads
    /// out of it and back.
    #[must_use]
    pub fn admits_cluster(&self, partition: &Partition, cluster: usize) -> bool {
        let members: Vec<usize> = partition.members(cluster).collect();
        for (index, j) in members.iter().enumerate() {
            for i in &members[..index] {
                let Pair::Candidate(concestors) = self.pair(*i, *j) else {
                    return false;
                };
                let inside = |group: usize| partition.cluster(group) == cluster;
                if !concestors.iter().all(|(a, b)| inside(*a) && inside(*b)) {
                    return false;
                }
            }
        }
        !self.returns(partition, cluster)
    }

    /// Whether a path of clusters leads out of a cluster and back.
    fn returns(&self, partition: &Partition, cluster: usize) -> bool {
        let mut seen = vec![false; self.groups.len()];
        let mut open: Vec<usize> = vec![cluster];
        let clusters = partition.clusters();
        let mut members = vec![&[][..]; self.groups.len()];
        for cluster in &clusters {
            members[cluster[0]] = cluster;
        }
        while let Some(at) = open.pop() {
            for to in members[at]
                .iter()
                .flat_map(|group| &self.successors[*group])
            {
                let next = partition.cluster(*to);
                if next == at {
                    continue;
                }
                if next == cluster {
                    return true;
                }
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// Which groups a path with a fusion-preventing edge leads to, from each group.
    fn prevented(&self) -> Vec<Vec<bool>> {
        let count = self.groups.len();
        let search = |start: usize| {
            let mut seen = vec![[false; 2]; count];
            let mut open = vec![(start, false)];
            while let Some((at, prevented)) = open.pop() {
                for to in &self.successors[at] {
                    let prevented = prevented || self.edges[&(at, *to)];
                    if !std::mem::replace(&mut seen[*to][usize::from(prevented)], true) {
                        open.push((*to, prevented));
                    }
                }
            }
            seen.iter().map(|[_, prevented]| *prevented).collect()
        };
        (0..count).map(search).collect()
    }

    fn classify(&self, restriction: Restriction) -> Vec<Pair> {
        let paths = self.prevented();
        let prevented = |i: usize, j: usize| paths[i][j] || paths[j][i];
        let mut pairs = Vec::new();
        for j in 0..self.groups.len() {
            for i in 0..j {
                pairs.push(if prevented(i, j) {
                    Pair::Impossible
                } else if restriction == Restriction::EqualSizes
                    && self.loop_size(i) != self.loop_size(j)
                {
                    Pair::Separate
                } else {
                    self.compare(i, j)
                });
            }
        }
        // A pair whose concestors can share no cluster can share none; that may take others along.
        loop {
            let stuck: Vec<usize> = (0..pairs.len())
                .filter(|index| match &pairs[*index] {
                    Pair::Candidate(concestors) => concestors.iter().any(|(a, b)| {
                        a != b && !matches!(pairs[triangle(*a, *b)], Pair::Candidate(_))
                    }),
                    Pair::Impossible | Pair::Separate => false,
                })
                .collect();
            if stuck.is_empty() {
                return pairs;
            }
            for index in stuck {
                pairs[index] = Pair::Separate;
            }
        }
    }

    /// The iteration size of the loop that a chain is; of a `cross`, of both of its loops.
    fn loop_size(&self, group: usize) -> Option<&Size> {
        let (first, sizes) = (self.groups[group].bindings.first()?, self.problem.sizes);
        let iterated = sizes.iteration(*first)?;
        let binding = self.problem.program.binding(*first);
        match binding.inner() {
            Some(_) => sizes.of(binding.outputs[0]),
            None => Some(iterated),
        }
    }

    fn compare(&self, i: usize, j: usize) -> Pair {
        let Problem {
            program,
            sizes,
            graph,
        } = self.problem;
        if self.groups[i].opaque || self.groups[j].opaque {
            return Pair::Separate;
        }
        let mut concestors = SortedSet::new();
        for a in &self.groups[i].bindings {
            for b in &self.groups[j].bindings {
                if !graph.possible(*a, *b) {
                    return Pair::Impossible;
                }
                if graph.obstacle(*a, *b).is_some() {
                    return Pair::Separate;
                }
                for (reader, cross) in sizes.joined_with(*a, *b) {
                    let (one, other) = (self.group_of(reader), self.group_of(cross));
                    let ordered = (one.min(other), one.max(other));
                    if one != other && ordered != (i, j) {
                        concestors.insert(ordered);
                    }
                }
                if sizes.iteration(*a) == sizes.iteration(*b) {
                    continue;
                }
                let Some((a_concestor, b_concestor)) = size::concestors(program, sizes, *a, *b)
                else {
                    return Pair::Separate;
                };
                let (a_group, b_group) = (self.group_of(a_concestor), self.group_of(b_concestor));
                for (one, other) in [(a_group, i), (b_group, j), (a_group, b_group)] {
                    let ordered = (one.min(other), one.max(other));
                    // Where a transducer relates itself to its consumers, nothing is needed.
                    let trivial = one == other && a_group == b_group;
                    if ordered != (i, j) && !trivial {
                        concestors.insert(ordered);
                    }
                }
            }
        }
        Pair::Candidate(concestors.into_iter().collect())
    }
}

/// The index of a pair `i < j` in a list of all pairs by `j`, then `i`.
fn triangle(i: usize, j: usize) -> usize {
    j * (j - 1) / 2 + i
}

fn contract(program: &Program) -> (Vec<Group>, Vec<usize>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of = Vec::new();
    let mut of_chain = SortedMap::new();
    for id in program.binding_ids() {
        let opaque = program.binding(id).is_opaque();
        let fresh = groups.len();
        let group = if opaque {
            fresh
        } else {
            *of_chain.entry(program.binding(id).chain).or_insert(fresh)
        };
        if group == fresh {
            groups.push(Group {
                bindings: Vec::new(),
                opaque,
            });
        }
        groups[group].bindings.push(id);
        group_of.push(group);
    }
    (groups, group_of)
}
