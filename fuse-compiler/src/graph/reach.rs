//! Reachability, with and without fusion-preventing edges (paper 001, section 1.4.5, fig. 1.13).
//!
//! In: edges between nodes that are numbers. Out: for each ordered pair whether a path leads from
//! the one to the other, and the reason of a fusion-preventing edge on such a path.

use super::EdgeKind;
use crate::cnf::Reason;
use crate::sorted::sort_by_key;

/// The transitive closure of a graph.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    nodes: usize,
    words: usize,
    /// One row of bits a node.
    bits: Vec<u64>,
    /// By two nodes, row by row.
    preventing: Vec<Option<Reason>>,
}

impl Reach {
    /// Closes the graph. One sweep from the last node to the first suffices where edges point
    /// forward, as data flow does; otherwise sweeps go on until nothing changes.
    pub(super) fn new(
        nodes: usize,
        edges: impl Iterator<Item = (usize, usize, EdgeKind)>,
    ) -> Reach {
        let words = nodes.div_ceil(64);
        let mut this = Reach {
            nodes,
            words,
            bits: vec![0; nodes * words],
            preventing: vec![None; nodes * nodes],
        };
        let mut outgoing: Vec<Vec<(usize, EdgeKind)>> = vec![Vec::new(); nodes];
        let mut forward = true;
        for (from, to, kind) in edges {
            forward &= from < to;
            outgoing[from].push((to, kind));
        }
        for edges in &mut outgoing {
            // So that the best reason is found first.
            sort_by_key(edges, |(to, kind)| {
                (*kind == EdgeKind::Preventing(Reason::Barrier), *to)
            });
        }
        let sweep = |this: &mut Reach| {
            let mut changed = false;
            for from in (0..nodes).rev() {
                for (to, kind) in &outgoing[from] {
                    changed |= this.extend(from, *to, *kind);
                }
            }
            changed
        };
        // Reasons of edges between the two come before those of longer paths.
        for (from, edges) in outgoing.iter().enumerate() {
            for (to, kind) in edges {
                if let EdgeKind::Preventing(reason) = kind {
                    this.prevent(from, *to, *reason);
                }
            }
        }
        while sweep(&mut this) && !forward {}
        this
    }

    pub(super) fn reaches(&self, from: usize, to: usize) -> bool {
        self.bits[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    pub(super) fn preventing(&self, from: usize, to: usize) -> Option<Reason> {
        self.preventing[from * self.nodes + to]
    }

    /// Adds an edge and the paths beyond it. True if that was news.
    fn extend(&mut self, from: usize, to: usize, kind: EdgeKind) -> bool {
        let mut changed = false;
        for word in 0..self.words {
            let mut row = self.bits[to * self.words + word];
            if to / 64 == word {
                row |= 1 << (to % 64);
            }
            let all = self.bits[from * self.words + word] | row;
            changed |= std::mem::replace(&mut self.bits[from * self.words + word], all) != all;
            while row != 0 {
                let beyond = word * 64 + row.trailing_zeros() as usize;
                row &= row - 1;
                let reason = match kind {
                    EdgeKind::Preventing(reason) => Some(reason),
                    EdgeKind::Fusible if beyond == to => None,
                    EdgeKind::Fusible => self.preventing(to, beyond),
                };
                if let Some(reason) = reason {
                    changed |= self.prevent(from, beyond, reason);
                }
            }
        }
        changed
    }

    /// Keeps the first reason, but any other in the place of a wall.
    fn prevent(&mut self, from: usize, to: usize, reason: Reason) -> bool {
        let slot = &mut self.preventing[from * self.nodes + to];
        let better = match slot {
            None => true,
            Some(Reason::Barrier) => reason != Reason::Barrier,
            Some(_) => false,
        };
        if better {
            *slot = Some(reason);
        }
        better
    }
}
