//! How loops run: passes, masks, compaction, slices, threads, buffers (docs/DESIGN.md section 6).
//!
//! In: the loops of a region with the normal form behind them. Out: a [`LoopPlan`] for each, as data: emission writes it, the
//! report prints it, and neither asks anything of the program again. Each way to run a loop is a [`Rule`] in a file of its own;
//! which one goes before which is written down in [`RULES`] and nowhere else.

pub(crate) mod branch_free;
pub(crate) mod collect_in_place;
pub(crate) mod compaction;
mod display;
pub(crate) mod extremum;
mod form;
pub(crate) mod inline_buffers;
pub(crate) mod iteration;
pub(crate) mod lazy_strings;
mod loop_plan;
pub(crate) mod masks;
pub(crate) mod numbers;
pub(crate) mod one_comparison;
pub(crate) mod passes;
pub(crate) mod ranges;
pub(crate) mod reuse;
pub(crate) mod searches;
pub(crate) mod seeded_extrema;
pub(crate) mod slices;
mod verify;

pub(crate) use form::{Accumulation, Accumulations, Form, Iteration};
pub(crate) use loop_plan::{Dispatch, LoopPlan, Reads, Run};

use crate::cnf::{Lowered, ValueId};
use crate::loops::Loop;
use crate::ops::chain::ArraySource;
use crate::ops::consumer::each::Each;
use crate::size::Sizes;
use crate::sorted::SortedSet;
use ranges::Cuts;
use reuse::Reused;

/// One way to run a loop, or a part of it.
pub(crate) struct Rule {
    /// Decides it of a loop, by the program and by what the rules before it have decided.
    pub(crate) apply: for<'a> fn(&Context<'_, 'a>, &mut LoopPlan<'a>),
}

/// All rules, in the order in which they are asked. What runs the body as a whole is taken by the first rule that can.
pub(crate) const RULES: &[Rule] = &[
    ranges::RULE,
    passes::RULE,
    compaction::RULE,
    reuse::RULE,
    masks::in_loop::RULE,
    compaction::deferred::RULE,
    slices::RULE,
    lazy_strings::RULE,
    collect_in_place::RULE,
    seeded_extrema::RULE,
    one_comparison::RULE,
    branch_free::RULE,
    iteration::RULE,
    inline_buffers::RULE,
];

/// What rules decide by.
#[derive(Clone)]
pub(crate) struct Context<'p, 'a> {
    /// The program.
    pub(crate) lowered: &'p Lowered<'a>,
    /// All loops of the region.
    pub(crate) loops: &'p [Loop],
    /// The sizes of its arrays.
    pub(crate) sizes: &'p Sizes,
    /// True if the function may be suspended between its statements.
    pub(crate) suspends: bool,
    /// What places are read by if they are slices.
    pub(crate) elements: &'a [ArraySource],
    /// Arrays over which other loops or chains write.
    pub(crate) given_up: SortedSet<ValueId>,
}

/// How a region runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plans<'a> {
    /// The loops, in their order.
    pub(crate) loops: Vec<LoopPlan<'a>>,
    /// Arrays whose memory another array takes over.
    pub(crate) reused: Vec<Reused>,
    /// Where parallel loops are cut.
    pub(crate) cuts: Cuts,
}

/// The plans of a region's loops. Each rule is asked once of each loop, of all loops before the next rule is.
///
/// # Errors
/// In words, where one of them does not hold what a plan must: then the rules are wrong, and nothing is to be run by it.
pub(crate) fn plan<'a>(mut context: Context<'_, 'a>) -> Result<Plans<'a>, String> {
    let mut loops: Vec<_> = context.loops.iter().map(LoopPlan::new).collect();
    let left = reuse::of_chains(context.lowered, context.loops);
    let mut reused = left.clone();
    for rule in RULES {
        for plan in &mut loops {
            (rule.apply)(&context, plan);
        }
        let of_loops = loops.iter().flat_map(|plan| &plan.overwrites);
        reused = of_loops.chain(&left).copied().collect();
        context.given_up = reused.iter().map(|reused| reused.array).collect();
    }
    for plan in &loops {
        verify::verify(context.lowered, plan)?;
    }
    Ok(Plans {
        loops,
        reused,
        cuts: Cuts::of(context.lowered, context.sizes, context.loops),
    })
}

impl<'a> Context<'_, 'a> {
    /// True if a body of the user's own is part of the loop: it may do what no closure can.
    fn has_bodies_of_the_user(&self, nest: &Loop) -> bool {
        let mut bindings = nest.cluster.iter();
        bindings.any(|id| self.lowered.consumer_of::<Each>(*id).is_some())
    }

    /// The plan of one loop, by all rules.
    fn plan(&self, nest: &Loop, reads: Reads) -> LoopPlan<'a> {
        let mut plan = LoopPlan {
            reads,
            ..LoopPlan::new(nest)
        };
        for rule in RULES {
            (rule.apply)(self, &mut plan);
        }
        plan
    }
}

#[cfg(test)]
mod tests;
