//! Chains that add up floats for each element, which are faster apart.
//!
//! In: a loop of several chains. Out: one of those that had better not be in it.

use crate::cnf::{ChainId, Lowered, LoweredChain, Operation};
use crate::loops::Loop;
use crate::ops::consumer::fold::Fold;
use crate::plan::elements::element;
use crate::plan::passes;
use crate::rust::ty::Scalar;
use crate::sorted::SortedSet;

// Note [Sums of rows in one body]
// An addition waits for the one before it, and the processor meanwhile begins with the next rows: of one chain with as many as it can hold, of
// two in one body with half of those, and with none where the second sum needs the first. Measured, plain over fused, in rows of 2, 4, 8, 14,
// 20, 50, 200 and 1,000 doubles:
//
//   a mean, and the deviation from it   0.94 0.90 0.64 0.70 0.57 0.70 0.85 0.97      of windows 0.96 0.92 0.76 0.75 0.62 0.72 0.86 0.97
//   a sum, and one of squares           0.71 0.84 0.66 0.87 0.91 0.94 0.96 1.0       of windows 0.86 0.91 0.85 0.95 0.94 0.95 0.96 1.0

/// The last of several chains that add up floats for each element, in one body. See Note [Sums of rows in one body].
#[must_use]
pub(super) fn apart(lowered: &Lowered<'_>, nest: &Loop) -> Option<ChainId> {
    let chains = nest
        .cluster
        .iter()
        .map(|id| lowered.program.binding(*id).chain);
    let chains = chains.collect::<SortedSet<_>>().into_iter();
    let chains = chains.filter_map(|id| lowered.chain(id));
    let mut adding = chains.filter(|chain| adds_floats(lowered, chain));
    let (_, last) = (adding.next()?, adding.next_back()?);
    let in_one_body = !nest.nests() && passes::of(lowered, nest).is_none();
    in_one_body.then_some(last.id)
}

/// True for a chain that adds up, or folds, floats for each element.
fn adds_floats(lowered: &Lowered<'_>, of: &LoweredChain<'_>) -> bool {
    let consumer = &of.chain.consumer;
    let folded = || consumer.of::<Fold>().and_then(|fold| fold.scalar);
    let number = element(of).or_else(|| consumer.adds()).or_else(folded);
    let loops = |operation: &Operation<'_>| match operation {
        Operation::Map(worker) => worker.term().runs_loops(),
        _ => false,
    };
    let mut operations = of.bindings.iter().map(|id| lowered.operation(*id));
    number.is_some_and(Scalar::is_float) && operations.any(loops)
}
