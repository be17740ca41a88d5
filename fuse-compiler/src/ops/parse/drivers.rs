//! Adapters that are no step of one element: the iterator up to there drives its loop as it is
//! written.
//!
//! In: a method call behind a stream. Out: a stream whose source is the whole of both, if the
//! adapter is listed and what it is given has no effect.

use super::external::identity;
use crate::ops::chain::{Adapter, Item, Source, Stream, Worker};
use crate::ops::external::{Divided, DriverSource};
use crate::ops::reading::{Parsed, Parser, local, refuse};
use crate::ops::recognised::row::parameters;
use crate::ops::recognised::{self, Argument};
use crate::rust::cause::Cause;
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::facts;
use crate::rust::side_effect_free;
use crate::sorted::SortedSet;
use syn::{Expr, ExprMethodCall, Pat};

/// What the adapters of a driver add to it.
struct Growth {
    parts: Vec<Stream>,
    reads: SortedSet<String>,
    moves: SortedSet<String>,
    extent: Extent,
    item: Item,
    /// True if what flows is `Copy` whenever what flowed was.
    hands_on: bool,
    /// True if several iterators follow each other.
    several: bool,
}

impl Parser<'_> {
    /// The stream behind an adapter that makes a driver of everything before it; `None` if the
    /// adapter is not one of these. `other` is its argument, if that was read as a stream.
    pub(crate) fn driver_adapter(
        &self,
        call: &ExprMethodCall,
        stream: &Stream,
        other: Option<Stream>,
    ) -> Parsed<Option<Stream>> {
        let name = call.method.to_string();
        let arguments = call.args.iter().collect::<Vec<_>>();
        let mut growth = Growth {
            parts: vec![stream.clone()],
            reads: SortedSet::new(),
            moves: SortedSet::new(),
            extent: stream.extent(),
            item: stream.item.clone(),
            hands_on: true,
            several: matches!(name.as_str(), "chain" | "flat_map" | "flatten"),
        };
        let unknown = |item: &Item| Item {
            borrows: item.borrows.clone(),
            ..Item::default()
        };
        match (name.as_str(), arguments.as_slice()) {
            ("rev" | "fuse" | "peekable", []) => {}
            ("cycle", []) => growth.extent = Extent::Unknown,
            ("flatten" | "tuple_windows", []) => {
                growth.extent = Extent::Unknown;
                growth.item = unknown(&stream.item);
                growth.hands_on = false;
            }
            ("take" | "skip" | "step_by", [amount]) => {
                self.argument(call, amount, &mut growth)?;
                let of = growth.extent;
                growth.extent = match (name.as_str(), self.amount(amount)) {
                    (_, None) => Extent::Unknown,
                    ("take", Some(amount)) => Extent::Least(vec![of, amount]),
                    ("skip", Some(amount)) => Extent::Less(Box::new(of), Box::new(amount)),
                    (_, Some(by)) => Extent::Ratio {
                        of: Box::new(of),
                        by: Box::new(by),
                        up: true,
                    },
                };
            }
            ("chain" | "zip" | "zip_eq", [argument]) => {
                self.grow_other(call, argument, other, &mut growth)?;
            }
            ("take_while" | "skip_while" | "inspect", [worker]) => {
                let worker = self.worker(worker, &[stream.item.as_borrowed()])?;
                grow_worker(&mut growth, worker);
            }
            ("map_while" | "flat_map", [worker]) => {
                let again = name == "flat_map"
                    && parts_of_places(worker)
                    && stream.adapters.is_empty()
                    && stream.watched().is_empty()
                    && stream.changed().is_empty();
                let of = stream.extent();
                let worker = self.worker(worker, &[stream.item.as_parameter()])?;
                grow_result(&mut growth, worker);
                if again && of != Extent::Unknown {
                    growth.extent = Extent::Sum(vec![of]);
                }
            }
            ("scan", [initial, worker]) => {
                self.argument(call, initial, &mut growth)?;
                let worker = self.worker(worker, &[None, stream.item.as_parameter()])?;
                grow_result(&mut growth, worker);
            }
            _ => {
                let Some(takes) = recognised::barrier(&name, arguments.len()) else {
                    return Ok(None);
                };
                for (argument, takes) in arguments.iter().zip(takes) {
                    if let Argument::Worker(given) = takes {
                        let worker = self.worker(argument, &parameters(given, stream))?;
                        grow_worker(&mut growth, worker);
                    }
                }
                growth.extent = Extent::Unknown;
            }
        }
        let divided = rearranged(call, stream, &growth);
        let mut driver = self.driver(&Expr::MethodCall(call.clone()), growth, stream);
        if let Source::Driver(driver) = &mut driver.source {
            driver.divided = divided;
        }
        Ok(Some(driver))
    }

    /// Another stream, behind it or beside it.
    fn grow_other(
        &self,
        call: &ExprMethodCall,
        argument: &Expr,
        other: Option<Stream>,
        growth: &mut Growth,
    ) -> Parsed<()> {
        let follows = call.method == "chain";
        let extent = std::mem::replace(&mut growth.extent, Extent::Unknown);
        let borrows = match other.map_or_else(|| self.stream(argument), Ok) {
            Ok(other) => {
                let both = vec![extent, other.extent()];
                growth.extent = if follows {
                    Extent::Sum(both)
                } else {
                    Extent::Least(both)
                };
                let borrows = other.item.borrows.clone();
                growth.parts.push(other);
                borrows
            }
            // An option, an array of values: what `into_iter` takes.
            Err(_) if follows && !matches!(strip(argument), Expr::MethodCall(_)) => {
                let before = growth.reads.clone();
                self.argument(call, argument, growth)?;
                growth.reads.difference(&before).cloned().collect()
            }
            Err(refusal) => return Err(refusal),
        };
        growth.hands_on = false;
        let item = std::mem::take(&mut growth.item);
        growth.item = Item {
            ty: item.ty.filter(|_| follows),
            by_reference: item.by_reference && follows,
            borrows: item.borrows.into_iter().chain(borrows).collect(),
        };
        Ok(())
    }

    fn driver(&self, expr: &Expr, growth: Growth, stream: &Stream) -> Stream {
        let copies = growth.hands_on && self.copies(stream);
        let several =
            growth.several || matches!(&stream.source, Source::Driver(driver) if driver.several);
        let extent = match growth.extent {
            // Only what runs over the same iterators in the same order runs in step with it.
            Extent::Sum(_) => Extent::Place(identity(expr)),
            extent => extent,
        };
        Stream {
            source: Source::Driver(Box::new(DriverSource {
                parts: growth.parts,
                reads: growth.reads,
                moves: growth.moves,
                extent,
                copies,
                several,
                ..DriverSource::new(expr.clone())
            })),
            adapters: Vec::new(),
            parallel: None,
            item: growth.item,
        }
    }

    /// True if the elements of a stream are visibly `Copy`.
    fn copies(&self, stream: &Stream) -> bool {
        let source = match &stream.source {
            Source::Array(_) | Source::Range(_) => true,
            Source::Driver(driver) => driver.copies,
        };
        let item = &stream.item;
        let element = item.by_reference
            || item
                .ty
                .as_ref()
                .is_some_and(|ty| self.environment.visibly_copy(ty))
            || matches!(&stream.source, Source::Range(_));
        source && element && stream.adapters.is_empty()
    }

    /// Reads an argument that is evaluated once, where the chain stands.
    pub(crate) fn transparent_argument(
        &self,
        call: &ExprMethodCall,
        argument: &Expr,
    ) -> Parsed<side_effect_free::Transparency> {
        match self.judged(argument) {
            Some(judged) => Ok(judged),
            None => refuse(argument, Cause::Argument(call.method.to_string())),
        }
    }

    /// A transparent expression, or a shared reference to one, or an option of such a reference.
    pub(crate) fn judged(&self, expr: &Expr) -> Option<side_effect_free::Transparency> {
        match strip(expr) {
            Expr::Reference(reference) if reference.mutability.is_none() => {
                let mut judged = self.judged(&reference.expr)?;
                judged.moves.clear();
                Some(judged)
            }
            Expr::Call(call) if call.args.len() == 1 && is_some(&call.func) => {
                self.judged(&call.args[0])
            }
            other => side_effect_free::transparent(other, self.environment),
        }
    }

    fn argument(&self, call: &ExprMethodCall, argument: &Expr, growth: &mut Growth) -> Parsed<()> {
        let judged = self.transparent_argument(call, argument)?;
        growth.reads.extend(judged.reads);
        growth.moves.extend(judged.moves);
        Ok(())
    }

    /// An amount that does not change; what takes it asks for a `usize`.
    pub(crate) fn amount(&self, expr: &Expr) -> Option<Extent> {
        facts::extent(strip(expr), self.environment)
    }
}

