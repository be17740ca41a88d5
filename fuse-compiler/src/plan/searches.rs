//! `any`, `all` and `position` in the loop of a strict sum (docs/DESIGN.md section 6, *Short circuits*).
//!
//! In: a lowered program, later its loops. Out: which of its chains that may stop early can share a
//! loop all the same. One that tests the elements of an array in memory, by a test that cannot panic
//! and costs little, may test some more of them, and nobody could tell. So it can go through the
//! blocks of a loop with passes, a whole block at a time. Beside a sum of floats, whose additions wait
//! for each other, that is free even where the first element decides; beside anything else, it need
//! not be, and the chain stays alone.

use crate::cnf::{BindingId, ChainId, Lowered, Operation, ValueId};
use crate::loops::{Loop, Outcome, Step};
use crate::ops::consumer::sum::Reduction;
use crate::ops::pulling;
pub(crate) use crate::ops::search::Search;
use crate::ops::search::{self};
use crate::sorted::SortedSet;
use syn::Expr;

/// The search that a binding is, if it may share a loop.
#[must_use]
pub(crate) fn in_loop<'a>(lowered: &'a Lowered<'_>, id: BindingId) -> Option<Search<'a>> {
    let binding = lowered.program.binding(id);
    if binding.solitary.is_some()
        || lowered.program.pullers.contains_key(&binding.chain)
        || !matches!(lowered.operation(id), Operation::Consume(_))
    {
        return None;
    }
    search::of(lowered.chain(binding.chain)?.chain)
}

/// Keeps searches alone, unless a strict sum runs over the same array: they may share the loop of that.
pub(crate) fn keep_alone(lowered: &mut Lowered<'_>) {
    let program = &lowered.program;
    let strict = program
        .binding_ids()
        .filter(|id| adds_strictly(lowered, *id));
    let summed: SortedSet<ChainId> = strict.map(|id| program.binding(id).chain).collect();
    let of_sums = program.binding_ids();
    let of_sums = of_sums.filter(|id| summed.contains(&program.binding(*id).chain));
    let read = of_sums.flat_map(|id| lowered.inputs(id));
    let read: SortedSet<ValueId> = read.map(|input| input.value).collect();
    let places = read.iter().filter_map(|value| place(lowered, *value));
    let places: Vec<&Expr> = places.collect();
    let is_read = |value| {
        read.contains(&value) || place(lowered, value).is_some_and(|place| places.contains(&place))
    };
    let alone = program.binding_ids().filter_map(|id| {
        let chain = lowered.chain(program.binding(id).chain)?.chain;
        let shares = lowered.inputs(id).iter().all(|input| is_read(input.value));
        search::of(chain).filter(|_| !shares)?;
        Some((id, chain.solitary()?))
    });
    for (id, reason) in alone.collect::<Vec<_>>() {
        let chain = lowered.program.binding(id).chain;
        let pulls = lowered
            .chain(chain)
            .is_some_and(|chain| pulling::pulls(chain.chain));
        if pulls && !lowered.setting.inner {
            lowered.program.pullers.insert(chain, reason);
        } else {
            lowered.program.bindings[id.index()].solitary = Some(reason);
        }
    }
}

/// The place that may be a slice, if a value is its elements.
fn place<'l>(lowered: &Lowered<'l>, value: ValueId) -> Option<&'l Expr> {
    let driver = lowered.program.producer(value)?;
    match lowered.operation(driver) {
        Operation::Driver(source) if source.may_be_slice => Some(&source.expr),
        _ => None,
    }
}

/// A loop without its searches, and those.
#[must_use]
pub(crate) fn apart(lowered: &Lowered<'_>, nest: &Loop) -> (Loop, Vec<BindingId>) {
    let (searches, cluster) = nest
        .cluster
        .iter()
        .copied()
        .partition::<Vec<_>, _>(|id| in_loop(lowered, *id).is_some());
    let mut rest = nest.clone();
    if searches.is_empty() {
        return (rest, searches);
    }
    rest.cluster = cluster;
    let body = &mut rest.root.body;
    body.steps
        .retain(|step| !matches!(step, Step::Consume(id) if searches.contains(id)));
    let answers = |value| {
        let mut outputs = searches
            .iter()
            .flat_map(|id| &lowered.program.binding(*id).outputs);
        outputs.any(|output| *output == value)
    };
    rest.outcomes
        .retain(|outcome| !matches!(outcome, Outcome::Scalar(value) if answers(*value)));
    (rest, searches)
}

/// True if a binding adds floats, or multiplies them, in their order.
pub(crate) fn adds_strictly(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let sum = lowered.consumer_of::<Reduction>(id);
    !lowered.setting.reassociates() && sum.is_some_and(|sum| sum.scalar.is_float())
}
