//! Where parallel loops are cut (docs/DESIGN.md section 7): a result is the same whether the arrays before it are
//! in memory or contracted.
//!
//! In: the program, its sizes, its loops. Out: for each loop the array whose ranges are its own, if it
//! runs over what an earlier loop filtered or nested: it is cut where that loop was, so that each range has
//! the elements that it would have had inside of it. And for each chain those that are cut as finely as it
//! is, whichever loops they are in.

pub(crate) mod cut;
pub(crate) mod cuts;

pub(crate) use cuts::Cuts;

use crate::cnf::{BindingId, ChainId, Lowered, Operation, Program, ValueId};
use crate::loops::{Loop, Step};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::split::Split;
use crate::plan::rule::Rule;
use crate::size::Sizes;
use crate::sorted::SortedSet;
use cuts::before;

/// Loops of rayon's chains.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let (lowered, nest) = (context.lowered, &plan.nest);
        if is_parallel(&lowered.program, nest) {
            plan.parallel = true;
            plan.cut = cut::cut(lowered, context.cuts, nest);
            plan.joins = !context.suspends && cut::joins(lowered, context.cuts, nest);
        }
    },
};

/// Whether a parallel loop counts elements of which a range does not know how many come before it:
/// those that a filter kept, or an inner loop made.
pub(crate) fn counts_across_ranges(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let at_root = |id: &BindingId| {
        let mut steps = nest.root.body.steps.iter();
        steps.any(|step| matches!(step, Step::Compute(step) if step == id))
    };
    let counts = |id: &&BindingId| {
        let operation = lowered.operation(**id);
        matches!(operation, Operation::Enumerate { restarts: false })
    };
    let mut counted = nest.cluster.iter().filter(counts);
    lowered.program.in_parallel(&nest.cluster) && counted.any(|id| !at_root(id))
}

/// True if a loop runs on several threads.
pub(crate) fn is_parallel(program: &Program, nest: &Loop) -> bool {
    program.in_parallel(&nest.cluster)
}

/// Parallel chains that filter or nest, where what they collect is read, directly or by way of other
/// arrays, by a chain that `is_ordered`: one that combines in an order which it takes from where it is cut.
/// Rayon would not say where it has cut them.
#[must_use]
pub(crate) fn cut_by_readers(
    lowered: &Lowered<'_>,
    sizes: &Sizes,
    is_ordered: &dyn Fn(ChainId) -> bool,
) -> SortedSet<ChainId> {
    let program = &lowered.program;
    let mut found = SortedSet::new();
    let mut seen = SortedSet::new();
    let mut next: Vec<ValueId> = Vec::new();
    for id in program.binding_ids() {
        let binding = program.binding(id);
        if program.parallel.contains(&binding.chain) && is_ordered(binding.chain) {
            next.extend(binding.streamed());
        }
    }
    while let Some(array) = next.pop() {
        if !seen.insert(array) {
            continue;
        }
        let Some(producer) = program.producer(array) else {
            continue;
        };
        let binding = program.binding(producer);
        if let Some(input) = before(program, sizes, array) {
            next.push(input);
        } else if program.parallel.contains(&binding.chain) {
            next.extend(binding.streamed());
            if gathers(lowered, binding.chain) {
                found.insert(binding.chain);
            }
        }
    }
    found
}

/// True if a chain collects what a filter kept, or an inner loop made.
fn gathers(lowered: &Lowered<'_>, chain: ChainId) -> bool {
    lowered.chain(chain).is_some_and(|chain| {
        let one_to_one = chain.chain.stream.is_one_to_one();
        let consumer = &chain.chain.consumer;
        consumer.is::<Collect>() && !one_to_one
            || consumer
                .of::<Split>()
                .is_some_and(|split| split.test.is_some() || !one_to_one)
    })
}

#[cfg(test)]
mod tests;
