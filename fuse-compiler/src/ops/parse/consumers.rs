//! Consumers.
//!
//! In: the method call that ends a chain, and the type that its context shows. Out: the consumer, if
//! it is listed and everything that fusing it needs is visible.

use super::{Parsed, Parser, refuse, strip};
use crate::ops::chain::{
    Access, Adapter, Collect, Consumer, Extremum, Fold, Operator, Reduction, Solitary, Source,
    Split, Stream, Worker,
};
use crate::ops::monoid::redomap::{redomap, reduces};
use crate::ops::recognised::{self, Argument, Given, Gives, Meaning, Order};
use crate::rust::cause::Cause;
use crate::rust::reason::Reason;
use crate::rust::side_effect_free;
use crate::rust::types::Collection;
use crate::rust::types::{peel, type_arguments, without_arguments};
use crate::rust::value::{makes_owned, visibly_numbers};
use syn::{
    AngleBracketedGenericArguments, Expr, ExprMethodCall, GenericArgument, Path, PathArguments,
    Type,
};

impl Parser<'_> {
    pub(crate) fn consumer(
        &self,
        call: &ExprMethodCall,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let name = call.method.to_string();
        let args = call.args.iter().collect::<Vec<_>>();
        if !call.attrs.is_empty() {
            return refuse(call, Cause::Attribute);
        }
        let Some(row) = recognised::consumer(&name, args.len()) else {
            return refuse(&call.method, Cause::UnknownConsumer(name));
        };
        let written = match call.turbofish.as_ref().map(|generics| &generics.args) {
            Some(generics) if generics.len() == 1 => match &generics[0] {
                GenericArgument::Type(ty) => Some(ty),
                _ => return refuse(&call.method, Cause::UnknownConsumer(name)),
            },
            _ => None,
        };
        let number = |operator| {
            let visible = written
                .or(expected)
                .filter(|ty| self.environment.primitive_number(ty).is_some());
            match visible {
                Some(number) => Ok(Consumer::Reduction(Reduction {
                    operator,
                    number: number.clone(),
                })),
                None => {
                    let ty = written.or(expected);
                    self.solitary(call, row, foreign(ty), stream, ty)
                }
            }
        };
        match (row.meaning, args.as_slice()) {
            (Meaning::Collect, _) => match self.collect(call, written.or(expected)) {
                Some(collect) if agree(written, expected) => Ok(Consumer::Collect(collect)),
                _ => {
                    let ty = written.or(expected);
                    self.solitary(call, row, foreign(ty), stream, ty)
                }
            },
            (Meaning::Sum, _) => number(Operator::Sum),
            (Meaning::Product, _) => number(Operator::Product),
            (Meaning::Last, _) => {
                // A slice's iterator looks at its last element only.
                let all = !stream.workers().is_empty();
                if all {
                    Ok(Consumer::Last)
                } else {
                    self.solitary(call, row, Reason::Order, stream, expected)
                }
            }
            (Meaning::Unzip | Meaning::Partition, _) => {
                match self.split(call, row, stream, expected)? {
                    Some(split) => Ok(Consumer::Split(Box::new(split))),
                    None => self.solitary(call, row, foreign(expected), stream, expected),
                }
            }
            (Meaning::Fold, [initial, step]) => {
                let accumulator = call.turbofish.as_ref().map(|generics| &generics.args[0]);
                let accumulator = match accumulator {
                    Some(GenericArgument::Type(ty)) => Some(ty),
                    _ => None,
                };
                self.fold(initial, step, stream, accumulator.or(expected))
            }
            (Meaning::Solitary(_), _) => {
                let reason = match row.order {
                    Order::Stops => Reason::ShortCircuit,
                    Order::All | Order::Backwards => Reason::Order,
                };
                self.solitary(call, row, reason, stream, expected)
            }
            _ if call.turbofish.is_some() => refuse(&call.method, Cause::UnknownConsumer(name)),
            (Meaning::Count, _) => Ok(Consumer::Count),
            (Meaning::Min, _) => Ok(Consumer::Extremum(Extremum::Min)),
            (Meaning::Max, _) => Ok(Consumer::Extremum(Extremum::Max)),
            (meaning, [worker]) => {
                let Argument::Worker(given) = row.arguments[0] else {
                    return refuse(&call.method, Cause::UnknownConsumer(name));
                };
                if meaning == Meaning::Reduce {
                    let worker = self.worker(worker, &parameters(given, stream))?;
                    let item = stream.item.as_parameter();
                    let associative =
                        item.and_then(|item| reduces(&worker.expr, &item, self.environment));
                    return Ok(Consumer::Reduce(worker, associative));
                }
                let consumer: fn(Worker) -> Consumer = match meaning {
                    Meaning::MinBy => |worker| Consumer::ExtremumBy(Extremum::Min, worker),
                    Meaning::MaxBy => |worker| Consumer::ExtremumBy(Extremum::Max, worker),
                    Meaning::MinByKey => |worker| Consumer::ExtremumByKey(Extremum::Min, worker),
                    Meaning::MaxByKey => |worker| Consumer::ExtremumByKey(Extremum::Max, worker),
                    Meaning::Decides => Consumer::ShortCircuit,
                    _ => return refuse(&call.method, Cause::UnknownConsumer(name)),
                };
                Ok(consumer(self.worker(worker, &parameters(given, stream))?))
            }
            _ => refuse(&call.method, Cause::UnknownConsumer(name)),
        }
    }

    /// A consumer that stays as written; `result` is its type, where the context shows it.
    pub(crate) fn solitary(
        &self,
        call: &ExprMethodCall,
        row: &'static recognised::Consumer,
        reason: Reason,
        stream: &Stream,
        result: Option<&Type>,
    ) -> Parsed<Consumer> {
        let gives = match row.meaning {
            Meaning::Solitary(gives) => gives,
            Meaning::Last => Gives::Element,
            _ => Gives::Unknown,
        };
        let owned = result.is_some_and(|ty| self.environment.visibly_owned(ty));
        let mut solitary = Solitary {
            name: row.name,
            reason,
            workers: Vec::new(),
            streams: Vec::new(),
            reads: Vec::new(),
            moves: Vec::new(),
            gives: match gives {
                Gives::Value => syn::parse_str(row.gives).ok(),
                _ => None,
            },
            gives_element: gives == Gives::Element,
            borrows: gives != Gives::Value && !owned,
            drops: gives == Gives::Unknown && !self.elements_are_plain(stream),
        };
        for (argument, takes) in call.args.iter().zip(row.arguments) {
            match takes {
                Argument::Worker(given) => {
                    let worker = self.worker(argument, &parameters(given, stream))?;
                    solitary.workers.push(worker);
                }
                Argument::Iterator => self.iterator(argument, row.name, &mut solitary)?,
                Argument::Value => self.value(argument, row.name, &mut solitary)?,
            }
        }
        if gives == Gives::OfWorker
            && let Some(worker) = solitary.workers.last()
        {
            solitary.borrows &= !worker.judgment.value_result;
        }
        Ok(Consumer::Solitary(Box::new(solitary)))
    }

    /// True if nobody could watch an element being dropped.
    fn elements_are_plain(&self, stream: &Stream) -> bool {
        let item = stream.item.as_parameter();
        item.is_some_and(|ty| self.environment.visibly_plain(&ty))
    }

    /// An argument without effects.
    fn value(&self, argument: &Expr, name: &str, solitary: &mut Solitary) -> Parsed<()> {
        let Some(judged) = side_effect_free::transparent(argument, self.environment) else {
            return refuse(argument, Cause::Argument(name.into()));
        };
        solitary.reads.extend(judged.reads);
        solitary.moves.extend(judged.moves);
        Ok(())
    }

    /// An argument that is iterated.
    fn iterator(&self, argument: &Expr, name: &str, solitary: &mut Solitary) -> Parsed<()> {
        let literal = match strip(argument) {
            Expr::Reference(reference) if reference.mutability.is_none() => strip(&reference.expr),
            other => other,
        };
        if matches!(literal, Expr::Array(_) | Expr::Repeat(_)) {
            return self.value(literal, name, solitary);
        }
        let stream = self.stream(argument)?;
        if !stream.changed().is_empty() {
            return refuse(argument, Cause::Argument(name.into()));
        }
        solitary.streams.push(stream);
        Ok(())
    }

    fn collect(&self, call: &ExprMethodCall, ty: Option<&Type>) -> Option<Collect> {
        let ty = ty?;
        let plain = |ty: &&Type| self.environment.visibly_plain(ty);
        let (makes, collection, element, plain) = match vec_of(ty) {
            Some((path, element)) => {
                let plain = element.as_ref().is_some_and(|element| plain(&element));
                (Collection::Vec, path, element, plain)
            }
            None => {
                let (makes, arguments) = self.environment.collection_of(ty)?;
                let Type::Path(path) = peel(ty) else {
                    return None;
                };
                let element = match (makes, arguments.as_slice()) {
                    (Collection::Slice | Collection::Ordered, [element]) => Some(*element),
                    _ => None,
                };
                let element = element.filter(|element| !is_unspeakable(element)).cloned();
                (
                    makes,
                    path.path.clone(),
                    element,
                    arguments.iter().all(plain),
                )
            }
        };
        Some(Collect {
            makes,
            call: call.clone(),
            collection,
            element,
            owned: self.environment.visibly_owned(ty),
            plain,
            plain_to_all: plain && type_arguments(ty).all(|ty| self.environment.plain_to_all(ty)),
        })
    }

    /// `unzip` and `partition`, if they visibly make two `Vec`s. What a local cannot be annotated with
    /// is inferred.
    fn split(
        &self,
        call: &ExprMethodCall,
        row: &'static recognised::Consumer,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Option<Split>> {
        let mut written = call.turbofish.iter().flat_map(|generics| &generics.args);
        let mut nth = |n: usize| match written.nth(n) {
            Some(GenericArgument::Type(ty)) => Some(ty.clone()),
            _ => None,
        };
        let halves = match (expected.map(peel), row.meaning) {
            (Some(Type::Tuple(tuple)), _) if tuple.elems.len() == 2 => {
                Some([tuple.elems[0].clone(), tuple.elems[1].clone()])
            }
            (_, Meaning::Unzip) => nth(2).and_then(|first| Some([first, nth(0)?])),
            _ => nth(0).map(|both| [both.clone(), both]),
        };
        let speakable = |ty: &Type| {
            let (path, element) = vec_of(ty)?;
            let element = element.unwrap_or_else(|| syn::parse_quote!(_));
            Some(syn::parse_quote!(#path<#element>))
        };
        let halves = halves.and_then(|[one, other]| Some([speakable(&one)?, speakable(&other)?]));
        let Some(halves) = halves else {
            return Ok(None);
        };
        if row.meaning != Meaning::Unzip && self.copies_when_extended(stream, &halves[0]) {
            return Ok(None);
        }
        let test = match (call.args.first(), row.arguments) {
            (Some(argument), [Argument::Worker(given)]) => {
                Some(self.worker(argument, &parameters(given, stream))?)
            }
            _ => None,
        };
        let item = stream.item.as_parameter().or_else(|| vec_of(&halves[0])?.1);
        let copy = item.is_some_and(|ty| self.environment.visibly_copy(&ty));
        // A `Vec` is extended by references, too, if its elements can be copied: then the halves own what they hold, and
        // what goes through the loop does not.
        let moved = |ty: &Type| {
            let element = vec_of(ty).and_then(|(_, element)| element);
            self.environment.visibly_owned(ty) && element.is_some_and(|ty| allocates(&ty))
        };
        let owned = stream.item.borrows.is_empty() || halves.iter().all(moved);
        Ok(Some(Split {
            test,
            halves,
            copy,
            owned,
        }))
    }

    /// True if what `partition` extends its halves by may be references to what they hold. The loop would store references,
    /// and copy what they refer to afterwards: 0.4 of what std does.
    fn copies_when_extended(&self, stream: &Stream, half: &Type) -> bool {
        let element = vec_of(half).and_then(|(_, element)| element);
        let copied = element.is_some_and(|ty| {
            !matches!(peel(&ty), Type::Reference(_)) && self.environment.visibly_copy(&ty)
        });
        let makes = |adapter: &Adapter| !matches!(adapter, Adapter::Filter(_));
        let by_value = match &stream.source {
            Source::Array(source) => source.access == Access::ByValue,
            Source::Range(_) => true,
            Source::Driver(_) => false,
        };
        copied && !by_value && !stream.adapters.iter().any(makes)
    }

    pub(crate) fn fold(
        &self,
        initial: &Expr,
        step: &Expr,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let Some(judged) = side_effect_free::transparent(initial, self.environment) else {
            return refuse(initial, Cause::Argument("fold".into()));
        };
        let accumulator = expected.filter(|ty| !is_unspeakable(ty)).cloned();
        let worker = self.worker(step, &[accumulator.clone(), stream.item.as_parameter()])?;
        let total = worker.judgment.total;
        let redomap = redomap(
            initial,
            &worker.expr,
            accumulator.as_ref(),
            total,
            self.environment,
        );
        let owned = stream.item.borrows.is_empty()
            || accumulator
                .as_ref()
                .is_some_and(|ty| self.environment.visibly_owned(ty))
            || visibly_numbers(initial, self.environment)
            || makes_owned(initial, self.environment)
            || worker.judgment.value_result;
        Ok(Consumer::Fold(Box::new(Fold {
            initial: initial.clone(),
            initial_reads: judged.reads.into_iter().collect(),
            hidden: judged.hidden,
            initial_moves: judged.moves.into_iter().collect(),
            worker,
            accumulator,
            owned,
            combine: None,
            redomap,
        })))
    }
}

/// True for std's types that are never copied.
fn allocates(ty: &Type) -> bool {
    match peel(ty) {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            ["String", "Vec", "Box"]
                .iter()
                .any(|name| last.ident == name)
        }),
        Type::Tuple(tuple) => tuple.elems.iter().any(allocates),
        _ => false,
    }
}

