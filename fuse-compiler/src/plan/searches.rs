//! `any`, `all` and `position` in the loop of a strict sum, or `any` and `all` with each other (docs/DESIGN.md section 6, *Short circuits*).
//!
//! In: a lowered program, later its loops. Out: which of its chains that may stop early can share a
//! loop all the same. One that tests the elements of an array in memory, by a test that cannot panic
//! and costs little, may test some more of them, and nobody could tell. So it can go through the
//! blocks of a loop with passes, a whole block at a time. Beside a sum of floats, whose additions wait
//! for each other, that is free even where the first element decides; beside anything else, it need
//! not be, and the chain stays alone. Those that ask of the same elements take turns at each of them, until one has its answer: each
//! test is called on the elements that it is called on alone.

use crate::cnf::{BindingId, Crossing, Lowered, Operation, ValueId};
use crate::loops::{Loop, Outcome, Step};
use crate::ops::consumer::sum::Reduction;
use crate::ops::pulling;
pub(crate) use crate::ops::search::Search;
use crate::ops::search::{self};
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
    let sums = program.binding_ids();
    let sums = sums.filter(|id| adds_strictly(lowered, *id));
    let sums: Vec<BindingId> = sums.collect();
    let is_summed = |id: BindingId, value: ValueId| {
        let here = place(lowered, value);
        let reads = |sum: &BindingId| {
            let chain = program.binding(*sum).chain;
            let of_sum = program.binding_ids();
            let of_sum = of_sum.filter(|id| program.binding(*id).chain == chain);
            let mut read = of_sum.flat_map(|id| lowered.inputs(id));
            read.any(|input| {
                input.value == value || here.is_some() && place(lowered, input.value) == here
            })
        };
        sums.iter().any(|sum| reads(sum) && meet(lowered, id, *sum))
    };
    let alone = program.binding_ids().filter_map(|id| {
        let chain = lowered.chain(program.binding(id).chain)?.chain;
        let shares = lowered
            .inputs(id)
            .iter()
            .all(|input| is_summed(id, input.value));
        let together = || {
            let mut others = program.binding_ids();
            others.any(|other| go_together(lowered, id, other))
        };
        let search = search::of(chain)?;
        let is_free = if shares {
            search.beside_sums
        } else {
            together()
        };
        if is_free {
            return None;
        }
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

/// True for two searches that may share a loop with each other: through one slice, each element in turn, or of numbers a group of them at
/// a time.
pub(crate) fn go_together(lowered: &Lowered<'_>, one: BindingId, other: BindingId) -> bool {
    let beside_others = |id| {
        let search = in_loop(lowered, id);
        search.is_some_and(|search| search.in_groups || search.in_turn)
    };
    let values = |id| lowered.inputs(id).iter().map(|input| input.value);
    one != other
        && values(one).eq(values(other))
        && beside_others(one)
        && beside_others(other)
        && meet(lowered, one, other)
}

/// True if no barrier stands between two bindings that the later one does not cross.
fn meet(lowered: &Lowered<'_>, one: BindingId, other: BindingId) -> bool {
    let program = &lowered.program;
    let (first, later) = (one.min(other), one.max(other));
    let chain = program.binding(later).chain;
    let mut walls = program
        .binding_ids()
        .filter(|id| (first..later).contains(id) && program.binding(*id).is_wall());
    walls.all(|wall| program.crossings.contains(&Crossing { chain, wall }))
}

/// True for a loop of nothing but searches that may share it.
pub(crate) fn are_all(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let mut ids = nest.cluster.iter().copied();
    ids.next()
        .is_some_and(|first| ids.len() > 0 && ids.all(|id| go_together(lowered, first, id)))
}

/// True if the searches of such a loop go through groups of elements.
pub(crate) fn in_groups(lowered: &Lowered<'_>, searches: &[BindingId]) -> bool {
    let mut searches = searches.iter().map(|id| in_loop(lowered, *id));
    searches.all(|search| search.is_some_and(|search| search.in_groups))
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
