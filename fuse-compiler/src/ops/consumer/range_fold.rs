//! Rayon's folds: `reduce(|| identity, operator)`, and what may stand behind `fold(|| identity, worker)`. Each range begins with the
//! identity.

use super::fold::Fold;
use super::sum::{Operator, Reduction};
use crate::ops::chain::consumer::Consumer;
use crate::ops::reading::{Parsed, refuse};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::{Argument, Call, Consumer as Row, STEP};
use crate::rust::cause::Cause;
use crate::rust::expr::strip;
use crate::rust::types::peel;
use crate::rust::visible::visible_type;
use crate::sorted::SortedSet;
use syn::{Expr, ExprMethodCall, ReturnType, Type};

const REDUCE: &str = "reduce";

pub(super) const ROWS: &[Row] = &[Row::new(REDUCE, &[Argument::Value, STEP], "T", |call| {
    let item = call.stream.item.as_parameter();
    let mut fold = of_range(call, call.call, call.expected.or(item.as_ref()))?;
    fold.combine = Some(fold.worker.clone());
    Ok(fold.into())
})
.and(
    Meaning::Only,
    &[
        "copied().reduce(|| 0.0, f64::max)",
        "fold(|| 0.0, |s, x| s + x).sum::<f64>()",
        "fold(|| 0.0, |s, x| s + x).reduce(|| 0.0, |s, t| s + t)",
    ],
)];

/// `fold(|| identity, worker)`, which in rayon is an adapter.
pub(crate) fn is_fold(call: &ExprMethodCall) -> bool {
    call.method == "fold"
        && call.turbofish.is_none()
        && call.attrs.is_empty()
        && call.args.len() == 2
        && match strip(&call.args[0]) {
            Expr::Closure(closure) => closure.inputs.is_empty(),
            Expr::Path(path) => path.path.segments.len() > 1,
            _ => false,
        }
}

/// `fold(|| identity, worker).reduce(|| identity, operator)`, and with `sum()` behind it. The second
/// identity is one: it changes nothing.
pub(crate) fn of_ranges(call: &Call<'_>, fold: &ExprMethodCall) -> Parsed<Consumer> {
    let (stream, expected) = (call.stream, call.expected);
    if stream.parallel.is_none() || !call.call.attrs.is_empty() {
        return call.refused();
    }
    if call.row.name == REDUCE && call.row.is_rayons() && call.call.turbofish.is_none() {
        let mut folded = of_range(call, fold, expected)?;
        let reduced = of_range(call, call.call, expected)?;
        let unseen = |names: &SortedSet<String>| !names.is_subset(folded.worker.reads());
        if unseen(reduced.worker.reads()) || reduced.worker.local {
            return refuse(call.argument(1)?, Cause::Argument(REDUCE.into()));
        }
        folded.combine = Some(reduced.worker);
        return Ok(folded.into());
    }
    let consumer = (call.row.recognise)(call)?;
    let Some(reduction) = consumer.of::<Reduction>() else {
        return call.refused();
    };
    let mut folded = of_range(call, fold, Some(&reduction.number))?;
    // The accumulator may be a reference to such a number.
    let shown = visible_type(&folded.initial, call.environment());
    let literal = matches!(strip(&folded.initial), Expr::Lit(_));
    if !literal && shown.as_ref().map(peel) != Some(peel(&reduction.number)) {
        return refuse(&fold.args[0], Cause::Argument("fold".into()));
    }
    let operator: Expr = match reduction.operator {
        Operator::Sum => syn::parse_quote!(|left, right| left + right),
        Operator::Product => syn::parse_quote!(|left, right| left * right),
    };
    let number = Some(reduction.number.clone());
    folded.combine = Some(call.parser.worker(&operator, &[number.clone(), number])?);
    Ok(folded.into())
}

/// `fold` or `reduce`: each range begins with the identity, which is evaluated in it.
fn of_range(call: &Call<'_>, fold: &ExprMethodCall, accumulator: Option<&Type>) -> Parsed<Fold> {
    let name = || Cause::Argument(fold.method.to_string());
    let identity: Expr = match strip(&fold.args[0]) {
        Expr::Closure(closure)
            if closure.inputs.is_empty()
                && closure.attrs.is_empty()
                && closure.asyncness.is_none()
                && matches!(closure.output, ReturnType::Default) =>
        {
            (*closure.body).clone()
        }
        Expr::Path(path) if path.path.segments.len() > 1 => syn::parse_quote!(#path()),
        other => return refuse(other, name()),
    };
    let folded = Fold::of(
        call.parser,
        call.stream,
        [&identity, &fold.args[1]],
        accumulator,
    )?;
    if folded.initial_moves.is_empty() && folded.initial_reads.is_empty() {
        Ok(folded)
    } else {
        refuse(&fold.args[0], name())
    }
}
