//! The oracle: every clustering there is.
//!
//! In: an [`Instance`] and an [`Objective`]. Out: the least cost of all legal clusterings. It
//! enumerates the set partitions of the chains and asks [`legal`](legal()) about each, so it
//! depends on neither the integer program nor what that may assume. For tests and tools; the number
//! of partitions of `n` chains is the Bell number of `n` (877 for 7, 4 million for 12).

use fuse_compiler::internals::cluster::{
    Clustering, Instance, Known, Objective, Partition, clustering, conflict, legal,
};
use fuse_compiler::internals::cnf::BindingId;

/// The first of the cheapest legal clusterings and its cost; `None` if no clustering is legal.
#[must_use]
pub fn cheapest(instance: &Instance<'_>, objective: &Objective) -> Option<(Clustering, u64)> {
    let mut best = None;
    every(instance, |partition, clustering| {
        let cost = objective.evaluate(partition);
        if best.as_ref().is_none_or(|(_, least)| cost < *least) {
            best = Some((clustering.clone(), cost));
        }
    });
    best
}

/// Calls `visit` with every legal clustering.
pub fn every(instance: &Instance<'_>, mut visit: impl FnMut(&Partition, &Clustering)) {
    let problem = instance.problem;
    let count = instance.groups.len();
    let bindings = |group: usize| instance.groups[group].bindings.iter();
    let known = Known::of(problem);
    let conflict = |i: usize, j: usize| {
        let refuse = |a, b| conflict(problem, &known, a, b).is_some();
        let refused = |a: &BindingId| bindings(j).any(|b| refuse(*a, *b));
        bindings(i).any(refused)
    };
    let conflicting: Vec<Vec<bool>> = (0..count)
        .map(|j| (0..j).map(|i| conflict(i, j)).collect())
        .collect();
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    extend(&mut blocks, 0, &conflicting, &mut |blocks| {
        let mut partition = Partition::singletons(count);
        for block in blocks {
            for group in &block[1..] {
                partition.merge(block[0], *group);
            }
        }
        let clustering = clustering(instance, &partition);
        if legal(problem, &clustering).is_ok() {
            visit(&partition, &clustering);
        }
    });
}

/// Puts the groups from `next` on into each block they fit in, and into one of their own.
fn extend(
    blocks: &mut Vec<Vec<usize>>,
    next: usize,
    conflicting: &[Vec<bool>],
    visit: &mut impl FnMut(&[Vec<usize>]),
) {
    if next == conflicting.len() {
        return visit(blocks);
    }
    for index in 0..blocks.len() {
        if blocks[index].iter().all(|one| !conflicting[next][*one]) {
            blocks[index].push(next);
            extend(blocks, next + 1, conflicting, visit);
            blocks[index].pop();
        }
    }
    blocks.push(vec![next]);
    extend(blocks, next + 1, conflicting, visit);
    blocks.pop();
}
