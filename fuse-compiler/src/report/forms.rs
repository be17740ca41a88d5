//! What the emitted loops do besides running over their elements: which arrays they write over, what goes block by
//! block, what is tested before it is stored.

use crate::cnf::{Lowered, ValueId};
use crate::loops::Outcome;
use crate::plan::{By, Plans};
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

/// Which chains are left, but for their filter or their instructions.
pub(super) fn write_kept(
    out: &mut String,
    lowered: &Lowered<'_>,
    plans: &Plans<'_>,
) -> fmt::Result {
    let masked = plans.masked.keys().copied().collect::<Vec<_>>();
    let wide = plans.wide.keys().copied().collect::<Vec<_>>();
    for (how, chains) in [
        ("filtered 64 elements at a time", masked),
        ("with the instructions that the machine has", wide),
    ] {
        let chains = chains.into_iter().filter_map(|id| lowered.chain(id));
        let names = chains.map(|chain| lowered.program.value(chain.result).name.as_str());
        let names = names.collect::<Vec<_>>();
        if !names.is_empty() {
            writeln!(out, "  {how}: {}", names.join(", "))?;
        }
    }
    Ok(())
}

/// Which loops run at once.
pub(super) fn write_joined(
    out: &mut String,
    lowered: &Lowered<'_>,
    plans: &Plans<'_>,
) -> fmt::Result {
    let results = |index: &usize| {
        let outcomes = plans.loops[*index].nest.outcomes.iter();
        let names = outcomes.map(Outcome::value);
        let names = names.map(|value| lowered.program.value(value).name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    for (one, other) in &plans.joined {
        writeln!(
            out,
            "  in one call: {} and {}",
            results(one),
            results(other)
        )?;
    }
    Ok(())
}
