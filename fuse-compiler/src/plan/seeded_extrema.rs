//! Extrema of integers of which no element is special (docs/DESIGN.md section 6, *Lanes*).
//!
//! In: a loop that keeps the smallest or the largest of integers. Out: those that need no `Option`. One that is empty before the
//! first element costs a test for each, or makes LLVM run the first element alone and what is then left one by one.

use crate::cnf::BindingId;
use crate::loops::Step;
use crate::plan::elements::is_slice;
use crate::plan::extremum;
use crate::plan::loop_plan::{Accumulation, Pass, Passes, Taking};
use crate::plan::rule::Rule;

/// Extrema that start from the worst of all integers.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let (lowered, nest) = (context.lowered, &plan.nest);
        // Passes over blocks keep their own.
        let each_block = |passes: &Passes| {
            let widths = |pass: &Pass| pass.taking == Taking::Widths;
            !passes.is_whole() && passes.passes.iter().any(widths)
        };
        if plan.passes().is_some_and(each_block) {
            return;
        }
        // A range has been given its elements once, and nobody asks for the first of them.
        let of_a_slice = |id: BindingId| {
            let slice = |array| {
                let mut sources = nest.root.sources.iter();
                sources.any(|source| source.value == array && is_slice(lowered, source))
            };
            let references = extremum::of_references(lowered, id);
            !plan.parallel && references.is_some_and(|(array, _)| slice(array))
        };
        let consumed = nest.root.body.steps.iter().filter_map(|step| match step {
            Step::Consume(id) => Some(*id),
            Step::Compute(_) | Step::Guard(..) => None,
        });
        let seeded = consumed.filter(|id| {
            extremum::of_integers(lowered, *id).is_some()
                || extremum::of_place(lowered, *id).is_some()
                || of_a_slice(*id)
        });
        let values = seeded.map(|id| lowered.program.binding(id).outputs[0]);
        let values = values.collect::<Vec<_>>();
        let seeded = values
            .into_iter()
            .map(|value| (value, Accumulation::Seeded));
        plan.accumulators.extend(seeded);
    },
};
