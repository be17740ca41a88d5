//! Why two chains can never share a cluster (paper 001, fig. 1.13: `possible'`).
//!
//! In: the edges and the sizes. Out: a reason or none for every two chains. A chain is one unit:
//! paths are those of the graph in which each chain is a single node, and a reason against two of
//! their bindings is one against both chains.

use super::{Edge, EdgeKind, Reach};
use crate::cnf::{BindingId, Combinator, Program, Reason};
use crate::size::Sizes;

/// A symmetric matrix over the chains, row by row; `chain` numbers the bindings' chains from 0.
pub(super) fn of(
    program: &Program,
    sizes: &Sizes,
    edges: &[Edge],
    chain: &[usize],
    chains: usize,
) -> Vec<Option<Reason>> {
    let between = edges.iter().filter_map(|edge| {
        let (from, to) = (chain[edge.from.index()], chain[edge.to.index()]);
        (from != to).then_some((from, to, seen_from_afar(program, edge)))
    });
    let reach = Reach::new(chains, between);
    let alone: Vec<Option<Reason>> = alone(program, chain, chains);
    let parallel = parallel(program, chain, chains);
    let pulls = pulls(program, chain, chains);
    let mut members: Vec<Vec<BindingId>> = vec![Vec::new(); chains];
    for id in program.binding_ids() {
        members[chain[id.index()]].push(id);
    }

    let mut obstacles = vec![None; chains * chains];
    let mut open: Vec<Pair> = Vec::new();
    for a in 0..chains {
        for b in a + 1..chains {
            // First what no other consumer would help against.
            let statement = |chain: usize| alone[chain].filter(|why| *why == Reason::Opaque);
            let reason = statement(a)
                .or(statement(b))
                .or(reach.preventing(a, b))
                .or(reach.preventing(b, a))
                .or(alone[a])
                .or(alone[b])
                .or((parallel[a] != parallel[b]).then_some(Reason::Parallel))
                .or((pulls[a] && pulls[b]).then_some(Reason::Pullers));
            let reason = match reason {
                Some(reason) => Err(reason),
                None => related(sizes, chain, &members[a], &members[b]),
            };
            match reason {
                Ok(needs) if needs.is_empty() => {}
                Ok(needs) => open.push(Pair { a, b, needs }),
                Err(reason) => {
                    obstacles[a * chains + b] = Some(reason);
                    obstacles[b * chains + a] = Some(reason);
                }
            }
        }
    }
    // Two loops of different sizes can meet only where what relates them can.
    let mut settled = false;
    while !settled {
        let before = open.len();
        open.retain(|pair| {
            let unmet = |(c, d): &(usize, usize)| obstacles[c * chains + d].is_some();
            let impossible = pair.needs.iter().any(unmet);
            if impossible {
                obstacles[pair.a * chains + pair.b] = Some(Reason::IterationSize);
                obstacles[pair.b * chains + pair.a] = Some(Reason::IterationSize);
            }
            !impossible
        });
        settled = open.len() == before;
    }
    obstacles
}

/// What an edge means to those who have it on a path between them. That one end is no chain says
/// nothing about those two: a wall is what they may not cross, and any other statement is something
/// that the one needs the result of.
fn seen_from_afar(program: &Program, edge: &Edge) -> EdgeKind {
    let is_wall = |id: BindingId| program.binding(id).is_wall();
    match edge.kind {
        EdgeKind::Preventing(_) if is_wall(edge.from) || is_wall(edge.to) => {
            EdgeKind::Preventing(Reason::Barrier)
        }
        EdgeKind::Preventing(Reason::Opaque) => EdgeKind::Preventing(Reason::ScalarResult),
        kind => kind,
    }
}

/// Two chains that can share a cluster if each of `needs` can.
struct Pair {
    a: usize,
    b: usize,
    needs: Vec<(usize, usize)>,
}

/// For each chain why it shares its cluster with no other.
fn alone(program: &Program, chain: &[usize], chains: usize) -> Vec<Option<Reason>> {
    let mut alone = vec![None; chains];
    for (binding, chain) in program.bindings.iter().zip(chain) {
        let reason = binding.solitary.or(match binding.combinator() {
            Combinator::Opaque(_) => Some(Reason::Opaque),
            _ => None,
        });
        alone[*chain] = alone[*chain].or(reason);
    }
    alone
}

/// For each chain whether it runs on several threads.
fn parallel(program: &Program, chain: &[usize], chains: usize) -> Vec<bool> {
    let mut parallel = vec![false; chains];
    for (binding, chain) in program.bindings.iter().zip(chain) {
        parallel[*chain] = program.parallel.contains(&binding.chain);
    }
    parallel
}

/// For each chain whether its consumer asks for the elements itself.
fn pulls(program: &Program, chain: &[usize], chains: usize) -> Vec<bool> {
    let mut pulls = vec![false; chains];
    for (binding, chain) in program.bindings.iter().zip(chain) {
        pulls[*chain] = program.pullers.contains_key(&binding.chain);
    }
    pulls
}

/// The pairs of chains that must share a cluster if two chains do: those of the concestors of
/// their bindings.
fn related(
    sizes: &Sizes,
    chain: &[usize],
    left: &[BindingId],
    right: &[BindingId],
) -> Result<Vec<(usize, usize)>, Reason> {
    let mut needs = Vec::new();
    for a in left {
        for b in right {
            let pairs = needed(sizes, *a, *b)?;
            for (c, d) in pairs {
                let need = (chain[c.index()], chain[d.index()]);
                if need.0 != need.1 && !needs.contains(&need) {
                    needs.push(need);
                }
            }
        }
    }
    Ok(needs)
}

/// The pairs of bindings that share a cluster if two do.
fn needed(
    sizes: &Sizes,
    a: BindingId,
    b: BindingId,
) -> Result<Vec<(BindingId, BindingId)>, Reason> {
    // Its own nest runs in each of them as often as the other's one loop in all.
    if a != b && sizes.placed_apart(a, b) {
        return Err(Reason::Placement);
    }
    let mut pairs = sizes.joined_with(a, b);
    if !sizes.same_iteration(a, b) {
        let (above_a, above_b) = sizes.concestors(a, b).ok_or(Reason::IterationSize)?;
        pairs.extend([(a, above_a), (b, above_b), (above_a, above_b)]);
    }
    Ok(pairs)
}
