//! What is asked for the number of elements where an array of as many is made.
//!
//! In: a loop on one thread. Out: its iterator, or what LLVM follows better: a slice whose end it sees, or an index.

use crate::plan::elements::is_slice;
use crate::plan::loop_plan::{Length, Reads, Run};
use crate::plan::over_slices::is_one;
use crate::plan::rule::Rule;

/// The length of loops that make as many elements as they read.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let in_place = matches!(
            plan.run,
            Run::CollectInPlace(_) | Run::Dispatch(_) | Run::Pulled(_)
        );
        if !plan.is_exact() || plan.parallel || in_place {
            return;
        }
        let lowered = context.lowered;
        let rewritten = |array| plan.overwrites.iter().any(|reused| reused.array == array);
        plan.length = match (plan.reads, plan.nest.root.sources.as_slice()) {
            (Reads::Slices, [_]) => Length::Index,
            (Reads::AsWritten, [source])
                if is_slice(lowered, source) && !rewritten(source.value) =>
            {
                Length::Slice
            }
            (Reads::AsWritten, _) if is_one(lowered, &plan.nest) => Length::Index,
            _ => Length::Iterator,
        };
    },
};
