//! Adapters and their workers.
//!
//! In: a method call behind a stream. Out: the stream with one adapter more, if the adapter is
//! listed and its worker pure.

use super::parallel;
use crate::ops::reading::{Parsed, Parser, refuse};
use crate::rust::spelling::text;

use crate::ops::chain::{Access, Adapter, Cross, Item, Source, Stream};
use crate::ops::recognised;
use crate::rust::cause::Cause;
use crate::rust::copies_out::copies_out;
use crate::rust::environment::{Known, Origin};
use crate::rust::expr::strip;
use crate::rust::patterns::binds;
use crate::sorted::SortedSet;
use syn::{Expr, ExprMethodCall};

impl Parser<'_> {
    pub(crate) fn adapter(&self, call: &ExprMethodCall, mut stream: Stream) -> Parsed<Stream> {
        let name = call.method.to_string();
        let bridge = name == "par_bridge";
        if call.turbofish.is_some() || bridge || !parallel::takes(&stream, call) {
            let cause = match recognised::left_as_written(&name) {
                Some(why) if bridge || stream.parallel.is_some() => Cause::OfRayon(name, why),
                _ => Cause::UnknownAdapter(name),
            };
            return refuse(&call.method, cause);
        }
        if stream.parallel.is_some() && ["with_min_len", "with_max_len"].contains(&name.as_str()) {
            return self.with_len(call, stream);
        }
        if parallel::rearranges(&stream, call) {
            return self.rearranged(call, stream);
        }
        let args = call.args.iter().collect::<Vec<_>>();
        let adapter = match (name.as_str(), args.as_slice()) {
            ("map", [argument]) => self.map(argument, &mut stream)?,
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
            // What is copied out of references to references is copied twice; a loop does it once.
            ("copied" | "cloned", [])
                if matches!(stream.adapters.last(), Some(Adapter::Copied)) =>
            {
                return refuse(&call.method, Cause::UnknownAdapter(name));
            }
            ("copied" | "cloned", []) => self.copied(name == "copied", &mut stream),
            ("enumerate", []) => {
                stream.item = Item {
                    borrows: stream.item.borrows,
                    ..Item::default()
                };
                Adapter::Enumerate
            }
            ("zip", [argument]) => {
                let other = self.stream(argument)?;
                parallel::join(&mut stream, &other, argument)?;
                if !stream.is_one_to_one() || !other.is_one_to_one() {
                    return self.drive(call, &stream, Some(other));
                }
                if !stream.zips_with(&other) {
                    return refuse(argument, Cause::UnknownSource(text(argument)));
                }
                stream.item = stream.item.beside(&other.item);
                Adapter::Zip(Box::new(other))
            }
            // Of rayon's, the inner chain is one of std's.
            ("flat_map_iter", [argument]) if stream.parallel.is_some() => {
                let cross = self.cross(argument, &stream.item)?;
                let arrays = |source: &&Source| matches!(source, Source::Array(_));
                if !stream.watched().is_empty() || !cross.inner.sources().iter().all(arrays) {
                    return refuse(&call.method, Cause::UnknownAdapter(name));
                }
                crossing(&mut stream, cross)
            }
            ("flat_map", [argument]) => {
                // What its closure does not hand on is dropped before the inner elements come.
                let cross = match self.cross(argument, &stream.item) {
                    Ok(cross) if stream.watched().is_empty() => cross,
                    _ => return self.drive(call, &stream, None),
                };
                crossing(&mut stream, cross)
            }
            ("scan", [initial, worker]) => {
                let Some(scan) = self.scan(initial, worker, &stream) else {
                    return self.drive(call, &stream, None);
                };
                let borrows = if scan.worker.judgment.value_result {
                    Vec::new()
                } else {
                    stream.item.borrows
                };
                stream.item = Item {
                    borrows,
                    ..Item::default()
                };
                Adapter::Scan(Box::new(scan))
            }
            _ => return self.drive(call, &stream, None),
        };
        if let Some(name) = crossed_name(&stream, &adapter.reads()) {
            return refuse(&call.method, Cause::Crossed(name));
        }
        stream.adapters.push(adapter);
        Ok(stream)
    }

    /// `map(worker)`
    fn map(&self, argument: &Expr, stream: &mut Stream) -> Parsed<Adapter> {
        let mut worker = self.worker(argument, &[stream.item.as_parameter()])?;
        if let (Expr::Closure(closure), true) = (&worker.expr, stream.item.by_reference) {
            worker.judgment.value_result |=
                copies_out(closure, &self.outer_references, self.environment);
        }
        let keeps = !worker.judgment.value_result;
        let borrows = std::mem::take(&mut stream.item.borrows);
        stream.item = Item {
            borrows: if keeps { borrows } else { Vec::new() },
            ..Item::default()
        };
        Ok(Adapter::Map(worker))
    }

    /// `copied()` and `cloned()`
    fn copied(&self, copied: bool, stream: &mut Stream) -> Adapter {
        let plain =
            stream.item.ty.as_ref().is_some_and(|ty| {
                stream.item.by_reference && self.environment.primitive(ty).is_some()
            });
        if stream.item.by_reference {
            stream.item.borrows.clear();
            stream.item.by_reference = false;
        } else {
            stream.item.ty = None;
        }
        if copied || plain {
            Adapter::Copied
        } else {
            Adapter::Cloned
        }
    }

    /// An adapter that is no step, if it is listed. `other` is its argument, if that was read.
    fn drive(
        &self,
        call: &ExprMethodCall,
        stream: &Stream,
        other: Option<Stream>,
    ) -> Parsed<Stream> {
        match self.driver_adapter(call, stream, other)? {
            Some(driver) => Ok(driver),
            None => {
                let name = call.method.to_string();
                refuse(&call.method, Cause::UnknownAdapter(name))
            }
        }
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
            streams: self.streams,
            ends: self.ends,
        };
        let inner = parser.stream(body)?;
        if inner.parallel.is_some() {
            return refuse(body, Cause::UnknownSource(text(body)));
        }
        let dependent = |names: &[String]| names.iter().any(|name| bound.contains(name));
        for source in inner.sources() {
            let depends = match source {
                // The inner array is read again for each outer element, so it must stay.
                Source::Array(array) => array.access != Access::ByReference,
                Source::Range(range) => dependent(&range.reads),
                Source::Driver(_) => true,
            };
            if depends {
                return refuse(&closure.body, Cause::UnknownSource(text(body)));
            }
        }
        Ok(Cross { pattern, inner })
    }
}

/// A name bound by a `flat_map` of the stream, if one of `reads` has its spelling: behind the
/// `flat_map` it means another variable, but in the loop it would be in scope.
pub(crate) fn crossed_name(stream: &Stream, reads: &SortedSet<String>) -> Option<String> {
    stream.crossed().intersection(reads).next().cloned()
}

/// An inner stream for each element: what flows out.
fn crossing(stream: &mut Stream, cross: Cross) -> Adapter {
    let inner = &cross.inner.item;
    let mut borrows = inner.borrows.clone();
    // A worker of the inner stream that gives a visible value holds no reference to the outer
    // element either.
    if !borrows.is_empty() || !ends_in_value(&cross.inner) {
        borrows.append(&mut stream.item.borrows);
    }
    stream.item = Item {
        borrows,
        ..Item::default()
    };
    Adapter::Cross(Box::new(cross))
}

/// True if the last adapter is a map whose body is visibly a value.
fn ends_in_value(stream: &Stream) -> bool {
    matches!(stream.adapters.last(), Some(Adapter::Map(worker)) if worker.judgment.value_result)
}
