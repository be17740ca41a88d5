//! Chains of rayon's: sources, adapters and consumers that mean what std's of the same name mean.
//!
//! In: what stands behind `par_iter` or `into_par_iter`. Out: a stream or a consumer that is marked as
//! parallel, if both libraries agree on it; anything else is refused, and stays as written. Which
//! `Send` and `Sync` it needs is rustc's to ask.

use crate::ops::reading::{Parsed, Parser, is_vec, local, refuse};
use crate::rust::spelling::text;

use crate::ops::chain::{Access, Adapter, Consumer, Item, Parallel, Source, Stream};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::solitary::as_written;
use crate::ops::consumer::sum::{Operator, Reduction};
use crate::ops::external::{Divided, Pieces};
use crate::ops::recognised;
use crate::ops::recognised::row::Call;
use crate::rust::cause::Cause;
use crate::rust::expr::strip;
use crate::rust::reason::Reason;
use crate::rust::side_effect_free;
use crate::rust::spelling::spelling;
use crate::rust::types::{By, peel};
use crate::rust::visible::visible_type;
use syn::{Expr, ExprMethodCall, Lit, ReturnType, Type};

/// What rayon has under the same name, and that takes its elements one by one.
const ADAPTERS: &[(&str, usize)] = &[
    ("cloned", 0),
    ("copied", 0),
    ("enumerate", 0),
    ("filter", 1),
    ("filter_map", 1),
    ("flat_map_iter", 1),
    ("map", 1),
    ("with_max_len", 1),
    ("with_min_len", 1),
    ("zip", 1),
];

/// Adapters that give ranges of their source, but in another order, or not all: rayon's have the same arguments as std's.
const REARRANGING: &[(&str, usize)] = &[
    ("chain", 1),
    ("rev", 0),
    ("skip", 1),
    ("step_by", 1),
    ("take", 1),
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
pub(crate) fn divided_by(method: &str) -> Option<&'static str> {
    let row = PIECES.iter().find(|(_, std, _)| *std == method);
    row.map(|(_, _, divided_by)| *divided_by)
}

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

/// True if an adapter may follow: any may, on an iterator of std's; a listed one, on one of rayon's,
/// which counts elements only where each has its index.
pub(crate) fn takes(stream: &Stream, call: &ExprMethodCall) -> bool {
    if stream.parallel.is_none() {
        return true;
    }
    let name = call.method.to_string();
    let indexed = ["enumerate", "with_max_len", "with_min_len", "zip"].contains(&name.as_str());
    rearranges(stream, call)
        || ADAPTERS.contains(&(name.as_str(), call.args.len()))
            && (!indexed || stream.is_one_to_one())
}

/// True for an adapter of rayon's that gives its elements in another order, or not all.
pub(crate) fn rearranges(stream: &Stream, call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    stream.parallel.is_some()
        && stream.is_one_to_one()
        && REARRANGING.contains(&(name.as_str(), call.args.len()))
}

/// What is the same before an adapter that rearranges as behind it, cut off: a map of some elements is those of a map. What
/// is left out, rayon's workers may be called on all the same, so they must not be able to panic.
fn cut_off(stream: &mut Stream, leaves_out: bool) -> Option<Vec<Adapter>> {
    let moves = |adapter: &&Adapter| match adapter {
        Adapter::Map(worker) => !leaves_out || worker.judgment.total,
        Adapter::Copied => true,
        Adapter::Cloned => !leaves_out,
        _ => false,
    };
    let behind = stream.adapters.iter().rev().take_while(moves).count();
    let rest = stream.adapters.split_off(stream.adapters.len() - behind);
    Divided::of(stream).map(|_| rest)
}

