//! Profitability: whether a legal loop is faster than the loops it is made of.
//!
//! In: the lowered program, its sizes, a clustering. Out: the loops that are worth it, and for every cluster that is none the chains
//! that are to be kept apart.

mod beside_stores;
mod closed_forms;
mod in_turns;
mod inner_sums;
mod several;
mod single;

use crate::cluster::Clustering;
use crate::cnf::{BindingId, ChainId, Lowered, Reason};
use crate::graph::Apart;
use crate::loops::{self, Loop};
use crate::plan::search_places::misplaced as misplaced_searches;
use crate::plan::{passes, pulled, ranges, searches};
use crate::size::Sizes;
use crate::sorted::SortedSet;

/// The loops of a clustering: of several chains, then those of one.
#[must_use]
pub(crate) fn judge(
    lowered: &Lowered<'_>,
    sizes: &Sizes,
    clustering: &Clustering,
) -> (Vec<Loop>, Vec<Apart>) {
    let (mut loops, mut apart) = (Vec::new(), Vec::new());
    for cluster in clustering.fused(&lowered.program) {
        let nest = build(lowered, sizes, &cluster);
        let refused = match &nest {
            Some(nest) => match pulled::puller(lowered, nest) {
                Some(by) => refused_to(lowered, sizes, nest, by),
                None => refused(lowered, sizes, nest, false),
            },
            None => Apart::all(&lowered.program, &cluster, Reason::Placement),
        };
        loops.extend(nest.filter(|_| refused.is_empty()));
        apart.extend(refused);
    }
    loops.extend(single::loops(lowered, sizes, clustering));
    (loops, apart)
}

/// The loop of a cluster, if it is one.
fn build(lowered: &Lowered<'_>, sizes: &Sizes, cluster: &[BindingId]) -> Option<Loop> {
    let same_size = |a, b| sizes.of(a) == sizes.of(b);
    let fate = |array| loops::fate(lowered, cluster, array);
    let nest = loops::build(&lowered.program, &same_size, cluster, &fate).ok()?;
    debug_assert!(
        loops::verify(&lowered.program, &nest).is_ok(),
        "a loop that does not fit its program"
    );
    Some(nest)
}

/// What a loop that a chain pulls is not to be; nothing if it is worth it.
fn refused_to(lowered: &Lowered<'_>, sizes: &Sizes, nest: &Loop, by: ChainId) -> Vec<Apart> {
    let program = &lowered.program;
    if nest.reads_pushed(program) {
        return Apart::one(program, by, &nest.cluster, Reason::Placement);
    }
    let Some(others) = pulled::others(lowered, sizes, nest, by) else {
        return Apart::one(program, by, &nest.cluster, Reason::Placement);
    };
    if let Some(reason) = pulled::refused(lowered, by, &others) {
        return Apart::one(program, by, &nest.cluster, reason);
    }
    refused(lowered, sizes, &others, true)
}

/// The chains that had better not be in a loop, and the others; nothing if there are none. Those that are left out may share one.
fn left_out(
    lowered: &Lowered<'_>,
    sizes: &Sizes,
    nest: &Loop,
) -> Option<(Vec<ChainId>, Vec<ChainId>)> {
    let program = &lowered.program;
    let chain = |id: &BindingId| program.binding(*id).chain;
    let alone = |nest: &Loop| {
        several::faster_alone(lowered, nest)
            .or_else(|| beside_stores::beside_made_in_place(lowered, nest))
            .or_else(|| inner_sums::apart(lowered, nest))
    };
    let mut left_out = Vec::new();
    let mut rest = nest.clone();
    while let Some(slower) = alone(&rest) {
        left_out.push(slower);
        let mut cluster = rest.cluster.clone();
        cluster.retain(|id| chain(id) != slower);
        let several = cluster.iter().map(chain).collect::<SortedSet<_>>().len() > 1;
        match build(lowered, sizes, &cluster) {
            Some(smaller) if several => rest = smaller,
            _ => break,
        }
    }
    let mut rest = nest.cluster.iter().map(chain).collect::<SortedSet<_>>();
    rest.retain(|chain| !left_out.contains(chain));
    (!left_out.is_empty()).then(|| (left_out, rest.into_iter().collect()))
}

/// What a loop of several chains is not to be; nothing if it is worth it.
fn refused(lowered: &Lowered<'_>, sizes: &Sizes, nest: &Loop, pulled: bool) -> Vec<Apart> {
    let (program, cluster) = (&lowered.program, &nest.cluster);
    if several::needs_no_loop(lowered, nest) {
        return Apart::all(program, cluster, Reason::Known);
    }
    if let Some((alone, reason)) = in_turns::alone(lowered, nest) {
        return Apart::one(program, alone, cluster, reason);
    }
    if let Some((left_out, rest)) = left_out(lowered, sizes, nest) {
        return Apart::groups(&[left_out, rest], Reason::Slower);
    }
    if several::gains_nothing(lowered, nest) || several::asks_several(lowered, nest) {
        return Apart::all(program, cluster, Reason::Slower);
    }
    if let Some(groups) = passes::faster_apart(lowered, nest) {
        return Apart::groups(&groups, Reason::Slower);
    }
    if ranges::counts_across_ranges(lowered, nest) {
        return Apart::all(program, cluster, Reason::Placement);
    }
    let everything = program.binding_ids().collect::<Vec<_>>();
    let misplaced = misplaced_searches(lowered, nest, pulled).into_iter();
    let alone = |id: BindingId| {
        let chain = program.binding(id).chain;
        let others = everything.iter().copied();
        let others = others.filter(|other| !searches::go_together(lowered, id, *other));
        Apart::one(
            program,
            chain,
            &others.collect::<Vec<_>>(),
            Reason::ShortCircuit,
        )
    };
    misplaced.flat_map(alone).collect()
}
