//! Splits the groups into components that can be decided one at a time.
//!
//! In: which pairs might share a cluster, and the edges. Out: a partition of the groups such that any
//! choice of clusters within each component is acyclic as a whole if it is acyclic within each.
//!
//! Why that holds: clusters lie within components. Contract each component to a node; the edges
//! between components then form no cycle, by construction. A cycle of clusters maps to a closed
//! walk in that graph, so it never leaves its component.

use crate::sorted::sort;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;

/// The components, each sorted, sorted by their first group.
pub(super) fn components(
    groups: usize,
    mergeable: impl Fn(usize, usize) -> bool,
    edges: impl Iterator<Item = (usize, usize)>,
) -> Vec<Vec<usize>> {
    let mut union = UnionFind::<usize>::new(groups);
    for j in 0..groups {
        for i in (0..j).filter(|i| mergeable(*i, j)) {
            union.union(i, j);
        }
    }
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<NodeIndex> = (0..groups).map(|_| graph.add_node(())).collect();
    for (from, to) in edges {
        graph.add_edge(nodes[union.find(from)], nodes[union.find(to)], ());
    }
    for cycle in kosaraju_scc(&graph) {
        for node in &cycle[1..] {
            union.union(cycle[0].index(), node.index());
        }
    }
    let labels = union.into_labeling();
    let mut components = vec![Vec::new(); groups];
    for (group, label) in labels.iter().enumerate() {
        components[*label].push(group);
    }
    components.retain(|component| !component.is_empty());
    sort(&mut components);
    components
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
