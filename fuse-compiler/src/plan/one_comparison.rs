//! Extrema of floats that are kept by one comparison for each element (docs/DESIGN.md section 6, *Lanes*).
//!
//! In: a loop. Out: its folds that are, where that is right: rustc vectorises `f64::max` alone, in a pass of its own as well, also of what
//! a function gives that nobody sees; and what it cannot vectorise waits for one comparison less long than for two.

use crate::cnf::{BindingId, Lowered, Operation};
use crate::loops::Loop;
use crate::plan::loop_plan::{Accumulation, Run};
use crate::plan::passes::{compares, is_sequential, may_be_vector};
use crate::plan::rule::Rule;

/// One comparison for each element.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let lowered = context.lowered;
        if !is_worth_it(lowered, &plan.nest) {
            return;
        }
        let passes = match &plan.run {
            Run::Passes(passes) => passes.passes.as_slice(),
            _ => &[],
        };
        let vectorised = |id: BindingId| {
            let nests = passes.iter().map(|pass| &pass.nest);
            let mut nests = nests.filter(|nest| nest.cluster.contains(&id));
            nests.any(|nest| !is_sequential(lowered, nest) && may_be_vector(lowered, nest, id))
        };
        for id in &plan.nest.cluster {
            if compares(lowered, *id) && !vectorised(*id) {
                let value = lowered.program.binding(*id).outputs[0];
                let accumulator = plan.accumulators.entry(value);
                accumulator.or_insert(Accumulation::OneComparison);
            }
        }
    },
};

/// True if something in a loop hinders rustc from vectorising an extremum.
pub(crate) fn is_worth_it(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let mut operations = nest.cluster.iter().map(|id| lowered.operation(*id));
    is_sequential(lowered, nest)
        || operations.any(|operation| matches!(operation, Operation::Cross(_)))
}
