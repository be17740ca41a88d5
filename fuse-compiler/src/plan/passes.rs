//! Loops that run faster in passes over one block of elements after another (docs/DESIGN.md section 6,
//! *Tiles*).
//!
//! In: a [`Loop`] with the workers behind it. Out: its [`Passes`], if it is worth more than one. One
//! body that holds everything can lose against the loops it was made of: what LLVM does with several
//! elements at once, it does only where nothing in the body must be done one by one. An extremum of
//! floats is vectorised in a loop of its own and nowhere else; a division or a square root for each
//! element is, unless a strict float sum, or a filter, shares the body. Such a loop goes through its
//! arrays in blocks that fit the first cache, and through each block in passes. Which chains share one
//! is what the cost model says ([`model`]). Memory is still read once.
//!
//! Chains are never cut. What one pass makes and another reads is read back from memory, from the
//! end of the array if that is stored and from a buffer on the stack if not, so that its elements
//! must visibly be primitive. All is decided by what the program says, and by nothing else.

mod apart;
mod chains;
pub(crate) mod few;
mod latency;
mod model;
mod narrow;
mod partition;
mod tallied;
pub(crate) mod tiler;
mod units;
mod widths;

use crate::cnf::{BindingId, Lowered, ValueId};
use crate::loops::{Loop, Outcome};
use crate::plan::elements::{has_blocks, is_changed};
use crate::plan::loop_plan::{
    Accumulation, Accumulations, Blocks, Narrow, Over, Pass, Passes, Run, Taking,
};
use crate::plan::rule::Rule;
use crate::plan::{extremum, searches};
pub(crate) use apart::faster_apart;
pub(crate) use narrow::relied_on;
use proc_macro2::TokenStream;
use tiler::Tiler;
use units::Planned;

// Note [What one body loses]
// Measured, plain over fused, in one body and in passes, at 64, 1 K, 16 K and 1 M elements:
//
//   fold(max) and a stored map     0.44 0.38 0.37 0.43 -> 0.80 1.02 1.03 1.12
//   fold(max) and a count          0.42 0.40 0.39 0.39 -> 0.97 1.04 1.02 1.03
//   min, max and a stored map      0.62 0.59 0.59 0.66 -> 1.11 1.38 1.41 1.64
//   min, max, sum, sum of squares  1.11 1.50 1.52 1.53 -> 1.34 1.78 1.84 1.94
//   root, quotient, strict sum     0.50 0.70 0.72 0.72 -> 0.85 1.03 1.06 1.04
//   two quotients, strict sum      0.62 0.80 0.89 0.99 -> 0.99 1.01 1.01 1.05

/// Passes, where they are faster than one body. See Note [What one body loses].
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if plan.is_free()
            && let Some((mut passes, accumulators)) = of(context.lowered, &plan.nest)
        {
            passes.gives_back =
                !passes.kept.is_empty() && !context.lowered.has_bodies(&plan.nest.cluster);
            plan.accumulators = accumulators;
            plan.run = Run::Passes(passes);
        }
    },
};

/// The passes of a loop, if it is worth several.
#[must_use]
pub(crate) fn of(lowered: &Lowered<'_>, nest: &Loop) -> Option<(Passes, Accumulations)> {
    let root = &nest.root;
    if nest.nests() {
        return None;
    }
    let (rest, searches) = searches::apart(lowered, nest);
    if searches::are_all(lowered, nest) {
        let over = match searches::in_groups(lowered, &searches) {
            true => Over::Search,
            false => Over::InTurn,
        };
        return Some((Passes::of_searches(searches, over), Accumulations::new()));
    }
    let tiler = Tiler::new(lowered, &rest);
    // Passes for extrema of both widths in one loop crash LLVM 22 where it selects instructions.
    if tiler.keeps_both_widths() {
        return None;
    }
    let groups = match tiler.planned() {
        None if !searches.is_empty() => tiler.one(),
        groups => groups?,
    };
    let (passes, accumulators) = tiler.passes(&groups)?;
    let passes = Passes { searches, ..passes };
    let changes = root
        .sources
        .iter()
        .any(|source| is_changed(lowered, source));
    // Lanes are put together at the end, which a few elements are not worth.
    let in_lanes = |pass: &Pass| pass.taking == Taking::Lanes;
    if lowered.setting.inner && passes.passes.iter().any(in_lanes) {
        return None;
    }
    let slices = root
        .sources
        .iter()
        .all(|source| has_blocks(lowered, source));
    let over = match (slices, passes.passes.as_slice()) {
        (false, [first, later @ ..]) if can_be_whole(&passes) && !in_lanes(first) => {
            let read = |array: &ValueId| first.nest.root.body.stores.contains(array);
            let in_memory = later.iter().flat_map(|pass| &pass.reads).all(read);
            let later_in_blocks = later.len() > 1 && in_memory;
            Over::Whole { later_in_blocks }
        }
        (false, _) => return None,
        (true, _) => {
            let slices = root.sources.len();
            over_slices(lowered, &passes, &accumulators, slices, &groups)
        }
    };
    // What looks for something in a block, or refers to an element, does so in a slice that nobody changes.
    let refers = |id: &BindingId| extremum::of_referenced(lowered, *id).is_some();
    let fit = matches!(over, Over::Blocks(_))
        && passes.searches.is_empty()
        && !nest.cluster.iter().any(refers);
    (fit || !changes).then_some((Passes { over, ..passes }, accumulators))
}

