//! Adapters that are no step of one element: the iterator up to there drives its loop as it is written.
//!
//! In: a call whose row says what it takes. Out: a stream whose source is the whole of both, if what it is given has no effect.

use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::divided::Divided;
use crate::ops::chain::stream::{DriverSource, Item, Source, Stream};
use crate::ops::reading::{Parsed, Parser};
use crate::ops::recognised::adapters::Call;
use crate::ops::recognised::row::{Argument, Given, parameters};
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::spelling::identity;
use crate::rust::worker::Worker;
use crate::sorted::SortedSet;
use syn::Expr;

/// An adapter of which no more is to be said than its row.
pub(super) fn drives(call: Call<'_>) -> Parsed<Stream> {
    Ok(Growth::of(&call, None)?.driver(&call))
}

/// The same, of which nobody knows how many elements flow out.
pub(super) fn drives_some(call: Call<'_>) -> Parsed<Stream> {
    let growth = Growth::of(&call, None)?;
    let extent = Extent::Unknown;
    Ok(Growth { extent, ..growth }.driver(&call))
}

/// One that makes other elements, of several iterators or of one.
pub(super) fn drives_others(call: &Call<'_>, several: bool) -> Parsed<Stream> {
    let mut growth = Growth::of(call, None)?;
    growth.makes_others();
    Ok(Growth { several, ..growth }.driver(call))
}

/// One that gives the elements of each element; `again` if those of one are always the same.
pub(super) fn drives_parts(call: &Call<'_>, again: bool) -> Parsed<Stream> {
    let stream = &call.stream;
    let again = again
        && stream.adapters.is_empty()
        && stream.watched().is_empty()
        && stream.changed().is_empty();
    let of = stream.extent();
    let mut growth = Growth::of(call, None)?;
    growth.makes_others();
    growth.several = true;
    if again && of != Extent::Unknown {
        growth.extent = Extent::Sum(vec![of]);
    }
    Ok(growth.driver(call))
}

/// What the adapters of a driver add to it.
pub(super) struct Growth {
    parts: Vec<Stream>,
    reads: SortedSet<String>,
    moves: SortedSet<String>,
    /// How many elements flow out.
    pub(super) extent: Extent,
    item: Item,
    /// True if what flows is `Copy` whenever what flowed was.
    hands_on: bool,
    /// True if several iterators follow each other.
    pub(super) several: bool,
    /// What a parallel loop divides.
    pub(super) divided: Option<Divided>,
}

impl Growth {
    /// What a call adds; `other` is its argument, if that was read as a stream.
    pub(super) fn of(call: &Call<'_>, mut other: Option<Stream>) -> Parsed<Growth> {
        let mut growth = Growth {
            parts: vec![call.stream.clone()],
            reads: SortedSet::new(),
            moves: SortedSet::new(),
            extent: call.stream.extent(),
            item: call.stream.item.clone(),
            hands_on: true,
            several: false,
            divided: None,
        };
        for (argument, takes) in call.call.args.iter().zip(call.row.arguments) {
            match takes {
                Argument::Value => growth.value(call, argument)?,
                Argument::Iterator => growth.beside(call, argument, other.take())?,
                Argument::Worker(given) => {
                    let parameters = parameters(given, &call.stream);
                    let worker = call.parser.worker(argument, &parameters)?;
                    // What is given the element itself makes those that flow out: they may borrow from whatever it mentions.
                    if given.last() == Some(&Given::Element) {
                        growth.makes_others();
                        growth.item.borrows.extend(worker.reads().iter().cloned());
                    }
                    growth.worker(worker);
                }
            }
        }
        Ok(growth)
    }

    /// Other elements flow out, of which no more is known than where they come from.
    fn makes_others(&mut self) {
        self.extent = Extent::Unknown;
        self.item = self.item.unknown();
        self.hands_on = false;
    }

    /// A worker runs within the driver: it is noted with what flows into it.
    fn worker(&mut self, worker: Worker) {
        if let Some(stream) = self.parts.first_mut() {
            stream.adapters.push(Adapter::Map(worker));
        }
        self.extent = Extent::Unknown;
    }

    fn value(&mut self, call: &Call<'_>, argument: &Expr) -> Parsed<()> {
        let judged = call.parser.transparent_argument(call.call, argument)?;
        self.reads.extend(judged.reads);
        self.moves.extend(judged.moves);
        Ok(())
    }

    /// Another stream, behind it or beside it.
    fn beside(&mut self, call: &Call<'_>, argument: &Expr, other: Option<Stream>) -> Parsed<()> {
        let follows = call.row.name == "chain";
        let extent = std::mem::replace(&mut self.extent, Extent::Unknown);
        let borrows = match other.map_or_else(|| call.parser.stream(argument), Ok) {
            Ok(other) => {
                let both = vec![extent, other.extent()];
                self.extent = if follows {
                    Extent::Sum(both)
                } else {
                    Extent::Least(both)
                };
                let borrows = other.item.borrows.clone();
                self.parts.push(other);
                borrows
            }
            // An option, an array of values: what `into_iter` takes.
            Err(_) if follows && !matches!(strip(argument), Expr::MethodCall(_)) => {
                let before = self.reads.clone();
                self.value(call, argument)?;
                self.reads.difference(&before).cloned().collect()
            }
            Err(refusal) => return Err(refusal),
        };
        self.hands_on = false;
        let item = std::mem::take(&mut self.item);
        self.item = Item {
            ty: item.ty.filter(|_| follows),
            by_reference: item.by_reference && follows,
            borrows: item.borrows.into_iter().chain(borrows).collect(),
        };
        Ok(())
    }

    /// The two streams that it is made of.
    pub(super) fn both(&self) -> Option<(&Stream, &Stream)> {
        match self.parts.as_slice() {
            [one, other] => Some((one, other)),
            _ => None,
        }
    }

    /// The stream that it drives.
    pub(super) fn driver(self, call: &Call<'_>) -> Stream {
        let before = &call.stream;
        let goes_on = matches!(&before.source, Source::Driver(driver) if driver.several);
        let expr = Expr::MethodCall(call.call.clone());
        let extent = match self.extent {
            // Only what runs over the same iterators in the same order runs in step with it.
            Extent::Sum(_) => Extent::Place(identity(&expr)),
            extent => extent,
        };
        let driver = DriverSource {
            parts: self.parts,
            reads: self.reads,
            moves: self.moves,
            extent,
            copies: self.hands_on && copies(call.parser, before),
            several: self.several || goes_on,
            divided: self.divided,
            ..DriverSource::new(expr)
        };
        Stream::driven(driver, self.item)
    }
}

/// True if the elements of a stream are visibly `Copy`.
fn copies(parser: &Parser<'_>, stream: &Stream) -> bool {
    let source = match &stream.source {
        Source::Array(_) | Source::Range(_) => true,
        Source::Driver(driver) => driver.copies,
    };
    let item = &stream.item;
    let visibly = |ty| parser.environment.visibly_copy(ty);
    let element = item.by_reference
        || item.ty.as_ref().is_some_and(visibly)
        || matches!(&stream.source, Source::Range(_));
    source && element && stream.adapters.is_empty()
}
