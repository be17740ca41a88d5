//! A clustering of the first nodes of a kernel.
//!
//! In: a [`Kernel`] of at most 64 nodes. Out: a [`Table`] of it in words of bits, and a [`State`] that
//! nodes are placed in one after the other. Loops are written out: this is what a build waits for,
//! and it runs unoptimised.

use super::kernel::Kernel;
use super::set::Set;

/// The most nodes that a search is about.
pub(super) const NODES: usize = 64;

/// An array, with sets of nodes as bits.
pub(super) struct Array {
    pub(super) producer: Option<usize>,
    pub(super) readers: u64,
    pub(super) touching: u64,
    pub(super) read: u64,
    pub(super) manifest: u64,
}

/// A kernel, with sets of nodes as bits.
pub struct Table {
    /// How many nodes there are.
    pub count: usize,
    pub(super) candidates: Vec<u64>,
    /// By two candidates, row by row.
    needs: Vec<u64>,
    /// The candidates with which a node needs nobody else.
    plain: Vec<u64>,
    predecessors: Vec<u64>,
    ancestors: Vec<u64>,
    pub(super) arrays: Vec<Array>,
    /// The arrays that each node reads from another.
    pub(super) reads: Vec<Vec<usize>>,
    /// The arrays that each node makes.
    makes: Vec<Vec<usize>>,
    pub(super) apart: Vec<u64>,
    /// By how many nodes are placed: what being apart costs at least among the others.
    pub(super) apart_later: Vec<u64>,
    pub(super) cluster: u64,
    constant: u64,
}

/// Where the first nodes are.
#[derive(Clone)]
pub struct State {
    /// How many clusters there are; they are numbered as they were opened.
    pub clusters: usize,
    /// The cluster of each node that is placed.
    pub cluster_of: Vec<usize>,
    /// What it costs so far.
    pub cost: u64,
    members: Vec<u64>,
    /// The nodes that are candidates of all members; of those not placed yet, the ones that fitted when
    /// the bound was asked for.
    pub(super) allowed: Vec<u64>,
    /// The clusters that a path leads to, from each.
    reach: Vec<u64>,
    /// By array, the clusters that touch it.
    pub(super) touching: Vec<u64>,
    /// By array, whether its making is paid for.
    pub(super) paid: Vec<bool>,
}

/// The elements of a set of bits, first to last, removed one by one.
pub(super) fn pop(bits: &mut u64) -> Option<usize> {
    if *bits == 0 {
        return None;
    }
    let first = bits.trailing_zeros() as usize;
    *bits &= *bits - 1;
    Some(first)
}

/// The numbers below `count`.
pub(super) fn below(count: usize) -> u64 {
    if count >= 64 {
        u64::MAX
    } else {
        (1 << count) - 1
    }
}

impl Table {
    /// `None` if the kernel has too many nodes.
    pub fn new(kernel: &Kernel) -> Option<Table> {
        let count = kernel.len();
        if count > NODES {
            return None;
        }
        let low = |sets: &[Set]| -> Vec<u64> { sets.iter().map(Set::low).collect() };
        let needs = low(&kernel.needs);
        let mut plain = vec![0; count];
        for i in 0..count {
            for j in 0..count {
                if needs[i * count + j] == 1 << i | 1 << j {
                    plain[i] |= 1 << j;
                }
            }
        }
        let mut reads = vec![Vec::new(); count];
        let mut makes = vec![Vec::new(); count];
        for (index, array) in kernel.arrays.iter().enumerate() {
            for reader in array.readers.iter() {
                reads[reader].push(index);
            }
            if let Some(producer) = array.producer {
                makes[producer].push(index);
            }
        }
        let in_bits = |array: &super::kernel::Array| Array {
            producer: array.producer,
            readers: array.readers.low(),
            touching: array.touching().low(),
            read: array.read,
            manifest: array.manifest,
        };
        Some(Table {
            count,
            candidates: low(&kernel.candidates),
            needs,
            plain,
            predecessors: low(&kernel.predecessors),
            ancestors: low(&kernel.ancestors),
            arrays: kernel.arrays.iter().map(in_bits).collect(),
            reads,
            makes,
            apart: kernel.apart.clone(),
            apart_later: apart_later(kernel),
            cluster: kernel.cluster,
            constant: kernel.constant,
        })
    }

