//! What a rule of the plan is.
//!
//! In: a loop, and what is known of its region. Out: one more decision in its [`LoopPlan`].

use super::loop_plan::{LoopPlan, Reads, Run};
use super::over_slices::OverSlices;
use super::ranges::cuts::Cuts;
use crate::cnf::{Lowered, ValueId};
use crate::loops::Loop;
use crate::size::Sizes;
use crate::sorted::SortedSet;

/// One way to run a loop, or a part of it.
pub(crate) struct Rule {
    /// Decides it of a loop, by the program and by what the rules before it have decided.
    pub(crate) apply: fn(&Context<'_, '_>, &mut LoopPlan),
}

impl Rule {
    /// Decides it. What runs as a consumer asks for elements is planned by one rule alone.
    pub(crate) fn ask(&self, context: &Context<'_, '_>, plan: &mut LoopPlan) {
        if !matches!(plan.run, Run::Pulled(_)) {
            (self.apply)(context, plan);
        }
    }
}

/// What rules decide by.
#[derive(Clone)]
pub(crate) struct Context<'p, 'a> {
    /// The rules, in order.
    pub(crate) rules: &'p [Rule],
    /// The program.
    pub(crate) lowered: &'p Lowered<'a>,
    /// The same over slices.
    pub(crate) over_slices: &'p OverSlices<'a>,
    /// Where its parallel loops are cut.
    pub(crate) cuts: &'p Cuts,
    /// All loops of the region.
    pub(crate) loops: &'p [Loop],
    /// The sizes of its arrays.
    pub(crate) sizes: &'p Sizes,
    /// True if the function may be suspended between its statements.
    pub(crate) suspends: bool,
    /// Arrays over which other loops or chains write.
    pub(crate) given_up: SortedSet<ValueId>,
}

impl Context<'_, '_> {
    /// The plan of one loop, by all rules.
    pub(crate) fn plan(&self, nest: &Loop, reads: Reads) -> LoopPlan {
        let mut plan = LoopPlan {
            reads,
            ..LoopPlan::new(nest)
        };
        for rule in self.rules {
            rule.ask(self, &mut plan);
        }
        plan
    }
}
