//! A clustering of the first nodes of a kernel, and what it costs at least to go on.
//!
//! In: a [`Kernel`] of at most 64 nodes. Out: a [`Table`] of it in words of bits, and a [`State`] that
//! nodes are placed in one after the other. Loops are written out: this is what a build waits for,
//! and it runs unoptimised.

use super::kernel::Kernel;
use super::set::Set;

/// The most nodes that a search is about.
pub(super) const NODES: usize = 64;

/// An array, with sets of nodes as bits.
struct Array {
    producer: Option<usize>,
    readers: u64,
    touching: u64,
    read: u64,
    manifest: u64,
}

/// A kernel, with sets of nodes as bits.
pub(super) struct Table {
    pub(super) count: usize,
    candidates: Vec<u64>,
    /// By two candidates, row by row.
    needs: Vec<u64>,
    /// The candidates with which a node needs nobody else.
    plain: Vec<u64>,
    predecessors: Vec<u64>,
    ancestors: Vec<u64>,
    arrays: Vec<Array>,
    /// The arrays that each node reads from another.
    reads: Vec<Vec<usize>>,
    /// The arrays that each node makes.
    makes: Vec<Vec<usize>>,
    apart: Vec<u64>,
    cluster: u64,
    constant: u64,
}

/// Where the first nodes are.
#[derive(Clone)]
pub(super) struct State {
    /// How many clusters there are; they are numbered as they were opened.
    pub(super) clusters: usize,
    pub(super) cluster_of: Vec<usize>,
    /// What it costs so far.
    pub(super) cost: u64,
    members: Vec<u64>,
    /// The nodes that are candidates of all members.
    allowed: Vec<u64>,
    /// The clusters that a path leads to, from each.
    reach: Vec<u64>,
    /// By array, the clusters that touch it.
    touching: Vec<u64>,
    /// By array, whether its making is paid for.
    paid: Vec<bool>,
}

/// The elements of a set of bits, first to last, removed one by one.
fn pop(bits: &mut u64) -> Option<usize> {
    if *bits == 0 {
        return None;
    }
    let first = bits.trailing_zeros() as usize;
    *bits &= *bits - 1;
    Some(first)
}

/// The numbers below `count`.
fn below(count: usize) -> u64 {
    if count >= 64 {
        u64::MAX
    } else {
        (1 << count) - 1
    }
}

impl Table {
    /// `None` if the kernel has too many nodes.
    pub(super) fn new(kernel: &Kernel) -> Option<Table> {
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
            cluster: kernel.cluster,
            constant: kernel.constant,
        })
    }

    /// The state in which no node is placed.
    pub(super) fn nothing_placed(&self) -> State {
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
    pub(super) fn fits(&self, state: &State, next: usize, node: usize, cluster: usize) -> bool {
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
    pub(super) fn place(&self, state: &mut State, node: usize, cluster: usize) {
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

    /// What every clustering costs in which the nodes before `next` are as they are.
    ///
    /// Each node that is not placed pays, when it is placed, for what its cluster did not touch. That
    /// is at least the least over the clusters that it could be in and one that is not open yet, where
    /// a read counts as free if an earlier candidate, itself not placed yet, could have brought the
    /// array. These payments add up to the cost. The making of an array is paid once: by those who
    /// cannot be with its producer if there are any, else each who is not placed pays its share.
    pub(super) fn bound(&self, state: &State, next: usize) -> u64 {
        let mut bound = state.cost;
        let mut domains = Vec::with_capacity(self.count - next);
        let mut paid = state.paid.clone();
        for node in next..self.count {
            let mut domain = 0_u64;
            for cluster in 0..state.clusters {
                if self.fits(state, next, node, cluster) {
                    domain |= 1 << cluster;
                }
            }
            domains.push(domain);
            for index in &self.reads[node] {
                if let Some(producer) = self.arrays[*index].producer
                    && !paid[*index]
                    && producer < next
                    && domain >> state.cluster_of[producer] & 1 == 0
                {
                    paid[*index] = true;
                    bound += self.arrays[*index].manifest;
                }
            }
        }
        for (offset, domain) in domains.iter().enumerate() {
            bound += self.least(state, next, next + offset, *domain, &paid);
        }
        bound
    }

    /// What a node pays at least, given the clusters that it could be in.
    fn least(&self, state: &State, next: usize, node: usize, domain: u64, paid: &[bool]) -> u64 {
        let friends = below(node) & !below(next) & self.candidates[node];
        // In a cluster that is not open yet, and in each that is.
        let mut least = if friends == 0 { self.cluster } else { 0 };
        let mut pays = [0_u64; NODES];
        for index in &self.reads[node] {
            let array = &self.arrays[*index];
            let carriers = array.touching & friends;
            if carriers == 0 {
                least += array.read;
            }
            let mut share = 0;
            let mut home = usize::MAX;
            if let Some(producer) = array.producer
                && producer < next
                && !paid[*index]
            {
                let waiting = (array.readers & !below(next)).count_ones();
                share = array.manifest / u64::from(waiting);
                least += share;
                home = state.cluster_of[producer];
            }
            let mut choices = domain;
            while let Some(cluster) = pop(&mut choices) {
                let touches = state.touching[*index] >> cluster & 1 == 1;
                if !touches && carriers & state.allowed[cluster] == 0 {
                    pays[cluster] += array.read;
                }
                if cluster != home {
                    pays[cluster] += share;
                }
            }
        }
        if !self.apart.is_empty() {
            let mut others = self.candidates[node] & below(next);
            while let Some(other) = pop(&mut others) {
                let weight = self.apart[node * self.count + other];
                least += weight;
                let mut choices = domain & !(1 << state.cluster_of[other]);
                while let Some(cluster) = pop(&mut choices) {
                    pays[cluster] += weight;
                }
            }
        }
        let mut choices = domain;
        while let Some(cluster) = pop(&mut choices) {
            least = least.min(pays[cluster]);
        }
        least
    }
}
