//! Recognises a chain in an expression.
//!
//! In: an expression, the type that its context shows, and the [`Environment`]. Out: an
//! [`Attempt`]. Method calls are read from the source outwards; what is not in the closed lists
//! here is refused with its [`Cause`], never guessed.

use super::chain::{
    Access, Adapter, ArraySource, Chain, Collect, Consumer, Cross, Extremum, Fold, Item, Operator,
    RangeSource, Reduction, Source, Stream, Worker,
};
use super::copies_out::copies_out;
use super::environment::{Callable, Environment, Known, Origin};
use super::impurity::Reason;
use super::mentions::{Mentions, spelling};
use super::patterns::binds;
use super::refusal::{Cause, Refusal};
use super::transparent;
use super::types::{ArrayType, By};
use super::worker;
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, ExprRange, GenericArgument, Path, PathArguments, Type};

/// What came of reading an expression as a chain.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// It does not look like one.
    NotAChain,
    /// It looks like one but is left as written.
    Refused(Refusal),
    /// It is one.
    Recognised(Box<Chain>),
}

/// Methods that start an iterator: what makes an expression look like a chain.
const SOURCES: &[&str] = &[
    "bytes",
    "chars",
    "chunks",
    "chunks_exact",
    "drain",
    "into_iter",
    "into_par_iter",
    "iter",
    "iter_mut",
    "keys",
    "lines",
    "par_chunks",
    "par_iter",
    "par_windows",
    "split",
    "split_whitespace",
    "values",
    "windows",
];

/// Methods that end an iterator.
const CONSUMERS: &[&str] = &[
    "all",
    "any",
    "collect",
    "count",
    "eq",
    "find",
    "find_map",
    "fold",
    "for_each",
    "is_sorted",
    "last",
    "max",
    "max_by",
    "max_by_key",
    "min",
    "min_by",
    "min_by_key",
    "nth",
    "partition",
    "position",
    "product",
    "reduce",
    "sum",
    "try_fold",
    "try_for_each",
    "unzip",
];

/// True if the expression is a method call that ends an iterator started further left.
#[must_use]
pub(crate) fn looks_like_chain(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = expr else {
        return false;
    };
    if !CONSUMERS.contains(&call.method.to_string().as_str()) {
        return false;
    }
    let mut receiver = &*call.receiver;
    loop {
        match strip(receiver) {
            Expr::MethodCall(inner) => {
                if SOURCES.contains(&inner.method.to_string().as_str()) {
                    return true;
                }
                receiver = &inner.receiver;
            }
            Expr::Range(_) => return true,
            _ => return false,
        }
    }
}

/// Reads an expression as a chain; `expected` is the type that the context gives to its result.
#[must_use]
pub(crate) fn parse_chain(
    expr: &Expr,
    expected: Option<&Type>,
    environment: &Environment,
) -> Attempt {
    if !looks_like_chain(expr) {
        return Attempt::NotAChain;
    }
    let Expr::MethodCall(call) = expr else {
        return Attempt::NotAChain;
    };
    let parser = Parser {
        environment,
        outer: BTreeSet::new(),
        outer_references: BTreeSet::new(),
    };
    match parser.chain(call, expected) {
        Ok(chain) => Attempt::Recognised(Box::new(chain)),
        Err(refusal) => Attempt::Refused(refusal),
    }
}

/// An expression without parentheses around it.
fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) if paren.attrs.is_empty() => strip(&paren.expr),
        _ => expr,
    }
}

struct Parser<'a> {
    environment: &'a Environment,
    /// Names bound by the outer pattern of a `flat_map`.
    outer: BTreeSet<String>,
    /// Those of them that are references straight from the outer array.
    outer_references: BTreeSet<String>,
}

type Parsed<T> = Result<T, Refusal>;

fn refuse_at<T>(span: proc_macro2::Span, cause: Cause) -> Parsed<T> {
    Err(Refusal::new(span, cause))
}

fn refuse<T>(tokens: &impl Spanned, cause: Cause) -> Parsed<T> {
    Err(Refusal::new(tokens.span(), cause))
}

