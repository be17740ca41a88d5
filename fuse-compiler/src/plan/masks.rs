//! Single chains whose filter tests 64 elements at a time (docs/DESIGN.md section 6, *Filters*).
//!
//! In: a chain that is left as written. Out: its filter, if it is better tested in words: what reads it is a strict sum, or
//! a fold, of floats, for which LLVM vectorises nothing; what stands before it are slices; and no part of its test
//! that std might jump over can fail, or costs more than a branch. Then nothing waits for a branch that nobody can predict, and nothing is added
//! for an element that is not kept. What is done with those that are, is done in their order.
//!
//! A part of a test that std might jump over is computed for each element, so it must be cheap, and there may be but few.
//! Measured on the three conditions of TPC-H's query 6, learnt by the branch predictor: 1.0 to 1.1.

pub(crate) mod in_loop;

use crate::ops::chain::{Access, Adapter, Chain, Source, Stream, Worker};
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::Reduction;
use crate::plan::passes::{self, keeps_extremum};
use crate::rust::types::{Primitive, primitive_name};
use crate::rust::worker::cost::is_cheap;
use crate::rust::worker::inlined_body;
use syn::{BinOp, Expr, Lit};

/// How many comparisons a test may have.
const COMPARISONS: usize = 5;

/// A chain with such a filter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<'a> {
    /// What stands before the filter.
    pub(crate) source: &'a Source,
    /// What stands between the two.
    pub(crate) before: &'a [Adapter],
    /// What it tests.
    pub(crate) test: &'a Worker,
    /// How many adapters follow.
    pub(crate) behind: usize,
    /// True if elements are better tested one by one where most are kept.
    pub(crate) unless_most: bool,
    /// How many comparisons the test makes.
    pub(crate) comparisons: usize,
}

/// The filter of a chain that is better tested in words.
#[must_use]
pub(crate) fn of(chain: &Chain) -> Option<Kept<'_>> {
    let stream = &chain.stream;
    let filters = |adapter: &Adapter| matches!(adapter, Adapter::Filter(_));
    let place = stream.adapters.iter().position(filters)?;
    let (before, rest) = stream.adapters.split_at(place);
    let (Adapter::Filter(test), behind) = rest.split_first()? else {
        return None;
    };
    let one_by_one = |adapter: &Adapter| {
        matches!(
            adapter,
            Adapter::Map(_)
                | Adapter::Filter(_)
                | Adapter::FilterMap(_)
                | Adapter::Copied
                | Adapter::Cloned
                | Adapter::Enumerate
        )
    };
    let unless_most = if let Some(reduction) = chain.consumer.of::<Reduction>() {
        let float = passes::primitive(&reduction.number) == Some(Primitive::Float);
        float.then_some(false)?
    } else {
        let fold = chain.consumer.of::<Fold>()?;
        let folds = starts_with_float(&fold.initial) && !keeps_extremum(&fold.worker.expr);
        folds.then_some(true)?
    };
    let comparisons = straight(test)?;
    let fits = stream.parallel.is_none()
        && reads_slices(&stream.source, before)
        && behind.iter().all(one_by_one);
    fits.then_some(Kept {
        comparisons,
        source: &stream.source,
        before,
        test,
        behind: behind.len(),
        unless_most,
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
        && adapters.iter().all(|adapter| match adapter {
            Adapter::Copied | Adapter::Enumerate => true,
            Adapter::Map(worker) => worker.judgment.total && is_cheap(worker),
            Adapter::Zip(other) => reads(other),
            _ => false,
        })
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
    comparisons(inlined_body(closure), true).filter(|count| *count <= COMPARISONS)
}

/// The first conditions of a test, if others follow: as many as make two comparisons.
#[must_use]
pub(crate) fn first(test: &Worker) -> Option<Vec<&Expr>> {
    fn conjuncts<'a>(expr: &'a Expr, found: &mut Vec<&'a Expr>) {
        match expr {
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
                conjuncts(&binary.left, found);
                conjuncts(&binary.right, found);
            }
            other => found.push(other),
        }
    }
    let Expr::Closure(closure) = &test.expr else {
        return None;
    };
    let mut all = Vec::new();
    conjuncts(inlined_body(closure), &mut all);
    let mut made = 0;
    let enough = |expr: &&Expr| {
        made += comparisons(expr, true).unwrap_or_default();
        made >= 2
    };
    let count = all.iter().position(enough)? + 1;
    (count < all.len()).then(|| all[..count].to_vec())
}

