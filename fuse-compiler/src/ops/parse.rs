//! Recognises a chain in an expression.
//!
//! In: an expression, the type that its context shows, and the [`Environment`]. Out: an
//! [`Attempt`]. Method calls are read from the source outwards; what is not in the closed lists
//! here is refused with its [`Cause`], never guessed.

mod each;

use super::adapter::optional;
use super::chain::stream::Stream;
use super::chain::{Chain, Consumer};
use super::consumer::count::Count;
use super::consumer::range_fold;
use super::consumer::sum::Reduction;
pub(crate) use super::reading::{Parsed, Parser, refuse};
use super::reading::{is_unspeakable, local};
use super::recognised;
use super::recognised::adapters::{self, Row};
use super::recognised::row::Call;
use super::source::{READERS, functions, matrix, method, named, peeled};
use super::whole::{self, Whole};
use crate::rust::cause::{Cause, Refusal};
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::spelling::text;
use crate::sorted::SortedSet;
use syn::{Expr, ExprMethodCall, GenericArgument, Type};

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

/// True if the expression is a method call that ends an iterator started further left.
#[must_use]
pub(crate) fn looks_like_chain(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = expr else {
        return Whole::of(expr).is_some();
    };
    if !is_consumer(call) {
        return false;
    }
    looks_like_stream(&call.receiver)
}

/// True for adapters, if any, behind what is visibly iterated over.
pub(crate) fn looks_like_stream(expr: &Expr) -> bool {
    let mut receiver = expr;
    loop {
        match strip(receiver) {
            Expr::MethodCall(inner) => {
                if recognised::source(&inner.method.to_string()).is_some() {
                    return true;
                }
                // A chain ends here; what is called on its result is another method of that name.
                if is_consumer(inner) && !range_fold::is_fold(inner) {
                    return false;
                }
                receiver = &inner.receiver;
            }
            Expr::Call(call) => {
                return functions::looks_like_one(call).is_some() || peeled::of(call).is_some();
            }
            Expr::Range(_) => return true,
            _ => return false,
        }
    }
}

/// What a chain starts at that nobody knows to be iterated over: `table.rows()` of `table.rows().map(f).sum()`. Adapters with a consumer
/// behind them are those of iterators; only an `unzip` is an `Option`'s too.
pub(crate) fn unseen_source(expr: &Expr) -> Option<&Expr> {
    let Expr::MethodCall(call) = expr else {
        return None;
    };
    if !is_consumer(call) || call.method == "unzip" || looks_like_chain(expr) {
        return None;
    }
    let mut source = strip(&call.receiver);
    let mut adapters = 0;
    while let Expr::MethodCall(inner) = source
        && recognised::adapter(&inner.method.to_string(), inner.args.len()).is_some()
    {
        adapters += 1;
        source = strip(&inner.receiver);
    }
    let is_place_or_call = matches!(source, Expr::MethodCall(_) | Expr::Call(_) | Expr::Path(_));
    (adapters > 0 && is_place_or_call).then_some(source)
}

fn is_consumer(call: &ExprMethodCall) -> bool {
    recognised::consumer(&call.method.to_string(), call.args.len()).is_some()
}

/// Reads an expression as a chain; `expected` is the type that the context gives to its result.
#[must_use]
pub(crate) fn parse_chain(
    expr: &Expr,
    expected: Option<&Type>,
    environment: &Environment,
) -> Attempt {
    if let Some(whole) = Whole::of(expr) {
        return match reader(environment).whole(whole, expr, expected) {
            Ok(chain) => Attempt::Recognised(Box::new(chain)),
            Err(refusal) => Attempt::Refused(refusal),
        };
    }
    let Expr::MethodCall(call) = expr else {
        return Attempt::NotAChain;
    };
    let parser = reader(environment);
    if !looks_like_chain(expr) && !parser.consumes_iterator(call) {
        return Attempt::NotAChain;
    }
    match parser.chain(call, expected) {
        Ok(chain) => Attempt::Recognised(Box::new(chain)),
        Err(refusal) => Attempt::Refused(refusal),
    }
}

