//! `any`, `all` and `position` in the loop of a strict sum (docs/DESIGN.md section 6, *Short circuits*).
//!
//! In: a lowered program, later its loops. Out: which of its chains that may stop early can share a
//! loop all the same. One that tests the elements of an array in memory, by a test that cannot panic
//! and costs little, may test some more of them, and nobody could tell. So it can go through the
//! blocks of a loop with passes, a whole block at a time. Beside a sum of floats, whose additions wait
//! for each other, that is free even where the first element decides; beside anything else, it need
//! not be, and the chain stays alone.

use crate::cnf::{BindingId, Lowered, Operation, ValueId};
use crate::loops::{Loop, Outcome, Step};
use crate::ops::consumer::sum::Reduction;
pub(crate) use crate::ops::search::Search;
use crate::ops::search::{self};
use crate::sorted::SortedSet;
use syn::Expr;

/// The search that a binding is, if it may share a loop.
#[must_use]
pub(crate) fn in_loop<'a>(lowered: &'a Lowered<'_>, id: BindingId) -> Option<Search<'a>> {
    let binding = lowered.program.binding(id);
    if binding.solitary.is_some() || !matches!(lowered.operation(id), Operation::Consume(_)) {
        return None;
    }
    search::of(lowered.chain(binding.chain)?.chain)
}

/// Lets searches share loops that have a strict sum over the same array.
pub(crate) fn release(lowered: &mut Lowered<'_>) {
    let summed = lowered
        .program
        .binding_ids()
        .filter(|id| adds_strictly(lowered, *id))
        .map(|id| lowered.program.binding(id).chain)
        .collect::<SortedSet<_>>();
    let read = lowered
        .program
        .binding_ids()
        .filter(|id| summed.contains(&lowered.program.binding(*id).chain))
        .flat_map(|id| lowered.inputs(id))
        .map(|input| input.value)
        .collect::<SortedSet<_>>();
    let places = read.iter().filter_map(|value| place(lowered, *value));
    let places = places.collect::<Vec<_>>();
    let searches = lowered.program.binding_ids().filter(|id| {
        let chain = lowered.program.binding(*id).chain;
        let inputs = lowered.inputs(*id);
        let search = lowered
            .chain(chain)
            .and_then(|chain| search::of(chain.chain));
        let is_read = |value| {
            read.contains(&value)
                || place(lowered, value).is_some_and(|place| places.contains(&place))
        };
        search.is_some() && inputs.iter().all(|input| is_read(input.value))
    });
    for id in searches.collect::<Vec<_>>() {
        lowered.program.bindings[id.index()].solitary = None;
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
