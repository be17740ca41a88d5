//! Chains of rayon's: sources, adapters and consumers that mean what std's of the same name mean.
//!
//! In: what stands behind `par_iter` or `into_par_iter`. Out: a stream or a consumer that is marked as
//! parallel, if both libraries agree on it; anything else is refused, and stays as written. Which
//! `Send` and `Sync` it needs is rustc's to ask.

use super::{Parsed, Parser, is_vec, local, refuse, strip, text, visible_array};
use crate::cnf::Reason;
use crate::syntax::chain::{
    Access, Collection, Consumer, Fold, Operator, Parallel, Source, Stream,
};
use crate::syntax::mentions::spelling;
use crate::syntax::recognised;
use crate::syntax::refusal::Cause;
use crate::syntax::transparent;
use crate::syntax::types::{By, peel};
use crate::syntax::visible::visible_type;
use syn::{Expr, ExprMethodCall, Lit, ReturnType, Type};

/// What rayon has under the same name, and that takes its elements one by one.
const ADAPTERS: &[(&str, usize)] = &[
    ("cloned", 0),
    ("copied", 0),
    ("enumerate", 0),
    ("filter", 1),
    ("filter_map", 1),
    ("map", 1),
    ("with_max_len", 1),
    ("with_min_len", 1),
    ("zip", 1),
];

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

/// Sources of pieces: rayon's name, std's, and what divides them.
const PIECES: &[(&str, &str, &str)] = &[
    ("par_chunks", "chunks", "Chunks"),
    ("par_chunks_exact", "chunks_exact", "ChunksExact"),
    ("par_windows", "windows", "Windows"),
];

/// What divides the pieces of an array that a method of std's gives.
pub(super) fn divided_by(method: &str) -> Option<&'static str> {
    let row = PIECES.iter().find(|(_, std, _)| *std == method);
    row.map(|(_, _, divided_by)| *divided_by)
}

