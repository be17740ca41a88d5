//! What the emitted loops do besides running over their elements: which arrays they write over, what goes block by
//! block, what is tested before it is stored.

use crate::cnf::{Lowered, LoweredChain, ValueId};
use crate::loops::{Loop, Outcome};
use crate::pipeline::Decided;
use crate::plan::reuse::{self, By};
use crate::plan::{compaction, lazy_strings, masks, passes, slices};
use std::fmt::{self, Write};

/// Which arrays stand where others stood that nobody reads any more.
pub(super) fn write_reused(
    out: &mut String,
    lowered: &Lowered<'_>,
    decided: &Decided,
) -> fmt::Result {
    let name = |array: ValueId| &lowered.program.value(array).name;
    let reused = reuse::of(lowered, &decided.loops, &decided.sizes);
    let places = reused.iter().filter_map(|reused| {
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

/// What a loop does block by block, and of what that depends.
pub(super) fn write_form(out: &mut String, lowered: &Lowered<'_>, nest: &Loop) -> fmt::Result {
    let mut anyhow = String::new();
    write_passes(&mut anyhow, lowered, nest)?;
    let Some(places) = slices::of(lowered, nest) else {
        out.push_str(&anyhow);
        return Ok(());
    };
    let arrays = slices::arrays(&places);
    let seen = slices::seen(lowered, nest, &places, &arrays);
    let mut form = String::new();
    write_passes(&mut form, &seen.lowered, &seen.nest)?;
    if form == anyhow {
        out.push_str(&anyhow);
    } else if !form.is_empty() {
        let names = places.iter().map(|place| place.name()).collect::<Vec<_>>();
        let (names, are) = (
            names.join(", "),
            if names.len() == 1 {
                "is a slice"
            } else {
                "are slices"
            },
        );
        writeln!(out, "      where {names} {are}:")?;
        out.push_str(&form);
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

/// What a loop does in passes over one block after another.
fn write_passes(out: &mut String, lowered: &Lowered<'_>, nest: &Loop) -> fmt::Result {
    let compared = passes::compared(lowered, nest);
    if !compared.is_empty() {
        let names = compared.iter();
        let names = names.map(|value| lowered.program.value(*value).name.clone());
        let names = names.collect::<Vec<_>>().join(", ");
        writeln!(out, "      by one comparison an element: {names}")?;
    }
    let Some(passes) = passes::of(lowered, nest) else {
        write_texts(out, lowered, nest)?;
        return write_sieves(out, lowered, nest);
    };
    let made = |pass: &passes::Pass| {
        let results = pass.nest.outcomes.iter().map(|outcome| match outcome {
            Outcome::Scalar(value) | Outcome::Contracted(value) => value,
            Outcome::Stored { array, .. } => array,
        });
        let names = results.map(|value| lowered.program.value(*value).name.clone());
        let names = names.collect::<Vec<_>>().join(", ");
        if pass.lanes {
            format!("in lanes {names}")
        } else {
            names
        }
    };
    if !passes.searches.is_empty() {
        let outputs = passes
            .searches
            .iter()
            .map(|id| &lowered.program.binding(*id).outputs);
        let names = outputs
            .flatten()
            .map(|value| lowered.program.value(*value).name.as_str());
        let names = names.collect::<Vec<_>>().join(", ");
        writeln!(out, "      block by block, until it is decided: {names}")?;
    }
    if let [only] = passes.passes.as_slice() {
        return if only.lanes {
            writeln!(out, "      faster {}", made(only))
        } else {
            Ok(())
        };
    }
    let over = if passes.whole { "array" } else { "block" };
    let passes = passes.passes.iter().map(made).collect::<Vec<_>>();
    writeln!(
        out,
        "      faster one after the other, {over} by {over}: {}",
        passes.join("; ")
    )
}

/// Strings that a loop does not make before they are kept.
fn write_texts(out: &mut String, lowered: &Lowered<'_>, nest: &Loop) -> fmt::Result {
    let makers = lazy_strings::of(lowered, std::slice::from_ref(nest)).makers;
    if makers.is_empty() {
        return Ok(());
    }
    let names = makers.iter().map(|id| lowered.program.label(*id));
    writeln!(
        out,
        "      made only of what is kept, if they are strings: {}",
        names.collect::<Vec<_>>().join(", ")
    )
}

/// What a loop filters and stores block by block.
fn write_sieves(out: &mut String, lowered: &Lowered<'_>, nest: &Loop) -> fmt::Result {
    let Some(sieves) = compaction::of(lowered, nest) else {
        return Ok(());
    };
    let stored = sieves.sieves.iter().map(|sieve| sieve.stored);
    let names = stored.map(|array| lowered.program.value(array).name.clone());
    writeln!(
        out,
        "      tested before they are stored, block by block: {}",
        names.collect::<Vec<_>>().join(", ")
    )
}
