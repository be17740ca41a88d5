//! What the emitted loops do besides running over their elements: which arrays they write over, what goes block by
//! block, what is tested before it is stored.

use crate::cnf::{Lowered, LoweredChain, ValueId};
use crate::decided::Decided;
use crate::loops::Outcome;
use crate::plan::passes::{Pass, Passes, Taking};
use crate::plan::reuse::By;
use crate::plan::{Accumulator, LoopPlan, Plans, Run, masks};
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

/// What a loop does block by block, and of what that depends.
pub(super) fn write_form(
    out: &mut String,
    lowered: &Lowered<'_>,
    plan: &LoopPlan<'_>,
) -> fmt::Result {
    let Run::Dispatch(dispatch) = &plan.run else {
        return write_run(out, lowered, plan);
    };
    let (mut form, mut anyhow) = (String::new(), String::new());
    write_run(&mut anyhow, lowered, &dispatch.otherwise)?;
    write_run(&mut form, &dispatch.seen.lowered, &dispatch.slices)?;
    if form == anyhow {
        out.push_str(&anyhow);
    } else if !form.is_empty() {
        let places = dispatch.places.iter();
        let names = places.map(|place| place.name()).collect::<Vec<_>>();
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

/// How a loop goes through its elements.
fn write_run(out: &mut String, lowered: &Lowered<'_>, plan: &LoopPlan<'_>) -> fmt::Result {
    let by_one = |(value, of): (&ValueId, &Accumulator)| match of {
        Accumulator::OneComparison => Some(*value),
        _ => None,
    };
    let compared = plan.accumulators.iter().filter_map(by_one);
    let compared = compared.collect::<Vec<_>>();
    write_named(out, "by one comparison an element", lowered, &compared)?;
    let makers = plan.strings.makers.iter();
    let made_late = makers.map(|id| lowered.program.binding(*id).outputs[0]);
    let made_late = made_late.collect::<Vec<_>>();
    let late = "made only of what is kept, if they are strings";
    write_named(out, late, lowered, &made_late)?;
    match &plan.run {
        Run::Passes(passes) => write_passes(out, lowered, passes),
        Run::Compaction(sieves) => {
            let stored = sieves.sieves.iter().map(|sieve| sieve.stored);
            let stored = stored.collect::<Vec<_>>();
            let tested = "tested before they are stored, block by block";
            write_named(out, tested, lowered, &stored)
        }
        _ => Ok(()),
    }
}

/// A line about values, if there are any.
fn write_named(
    out: &mut String,
    what: &str,
    lowered: &Lowered<'_>,
    values: &[ValueId],
) -> fmt::Result {
    if values.is_empty() {
        return Ok(());
    }
    let names = values.iter().map(|value| lowered.program.value(*value));
    let names = names.map(|value| value.name.as_str()).collect::<Vec<_>>();
    writeln!(out, "      {what}: {}", names.join(", "))
}

/// What a loop does in passes over one block after another.
fn write_passes(out: &mut String, lowered: &Lowered<'_>, passes: &Passes) -> fmt::Result {
    let made = |pass: &Pass| {
        let results = pass.nest.outcomes.iter().map(|outcome| match outcome {
            Outcome::Scalar(value) | Outcome::Contracted(value) => value,
            Outcome::Stored { array, .. } => array,
        });
        let names = results.map(|value| lowered.program.value(*value).name.clone());
        let names = names.collect::<Vec<_>>().join(", ");
        if pass.taking == Taking::Lanes {
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
        return if only.taking == Taking::Lanes {
            writeln!(out, "      faster {}", made(only))
        } else {
            Ok(())
        };
    }
    let over = if passes.is_whole() { "array" } else { "block" };
    let passes = passes.passes.iter().map(made).collect::<Vec<_>>();
    writeln!(
        out,
        "      faster one after the other, {over} by {over}: {}",
        passes.join("; ")
    )
}
