//! Extrema of floats that are kept by one comparison for each element (docs/DESIGN.md section 6, *Lanes*).
//!
//! In: a loop. Out: whether they are, wherever that is right: rustc vectorises `f64::max` alone, and what it cannot vectorise waits
//! for one comparison less long than for two.

use crate::cnf::Operation;
use crate::plan::{Rule, passes};

/// One comparison for each element.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let lowered = context.lowered;
        let mut operations = plan.nest.cluster.iter().map(|id| lowered.operation(*id));
        plan.one_comparison = passes::is_sequential(lowered, &plan.nest)
            || operations.any(|operation| matches!(operation, Operation::Cross(_)));
    },
};
