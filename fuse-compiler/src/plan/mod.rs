//! How loops run: passes, masks, compaction, slices, threads, buffers (docs/DESIGN.md section 6).
//!
//! In: the loops of a region with the normal form behind them. Out: a [`LoopPlan`] for each, as data: emission writes it, the
//! report prints it, and neither asks anything of the program again. Each way to run a loop is a [`Rule`] in a file of its own;
//! which one goes before which is written down in [`RULES`] and nowhere else.

pub(crate) mod branch_free;
pub(crate) mod collect_in_place;
pub(crate) mod compaction;
mod display;
pub(crate) mod elements;
pub(crate) mod extremum;
pub(crate) mod in_step;
pub(crate) mod inline_buffers;
mod instructions;
pub(crate) mod iteration;
pub(crate) mod lazy_strings;
pub(crate) mod length;
mod loop_plan;
pub(crate) mod masks;
pub(crate) mod numbers;
pub(crate) mod one_comparison;
pub(crate) mod over_slices;
pub(crate) mod passes;
pub(crate) mod pulled;
pub(crate) mod ranges;
pub(crate) mod reuse;
mod rule;
pub(crate) mod search_places;
pub(crate) mod searches;
pub(crate) mod seeded_extrema;
pub(crate) mod slices;
mod verify;

pub use loop_plan::*;
pub(crate) use rule::{Context, Rule};
pub use verify::verify;

use crate::cnf::{BindingId, ChainId, Lowered, Operation};
use crate::sorted::SortedMap;
use masks::MaskedChain;
use over_slices::OverSlices;
use ranges::Cuts;

/// All rules, in the order in which they are asked. What runs the body as a whole is taken by the first rule that can.
pub(crate) const RULES: &[Rule] = &[
    pulled::RULE,
    ranges::RULE,
    passes::RULE,
    compaction::RULE,
    reuse::RULE,
    masks::in_loop::RULE,
    compaction::deferred::RULE,
    slices::RULE,
    lazy_strings::RULE,
    collect_in_place::RULE,
    length::RULE,
    passes::few::RULE,
    seeded_extrema::RULE,
    one_comparison::RULE,
    branch_free::RULE,
    iteration::RULE,
    inline_buffers::RULE,
    instructions::RULE,
];

/// Those of a loop in which others read what a body pushes: they come behind the body, turn by turn.
const RULES_IN_TURNS: &[Rule] = &[length::RULE];

/// Those of a loop of which the first turns are peeled off, which goes on in one body with what those have left.
const RULES_OF_PEELED: &[Rule] = &[
    length::RULE,
    seeded_extrema::RULE,
    one_comparison::RULE,
    branch_free::RULE,
    iteration::RULE,
    inline_buffers::RULE,
    instructions::RULE,
];

/// How a region runs.
#[derive(Clone, Debug)]
pub(crate) struct Plans<'p> {
    /// The loops, in their order.
    pub(crate) loops: Vec<LoopPlan>,
    /// Arrays whose memory another array takes over.
    pub(crate) reused: Vec<Reused>,
    /// Where parallel loops are cut.
    pub(crate) cuts: &'p Cuts,
    /// Chains that are left as written but for their filter.
    pub(crate) masked: SortedMap<ChainId, MaskedChain>,
    /// Chains that are left as written and run with the instructions of the machine, each with how many elements there must be.
    pub(crate) wide: SortedMap<ChainId, usize>,
    /// Loops that run at once, in one call, by their numbers.
    pub(crate) joined: Vec<(usize, usize)>,
    /// The program over slices.
    pub(crate) over_slices: &'p OverSlices<'p>,
}

/// The plans of a region's loops. Each rule is asked once of each loop, of all loops before the next rule is.
///
/// # Errors
/// In words, where one of them does not hold what a plan must: then the rules are wrong, and nothing is to be run by it.
pub(crate) fn plan<'p>(mut context: Context<'p, '_>) -> Result<Plans<'p>, String> {
    let mut loops: Vec<_> = context.loops.iter().map(LoopPlan::new).collect();
    let program = &context.lowered.program;
    let in_turns = |plan: &LoopPlan| plan.nest.reads_pushed(program);
    let lowered = context.lowered;
    let peeled = |plan: &LoopPlan| {
        let mut sources = plan.nest.root.sources.iter();
        sources.any(|source| lowered.peeled(source.reader).is_some())
    };
    let left = reuse::of_chains(context.lowered, context.loops);
    let mut reused = left.clone();
    for rule in context.rules {
        let by_all = |plan: &&mut LoopPlan| !in_turns(plan) && !peeled(plan);
        for plan in loops.iter_mut().filter(by_all) {
            rule.ask(&context, plan);
        }
        let of_loops = loops.iter().flat_map(|plan| &plan.overwrites);
        reused = of_loops.chain(&left).copied().collect();
        context.given_up = reused.iter().map(|reused| reused.array).collect();
    }
    for plan in &mut loops {
        let rules = match (in_turns(plan), peeled(plan)) {
            (true, _) => RULES_IN_TURNS,
            (_, true) => RULES_OF_PEELED,
            (false, false) => continue,
        };
        rules.iter().for_each(|rule| rule.ask(&context, plan));
    }
    for plan in &loops {
        if let Run::Dispatch(dispatch) = &plan.run {
            if let Some(lowered) = &context.over_slices.lowered {
                holds(lowered, &dispatch.slices)?;
            }
            if let Some(otherwise) = &dispatch.otherwise {
                holds(context.lowered, otherwise)?;
            }
        } else {
            holds(context.lowered, plan)?;
        }
        if let Run::Pulled(pulled) = &plan.run {
            holds(context.lowered, &pulled.others)?;
            goes_on(&pulled.others)?;
        }
    }
    Ok(Plans {
        loops,
        reused,
        cuts: context.cuts,
        masked: masks::of_chains(context.lowered, context.loops),
        wide: instructions::chains::detected(&context),
        joined: Vec::new(),
        over_slices: context.over_slices,
    })
}

/// Whether what a block has found stays found.
fn goes_on(plan: &LoopPlan) -> Result<(), String> {
    match &plan.run {
        Run::Passes(passes) if !passes.searches.is_empty() => match passes.over {
            Over::Blocks(_) => Ok(()),
            _ => Err("a search would begin anew with each block".to_owned()),
        },
        _ => Ok(()),
    }
}

/// Whether a plan holds, by what the workers of a program show.
fn holds(lowered: &Lowered<'_>, plan: &LoopPlan) -> Result<(), String> {
    let is_total = |id: BindingId| match lowered.operation(id) {
        // Or rustc is asked, before it runs for what is not kept.
        Operation::Map(worker) => worker.judgment.totality.questions().is_some(),
        Operation::Filter(test) => test.judgment.totality.questions().is_some(),
        operation => matches!(operation, Operation::Identity),
    };
    let searches = |id: &&BindingId| searches::in_loop(lowered, **id).is_some();
    let answers = |id: &BindingId| match &plan.run {
        Run::Passes(passes) => passes.searches.contains(id),
        // What it pulls is a plan of its own.
        Run::Pulled(_) => true,
        _ => false,
    };
    let mut asked = plan.nest.cluster.iter().filter(searches);
    if let Some(search) = asked.find(|id| !answers(id)) {
        let label = lowered.program.label(*search);
        return Err(format!("nothing answers `{label}`"));
    }
    verify(&lowered.program, plan, &is_total)
}

#[cfg(test)]
mod tests;
