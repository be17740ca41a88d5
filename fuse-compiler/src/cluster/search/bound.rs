//! What it costs at least to go on from a state.
//!
//! In: a [`Table`], a [`State`] and how many nodes are placed. Out: a cost that no clustering is below
//! in which those nodes are as they are.
//!
//! The cost is a sum over arrays, and each array is asked about in one of three ways, so that the
//! answers add up:
//!
//! - *alone*: its touching nodes that cannot share clusters with each other, nor with the clusters
//!   that touch it, need as many clusters;
//! - *by its readers*: each node that is not placed pays, when it is placed, for what its cluster did
//!   not touch: at least the least over the clusters that it could be in and one that is not open
//!   yet, where a read counts as free if an earlier candidate, itself not placed yet, could have
//!   brought the array;
//! - *with others*: arrays that nothing separates yet, on a path between two that cannot share a cluster;
//!   one of them is separated, so the cheapest of them is paid for. Paths are packed: what one paid for
//!   is not there for the next. (For multicut these are the conflicted cycles whose packing bounds
//!   it from below: Lange, Karrenbauer and Andres 2018.)

use super::state::{NODES, State, Table, below, pop};

/// Nodes that are not placed, and clusters.
#[derive(Clone, Copy)]
struct Items {
    nodes: u64,
    clusters: u64,
}

impl Items {
    fn meet(self, other: Items) -> bool {
        self.nodes & other.nodes | self.clusters & other.clusters != 0
    }

    fn within(self, other: Items) -> bool {
        self.nodes & !other.nodes | self.clusters & !other.clusters == 0
    }
}

/// How an array is asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Not yet.
    Open,
    Alone,
    ByReaders,
}

impl Table {
    /// What every clustering costs in which the nodes before `next` are as they are; or, once that is
    /// known to be at least `enough`, a number that is. Notes in the state which nodes no longer fit
    /// which clusters.
    pub fn bound(&self, state: &mut State, next: usize, enough: u64) -> u64 {
        let waiting = !below(next);
        let mut around = Vec::with_capacity(self.count - next);
        for node in next..self.count {
            let mut clusters = 0_u64;
            for cluster in 0..state.clusters {
                if self.fits(state, next, node, cluster) {
                    clusters |= 1 << cluster;
                } else {
                    state.allowed[cluster] &= !(1 << node);
                }
            }
            around.push(Items {
                nodes: self.candidates[node] & waiting | 1 << node,
                clusters,
            });
        }
        let mut bounding = Bounding {
            table: self,
            state,
            next,
            around,
            paid: state.paid.clone(),
            asked: vec![Asked::Open; self.arrays.len()],
            bound: state.cost + self.apart_later[next],
        };
        bounding.begin();
        let (asked, bound) = (bounding.asked.clone(), bounding.bound);
        bounding.ask();
        if bounding.bound >= enough || next == self.count {
            return bounding.bound;
        }
        let first = bounding.bound;
        bounding.paid.clone_from(&state.paid);
        bounding.asked = asked;
        bounding.bound = bound;
        if bounding.ask_alone() {
            bounding.ask();
        }
        first.max(bounding.bound)
    }
}

/// A bound while it is added up.
struct Bounding<'a> {
    table: &'a Table,
    state: &'a State,
    next: usize,
    /// Who may be with each node that is not placed, itself included.
    around: Vec<Items>,
    /// By array, whether its making is paid for, or will be.
    paid: Vec<bool>,
    asked: Vec<Asked>,
    bound: u64,
}

