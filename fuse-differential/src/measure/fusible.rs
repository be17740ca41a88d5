//! Brute force: does any clustering have fewer loops than there are chains, and how many fewer?

use fuse_compiler::internals::cluster::instance::Restriction;
use fuse_compiler::internals::cluster::{Clustering, Instance, Problem, legal};
use fuse_compiler::internals::cnf::{BindingId, ChainId, Program};
use fuse_compiler::internals::graph::Graph;
use fuse_compiler::internals::size;
use fuse_oracle::exhaustive;
use std::collections::{BTreeMap, BTreeSet};

/// Chains of one program at most: beyond, only clusters of two and three are tried.
const ALL: usize = 14;

/// Chains of one program at most of which all clusterings are gone through: 4,140 of them.
const EXHAUSTIVE: usize = 8;

/// How many loops the best legal clustering saves, by going through all of them; `None` where they
/// are too many.
pub(super) fn saving(program: &Program) -> Option<usize> {
    let chains: BTreeSet<ChainId> = program
        .bindings
        .iter()
        .filter(|binding| !binding.is_opaque())
        .map(|binding| binding.chain)
        .collect();
    if chains.len() > EXHAUSTIVE {
        return None;
    }
    let Ok(sizes) = size::infer(program) else {
        return Some(0);
    };
    let graph = Graph::build(program, &sizes);
    let problem = Problem {
        program,
        sizes: &sizes,
        graph: &graph,
    };
    let instance = Instance::new(problem, Restriction::None);
    let mut fewest = chains.len();
    exhaustive::every(&instance, |_, clustering| {
        fewest = fewest.min(clustering.loops(program));
    });
    Some(chains.len() - fewest)
}

/// Whether some legal clustering has fewer clusters than the program has chains.
///
/// If one does, one of its clusters holds several chains, and that one beside single chains is legal
/// too: a cycle among fewer clusters would be one among more. So every subset of the chains is
/// tried, the small ones first.
pub(super) fn fusible(program: &Program) -> bool {
    let Ok(sizes) = size::infer(program) else {
        return false;
    };
    let graph = Graph::build(program, &sizes);
    let problem = Problem {
        program,
        sizes: &sizes,
        graph: &graph,
    };
    let mut chains: BTreeMap<ChainId, Vec<BindingId>> = BTreeMap::new();
    let mut alone = Vec::new();
    for id in program.binding_ids() {
        let binding = program.binding(id);
        if binding.is_opaque() {
            alone.push(vec![id]);
        } else {
            chains.entry(binding.chain).or_default().push(id);
        }
    }
    let chains: Vec<Vec<BindingId>> = chains.into_values().collect();
    let largest = if chains.len() <= ALL { chains.len() } else { 3 };
    (2..=largest).any(|size| {
        let mut chosen = Vec::new();
        any_subset(chains.len(), size, 0, &mut chosen, &mut |chosen| {
            let mut clusters = alone.clone();
            let mut one = Vec::new();
            for (index, chain) in chains.iter().enumerate() {
                if chosen.contains(&index) {
                    one.extend_from_slice(chain);
                } else {
                    clusters.push(chain.clone());
                }
            }
            one.sort_unstable();
            clusters.push(one);
            clusters.sort_unstable_by_key(|cluster| cluster[0]);
            legal(problem, &Clustering { clusters }).is_ok()
        })
    })
}

/// Whether `holds` of any `size` of the numbers from `next` below `of`, together with `chosen`.
fn any_subset(
    of: usize,
    size: usize,
    next: usize,
    chosen: &mut Vec<usize>,
    holds: &mut impl FnMut(&[usize]) -> bool,
) -> bool {
    if chosen.len() == size {
        return holds(chosen);
    }
    (next..of).any(|index| {
        chosen.push(index);
        let found = any_subset(of, size, index + 1, chosen, holds);
        chosen.pop();
        found
    })
}
