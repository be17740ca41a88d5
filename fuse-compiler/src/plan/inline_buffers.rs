//! Arrays of unknown length whose first elements wait on the stack.
//!
//! In: a loop on one thread. Out: those arrays. None where the function may be called again while it runs, since each call would
//! hold the room, and none where it is suspended, since a future would. As many arrays have one as fit into half a page.

use crate::loops::Outcome;
use crate::plan::rule::Rule;

// Note [Room on the stack]
// A buffer takes 512 bytes (fuse-runtime/src/shelf.rs): four of them are half a page, which a function can ask for without that
// anybody notices. Most of what it costs to keep a few of 64 elements is to ask an allocator for memory, again and again.

/// How many arrays of a loop have such a buffer. See Note [Room on the stack].
const BUFFERS: usize = 4;

/// Buffers on the stack.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if plan.parallel || context.lowered.setting.recursive || context.suspends {
            return;
        }
        let grows = |outcome: &Outcome| match outcome {
            Outcome::Stored {
                array,
                exact: false,
            } => Some(*array),
            _ => None,
        };
        let grow = plan.nest.outcomes.iter().filter_map(grows);
        plan.inline = grow.take(BUFFERS).collect();
    },
};
