//! Bodies that are given to the iterator.
//!
//! In: the bodies of a loop. Out: which of them are run by the iterator and not by a `for` loop.
//!
//! An iterator that is made of several then runs the body once for each of them: a `for` would ask, for each element, which one it
//! is at. So does any, if an extremum of floats is folded, for rustc vectorises that inside of `fold` and not inside of `for`
//! (measured: 0.5 ns an element against 1.5 to 3.5).

use crate::cnf::{BindingId, Lowered, Operation};
use crate::loops::{Driver, Loop, Outcome};
use crate::ops::consumer::fold::Fold;
use crate::plan::elements::is_slice;
use crate::plan::loop_plan::{Iteration, Reads};
use crate::plan::one_comparison;
use crate::plan::passes::compares;
use crate::plan::passes::tiler::Tiler;
use crate::plan::rule::{Context, Rule};
use crate::rust::term::{Is, Term};
use quote::ToTokens;
use syn::{Expr, RangeLimits};

/// Internal iteration.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let may_be_several = plan.reads == Reads::Iterators && hands_over(&plan.nest);
        plan.decide(|body, form| {
            if let Some(nest) = body.nest {
                form.iteration = of(context, nest, may_be_several);
            }
        });
    },
};

fn of(context: &Context<'_, '_>, nest: &Loop, may_be_several: bool) -> Iteration {
    let lowered = context.lowered;
    let several = |source: &Driver| matches!(lowered.operation(source.reader), Operation::Driver(driver) if driver.several);
    let sources = &nest.root.sources;
    let driven = !sources.is_empty();
    let made = driven && sources.iter().all(several);
    let given = made
        || driven && may_be_several
        || sources_hold_their_end(lowered, nest)
        || folds_extremum(lowered, nest)
        || folds_corners(lowered, nest)
        || reads_a_choice(lowered, nest);
    // LLVM 22 crashes where it selects instructions for extrema of both widths inside of `fold`.
    let crashes = Tiler::new(lowered, nest).folds_both_widths()
        || folds_corners(lowered, nest) && folds_extremum(lowered, nest);
    if given && !crashes && !context.lowered.has_bodies(&nest.cluster) {
        Iteration::Internal { made }
    } else {
        Iteration::External
    }
}

/// True for a range that holds its end, alone: asked for one number at a time, it asks itself each time whether it has given the last.
/// Measured on a map that is stored and its extremum, plain over fused: 0.8 asked by a `for`.
fn sources_hold_their_end(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let closed = |source: &Driver| {
        matches!(lowered.operation(source.reader), Operation::Range(range)
            if matches!(range.expr.limits, RangeLimits::Closed(_)))
    };
    matches!(nest.root.sources.as_slice(), [source] if closed(source)) && hands_over(nest)
}

// Note [Who goes on to the next element]
// A `VecDeque` is two slices, in each of which rustc vectorises what it does not if it is asked for one element at a time. Measured
// on two arrays that are stored, 16,000: 0.25 to 0.37 of plain with `for`. Not so where several arrays grow, whose ends then wait
// in memory: four buckets ran at 0.3 in such a body, at 0.9 with `for`.

/// True if an iterator had better be given the body of a loop, for it may be several. See Note [Who goes on to the next element].
fn hands_over(nest: &Loop) -> bool {
    let grows = |outcome: &&Outcome| matches!(outcome, Outcome::Stored { exact: false, .. });
    nest.outcomes.len() <= 4 && nest.outcomes.iter().filter(grows).count() <= 1
}

/// True if nothing is stored, and no other loop stands inside.
fn only_makes_numbers(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let stored = |outcome: &Outcome| matches!(outcome, Outcome::Stored { .. });
    let nested = |id: &BindingId| matches!(lowered.operation(*id), Operation::Cross(_));
    !nest.outcomes.iter().any(stored) && !nest.cluster.iter().any(nested)
}

/// True if one of the folds keeps the smaller or the larger of two values, and nothing is stored: that would not be vectorised in
/// either form, and is slower inside of `fold`.
fn folds_extremum(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let by_one_comparison = one_comparison::is_worth_it(lowered, nest);
    only_makes_numbers(lowered, nest)
        && nest.cluster.iter().any(|id| {
            let fold = lowered.consumer_of::<Fold>(*id);
            fold.is_some_and(|fold| fold.worker.term().keeps_extremum())
                && !(by_one_comparison && compares(lowered, *id))
        })
}

/// True if folds keep the smallest and the largest of several parts, and nothing is stored. Measured on two corners of a box of three
/// `f32`, ns an element, as written, inside of `for` and inside of `fold`: 1.96 2.47 1.45 of 64, 1.68 2.50 1.22 of 16,000.
fn folds_corners(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let folds = nest.cluster.iter().copied();
    let folds = folds.filter_map(|id| lowered.consumer_of::<Fold>(id));
    let corners = folds.filter_map(|fold| {
        let term = fold.worker.term();
        let (made_by, parts) = match &term.body().is {
            Is::Call(function, parts) => (Some(spelling_of(function.expr)), parts),
            Is::Array(parts) => (None, parts),
            _ => return None,
        };
        let keeps = parts.len() > 1 && parts.iter().any(Term::keeps_extremum);
        keeps.then_some(made_by)
    });
    let corners = corners.collect::<Vec<_>>();
    // Of one type, which nothing else shows.
    let alike = |pair: &[Option<String>]| pair[0].is_some() && pair[0] == pair[1];
    !corners.is_empty() && corners.windows(2).all(alike) && only_makes_numbers(lowered, nest)
}

fn spelling_of(function: &Expr) -> String {
    function.to_token_stream().to_string()
}

/// True if a worker reads a part of an element or not, as another part says, and nothing is stored. Of what a closure is given
/// LLVM knows that all of it may be read: then it need not jump. Measured on a count and a sum of `Option<i64>`,
/// 16,000 and 500,000: 1.8 and 5 times as fast as inside of `for`.
fn reads_a_choice(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let chooses = |id: &BindingId| match lowered.operation(*id) {
        Operation::Map(worker) | Operation::Filter(worker) => worker.term().chooses(),
        _ => false,
    };
    matches!(nest.root.sources.as_slice(), [source] if is_slice(lowered, source))
        && only_makes_numbers(lowered, nest)
        && nest.cluster.iter().any(chooses)
}
