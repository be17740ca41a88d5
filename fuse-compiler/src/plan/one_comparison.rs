//! Extrema of floats that are kept by one comparison for each element (docs/DESIGN.md section 6, *Lanes*).
//!
//! In: a loop. Out: its folds that are, where that is right: rustc vectorises `f64::max` alone, and what it cannot vectorise waits
//! for one comparison less long than for two.

use crate::cnf::{Lowered, Operation};
use crate::loops::Loop;
use crate::plan::loop_plan::Accumulation;
use crate::plan::passes::{compares, is_sequential};
use crate::plan::rule::Rule;

/// One comparison for each element.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let lowered = context.lowered;
        if !is_worth_it(lowered, &plan.nest) {
            return;
        }
        for id in &plan.nest.cluster {
            if compares(lowered, *id) {
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
