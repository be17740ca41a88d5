//! A clustering that is found quickly: merge what saves most.
//!
//! In: an [`Instance`] and an [`Objective`]. Out: a legal [`Partition`]. It is the start and the
//! cutoff of the integer program, and the answer where that is not run.

use super::{Instance, Objective, Partition};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Above this many groups single groups are not moved about afterwards: each move costs an evaluation.
const MOVED_AT_MOST: usize = 40;

/// Merges pairs of clusters, the most saving first and, of equals, the first in source order, until no
/// pair can be merged; then moves single groups as long as that saves something.
pub(super) fn merge_best(instance: &Instance<'_>, objective: &Objective) -> Partition {
    let mut partition = Partition::singletons(instance.groups.len());
    let mut gains: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for j in 0..instance.groups.len() {
        for i in (0..j).filter(|i| instance.candidate(*i, j)) {
            gains.insert((i, j), objective.gain(&partition, i, j));
        }
    }
    loop {
        let mut best: Vec<_> = gains
            .iter()
            .map(|(pair, gain)| (Reverse(*gain), *pair))
            .collect();
        best.sort_unstable();
        let mergeable = |(_, (a, b)): &(_, (usize, usize))| instance.can_merge(&partition, *a, *b);
        let Some((_, (a, b))) = best.into_iter().find(mergeable) else {
            break;
        };
        partition.merge(a, b);
        gains.retain(|(i, j), _| *i != b && *j != b);
        // What a merged cluster gains with another depends on the two alone; a pair with a member that
        // is no candidate of some other member never merges.
        for other in partition.clusters().iter().map(|cluster| cluster[0]) {
            let pair = (a.min(other), a.max(other));
            let all = || {
                let members = partition.members(other);
                let one = |m: usize| partition.members(a).all(|k| instance.candidate(k, m));
                members.into_iter().all(one)
            };
            if other != a && all() {
                gains.insert(pair, objective.gain(&partition, a, other));
            } else {
                gains.remove(&pair);
            }
        }
    }
    if instance.groups.len() <= MOVED_AT_MOST {
        move_single(instance, objective, &mut partition);
    }
    partition
}

/// Moves one group to another cluster, or out of its own, as long as the cost falls.
fn move_single(instance: &Instance<'_>, objective: &Objective, partition: &mut Partition) {
    let mut cost = objective.evaluate(partition);
    let mut rounds = 0;
    let mut improved = true;
    while improved && rounds < instance.groups.len() {
        improved = false;
        rounds += 1;
        for group in 0..instance.groups.len() {
            let targets: Vec<usize> = partition
                .clusters()
                .iter()
                .filter(|cluster| !cluster.contains(&group))
                .filter(|cluster| cluster.iter().all(|one| instance.candidate(*one, group)))
                .map(|cluster| cluster[0])
                .collect();
            for target in targets.into_iter().map(Some).chain([None]) {
                let moved = partition.moved(group, target);
                let lower = objective.evaluate(&moved);
                if lower < cost && instance.admits(&moved) {
                    *partition = moved;
                    cost = lower;
                    improved = true;
                    break;
                }
            }
        }
    }
}