impl Bounding<'_> {
    /// Leaves out arrays that no node touches any more. Those that nobody makes or touches yet are
    /// read once, whatever happens.
    fn begin(&mut self) {
        let waiting = !below(self.next);
        for (index, array) in self.table.arrays.iter().enumerate() {
            if array.touching & waiting == 0 {
                self.asked[index] = Asked::Alone;
            } else if array.producer.is_none() && self.state.touching[index] == 0 {
                self.bound += array.read;
            }
        }
    }

    /// Asks each array alone; true if one says something.
    fn ask_alone(&mut self) -> bool {
        let mut any = false;
        for index in 0..self.asked.len() {
            if self.asked[index] == Asked::Open {
                let least = self.alone(index);
                if least > 0 {
                    self.bound += least;
                    self.asked[index] = Asked::Alone;
                    any = true;
                }
            }
        }
        any
    }

    /// Asks about those that were not asked alone.
    fn ask(&mut self) {
        let table = self.table;
        for (offset, around) in self.around.iter().enumerate() {
            for index in &table.reads[self.next + offset] {
                if let Some(producer) = table.arrays[*index].producer
                    && self.asked[*index] != Asked::Alone
                    && !self.paid[*index]
                    && producer < self.next
                    && around.clusters >> self.state.cluster_of[producer] & 1 == 0
                {
                    self.paid[*index] = true;
                    self.asked[*index] = Asked::ByReaders;
                    self.bound += table.arrays[*index].manifest;
                }
            }
        }
        for node in self.next..table.count {
            self.bound += self.least(node);
        }
        self.bound += self.packed();
    }

    fn items(&self, index: usize) -> Items {
        Items {
            nodes: self.table.arrays[index].touching & !below(self.next),
            clusters: self.state.touching[index],
        }
    }

    /// What an array costs yet, whatever happens to others.
    fn alone(&self, index: usize) -> u64 {
        let array = &self.table.arrays[index];
        let items = self.items(index);
        let there = items.clusters.count_ones();
        // With the clusters that touch it, and without.
        let mut most = self.apart(items.nodes, items.clusters);
        if there > 0 {
            most = most.max(self.apart(items.nodes, 0));
        }
        let mut least = array.read * u64::from(most.saturating_sub(there.max(1)));
        if array.producer.is_some() && !self.state.paid[index] && most > 1 {
            least += array.manifest;
        }
        least
    }

    /// How many of these nodes and all of these clusters can be found of which no two can be together.
    fn apart(&self, mut nodes: u64, clusters: u64) -> u32 {
        let mut count = clusters.count_ones();
        let mut chosen = 0_u64;
        while let Some(node) = pop(&mut nodes) {
            let around = self.around[node - self.next];
            if around.nodes & chosen | around.clusters & clusters == 0 {
                chosen |= 1 << node;
                count += 1;
            }
        }
        count
    }

    /// What a node pays at least for arrays that are not asked about alone.
    fn least(&mut self, node: usize) -> u64 {
        let (table, state, next) = (self.table, self.state, self.next);
        let domain = self.around[node - next].clusters;
        let friends = below(node) & !below(next) & table.candidates[node];
        // In a cluster that is not open yet, and in each that is.
        let mut least = if friends == 0 { table.cluster } else { 0 };
        let mut pays = [0_u64; NODES];
        for index in &table.reads[node] {
            if self.asked[*index] == Asked::Alone {
                continue;
            }
            let array = &table.arrays[*index];
            let touching = state.touching[*index];
            let carriers = array.touching & friends;
            // The first read of an array that nobody makes is counted already.
            let counted = array.producer.is_none() && touching == 0;
            if carriers == 0 && !counted {
                least += array.read;
            }
            let mut share = 0;
            let mut home = usize::MAX;
            if let Some(producer) = array.producer
                && producer < next
                && !self.paid[*index]
            {
                let waiting = (array.readers & !below(next)).count_ones();
                share = array.manifest / u64::from(waiting);
                least += share;
                home = state.cluster_of[producer];
            }
            if counted {
                continue;
            }
            let mut choices = domain;
            while let Some(cluster) = pop(&mut choices) {
                if touching >> cluster & 1 == 0 && carriers & state.allowed[cluster] == 0 {
                    pays[cluster] += array.read;
                }
                if cluster != home {
                    pays[cluster] += share;
                }
            }
        }
        if !table.apart.is_empty() {
            let mut others = table.candidates[node] & below(next);
            while let Some(other) = pop(&mut others) {
                let weight = table.apart[node * table.count + other];
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
        // For no more than a loop it was asked about no array.
        if least > table.cluster {
            for index in &table.reads[node] {
                if self.asked[*index] == Asked::Open {
                    self.asked[*index] = Asked::ByReaders;
                }
            }
        }
        least
    }

    /// What arrays cost yet that nobody was asked about, by paths that cannot stay whole.
    fn packed(&self) -> u64 {
        let mut whole = self.whole();
        let mut sum = 0;
        for one in &mut whole {
            if !one.items.within(one.around) {
                sum += std::mem::take(&mut one.cost);
            }
        }
        whole.retain(|one| one.cost > 0);
        // Those that each meets, as bits.
        let mut meets = vec![0_u64; whole.len()];
        for a in 0..whole.len() {
            for b in a + 1..whole.len() {
                if whole[a].items.meet(whole[b].items) {
                    meets[a] |= 1 << b;
                    meets[b] |= 1 << a;
                }
            }
        }
        for a in 0..whole.len() {
            let mut others = meets[a] & !below(a);
            while let Some(b) = pop(&mut others) {
                let least = whole[a].cost.min(whole[b].cost);
                if least > 0 && !whole[a].items.within(whole[b].around) {
                    sum += least;
                    whole[a].cost -= least;
                    whole[b].cost -= least;
                }
            }
        }
        for between in 0..whole.len() {
            let mut firsts = meets[between];
            while let Some(a) = pop(&mut firsts) {
                let mut seconds = meets[between] & !below(a) & !(1 << a);
                while let Some(b) = pop(&mut seconds) {
                    let least = whole[a].cost.min(whole[b].cost).min(whole[between].cost);
                    if least > 0 && !whole[a].items.within(whole[b].around) {
                        sum += least;
                        for one in [a, b, between] {
                            whole[one].cost -= least;
                        }
                    }
                }
            }
        }
        sum
    }

    /// The arrays that nothing separates yet and nobody was asked about, at most 64 of them.
    fn whole(&self) -> Vec<Whole> {
        let mut whole = Vec::new();
        for (index, array) in self.table.arrays.iter().enumerate() {
            let items = self.items(index);
            if self.asked[index] != Asked::Open || items.clusters.count_ones() > 1 {
                continue;
            }
            let mut around = Items {
                nodes: u64::MAX,
                clusters: u64::MAX,
            };
            let mut nodes = items.nodes;
            while let Some(node) = pop(&mut nodes) {
                let of_node = self.around[node - self.next];
                around.nodes &= of_node.nodes;
                around.clusters &= of_node.clusters;
            }
            let mut clusters = items.clusters;
            while let Some(cluster) = pop(&mut clusters) {
                around.nodes &= self.state.allowed[cluster];
                around.clusters &= 1 << cluster;
            }
            let mut cost = array.read;
            if array.producer.is_some() && !self.state.paid[index] {
                cost += array.manifest;
            }
            if whole.len() < 64 {
                whole.push(Whole {
                    items,
                    around,
                    cost,
                });
            }
        }
        whole
    }
}

/// An array that nothing separates yet.
struct Whole {
    items: Items,
    /// Who may be with all of them.
    around: Items,
    /// What it costs if they are separated.
    cost: u64,
}
