//! Single chains whose filter tests 64 elements at a time (docs/DESIGN.md section 6, *Filters*).
//!
//! In: a chain that is left as written. Out: its filter, if it is better tested in masks: what reads it is a strict sum, or
//! a fold, of floats, for which LLVM vectorises nothing; what stands before it are slices; and no part of its test
//! that std might jump over can fail, or costs more than a branch. Then nothing waits for a branch that nobody can predict, and nothing is added
//! for an element that is not kept. What is done with those that are, is done in their order.
//!
//! A part of a test that std might jump over is computed for each element, so it must be cheap, and there may be but few.
//! Measured on the three conditions of TPC-H's query 6, learnt by the branch predictor: 1.0 to 1.1.

pub(crate) mod in_loop;

use crate::cnf::{ChainId, Lowered};
use crate::loops::Loop;
use crate::ops::chain::{Access, Adapter, Chain, Source, Stream, Worker};
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::Reduction;
use crate::rust::expr::{compares, conjuncts, jumps};
use crate::rust::term::{Is, Term};
use crate::rust::ty::Scalar;
use crate::rust::worker::inlined_body;
use crate::sorted::SortedMap;
use proc_macro2::Ident;
use syn::{BinOp, Expr, Lit, Member, Pat};

// Note [From how many elements masks are worth it]
// Measured against std's `filter`: several conditions below 512 elements are as fast one by one (0.87 to 0.93 at 256), and from
// there on 1.0 to 1.1 where the branch predictor has learnt them, 1.6 at one million. One condition and a sum of floats: 1.5 at
// 99 % kept, 2.9 at 50 %, 6 to 10 at 10 % and less, from one mask of 64 on. `least` of fuse-runtime/src/kept.rs says the same.

/// How many comparisons a test may have: TPC-H's query 6 has five, which learnt by the branch predictor run at 1.0 to 1.1.
const COMPARISONS: usize = 5;

/// A chain that is left as written but for such a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MaskedChain {
    /// Which of its adapters the filter is.
    pub(crate) filter: usize,
    /// True if elements are better tested one by one where most are kept.
    pub(crate) unless_most: bool,
    /// How many comparisons the test makes.
    pub(crate) comparisons: usize,
}

/// The chains that stand in no loop and have such a filter.
pub(crate) fn of_chains(lowered: &Lowered<'_>, loops: &[Loop]) -> SortedMap<ChainId, MaskedChain> {
    let left = lowered.chains().filter(|chain| {
        let fused = |nest: &Loop| chain.bindings.iter().any(|id| nest.cluster.contains(id));
        !loops.iter().any(fused)
    });
    left.filter_map(|chain| Some((chain.id, of(chain.chain)?)))
        .collect()
}

/// The filter of a chain that is better tested in masks.
#[must_use]
pub(crate) fn of(chain: &Chain) -> Option<MaskedChain> {
    let stream = &chain.stream;
    let filters = |adapter: &Adapter| matches!(adapter, Adapter::Filter(_));
    let filter = stream.adapters.iter().position(filters)?;
    let (before, rest) = stream.adapters.split_at(filter);
    let (Adapter::Filter(test), behind) = rest.split_first()? else {
        return None;
    };
    let one_by_one =
        |adapter: &Adapter| adapter.is_elementwise() || matches!(adapter, Adapter::Enumerate);
    let unless_most = if let Some(reduction) = chain.consumer.of::<Reduction>() {
        let float = reduction.scalar.is_float();
        float.then_some(false)?
    } else {
        let fold = chain.consumer.of::<Fold>()?;
        let folds =
            starts_with_float(&Term::of(&fold.initial)) && !fold.worker.term().keeps_extremum();
        folds.then_some(true)?
    };
    let comparisons = straight(test)?;
    if matches!(before.last(), Some(Adapter::Enumerate)) && asks_for_place(test) {
        return None;
    }
    let fits = stream.parallel.is_none()
        && reads_slices(&stream.source, before)
        && behind.iter().all(one_by_one);
    fits.then_some(MaskedChain {
        filter,
        unless_most,
        comparisons,
    })
}

/// True if all that is read may be slices, and reading an element twice changes nothing.
fn reads_slices(source: &Source, adapters: &[Adapter]) -> bool {
    let slice = match source {
        Source::Array(array) => array.access == Access::ByReference,
        Source::Driver(driver) => driver.may_be_slice && !driver.several && driver.moves.is_empty(),
        Source::Range(_) => false,
    };
    slice
        && adapters
            .iter()
            .all(|adapter| adapter.of_rows().is_some() && adapter.stream().is_none_or(reads))
}

fn reads(stream: &Stream) -> bool {
    stream.parallel.is_none() && reads_slices(&stream.source, &stream.adapters)
}