    /// The state in which no node is placed.
    pub fn nothing_placed(&self) -> State {
        State {
            clusters: 0,
            cluster_of: vec![0; self.count],
            cost: self.constant,
            members: vec![0; self.count],
            allowed: vec![u64::MAX; self.count],
            reach: vec![0; self.count],
            touching: vec![0; self.arrays.len()],
            paid: self
                .arrays
                .iter()
                .map(|array| array.manifest == 0)
                .collect(),
        }
    }

    /// Whether a node that is not placed yet could be placed in a cluster, as far as the nodes before
    /// `next` tell. For `next` itself that is: whether it may.
    ///
    /// What two nodes need stands before the later of them, so by then it is known. A new edge leads
    /// into the cluster; it closes a cycle if a path leads from there to a predecessor.
    pub fn fits(&self, state: &State, next: usize, node: usize, cluster: usize) -> bool {
        if state.allowed[cluster] >> node & 1 == 0 {
            return false;
        }
        let members = state.members[cluster];
        let missing = below(next) & !members;
        let mut special = members & !self.plain[node];
        while let Some(member) = pop(&mut special) {
            if self.needs[member * self.count + node] & missing != 0 {
                return false;
            }
        }
        let mut beyond = state.reach[cluster];
        while let Some(other) = pop(&mut beyond) {
            if state.members[other] & self.ancestors[node] != 0 {
                return false;
            }
        }
        true
    }

    /// Places the next node in a cluster that it fits, or opens one for it.
    pub fn place(&self, state: &mut State, node: usize, cluster: usize) {
        if cluster == state.clusters {
            state.clusters += 1;
            state.cost += self.cluster;
        }
        if !self.apart.is_empty() {
            let mut others = below(node) & !state.members[cluster];
            while let Some(other) = pop(&mut others) {
                state.cost += self.apart[node * self.count + other];
            }
        }
        for index in &self.reads[node] {
            let array = &self.arrays[*index];
            if state.touching[*index] >> cluster & 1 == 0 {
                state.touching[*index] |= 1 << cluster;
                state.cost += array.read;
            }
            if let Some(producer) = array.producer
                && !state.paid[*index]
                && state.cluster_of[producer] != cluster
            {
                state.paid[*index] = true;
                state.cost += array.manifest;
            }
        }
        for index in &self.makes[node] {
            state.touching[*index] |= 1 << cluster;
        }
        state.members[cluster] |= 1 << node;
        state.allowed[cluster] &= self.candidates[node];
        state.cluster_of[node] = cluster;
        let mut predecessors = self.predecessors[node];
        let mut before = 0_u64;
        while let Some(one) = pop(&mut predecessors) {
            before |= 1 << state.cluster_of[one];
        }
        before &= !(1 << cluster);
        if before != 0 {
            let beyond = state.reach[cluster] | 1 << cluster;
            for other in 0..state.clusters {
                if before >> other & 1 == 1 || state.reach[other] & before != 0 {
                    state.reach[other] |= beyond;
                }
            }
        }
    }
}

/// For each number of nodes what being apart costs at least among those after them.
///
/// Of three nodes of which two are no candidates, the third is apart from one of these two: the cheaper
/// of the two is paid for and what it costs taken from both, so that the next triple finds the rest.
pub(super) fn apart_later(kernel: &Kernel) -> Vec<u64> {
    let count = kernel.len();
    let mut least = vec![0; count + 1];
    if kernel.apart.is_empty() {
        return least;
    }
    let mut rest = kernel.apart.clone();
    // Apart from the one between, since the ends are.
    let mut pack = |between: usize, a: usize, b: usize| {
        let paid = rest[between * count + a].min(rest[between * count + b]);
        if paid > 0 {
            for end in [a, b] {
                rest[between * count + end] -= paid;
                rest[end * count + between] -= paid;
            }
        }
        paid
    };
    for first in (0..count).rev() {
        let mut sum = least[first + 1];
        for a in first + 1..count {
            let with_a = kernel.candidates[first].contains(a);
            for b in a + 1..count {
                let with_b = kernel.candidates[first].contains(b);
                let both = kernel.candidates[a].contains(b);
                sum += match (with_a, with_b, both) {
                    (true, true, false) => pack(first, a, b),
                    (true, false, true) => pack(a, first, b),
                    (false, true, true) => pack(b, first, a),
                    _ => 0,
                };
            }
        }
        least[first] = sum;
    }
    least
}
