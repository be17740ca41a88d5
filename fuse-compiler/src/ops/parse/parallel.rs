//! Chains of rayon's: sources, adapters and consumers that mean what std's of the same name mean.
//!
//! In: what stands behind `par_iter` or `into_par_iter`. Out: a stream or a consumer that is marked as
//! parallel, if both libraries agree on it; anything else is refused, and stays as written. Which
//! `Send` and `Sync` it needs is rustc's to ask.

use crate::ops::reading::{Parsed, Parser, refuse};

use crate::ops::chain::{Consumer, Stream};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::solitary::as_written;
use crate::ops::consumer::sum::{Operator, Reduction};
use crate::ops::recognised;
use crate::ops::recognised::row::Call;
use crate::rust::cause::Cause;
use crate::rust::expr::strip;
use crate::rust::reason::Reason;
use crate::rust::types::peel;
use crate::rust::visible::visible_type;
use syn::{Expr, ExprMethodCall, ReturnType, Type};

/// Consumers of both libraries that give the same, but for the order of an associative operator.
const CONSUMERS: &[(&str, usize)] = &[
    ("all", 1),
    ("any", 1),
    ("collect", 0),
    ("count", 0),
    ("max", 0),
    ("max_by", 1),
    ("max_by_key", 1),
    ("min", 0),
    ("min_by", 1),
    ("min_by_key", 1),
    ("partition", 1),
    ("product", 0),
    ("sum", 0),
    ("unzip", 0),
];

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

/// `reduce(identity, operator)`, which only rayon has.
pub(crate) fn is_reduce(call: &ExprMethodCall) -> bool {
    call.method == "reduce" && call.args.len() == 2
}

/// `reduce_with(operator)`, std's `reduce`.
pub(crate) fn is_reduce_with(call: &ExprMethodCall) -> bool {
    call.method == "reduce_with" && call.args.len() == 1
}

impl Parser<'_> {
    /// A consumer of rayon's.
    pub(crate) fn parallel_consumer(
        &self,
        call: &ExprMethodCall,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let name = call.method.to_string();
        if is_reduce(call) && call.turbofish.is_none() && call.attrs.is_empty() {
            return self.parallel_reduce(call, stream, expected);
        }
        if is_reduce_with(call) && call.turbofish.is_none() && call.attrs.is_empty() {
            let mut same = call.clone();
            same.method = proc_macro2::Ident::new("reduce", call.method.span());
            return self.consumer(&same, stream, expected);
        }
        if let (Some(row), None) = (recognised::search(&name, call.args.len()), &call.turbofish) {
            let call = Call {
                parser: self,
                call,
                row,
                stream,
                written: None,
                expected,
            };
            return as_written(&call, Reason::ShortCircuit, expected);
        }
        // Rayon's `partition` has other parameters.
        let turbofish = name == "partition" && call.turbofish.is_some();
        if turbofish || !CONSUMERS.contains(&(name.as_str(), call.args.len())) {
            let cause = match recognised::left_as_written(&name) {
                Some(why) => Cause::OfRayon(name, why),
                None => Cause::UnknownConsumer(name),
            };
            return refuse(&call.method, cause);
        }
        let consumer = self.consumer(call, stream, expected)?;
        match consumer.of::<Collect>() {
            Some(collect) if !collect.is_vec() => {
                refuse(&call.method, Cause::UnknownConsumer(name))
            }
            _ => Ok(consumer),
        }
    }

    /// `reduce(|| identity, operator)`: each range folds from the identity.
    fn parallel_reduce(
        &self,
        call: &ExprMethodCall,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let item = stream.item.as_parameter();
        let accumulator = expected.or(item.as_ref());
        let mut fold = self.fold_of_a_range(call, stream, accumulator)?;
        fold.combine = Some(fold.worker.clone());
        Ok(fold.into())
    }

    /// `fold(|| identity, worker).reduce(|| identity, operator)`, and with `sum()` behind it. The second
    /// identity is one: it changes nothing.
    pub(crate) fn parallel_fold(
        &self,
        call: &ExprMethodCall,
        fold: &ExprMethodCall,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let name = call.method.to_string();
        if stream.parallel.is_none() || !call.attrs.is_empty() {
            return refuse(&call.method, Cause::UnknownConsumer(name));
        }
        if is_reduce(call) && call.turbofish.is_none() {
            let mut folded = self.fold_of_a_range(fold, stream, expected)?;
            let reduced = self.fold_of_a_range(call, stream, expected)?;
            let unseen =
                |names: &crate::sorted::SortedSet<String>| !names.is_subset(folded.worker.reads());
            if unseen(reduced.worker.reads()) || reduced.worker.local {
                return refuse(&call.args[1], Cause::Argument(name));
            }
            folded.combine = Some(reduced.worker);
            return Ok(folded.into());
        }
        let row = call.args.is_empty().then_some(name.as_str());
        let operator = match row {
            Some("sum") => Operator::Sum,
            Some("product") => Operator::Product,
            _ => return refuse(&call.method, Cause::UnknownConsumer(name)),
        };
        let consumer = self.consumer(call, stream, expected)?;
        let Some(reduction) = consumer.of::<Reduction>() else {
            return refuse(&call.method, Cause::UnknownConsumer(name));
        };
        let mut folded = self.fold_of_a_range(fold, stream, Some(&reduction.number))?;
        // The accumulator may be a reference to such a number.
        let shown = visible_type(&folded.initial, self.environment);
        let literal = matches!(strip(&folded.initial), Expr::Lit(_));
        if !literal && shown.as_ref().map(peel) != Some(peel(&reduction.number)) {
            return refuse(&fold.args[0], Cause::Argument("fold".into()));
        }
        let operator: Expr = match operator {
            Operator::Sum => syn::parse_quote!(|left, right| left + right),
            Operator::Product => syn::parse_quote!(|left, right| left * right),
        };
        let number = Some(reduction.number.clone());
        folded.combine = Some(self.worker(&operator, &[number.clone(), number])?);
        Ok(folded.into())
    }

    /// `fold` or `reduce`: each range begins with the identity, which is evaluated in it.
    fn fold_of_a_range(
        &self,
        call: &ExprMethodCall,
        stream: &Stream,
        accumulator: Option<&Type>,
    ) -> Parsed<Fold> {
        let name = || Cause::Argument(call.method.to_string());
        let identity: Expr = match strip(&call.args[0]) {
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
        let fold = Fold::of(self, stream, [&identity, &call.args[1]], accumulator)?;
        if fold.initial_moves.is_empty() && fold.initial_reads.is_empty() {
            Ok(fold)
        } else {
            refuse(&call.args[0], name())
        }
    }
}