/// How many comparisons a test makes that does not branch, or neither fails nor costs more without its branches.
fn straight(test: &Worker) -> Option<usize> {
    let Expr::Closure(closure) = &test.expr else {
        return None;
    };
    let plain = closure.asyncness.is_none()
        && closure.constness.is_none()
        && closure.capture.is_none()
        && closure.attrs.is_empty();
    if !plain || test.local || test.judgment.sides.questions().is_none() {
        return None;
    }
    comparisons(test.term().body(), true).filter(|count| *count <= COMPARISONS)
}

/// True for a test of what `enumerate` gives that looks at nothing but the place, as `take(n)` of an array that is not made: its branch is
/// foreseen. Measured on the first half of a map, plain over fused at 64, 1 K, 100 K and 1 M elements: 0.39 0.60 0.70 1.28 by masks.
fn asks_for_place(test: &Worker) -> bool {
    let term = test.term();
    let Is::Closure(_, parameters, body) = &term.is else {
        return false;
    };
    match parameters.as_slice() {
        [parameter] => match parameter.pattern {
            Pat::Ident(name) => !reads_more(body, &name.ident),
            Pat::Tuple(pair) => matches!(pair.elems.last(), Some(Pat::Wild(_))),
            _ => false,
        },
        _ => false,
    }
}

/// True if more is read of a pair than its first part.
fn reads_more(term: &Term<'_>, pair: &Ident) -> bool {
    let whole = |term: &Term<'_>| matches!(&term.is, Is::Path(path) if path.ident() == Some(pair));
    match &term.is {
        Is::Field(of, Member::Unnamed(part)) if part.index == 0 && whole(of) => false,
        _ => whole(term) || term.parts().into_iter().any(|part| reads_more(part, pair)),
    }
}

/// The first conditions of a test, if others follow: as many as make two comparisons.
#[must_use]
pub(crate) fn first(test: &Worker) -> Option<Vec<&Expr>> {
    let Expr::Closure(closure) = &test.expr else {
        return None;
    };
    let mut all = Vec::new();
    conjuncts(inlined_body(closure), &mut all);
    let mut made = 0;
    let enough = |expr: &&Expr| {
        made += comparisons(&Term::of(expr), true).unwrap_or_default();
        made >= 2
    };
    let count = all.iter().position(enough)? + 1;
    (count < all.len()).then(|| all[..count].to_vec())
}

/// How many comparisons an expression makes, if it can be computed of many elements at once. `always` is false if std
/// might jump over it.
fn comparisons(term: &Term<'_>, always: bool) -> Option<usize> {
    match &term.is {
        Is::Path(_) | Is::Literal(_) => Some(0),
        Is::Unary(_, of) | Is::Cast(of, _) | Is::Field(of, _) | Is::Reference(false, of) => {
            comparisons(of, always)
        }
        Is::Binary(op, left, right) => {
            let jumps = jumps(op);
            if matches!(op, BinOp::Div(_) | BinOp::Rem(_)) && !always {
                return None;
            }
            let left = comparisons(left, always)?;
            Some(left + usize::from(!jumps && compares(op)) + comparisons(right, always && !jumps)?)
        }
        Is::Method(call) if !call.has_turbofish() => {
            let receiver = &call.receiver;
            match (call.name.as_str(), call.arguments.as_slice()) {
                ("abs" | "is_nan" | "is_finite" | "is_sign_negative" | "is_sign_positive", []) => {
                    Some(comparisons(receiver, always)? + 1)
                }
                // Of a constant that is no range, std may do much more to find it.
                ("contains", [argument]) => {
                    let own = match &receiver.is {
                        Is::Range(bounds) => {
                            let free = |bound| comparisons(bound, false) == Some(0);
                            bounds.iter().all(free).then_some(bounds.len())?
                        }
                        Is::Path(_) if always => 2,
                        _ => return None,
                    };
                    Some(own + comparisons(argument, always)?)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// True if what a fold starts from visibly holds a float, and nothing but numbers.
pub(crate) fn starts_with_float(initial: &Term<'_>) -> bool {
    match &initial.is {
        Is::Literal(Lit::Float(_)) => true,
        Is::Literal(Lit::Int(number)) => number.suffix().starts_with('f'),
        Is::Unary(_, of) => starts_with_float(of),
        Is::Tuple(parts) => {
            let number =
                |part: &Term<'_>| matches!(part.is, Is::Literal(_)) || starts_with_float(part);
            parts.iter().all(number) && parts.iter().any(starts_with_float)
        }
        Is::Path(path) => matches!(path.segments().as_slice(), [owner, _]
            if Scalar::of(owner).is_some_and(Scalar::is_float)),
        _ => false,
    }
}

/// How many elements are worth a loop over blocks, by the comparisons of a test. See Note [From how many elements masks are worth
/// it].
#[must_use]
pub(crate) fn least(comparisons: usize) -> usize {
    if comparisons > 1 { 512 } else { 64 }
}