/// `fold(|| identity, worker)`, which in rayon is an adapter.
pub(super) fn is_fold(call: &ExprMethodCall) -> bool {
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
pub(super) fn is_reduce(call: &ExprMethodCall) -> bool {
    call.method == "reduce" && call.args.len() == 2
}

/// True if an adapter may follow: any may, on an iterator of std's; a listed one, on one of rayon's,
/// which counts elements only where each has its index.
pub(super) fn takes(stream: &Stream, call: &ExprMethodCall) -> bool {
    if stream.parallel.is_none() {
        return true;
    }
    let name = call.method.to_string();
    let indexed = ["enumerate", "with_max_len", "with_min_len", "zip"].contains(&name.as_str());
    ADAPTERS.contains(&(name.as_str(), call.args.len())) && (!indexed || stream.is_one_to_one())
}

/// Checks that two streams can be zipped: both are of one library, or the second is a bare array or
/// range, which both take.
pub(super) fn join(stream: &mut Stream, other: &Stream, argument: &Expr) -> Parsed<()> {
    let bare = !matches!(strip(argument), Expr::MethodCall(_));
    match (&mut stream.parallel, &other.parallel) {
        (None, None) => Ok(()),
        (Some(parallel), Some(second)) if other.is_one_to_one() => {
            parallel.least.extend(second.least.iter().cloned());
            parallel.most.extend(second.most.iter().cloned());
            Ok(())
        }
        (Some(_), None) if bare && by_reference(other) => Ok(()),
        _ => refuse(argument, Cause::UnknownSource(text(argument))),
    }
}

/// True for an array whose elements are borrowed.
fn by_reference(stream: &Stream) -> bool {
    matches!(&stream.source, Source::Array(array) if array.access == Access::ByReference)
}

impl Parser<'_> {
    /// `xs.par_iter()`, `(&xs).into_par_iter()`, `(0..n).into_par_iter()`, `xs.par_chunks(n)`.
    pub(super) fn parallel_source(
        &self,
        call: &ExprMethodCall,
        expr: &Expr,
    ) -> Parsed<Option<Stream>> {
        let plain = call.turbofish.is_none() && call.attrs.is_empty();
        if !plain || !cfg!(feature = "parallel") {
            return Ok(None);
        }
        if call.args.len() == 1 {
            return self.pieces(call);
        }
        if !call.args.is_empty() {
            return Ok(None);
        }
        let receiver = strip(&call.receiver);
        if let ("par_iter", Expr::Index(_)) = (call.method.to_string().as_str(), receiver) {
            let mut same = call.clone();
            same.method = proc_macro2::Ident::new("iter", call.method.span());
            let divided = |stream: &Stream| matches!(&stream.source, Source::Driver(driver) if driver.pieces.is_some());
            let stream = self.place_source(&same)?.filter(divided);
            return Ok(stream.map(|stream| Stream {
                parallel: Some(Parallel::default()),
                ..stream
            }));
        }
        let stream = match (call.method.to_string().as_str(), receiver) {
            ("par_iter", _) => {
                local(receiver).and_then(|name| self.array(name, expr, Access::ByReference))
            }
            ("into_par_iter", Expr::Reference(reference)) if reference.mutability.is_none() => {
                local(&reference.expr).and_then(|name| self.array(name, expr, Access::ByReference))
            }
            ("into_par_iter", Expr::Range(range)) if self.counts_integers(range) => {
                Some(self.range(range)?)
            }
            ("into_par_iter", _) => local(receiver).and_then(|name| {
                let known = visible_array(self.environment, &spelling(name))?;
                match known.by {
                    By::Shared => self.array(name, expr, Access::ByReference),
                    By::Owned => {
                        let ty = self.environment.type_of(&spelling(name))?;
                        is_vec(ty).then(|| self.array(name, expr, Access::ByValue))?
                    }
                    By::Mutable => None,
                }
            }),
            _ => None,
        };
        Ok(stream.map(|stream| Stream {
            parallel: Some(Parallel::default()),
            ..stream
        }))
    }

    /// `xs.par_chunks(n)` and its like: what std's of another name gives.
    fn pieces(&self, call: &ExprMethodCall) -> Parsed<Option<Stream>> {
        let name = call.method.to_string();
        let row = PIECES.iter().find(|(rayons, ..)| name == *rayons);
        let (Some((_, std, _)), Some(array)) = (row, local(&call.receiver)) else {
            return Ok(None);
        };
        if visible_array(self.environment, &spelling(array)).is_none() {
            return Ok(None);
        }
        let mut same = call.clone();
        same.method = proc_macro2::Ident::new(std, call.method.span());
        let Some(mut stream) = self.place_source(&same)? else {
            return Ok(None);
        };
        stream.parallel = Some(Parallel::default());
        Ok(Some(stream))
    }

    /// True if the bounds are visibly integers: rayon has ranges of characters too.
    pub(super) fn counts_integers(&self, range: &syn::ExprRange) -> bool {
        let integer = |bound: &Expr| match strip(bound) {
            Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
            Expr::MethodCall(call) => call.method == "len" && call.args.is_empty(),
            other => local(other).is_some_and(|name| {
                let ty = self.environment.type_of(&spelling(name));
                ty.is_some_and(|ty| self.environment.primitive_number(ty).is_some())
            }),
        };
        [&range.start, &range.end]
            .into_iter()
            .flatten()
            .any(|bound| integer(bound))
    }

    /// `with_min_len` or `with_max_len` of a constant.
    pub(super) fn with_len(&self, call: &ExprMethodCall, mut stream: Stream) -> Parsed<Stream> {
        let length = &call.args[0];
        let judged = transparent::transparent(length, self.environment);
        match (&mut stream.parallel, judged) {
            (Some(parallel), Some(judged)) if judged.reads.is_empty() => {
                let lengths = if call.method == "with_min_len" {
                    &mut parallel.least
                } else {
                    &mut parallel.most
                };
                lengths.push(length.clone());
                Ok(stream)
            }
            _ => refuse(length, Cause::Argument(call.method.to_string())),
        }
    }

    /// A consumer of rayon's.
    pub(super) fn parallel_consumer(
        &self,
        call: &ExprMethodCall,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let name = call.method.to_string();
        if is_reduce(call) && call.turbofish.is_none() && call.attrs.is_empty() {
            return self.parallel_reduce(call, stream, expected);
        }
        if let (Some(row), None) = (recognised::search(&name, call.args.len()), &call.turbofish) {
            return self.solitary(call, row, Reason::ShortCircuit, stream, expected);
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
        match self.consumer(call, stream, expected)? {
            Consumer::Collect(collect) if collect.makes != Collection::Vec => {
                refuse(&call.method, Cause::UnknownConsumer(name))
            }
            consumer => Ok(consumer),
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
        Ok(Consumer::Fold(Box::new(fold)))
    }

    /// `fold(|| identity, worker).reduce(|| identity, operator)`, and with `sum()` behind it. The second
    /// identity is one: it changes nothing.
    pub(super) fn parallel_fold(
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
            let unseen = |names: &std::collections::BTreeSet<String>| {
                !names.is_subset(folded.worker.reads())
            };
            if unseen(reduced.worker.reads()) || reduced.worker.local {
                return refuse(&call.args[1], Cause::Argument(name));
            }
            folded.combine = Some(reduced.worker);
            return Ok(Consumer::Fold(Box::new(folded)));
        }
        let row = call.args.is_empty().then_some(name.as_str());
        let operator = match row {
            Some("sum") => Operator::Sum,
            Some("product") => Operator::Product,
            _ => return refuse(&call.method, Cause::UnknownConsumer(name)),
        };
        let Consumer::Reduction(reduction) = self.consumer(call, stream, expected)? else {
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
        Ok(Consumer::Fold(Box::new(folded)))
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
        match self.fold(&identity, &call.args[1], stream, accumulator)? {
            Consumer::Fold(fold)
                if fold.initial_moves.is_empty() && fold.initial_reads.is_empty() =>
            {
                Ok(*fold)
            }
            _ => refuse(&call.args[0], name()),
        }
    }
}