/// The part of what passes of a loop cost that is done on several elements at once.
#[must_use]
pub(crate) fn vector_share(lowered: &Lowered<'_>, nest: &Loop, passes: &[&Loop]) -> f64 {
    Tiler::new(lowered, nest).vector_share(passes)
}

/// True if something is added up in another way than std's.
#[must_use]
pub(crate) fn gains(accumulators: &Accumulations) -> bool {
    let gains = |of: &Accumulation| matches!(of, Accumulation::Lanes | Accumulation::Narrow(_));
    accumulators.values().any(gains)
}

/// True if a loop does something one element after another, other than to keep extrema of floats.
/// A comparison for each element is free beside that.
#[must_use]
pub(crate) fn is_sequential(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let tiler = Tiler::new(lowered, nest);
    lowered.setting.inner
        || nest
            .cluster
            .iter()
            .any(|id| tiler.is_sequential(tiler.chain(*id)))
}

/// True if LLVM computes several of the elements at once that a consumer takes, where nothing hinders it, or may do so since it sees more.
#[must_use]
pub(crate) fn may_be_vector(lowered: &Lowered<'_>, nest: &Loop, id: BindingId) -> bool {
    let tiler = Tiler::new(lowered, nest);
    let work = tiler.work(tiler.chain(id));
    work.vector || work.is_unseen()
}

/// True if a fold keeps extrema of floats by one comparison for each.
#[must_use]
pub(crate) fn compares(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let fold = lowered.consumer_of(id);
    fold.is_some_and(|fold| extremum::by_comparison(fold, &TokenStream::new()).is_some())
}

/// What passes over as many slices run over.
fn over_slices(
    lowered: &Lowered<'_>,
    passes: &Passes,
    accumulators: &Accumulations,
    sources: usize,
    groups: &[Planned],
) -> Over {
    let mut narrow = accumulators.values().filter_map(|of| match of {
        Accumulation::Narrow(part) => Some(part),
        _ => None,
    });
    let widths = |pass: &Pass| pass.taking == Taking::Widths;
    let integers = passes.passes.iter().all(widths);
    let nothing_waits = passes.kept.is_empty();
    // What is best is looked for in the block that has it.
    let looks = passes.passes.iter().any(|pass| {
        let mut cluster = pass.nest.cluster.iter();
        cluster.any(|id| extremum::of_referenced(lowered, *id).is_some())
    });
    match (passes.passes.as_slice(), passes.searches.as_slice()) {
        ([_], []) if narrow.clone().next().is_none() && !looks => Over::Slice,
        ([only], [_]) if sources == 1 && nothing_waits && only_adds(only, lowered) => Over::Search,
        _ if narrow.any(Narrow::is_short) => Over::Blocks(Blocks::Short),
        ([_], _) if !integers => Over::Blocks(Blocks::Narrow),
        _ if groups.iter().any(|group| group.loops && groups.len() > 1) => {
            Over::Blocks(Blocks::Narrow)
        }
        _ if integers && nothing_waits => Over::Blocks(Blocks::Long),
        _ => Over::Blocks(Blocks::Usual),
    }
}

/// True if only the first pass needs what drives the loop, and the others what it has stored.
fn can_be_whole(passes: &Passes) -> bool {
    let later = &passes.passes[1..];
    passes.kept.is_empty()
        && passes.searches.is_empty()
        && later.iter().all(|pass| pass.nest.root.sources.is_empty())
        && !passes.passes[0].nest.root.sources.is_empty()
}

/// True for a pass over the elements themselves that makes numbers of them: a closure may capture those.
fn only_adds(pass: &Pass, lowered: &Lowered<'_>) -> bool {
    let adds = |outcome: &Outcome| {
        let Outcome::Scalar(value) = outcome else {
            return false;
        };
        lowered
            .chain_making(*value)
            .is_some_and(|chain| chain.chain.consumer.adds().is_some())
    };
    pass.taking == Taking::OneByOne
        && pass.reads.is_empty()
        && pass.nest.root.sources.len() == 1
        && !pass.nest.nests()
        && pass.nest.outcomes.iter().all(adds)
}
