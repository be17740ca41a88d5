//! Extrema of integers of which no element is special (docs/DESIGN.md section 6, *Lanes*).
//!
//! In: a loop that keeps the smallest or the largest of integers. Out: those that need no `Option`. One that is empty before the
//! first element costs a test for each, or makes LLVM run the first element alone and what is then left one by one.

use crate::cnf::BindingId;
use crate::loops::{Scope, Step};
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
        let each_block = plan.passes().is_some_and(each_block);
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
        let of_all = consumed.filter(|id| {
            extremum::of_integers(lowered, *id).is_some()
                || extremum::of_place(lowered, *id).is_some()
                || of_a_slice(*id)
        });
        let guarded = nest.root.body.steps.iter().filter_map(|step| match step {
            Step::Guard(_, inside) => Some(inside),
            Step::Compute(_) | Step::Consume(_) => None,
        });
        let kept = guarded.flat_map(consumed_in);
        let kept = kept.filter(|id| extremum::of_integers(lowered, *id).is_some());
        let seeded = of_all.filter(|_| !each_block).chain(kept);
        let values = seeded.map(|id| lowered.program.binding(id).outputs[0]);
        let values = values.collect::<Vec<_>>();
        let seeded = values
            .into_iter()
            .map(|value| (value, Accumulation::Seeded));
        plan.accumulators.extend(seeded);
    },
};

/// What is consumed of the elements that filters keep.
pub(crate) fn consumed_in(scope: &Scope) -> Vec<BindingId> {
    let mut found = Vec::new();
    for step in &scope.steps {
        match step {
            Step::Consume(id) => found.push(*id),
            Step::Guard(_, inside) => found.extend(consumed_in(inside)),
            Step::Compute(_) => {}
        }
    }
    found
}