impl Parser<'_> {
    fn chain(&self, call: &ExprMethodCall, expected: Option<&Type>) -> Parsed<Chain> {
        let stream = self.stream(&call.receiver)?;
        let consumer = self.consumer(call, &stream, expected)?;
        if let Some(worker) = consumer.worker()
            && let Some(name) = crossed_name(&stream, worker.reads())
        {
            return refuse(&call.method, Cause::Crossed(name));
        }
        let expr = Expr::MethodCall(call.clone());
        Ok(Chain {
            stream,
            consumer,
            expr,
        })
    }

    fn stream(&self, expr: &Expr) -> Parsed<Stream> {
        let stripped = strip(expr);
        if let Some(stream) = self.source(stripped)? {
            return Ok(stream);
        }
        let Expr::MethodCall(call) = stripped else {
            return refuse(stripped, Cause::UnknownSource(text(stripped)));
        };
        if !call.attrs.is_empty() {
            return refuse(call, Cause::Attribute);
        }
        if SOURCES.contains(&call.method.to_string().as_str()) {
            return refuse(&call.receiver, Cause::UnknownSource(text(&call.receiver)));
        }
        let stream = self.stream(&call.receiver)?;
        self.adapter(call, stream)
    }

    fn source(&self, expr: &Expr) -> Parsed<Option<Stream>> {
        match expr {
            Expr::Range(range) => self.range(range).map(Some),
            Expr::Reference(reference) if reference.mutability.is_none() => {
                let Some(name) = local(&reference.expr) else {
                    return Ok(None);
                };
                Ok(self.array(name, expr, Access::ByReference))
            }
            Expr::Path(_) => {
                let Some(name) = local(expr) else {
                    return Ok(None);
                };
                let known = visible_array(self.environment, &spelling(name));
                Ok(match known.map(|array| array.by) {
                    Some(By::Shared) => self.array(name, expr, Access::ByReference),
                    Some(By::Owned) => self.array(name, expr, Access::ByValue),
                    _ => None,
                })
            }
            Expr::MethodCall(call)
                if call.args.is_empty() && call.turbofish.is_none() && call.attrs.is_empty() =>
            {
                let receiver = strip(&call.receiver);
                match (call.method.to_string().as_str(), receiver) {
                    ("iter", _) => {
                        let Some(name) = local(receiver) else {
                            return Ok(None);
                        };
                        Ok(self.array(name, expr, Access::ByReference))
                    }
                    ("into_iter", Expr::Reference(reference)) if reference.mutability.is_none() => {
                        let Some(name) = local(&reference.expr) else {
                            return Ok(None);
                        };
                        Ok(self.array(name, expr, Access::ByReference))
                    }
                    ("into_iter", Expr::Range(_)) => self.source(receiver),
                    ("into_iter", _) => {
                        let Some(name) = local(receiver) else {
                            return Ok(None);
                        };
                        let known = visible_array(self.environment, &spelling(name));
                        Ok(match known.map(|array| array.by) {
                            Some(By::Shared) => self.array(name, expr, Access::ByReference),
                            Some(By::Owned) => self.array(name, expr, Access::ByValue),
                            _ => None,
                        })
                    }
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    fn array(&self, name: &proc_macro2::Ident, expr: &Expr, access: Access) -> Option<Stream> {
        let array = visible_array(self.environment, &spelling(name))?;
        let borrows = match access {
            Access::ByReference => vec![spelling(name)],
            Access::ByValue => Vec::new(),
        };
        let by_reference = access == Access::ByReference;
        Some(Stream {
            source: Source::Array(ArraySource {
                name: name.clone(),
                access,
                expr: expr.clone(),
                number: self.environment.primitive_number(&array.element).is_some(),
                plain: self.environment.visibly_plain(&array.element),
            }),
            adapters: Vec::new(),
            item: Item {
                borrows,
                ty: Some(array.element),
                by_reference,
            },
        })
    }

    fn range(&self, range: &ExprRange) -> Parsed<Stream> {
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            return refuse(range, Cause::UnknownSource(text(range)));
        };
        if !range.attrs.is_empty() {
            return refuse(range, Cause::Attribute);
        }
        let mut reads = Vec::new();
        for bound in [start, end] {
            match transparent::transparent(bound, self.environment) {
                Some(judged) => reads.extend(judged.reads),
                None => return refuse(bound, Cause::Argument("..".into())),
            }
        }
        let half_open = matches!(range.limits, syn::RangeLimits::HalfOpen(_));
        let from_zero = matches!(strip(start), Expr::Lit(literal)
            if matches!(&literal.lit, syn::Lit::Int(int) if int.base10_digits() == "0"));
        let length = (half_open && from_zero).then(|| self.length(end)).flatten();
        Ok(Stream {
            source: Source::Range(RangeSource {
                expr: range.clone(),
                length,
                reads,
            }),
            adapters: Vec::new(),
            item: Item::default(),
        })
    }

    /// The name of a length: a literal, an immutable name, or `xs.len()` of an array.
    fn length(&self, end: &Expr) -> Option<String> {
        match strip(end) {
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Int(int) => Some(int.base10_digits().to_owned()),
                _ => None,
            },
            Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
                let name = spelling(local(&call.receiver)?);
                visible_array(self.environment, &name).map(|_| format!("{name}.len()"))
            }
            end => {
                let name = spelling(local(end)?);
                let known = self.environment.lookup(&name)?;
                (!known.mutable).then_some(name)
            }
        }
    }

    fn adapter(&self, call: &ExprMethodCall, mut stream: Stream) -> Parsed<Stream> {
        let name = call.method.to_string();
        if call.turbofish.is_some() {
            return refuse(&call.method, Cause::UnknownAdapter(name));
        }
        let args = call.args.iter().collect::<Vec<_>>();
        let adapter = match (name.as_str(), args.as_slice()) {
            ("map", [argument]) => {
                let mut worker = self.worker(argument, &[stream.item.as_parameter()])?;
                if let (Expr::Closure(closure), true) = (&worker.expr, stream.item.by_reference) {
                    worker.judgment.value_result |=
                        copies_out(closure, &self.outer_references, self.environment);
                }
                let keeps = !worker.judgment.value_result;
                stream.item = Item {
                    borrows: if keeps {
                        stream.item.borrows
                    } else {
                        Vec::new()
                    },
                    ..Item::default()
                };
                Adapter::Map(worker)
            }
            ("filter", [argument]) => {
                Adapter::Filter(self.worker(argument, &[stream.item.as_borrowed()])?)
            }
            ("filter_map", [argument]) => {
                let worker = self.worker(argument, &[stream.item.as_parameter()])?;
                stream.item = Item {
                    borrows: stream.item.borrows,
                    ..Item::default()
                };
                Adapter::FilterMap(worker)
            }
            ("copied" | "cloned", []) => {
                let plain = stream.item.ty.as_ref().is_some_and(|ty| {
                    stream.item.by_reference && self.environment.primitive(ty).is_some()
                });
                if stream.item.by_reference {
                    stream.item.borrows.clear();
                    stream.item.by_reference = false;
                } else {
                    stream.item.ty = None;
                }
                if name == "copied" || plain {
                    Adapter::Copied
                } else {
                    Adapter::Cloned
                }
            }
            ("enumerate", []) => {
                stream.item = Item {
                    borrows: stream.item.borrows,
                    ..Item::default()
                };
                Adapter::Enumerate
            }
            ("zip", [argument]) => {
                let other = self.stream(argument)?;
                if !stream.is_one_to_one() || !other.is_one_to_one() {
                    return refuse(&call.method, Cause::UnevenZip);
                }
                if stream
                    .sources()
                    .iter()
                    .any(|source| other.reads_otherwise(source))
                {
                    return refuse(argument, Cause::UnknownSource(text(argument)));
                }
                let mut borrows = stream.item.borrows;
                borrows.extend(other.item.borrows.iter().cloned());
                stream.item = Item {
                    borrows,
                    ..Item::default()
                };
                Adapter::Zip(Box::new(other))
            }
            ("flat_map", [argument]) => {
                // What its closure does not hand on is dropped before the inner elements come.
                if !stream.watched().is_empty() {
                    return refuse(&call.method, Cause::UnknownAdapter(name));
                }
                let cross = self.cross(argument, &stream.item)?;
                let inner = &cross.inner.item;
                let mut borrows = inner.borrows.clone();
                // A worker of the inner stream that gives a visible value holds no reference to
                // the outer element either.
                if !borrows.is_empty() || !ends_in_value(&cross.inner) {
                    borrows.extend(stream.item.borrows);
                }
                stream.item = Item {
                    borrows,
                    ..Item::default()
                };
                Adapter::Cross(Box::new(cross))
            }
            _ => return refuse(&call.method, Cause::UnknownAdapter(name)),
        };
        if let Some(name) = crossed_name(&stream, &adapter.reads()) {
            return refuse(&call.method, Cause::Crossed(name));
        }
        stream.adapters.push(adapter);
        Ok(stream)
    }

    fn cross(&self, argument: &Expr, item: &Item) -> Parsed<Cross> {
        let Expr::Closure(closure) = strip(argument) else {
            return refuse(argument, Cause::UnknownAdapter("flat_map".into()));
        };
        let plain = closure.attrs.is_empty()
            && closure.inputs.len() == 1
            && closure.asyncness.is_none()
            && matches!(closure.output, syn::ReturnType::Default);
        if !plain {
            return refuse(argument, Cause::UnknownAdapter("flat_map".into()));
        }
        let pattern = closure.inputs[0].clone();
        let mut inner_environment = self.environment.clone();
        let bound = binds(&pattern);
        for name in &bound {
            inner_environment.push(Known {
                name: name.clone(),
                ty: None,
                mutable: false,
                origin: Origin::Pattern,
            });
        }
        let mut body = &*closure.body;
        loop {
            match body {
                Expr::Paren(paren) => body = &paren.expr,
                Expr::Block(block)
                    if block.attrs.is_empty()
                        && block.label.is_none()
                        && block.block.stmts.len() == 1 =>
                {
                    let syn::Stmt::Expr(tail, None) = &block.block.stmts[0] else {
                        break;
                    };
                    body = tail;
                }
                _ => break,
            }
        }
        let mut outer = self.outer.clone();
        outer.extend(bound.iter().cloned());
        let mut outer_references = self.outer_references.clone();
        if item.by_reference && matches!(pattern, syn::Pat::Ident(_)) {
            outer_references.extend(bound.iter().cloned());
        }
        let parser = Parser {
            environment: &inner_environment,
            outer,
            outer_references,
        };
        let inner = parser.stream(body)?;
        let dependent = |names: &[String]| names.iter().any(|name| bound.contains(name));
        for source in inner.sources() {
            let depends = match source {
                // The inner array is read again for each outer element, so it must stay.
                Source::Array(array) => array.access == Access::ByValue,
                Source::Range(range) => dependent(&range.reads),
            };
            if depends {
                return refuse(&closure.body, Cause::UnknownSource(text(body)));
            }
        }
        Ok(Cross { pattern, inner })
    }

    /// Judges a worker that is called with parameters of these types, as far as they are visible.
    fn worker(&self, argument: &Expr, parameters: &[Option<Type>]) -> Parsed<Worker> {
        let judge = |expr: &Expr| worker::judge(expr, self.environment, parameters);
        let mut judgment = judge(argument);
        let given_away = self.given_away(argument, parameters)?;
        let mut expr = strip(argument).clone();
        if let Expr::Closure(closure) = &mut expr
            && closure.capture.is_some()
        {
            // Nothing assigns what it captures before its loop has run, so reading it in place is
            // the same; but what it takes would be dropped with it.
            for name in &judgment.moves {
                let plain = self
                    .environment
                    .type_of(name)
                    .is_some_and(|ty| self.environment.visibly_plain(ty));
                if !plain && !self.outer.contains(name) {
                    return refuse(argument, Cause::MovingWorker(name.clone()));
                }
            }
            closure.capture = None;
            let moves = judgment.moves;
            judgment = judge(&expr);
            judgment.moves = moves;
        }
        // What a pattern leaves unbound is dropped with the whole element, after the call.
        let watched = |ty: &Option<Type>| {
            ty.as_ref()
                .is_none_or(|ty| !self.environment.visibly_plain(ty))
        };
        judgment.inline &= !judgment.leaves_parts || !parameters.iter().any(watched);
        let name = local(&expr)
            .map(spelling)
            .filter(|name| self.environment.lookup(name).is_some());
        let drops = name
            .as_ref()
            .is_some_and(|name| judgment.moves.contains(name) && self.drop_is_watched(name));
        Ok(Worker {
            local: name.is_some(),
            expr,
            judgment,
            given_away,
            drops,
        })
    }

    /// Whether a local that can be called may hold what is watched when it is dropped.
    fn drop_is_watched(&self, name: &str) -> bool {
        match self.environment.callable(name) {
            // Without `move` it captures by reference, or it could be called but once.
            Callable::Closure(closure, around) => {
                closure.capture.is_some()
                    && Mentions::of_expr(&Expr::Closure(*closure))
                        .read
                        .iter()
                        .filter(|name| around.lookup(name).is_some())
                        .any(|name| {
                            around
                                .type_of(name)
                                .is_none_or(|ty| !around.visibly_plain(ty))
                        })
            }
            _ => true,
        }
    }

    /// Judges purity, but for names that the worker gives away and whose type is not visible: they
    /// may be mutable references, which rustc reborrows without a word. What such a worker changes
    /// only those can see who mention the name, so it is enough to keep them in order.
    fn given_away(&self, worker: &Expr, parameters: &[Option<Type>]) -> Parsed<BTreeSet<String>> {
        let mut environment = self.environment.clone();
        let mut given_away = BTreeSet::new();
        loop {
            let judgment = worker::judge(worker, &environment, parameters);
            let Err(impurity) = judgment.pure else {
                return Ok(given_away);
            };
            match &impurity.reason {
                Reason::MayReborrow(name)
                    if environment.type_of(name).is_none() && given_away.insert(name.clone()) =>
                {
                    environment.push(Known {
                        name: name.clone(),
                        ty: None,
                        mutable: true,
                        origin: Origin::InferredOwned,
                    });
                }
                reason => {
                    return refuse_at(impurity.span, Cause::ImpureWorker(reason.clone()));
                }
            }
        }
    }

    fn consumer(
        &self,
        call: &ExprMethodCall,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let name = call.method.to_string();
        let args = call.args.iter().collect::<Vec<_>>();
        let turbofish = call.turbofish.as_ref().map(|generics| &generics.args);
        if !call.attrs.is_empty() {
            return refuse(call, Cause::Attribute);
        }
        let written = match turbofish {
            None => None,
            Some(generics) if generics.len() == 1 => match &generics[0] {
                GenericArgument::Type(ty) => Some(ty),
                _ => return refuse(&call.method, Cause::UnknownConsumer(name)),
            },
            Some(_) => return refuse(&call.method, Cause::UnknownConsumer(name)),
        };
        match (name.as_str(), args.as_slice()) {
            ("collect", []) => self.collect(call, written.or(expected)),
            ("sum" | "product", []) => {
                let number = written
                    .or(expected)
                    .filter(|ty| self.environment.primitive_number(ty).is_some());
                let Some(number) = number else {
                    return refuse(
                        &call.method,
                        Cause::InvisibleType(format!(
                            "the result type of `{name}` is not visibly a primitive number; write \
                             `{name}::<f64>()` or annotate the `let`"
                        )),
                    );
                };
                let operator = if name == "sum" {
                    Operator::Sum
                } else {
                    Operator::Product
                };
                Ok(Consumer::Reduction(Reduction {
                    operator,
                    number: number.clone(),
                }))
            }
            _ if written.is_some() => refuse(&call.method, Cause::UnknownConsumer(name)),
            ("count", []) => Ok(Consumer::Count),
            ("fold", [initial, step]) => self.fold(initial, step, stream, expected),
            ("reduce", [step]) => {
                let item = stream.item.as_parameter();
                Ok(Consumer::Reduce(self.worker(step, &[item.clone(), item])?))
            }
            ("min", []) => Ok(Consumer::Extremum(Extremum::Min)),
            ("max", []) => Ok(Consumer::Extremum(Extremum::Max)),
            ("min_by", [by]) => Ok(Consumer::ExtremumBy(
                Extremum::Min,
                self.comparison(by, stream)?,
            )),
            ("max_by", [by]) => Ok(Consumer::ExtremumBy(
                Extremum::Max,
                self.comparison(by, stream)?,
            )),
            ("min_by_key", [key]) => {
                let worker = self.worker(key, &[stream.item.as_borrowed()])?;
                Ok(Consumer::ExtremumByKey(Extremum::Min, worker))
            }
            ("max_by_key", [key]) => {
                let worker = self.worker(key, &[stream.item.as_borrowed()])?;
                Ok(Consumer::ExtremumByKey(Extremum::Max, worker))
            }
            ("any" | "all", [test]) => {
                let item = stream.item.as_parameter();
                Ok(Consumer::ShortCircuit(self.worker(test, &[item])?))
            }
            _ => refuse(&call.method, Cause::UnknownConsumer(name)),
        }
    }

    fn comparison(&self, by: &Expr, stream: &Stream) -> Parsed<Worker> {
        let item = stream.item.as_borrowed();
        self.worker(by, &[item.clone(), item])
    }

    fn collect(&self, call: &ExprMethodCall, ty: Option<&Type>) -> Parsed<Consumer> {
        let Some((collection, element)) = ty.and_then(vec_of) else {
            return refuse(
                &call.method,
                Cause::InvisibleType(
                    "what it collects into is not visibly a `Vec`; annotate the `let` as \
                     `Vec<T>` or write `collect::<Vec<_>>()`"
                        .into(),
                ),
            );
        };
        let plain = element
            .as_ref()
            .is_some_and(|element| self.environment.visibly_plain(element));
        Ok(Consumer::Collect(Collect {
            call: call.clone(),
            collection,
            element,
            plain,
        }))
    }

    fn fold(
        &self,
        initial: &Expr,
        step: &Expr,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let Some(judged) = transparent::transparent(initial, self.environment) else {
            return refuse(initial, Cause::Argument("fold".into()));
        };
        let accumulator = expected.filter(|ty| !is_unspeakable(ty)).cloned();
        let worker = self.worker(step, &[accumulator.clone(), stream.item.as_parameter()])?;
        let owned = stream.item.borrows.is_empty()
            || accumulator
                .as_ref()
                .is_some_and(|ty| self.environment.visibly_owned(ty))
            || worker.judgment.value_result;
        Ok(Consumer::Fold(Box::new(Fold {
            initial: initial.clone(),
            initial_reads: judged.reads.into_iter().collect(),
            initial_moves: judged.moves.into_iter().collect(),
            worker,
            accumulator,
            owned,
        })))
    }
}