/// How many comparisons an expression makes, if it can be computed of many elements at once. `always` is false if std
/// might jump over it.
fn comparisons(expr: &Expr, always: bool) -> Option<usize> {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => Some(0),
        Expr::Paren(inner) => comparisons(&inner.expr, always),
        Expr::Unary(inner) => comparisons(&inner.expr, always),
        Expr::Cast(inner) => comparisons(&inner.expr, always),
        Expr::Field(inner) => comparisons(&inner.base, always),
        Expr::Reference(inner) if inner.mutability.is_none() => comparisons(&inner.expr, always),
        Expr::Binary(binary) => {
            let (jumps, own) = match binary.op {
                BinOp::And(_) | BinOp::Or(_) => (true, 0),
                BinOp::Div(_) | BinOp::Rem(_) if !always => return None,
                BinOp::Eq(_)
                | BinOp::Ne(_)
                | BinOp::Lt(_)
                | BinOp::Le(_)
                | BinOp::Gt(_)
                | BinOp::Ge(_) => (false, 1),
                _ => (false, 0),
            };
            let left = comparisons(&binary.left, always)?;
            Some(left + own + comparisons(&binary.right, always && !jumps)?)
        }
        Expr::MethodCall(call) if call.turbofish.is_none() => {
            let receiver = &*call.receiver;
            match (call.method.to_string().as_str(), call.args.first()) {
                (
                    "abs" | "is_nan" | "is_finite" | "is_sign_negative" | "is_sign_positive",
                    None,
                ) => Some(comparisons(receiver, always)? + 1),
                // Of a constant that is no range, std may do much more to find it.
                ("contains", Some(argument)) if call.args.len() == 1 => {
                    let own = match receiver {
                        Expr::Paren(range) => bounds(&range.expr)?,
                        Expr::Path(_) if always => 2,
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

/// How many bounds a range has.
fn bounds(range: &Expr) -> Option<usize> {
    let Expr::Range(range) = range else {
        return None;
    };
    let bounds = [&range.start, &range.end];
    let mut count = 0;
    for bound in bounds.into_iter().flatten() {
        if comparisons(bound, false)? > 0 {
            return None;
        }
        count += 1;
    }
    Some(count)
}

/// True if what a fold starts from visibly holds a float, and nothing but numbers.
fn starts_with_float(initial: &Expr) -> bool {
    match initial {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Float(_) => true,
            Lit::Int(number) => number.suffix().starts_with('f'),
            _ => false,
        },
        Expr::Paren(inner) => starts_with_float(&inner.expr),
        Expr::Unary(inner) => starts_with_float(&inner.expr),
        Expr::Tuple(tuple) => {
            let number = |expr: &Expr| matches!(expr, Expr::Lit(_)) || starts_with_float(expr);
            tuple.elems.iter().all(number) && tuple.elems.iter().any(starts_with_float)
        }
        Expr::Path(path) => {
            let first = path
                .path
                .segments
                .first()
                .map(|first| first.ident.to_string());
            path.path.segments.len() == 2
                && first.is_some_and(|name| primitive_name(&name) == Some(Primitive::Float))
        }
        _ => false,
    }
}

/// How many elements are worth a loop over blocks, by the comparisons of a test.
#[must_use]
pub(crate) fn least(comparisons: usize) -> usize {
    if comparisons > 1 { 512 } else { 64 }
}
