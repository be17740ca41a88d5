//! Clusters that are not to be one loop.

use crate::cnf::{BindingId, ChainId, Precedence, Program, Reason};
use std::collections::BTreeSet;

/// Leaves a single chain as written, or takes several apart.
pub(crate) fn left_or_taken_apart(
    program: &mut Program,
    cluster: &[BindingId],
    left: &mut BTreeSet<ChainId>,
) {
    let chain = |id: &BindingId| program.binding(*id).chain;
    if cluster.iter().all(|id| chain(id) == chain(&cluster[0])) {
        left.extend(cluster.first().map(chain));
    } else {
        take_apart(program, cluster, Reason::Placement);
    }
}

/// Orders the chains of a cluster that is no loop, so that they are never one again.
pub(crate) fn take_apart(program: &mut Program, cluster: &[BindingId], reason: Reason) {
    let mut previous: Option<BindingId> = None;
    for id in cluster {
        let chain = program.binding(*id).chain;
        match previous {
            Some(before) if program.binding(before).chain != chain => {
                let after = *id;
                program.precedences.push(Precedence {
                    before,
                    after,
                    reason,
                });
                previous = Some(after);
            }
            Some(_) => {}
            None => previous = Some(*id),
        }
    }
}

/// Orders one chain of a cluster behind all others, which so may share a loop still, or before those that read its result.
pub(crate) fn set_apart(program: &mut Program, cluster: &[BindingId], alone: ChainId) {
    let of = |id: &BindingId| program.binding(*id).chain == alone;
    let Some(own) = cluster.iter().copied().find(|id| of(id)) else {
        return;
    };
    let others = cluster.iter().copied().filter(|id| !of(id));
    let mut made = cluster.iter().filter(|id| of(id));
    let is_read = made.any(|id| {
        let outputs = program.binding(*id).outputs.iter();
        outputs
            .flat_map(|output| program.readers(*output))
            .any(|reader| cluster.contains(&reader) && !of(&reader))
    });
    let ordered = others.map(|other| {
        let (before, after) = if is_read { (own, other) } else { (other, own) };
        Precedence {
            before,
            after,
            reason: Reason::Slower,
        }
    });
    let ordered = ordered.collect::<Vec<_>>();
    program.precedences.extend(ordered);
}
