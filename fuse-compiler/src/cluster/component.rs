//! Splits the groups into components that can be decided one at a time.
//!
//! In: which pairs might share a cluster, and the edges. Out: a partition of the groups such that any
//! choice of clusters within each component is acyclic as a whole if it is acyclic within each.
//!
//! Why that holds: clusters lie within components. Contract each component to a node; the edges
//! between components then form no cycle, by construction. A cycle of clusters maps to a closed
//! walk in that graph, so it never leaves its component.

use super::Partition;

/// The components, each sorted, sorted by their first group.
pub(super) fn components(
    groups: usize,
    mergeable: impl Fn(usize, usize) -> bool,
    edges: impl Iterator<Item = (usize, usize)>,
) -> Vec<Vec<usize>> {
    let mut joined = Partition::singletons(groups);
    for j in 0..groups {
        for i in (0..j).filter(|i| mergeable(*i, j)) {
            joined.merge(i, j);
        }
    }
    let mut after = vec![Vec::new(); groups];
    for (from, to) in edges {
        after[joined.cluster(from)].push(joined.cluster(to));
    }
    let reached: Vec<Vec<bool>> = (0..groups).map(|from| reached(&after, from)).collect();
    let on_a_cycle = |i: usize, j: usize| reached[i][j] && reached[j][i];
    for j in 0..groups {
        for i in (0..j).filter(|i| on_a_cycle(*i, j)) {
            joined.merge(i, j);
        }
    }
    joined.clusters()
}

/// What paths lead to from a node.
fn reached(after: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut reached = vec![false; after.len()];
    let mut open = after[from].clone();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            open.extend(&after[node]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn two_pairs_that_could_form_a_cycle_together_are_one_component() {
        let edges = [(0, 2), (3, 1), (1, 4)];
        let mergeable = |i, j| (i, j) == (0, 1) || (i, j) == (2, 3);
        let found = components(6, mergeable, edges.iter().copied());
        assert_eq!(found, [vec![0, 1, 2, 3], vec![4], vec![5]]);
    }

    #[test]
    fn an_edge_alone_joins_nothing() {
        let found = components(3, |_, _| false, [(0, 1), (1, 2)].iter().copied());
        assert_eq!(found, [vec![0], vec![1], vec![2]]);
    }
}