/// Reads a statement as a loop that writes names.
#[must_use]
pub(crate) fn parse_loop(expr: &Expr, environment: &Environment) -> Attempt {
    let parser = reader(environment);
    let read = match expr {
        Expr::ForLoop(looped) if looped.attrs.is_empty() => parser.for_loop(looped),
        Expr::MethodCall(call) if call.method == "for_each" && call.attrs.is_empty() => {
            parser.for_each(call)
        }
        Expr::While(syn::ExprWhile { attrs, .. }) | Expr::Loop(syn::ExprLoop { attrs, .. })
            if attrs.is_empty() =>
        {
            parser.endless(expr)
        }
        _ => return Attempt::NotAChain,
    };
    match read {
        Ok(Some(chain)) => Attempt::Recognised(Box::new(chain)),
        Ok(None) => Attempt::NotAChain,
        Err(refusal) => Attempt::Refused(refusal),
    }
}

/// True for an iterator that is not consumed, and in which nothing that is watched waits to be
/// dropped.
#[must_use]
pub(crate) fn is_idle_stream(expr: &Expr, environment: &Environment) -> bool {
    let parser = reader(environment);
    matches!(expr, Expr::MethodCall(_))
        && parser
            .stream(expr)
            .is_ok_and(|stream| stream.parallel.is_none() && stream.watched().is_empty())
}

/// What reads the chains of a scope.
pub(crate) fn reader(environment: &Environment) -> Parser<'_> {
    Parser {
        environment,
        outer: SortedSet::new(),
        outer_references: SortedSet::new(),
        streams: |parser, expr| parser.read_stream(expr),
        ends: |name, arguments| {
            recognised::consumer(name, arguments).is_some_and(|row| !row.is_rayons())
        },
    }
}

