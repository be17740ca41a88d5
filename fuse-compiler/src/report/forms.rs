//! What the emitted loops do besides running over their elements: which arrays they write over, what goes block by
//! block, what is tested before it is stored.

use crate::cnf::{Lowered, LoweredChain, ValueId};
use crate::decided::Decided;
use crate::plan::reuse::By;
use crate::plan::{Plans, masks};
use std::fmt::{self, Write};

/// Which arrays stand where others stood that nobody reads any more.
pub(super) fn write_reused(
    out: &mut String,
    lowered: &Lowered<'_>,
    plans: &Plans<'_>,
) -> fmt::Result {
    let name = |array: ValueId| &lowered.program.value(array).name;
    let places = plans.reused.iter().filter_map(|reused| {
        let made = match reused.by {
            By::Array(made) => made,
            By::Chain(chain) => lowered.chain(chain)?.result,
        };
        Some(format!("{} over {}", name(made), name(reused.array)))
    });
    let places = places.collect::<Vec<_>>();
    if !places.is_empty() {
        writeln!(
            out,
            "  written over what is not read again: {}",
            places.join(", ")
        )?;
    }
    Ok(())
}

/// Which chains are left, but for their filter.
pub(super) fn write_kept(
    out: &mut String,
    lowered: &Lowered<'_>,
    decided: &Decided,
) -> fmt::Result {
    let program = &lowered.program;
    let in_loop = |chain: &&LoweredChain<'_>| {
        let mut clusters = decided.loops.iter().map(|nest| &nest.cluster);
        clusters.any(|cluster| chain.bindings.iter().any(|id| cluster.contains(id)))
    };
    let chains = lowered.chains();
    let kept = chains
        .filter(|chain| !in_loop(chain) && masks::of(chain.chain).is_some())
        .map(|chain| program.value(chain.result).name.clone())
        .collect::<Vec<_>>();
    if !kept.is_empty() {
        writeln!(out, "  filtered 64 elements at a time: {}", kept.join(", "))?;
    }
    Ok(())
}