/// A name bound by a `flat_map` of the stream, if one of `reads` has its spelling: behind the
/// `flat_map` it means another variable, but in the loop it would be in scope.
fn crossed_name(stream: &Stream, reads: &BTreeSet<String>) -> Option<String> {
    stream.crossed().intersection(reads).next().cloned()
}

/// True if the last adapter is a map whose body is visibly a value.
fn ends_in_value(stream: &Stream) -> bool {
    matches!(stream.adapters.last(), Some(Adapter::Map(worker)) if worker.judgment.value_result)
}

/// The name, if an expression is a single identifier.
fn local(expr: &Expr) -> Option<&proc_macro2::Ident> {
    match strip(expr) {
        Expr::Path(path) if path.qself.is_none() && path.attrs.is_empty() => path.path.get_ident(),
        _ => None,
    }
}

/// The array type of a name, where it is visible.
pub(crate) fn visible_array(environment: &Environment, name: &str) -> Option<ArrayType> {
    environment
        .type_of(name)
        .and_then(|ty| environment.array_of(ty))
}

/// Path and element type of `Vec<T>`, with exactly one type argument.
fn vec_of(ty: &Type) -> Option<(Path, Option<Type>)> {
    let Type::Path(path) = ty else { return None };
    if path.qself.is_some() {
        return None;
    }
    let last = path.path.segments.last()?;
    if last.ident != "Vec" {
        return None;
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    if arguments.args.len() != 1 {
        return None;
    }
    let GenericArgument::Type(element) = &arguments.args[0] else {
        return None;
    };
    let mut collection = path.path.clone();
    if let Some(last) = collection.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    let element = (!is_unspeakable(element)).then(|| element.clone());
    Some((collection, element))
}

/// True if a type cannot be written on a local: it holds a `_` or an `impl Trait`.
fn is_unspeakable(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> syn::visit::Visit<'ast> for Finder {
        fn visit_type_infer(&mut self, _: &'ast syn::TypeInfer) {
            self.0 = true;
        }
        fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
            self.0 = true;
        }
        fn visit_type_macro(&mut self, _: &'ast syn::TypeMacro) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    syn::visit::Visit::visit_type(&mut finder, ty);
    finder.0
}

/// Tokens as a person would write them on one line.
pub(crate) fn text(tokens: &impl ToTokens) -> String {
    super::spelling::one_line(&tokens.to_token_stream())
}

#[cfg(test)]
mod tests;