impl Parser<'_> {
    /// The consumer that a call is, behind a `fold` of rayon's if there is one, if it is listed and everything that fusing it
    /// needs is visible.
    fn consumer(
        &self,
        call: &ExprMethodCall,
        fold: Option<&ExprMethodCall>,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let name = call.method.to_string();
        let unknown = |name| refuse(&call.method, Cause::UnknownConsumer(name));
        let Some(row) = recognised::consumer(&name, call.args.len()) else {
            return unknown(name);
        };
        if fold.is_none() && !call.attrs.is_empty() {
            return refuse(call, Cause::Attribute);
        }
        if fold.is_none() && !row.ends(stream, call) {
            return match recognised::left_as_written(&name) {
                Some(why) if stream.parallel.is_some() => {
                    refuse(&call.method, Cause::OfRayon(name, why))
                }
                _ => unknown(name),
            };
        }
        let written = match call.turbofish.as_ref().map(|generics| &generics.args) {
            Some(generics) if generics.len() == 1 => match &generics[0] {
                GenericArgument::Type(ty) => Some(ty),
                _ => return unknown(name),
            },
            _ => None,
        };
        let call = Call {
            parser: self,
            call,
            row,
            stream,
            written,
            expected,
        };
        match fold {
            Some(fold) => range_fold::of_ranges(&call, fold),
            None => (row.recognise)(&call),
        }
    }

    /// True if a consumer ends a chain that starts at a name whose type is visibly an iterator, or at the rows of a matrix.
    fn consumes_iterator(&self, call: &ExprMethodCall) -> bool {
        if !is_consumer(call) {
            return false;
        }
        let mut receiver = &*call.receiver;
        if local(receiver).is_some() && recognised::borrows_iterator(&call.method.to_string()) {
            return false;
        }
        while let Expr::MethodCall(inner) = strip(receiver) {
            if matches!(matrix::read(self, strip(receiver)), Ok(Some(_))) {
                return true;
            }
            receiver = &inner.receiver;
        }
        named::iterator(self, receiver).is_some()
    }

    fn chain(&self, call: &ExprMethodCall, expected: Option<&Type>) -> Parsed<Chain> {
        let fold = match strip(&call.receiver) {
            Expr::MethodCall(inner) if range_fold::is_fold(inner) => Some(inner),
            _ => None,
        };
        let mut stream = self.stream(fold.map_or(&call.receiver, |fold| &fold.receiver))?;
        if !stream.changed().is_empty() {
            return refuse(&call.method, Cause::Changed);
        }
        if let Some(parallel) = &mut stream.parallel {
            parallel.expected = expected.filter(|ty| !is_unspeakable(ty)).cloned();
        }
        let mut consumer = self.consumer(call, fold, &stream, expected)?;
        if (consumer.is::<Count>() || consumer.is::<Reduction>())
            && let Some(numbers) = optional::by_value(self, &stream)?
        {
            stream = numbers;
            consumer = self.consumer(call, fold, &stream, expected)?;
        }
        if let Some(worker) = consumer.worker()
            && let Some(name) = stream.crosses(worker.reads())
        {
            return refuse(&call.method, Cause::Crossed(name));
        }
        Ok(Chain {
            whole: whole::as_it_runs(call, &stream),
            expr: Expr::MethodCall(call.clone()),
            stream,
            consumer,
        })
    }

    /// A chain over an array that is not made.
    fn whole(&self, whole: Whole<'_>, expr: &Expr, expected: Option<&Type>) -> Parsed<Chain> {
        let Some(call) = whole.joined() else {
            return refuse(expr, Cause::Position);
        };
        let chain = self.chain(&call, expected)?;
        let form = whole.form(&self.stream(whole.producer)?);
        Ok(Chain {
            expr: expr.clone(),
            whole: Some(form.unwrap_or_else(|| expr.clone())),
            ..chain
        })
    }

    /// What an expression gives at the left end of a chain, or nothing if it is no source.
    fn source(&self, expr: &Expr) -> Parsed<Option<Stream>> {
        for read in READERS {
            let stream = read(self, expr)?;
            if stream.is_some() {
                return Ok(stream);
            }
        }
        match expr {
            Expr::MethodCall(call) => match recognised::source(&call.method.to_string()) {
                Some(row) => method::read(self, call, row),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn read_stream(&self, expr: &Expr) -> Parsed<Stream> {
        let stripped = strip(expr);
        if let Some(stream) = self.source(stripped)? {
            return Ok(stream);
        }
        let Expr::MethodCall(call) = stripped else {
            return refuse(stripped, Cause::UnknownSource(text(stripped)));
        };
        match call.method.to_string().as_str() {
            "par_iter" => return refuse(&call.receiver, Cause::Undivided(text(&call.receiver))),
            "par_iter_mut" => {
                return refuse(&call.receiver, Cause::HiddenArray(text(&call.receiver)));
            }
            _ => {}
        }
        if !call.attrs.is_empty() {
            return refuse(call, Cause::Attribute);
        }
        if recognised::source(&call.method.to_string()).is_some() {
            return refuse(&call.receiver, Cause::UnknownSource(text(&call.receiver)));
        }
        let stream = self.stream(&call.receiver)?;
        self.adapter(call, stream)
    }

    /// The stream behind an adapter, if it is listed and its workers are pure.
    fn adapter(&self, call: &ExprMethodCall, stream: Stream) -> Parsed<Stream> {
        let name = call.method.to_string();
        let row = recognised::adapter(&name, call.args.len());
        match row.filter(|row| call.turbofish.is_none() && row.follows(&stream)) {
            Some(row) => (row.recognise)(adapters::Call {
                parser: self,
                call,
                row,
                stream,
            }),
            None => {
                let rayons = stream.parallel.is_some() || row.is_some_and(Row::is_rayons);
                let cause = match recognised::left_as_written(&name) {
                    Some(why) if rayons => Cause::OfRayon(name, why),
                    _ => Cause::UnknownAdapter(name),
                };
                refuse(&call.method, cause)
            }
        }
    }
}

#[cfg(test)]
mod tests;