/// What a parallel loop divides of a stream behind an adapter that leaves ranges of it what they are.
fn rearranged(call: &ExprMethodCall, stream: &Stream, growth: &Growth) -> Option<Divided> {
    const OTHER_ORDERS: [&str; 4] = ["rev", "skip", "step_by", "take"];
    let method = call.method.to_string();
    if let Some(name) = OTHER_ORDERS.into_iter().find(|name| method == *name) {
        let argument = call.args.first().cloned();
        let of = Box::new(Divided::of(stream)?);
        return Some(Divided::Rearranged(name, argument, of));
    }
    match growth.parts.as_slice() {
        [one, other] if method == "chain" => {
            let (one, other) = (Divided::of(one)?, Divided::of(other)?);
            Some(Divided::Both("chain", Box::new(one), Box::new(other)))
        }
        _ => None,
    }
}

/// True for `|order| order.items.iter()` and its like: of an element it always gives the same.
pub(crate) fn parts_of_places(worker: &Expr) -> bool {
    const ITERATORS: [&str; 5] = ["iter", "keys", "values", "chars", "bytes"];
    let Expr::Closure(closure) = strip(worker) else {
        return false;
    };
    let plain = closure.attrs.is_empty()
        && closure.capture.is_none()
        && closure.asyncness.is_none()
        && matches!(closure.output, syn::ReturnType::Default);
    let (Some(Pat::Ident(element)), 1) = (closure.inputs.first(), closure.inputs.len()) else {
        return false;
    };
    let Expr::MethodCall(call) = strip(&closure.body) else {
        return false;
    };
    let mut place = &*call.receiver;
    while let Expr::Field(field) = place {
        place = &field.base;
    }
    let of_element = matches!(place, Expr::Path(path) if path.path.is_ident(&element.ident));
    plain
        && of_element
        && element.mutability.is_none()
        && element.by_ref.is_none()
        && element.subpat.is_none()
        && call.turbofish.is_none()
        && call.args.is_empty()
        && ITERATORS.iter().any(|method| call.method == method)
}

fn is_some(expr: &Expr) -> bool {
    local(expr).is_some_and(|name| name == "Some")
}

/// A worker runs within the driver: it is noted with what flows into it.
fn grow_worker(growth: &mut Growth, worker: Worker) {
    if let Some(stream) = growth.parts.first_mut() {
        stream.adapters.push(Adapter::Map(worker));
    }
    growth.extent = Extent::Unknown;
}

/// A worker that makes the elements that flow out: they may borrow from whatever it mentions.
fn grow_result(growth: &mut Growth, worker: Worker) {
    let mut borrows = std::mem::take(&mut growth.item.borrows);
    borrows.extend(worker.reads().iter().cloned());
    growth.item = Item {
        borrows,
        ..Item::default()
    };
    growth.hands_on = false;
    grow_worker(growth, worker);
}
