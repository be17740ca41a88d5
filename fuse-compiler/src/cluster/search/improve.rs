//! Makes a clustering better that is not proven best.
//!
//! In: a [`Kernel`] and a legal clustering. Out: one that is as cheap or cheaper. Two clusters at a time
//! are taken apart and the best is searched for in which only their nodes move, every other cluster
//! being one node: a small kernel, whatever the size of the whole. So a program that is too large for
//! the search still gets more than the greedy clustering.

use super::branch;
use super::kernel::Kernel;
use super::set::Set;

/// How many states of the search one pair of clusters is worth.
const STATES: u64 = 400;

/// Improves `clusters` until no two of them can be, or a quarter of `states` is spent; takes from
/// `states` what was.
pub(super) fn improve(kernel: &Kernel, mut clusters: Vec<usize>, states: &mut u64) -> Vec<usize> {
    let kept = *states - *states / 4;
    let mut cost = kernel.cost(&clusters);
    // Pairs that were looked at since the last change of one of the two.
    let mut settled: Vec<(Set, Set)> = Vec::new();
    loop {
        let Some((a, b)) = next_pair(kernel, &clusters, &settled) else {
            return clusters;
        };
        if *states < kept + STATES {
            return clusters;
        }
        settled.push((a, b));
        let (small, part_of) = quotient(kernel, &clusters, &a.union(&b));
        let Some(small) = small else {
            continue;
        };
        let start = part_of_start(&small, &part_of, &clusters);
        let answer = branch::search(&small, start, STATES);
        *states -= STATES - answer.left;
        let found: Vec<usize> = part_of.iter().map(|part| answer.clusters[*part]).collect();
        let lower = kernel.cost(&found);
        if lower < cost {
            cost = lower;
            clusters = found;
        }
    }
}

/// The first two clusters that some of their nodes could be exchanged between, unless they are settled.
fn next_pair(kernel: &Kernel, clusters: &[usize], settled: &[(Set, Set)]) -> Option<(Set, Set)> {
    let sets = sets(clusters);
    for (index, b) in sets.iter().enumerate() {
        for a in &sets[..index] {
            let near = |node: usize| kernel.candidates[node].meets(b);
            if a.iter().any(near) && !settled.contains(&(*a, *b)) {
                return Some((*a, *b));
            }
        }
    }
    None
}

/// The nodes of each cluster, the clusters in the order of their first nodes.
fn sets(clusters: &[usize]) -> Vec<Set> {
    let mut names: Vec<usize> = Vec::new();
    let mut sets: Vec<Set> = Vec::new();
    for (node, name) in clusters.iter().enumerate() {
        match names.iter().position(|other| other == name) {
            Some(index) => sets[index].insert(node),
            None => {
                names.push(*name);
                sets.push(Set::one(node));
            }
        }
    }
    sets
}

/// The kernel in which every cluster is one node but those that hold `free` nodes, whose nodes are
/// apart; and the node of it that each node became.
fn quotient(kernel: &Kernel, clusters: &[usize], free: &Set) -> (Option<Kernel>, Vec<usize>) {
    let mut parts: Vec<Set> = Vec::new();
    for set in sets(clusters) {
        if set.is_subset(free) {
            parts.extend(set.iter().map(Set::one));
        } else {
            parts.push(set);
        }
    }
    kernel.contracted(&parts)
}

/// The clusters over the nodes of a quotient.
fn part_of_start(small: &Kernel, part_of: &[usize], clusters: &[usize]) -> Vec<usize> {
    let mut start = vec![0; small.len()];
    for (node, part) in part_of.iter().enumerate() {
        start[*part] = clusters[node];
    }
    start
}