/// False if two types of one result may differ: then rustc has to see both.
fn agree(written: Option<&Type>, expected: Option<&Type>) -> bool {
    let (Some(written), Some(expected)) = (written, expected) else {
        return true;
    };
    match (peel(written), peel(expected)) {
        (Type::Infer(_), _) | (_, Type::Infer(_)) => true,
        (Type::Path(written), Type::Path(expected)) => {
            match (written.path.segments.last(), expected.path.segments.last()) {
                (Some(one), Some(other)) => {
                    one.ident == other.ident && arguments_agree(&one.arguments, &other.arguments)
                }
                _ => false,
            }
        }
        (written, expected) => written == expected,
    }
}

fn arguments_agree(written: &PathArguments, expected: &PathArguments) -> bool {
    match (written, expected) {
        (PathArguments::AngleBracketed(written), PathArguments::AngleBracketed(expected)) => {
            let types = |arguments: &AngleBracketedGenericArguments| {
                let types = arguments.args.iter().map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty.clone()),
                    _ => None,
                });
                types.collect::<Option<Vec<_>>>()
            };
            match (types(written), types(expected)) {
                (Some(written), Some(expected)) => {
                    written.len() == expected.len()
                        && written
                            .iter()
                            .zip(&expected)
                            .all(|(written, expected)| agree(Some(written), Some(expected)))
                }
                _ => written == expected,
            }
        }
        (written, expected) => written == expected,
    }
}

/// Why a loop cannot make a result of this type.
fn foreign(ty: Option<&Type>) -> Reason {
    match ty.map(peel) {
        None | Some(Type::Infer(_)) => Reason::InvisibleResult,
        Some(_) => Reason::ForeignResult,
    }
}

/// The types of a worker's parameters, as far as they are visible.
pub(crate) fn parameters(given: &[Given], stream: &Stream) -> Vec<Option<Type>> {
    let parameter = |given: &Given| match given {
        Given::Element => stream.item.as_parameter(),
        Given::Reference => stream.item.as_borrowed(),
        Given::Other => None,
    };
    given.iter().map(parameter).collect()
}

/// Path and element type of `Vec<T>`, with exactly one type argument.
pub(crate) fn vec_of(ty: &Type) -> Option<(Path, Option<Type>)> {
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
    let collection = without_arguments(&path.path);
    let element = (!is_unspeakable(element)).then(|| element.clone());
    Some((collection, element))
}

/// True if a type cannot be written on a local: it holds a `_` or an `impl Trait`.
pub(crate) fn is_unspeakable(ty: &Type) -> bool {
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