/// Checks that two streams can be zipped: both are of one library, or the second is a bare array or
/// range, which both take.
pub(crate) fn join(stream: &mut Stream, other: &Stream, argument: &Expr) -> Parsed<()> {
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

/// True for an array whose elements are borrowed, or a place that may hold one.
fn by_reference(stream: &Stream) -> bool {
    match &stream.source {
        Source::Array(array) => array.access == Access::ByReference,
        Source::Driver(driver) => driver.divided.is_some(),
        Source::Range(_) => false,
    }
}

impl Parser<'_> {
    /// `xs.par_iter()`, `(&xs).into_par_iter()`, `(0..n).into_par_iter()`, `xs.par_chunks(n)`.
    pub(crate) fn parallel_source(
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
        let borrowed = |of: &Expr| match local(of)
            .and_then(|name| self.array(name, expr, Access::ByReference))
        {
            Some(stream) => Ok(Some(stream)),
            None => self.standing(call, of, expr),
        };
        let stream = match (call.method.to_string().as_str(), receiver) {
            ("par_iter", _) => borrowed(receiver)?,
            ("into_par_iter", Expr::Reference(reference)) if reference.mutability.is_none() => {
                borrowed(&reference.expr)?
            }
            ("par_iter_mut", _) => local(receiver).and_then(|name| self.changed_array(name, expr)),
            ("into_par_iter", Expr::Range(range)) if self.counts_integers(range) => {
                Some(self.range(range)?)
            }
            ("into_par_iter", _) => local(receiver).and_then(|name| {
                let known = self.environment.visible_array(&spelling(name))?;
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

    /// `self.data.par_iter()`, for all that is visible the elements of a slice.
    fn standing(&self, call: &ExprMethodCall, place: &Expr, expr: &Expr) -> Parsed<Option<Stream>> {
        let mut same = call.clone();
        same.method = proc_macro2::Ident::new("iter", call.method.span());
        *same.receiver = place.clone();
        let Some(mut stream) = self.place_source(&same)? else {
            return Ok(None);
        };
        let Source::Driver(driver) = &mut stream.source else {
            return Ok(None);
        };
        if driver.divided.is_none() {
            if !driver.may_be_slice {
                return Ok(None);
            }
            driver.divided = Some(Divided::Place(place.clone(), expr.clone()));
        }
        driver.expr = expr.clone();
        driver.may_be_slice = false;
        Ok(Some(stream))
    }

    /// `xs.par_chunks(n)` and its like: what std's of another name gives.
    fn pieces(&self, call: &ExprMethodCall) -> Parsed<Option<Stream>> {
        let name = call.method.to_string();
        let row = PIECES.iter().find(|(rayons, ..)| name == *rayons);
        let Some((_, std, divided_by)) = row else {
            return Ok(None);
        };
        let mut same = call.clone();
        same.method = proc_macro2::Ident::new(std, call.method.span());
        let Some(mut stream) = self.place_source(&same)? else {
            return Ok(None);
        };
        let Source::Driver(driver) = &mut stream.source else {
            return Ok(None);
        };
        if driver.divided.is_none() {
            // The method is one of slices, by a trait that is in scope, and whose other method gives the slice.
            let place = &call.receiver;
            driver.divided = Some(Divided::Pieces(Pieces {
                divided_by,
                array: syn::parse_quote!(#place.as_parallel_slice()),
                size: call.args.first().cloned(),
            }));
        }
        stream.parallel = Some(Parallel::default());
        Ok(Some(stream))
    }

    /// True if the bounds are visibly integers: rayon has ranges of characters too.
    pub(crate) fn counts_integers(&self, range: &syn::ExprRange) -> bool {
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

    /// `rev`, `take`, `skip`, `step_by`, `chain`.
    pub(crate) fn rearranged(&self, call: &ExprMethodCall, stream: Stream) -> Parsed<Stream> {
        let method = call.method.to_string();
        let left = || {
            let why = recognised::LEFT_OUT;
            refuse(&call.method, Cause::OfRayon(method.clone(), why))
        };
        let leaves_out = !["chain", "rev"].contains(&method.as_str());
        let mut inner = stream.clone();
        let mut second = match call.args.first() {
            Some(argument) if method == "chain" => {
                let second = self.stream(argument)?;
                join(&mut inner, &second, argument)?;
                Some(second)
            }
            _ => None,
        };
        let parallel = inner.parallel.take();
        let Some(rest) = cut_off(&mut inner, leaves_out) else {
            return left();
        };
        if let Some(second) = &mut second {
            let copies = |rest: &[Adapter]| matches!(rest, [] | [Adapter::Copied]);
            let seconds = cut_off(second, false);
            let alike = seconds.is_some_and(|seconds| {
                copies(&rest) && copies(&seconds) && rest.len() == seconds.len()
            });
            if !alike {
                return left();
            }
            second.parallel = None;
        }
        // References to the elements of two arrays are references all the same.
        let references = inner.item.by_reference
            && second
                .as_ref()
                .is_some_and(|second| second.item.by_reference)
            && inner.adapters.is_empty();
        let Some(mut driven) = self.driver_adapter(call, &inner, second)? else {
            return left();
        };
        match &mut driven.source {
            Source::Driver(driver) if driver.divided.is_some() => driver.copies |= references,
            _ => return left(),
        }
        let borrows = stream.item.borrows.iter().chain(&driven.item.borrows);
        driven.item = Item {
            borrows: borrows.cloned().collect(),
            ..stream.item
        };
        driven.adapters = rest;
        driven.parallel = parallel;
        Ok(driven)
    }

    /// `with_min_len` or `with_max_len` of a constant.
    pub(crate) fn with_len(&self, call: &ExprMethodCall, mut stream: Stream) -> Parsed<Stream> {
        let length = &call.args[0];
        let judged = side_effect_free::transparent(length, self.environment);
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
