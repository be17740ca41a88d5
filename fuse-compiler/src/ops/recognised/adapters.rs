//! One row of the table of adapters, and the call that it is found for.
//!
//! In: nothing, these are data types. Out: what the files of `ops/adapter` are listed by.

use super::parallel::{Meaning, OfRayon};
use super::row::{Argument, parameters};
use crate::ops::chain::adapter::Adapter as Step;
use crate::ops::chain::stream::{Item, Source, Stream};
use crate::ops::reading::{Parsed, Parser, refuse};
use crate::rust::cause::Cause;
use crate::rust::worker::Worker;
use syn::{Expr, ExprMethodCall};

/// A method that may stand between a source and a consumer.
#[derive(Clone, Copy, Debug)]
pub struct Adapter {
    /// As called.
    pub written: &'static str,
    /// How many elements flow out of `k`; `?` is a number that nothing is known of.
    pub size: &'static str,
    /// What a fused loop makes of it.
    pub becomes: Becomes,
}

/// What a fused loop makes of an adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// A step of the loop, which chains before and behind it can share.
    Step,
    /// A part of the iterator that drives the loop: what is before it stays as written.
    Driver,
}

/// A method in a form in which it is a step.
pub(crate) const fn step(written: &'static str, size: &'static str) -> Adapter {
    Adapter {
        written,
        size,
        becomes: Becomes::Step,
    }
}

/// A method in a form in which it is part of what drives a loop.
pub(crate) const fn driver(written: &'static str, size: &'static str) -> Adapter {
    Adapter {
        written,
        size,
        becomes: Becomes::Driver,
    }
}

/// A method that may stand between a source and a consumer, with all its forms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it takes.
    pub(crate) arguments: &'static [Argument],
    /// Its forms for the documentation; none if only rayon has it.
    pub(crate) forms: &'static [Adapter],
    /// What rayon has under this name.
    pub(crate) of_rayon: OfRayon,
    /// What a call of it makes of a stream.
    pub(crate) recognise: fn(Call<'_>) -> Parsed<Stream>,
}

impl Row {
    /// An adapter that rayon does not have.
    pub(crate) const fn new(
        name: &'static str,
        arguments: &'static [Argument],
        forms: &'static [Adapter],
        recognise: fn(Call<'_>) -> Parsed<Stream>,
    ) -> Row {
        Row {
            name,
            arguments,
            forms,
            of_rayon: OfRayon::NOTHING,
            recognise,
        }
    }

    /// The same, and what rayon has.
    pub(crate) const fn and(self, meaning: Meaning, written: &'static [&'static str]) -> Row {
        let of_rayon = OfRayon::new(meaning, written);
        Row { of_rayon, ..self }
    }

    /// The same, but what rayon has stays as written.
    pub(crate) const fn but(self, written: &'static [&'static str], why: &'static str) -> Row {
        let of_rayon = OfRayon::new(Meaning::Nothing, written).left(why);
        Row { of_rayon, ..self }
    }

    /// True if only rayon has it.
    pub(crate) fn is_rayons(&self) -> bool {
        self.forms.is_empty()
    }

    /// True if it may follow: all of std's may, on an iterator of std's; on one of rayon's, what means the same there.
    pub(crate) fn follows(&self, stream: &Stream) -> bool {
        match self.of_rayon.meaning {
            _ if stream.parallel.is_none() => !self.is_rayons(),
            Meaning::Nothing | Meaning::Only => false,
            Meaning::Same => true,
            Meaning::Indexed => stream.is_one_to_one(),
        }
    }
}

/// A call of an adapter behind a stream.
pub(crate) struct Call<'a> {
    /// What reads its arguments.
    pub(crate) parser: &'a Parser<'a>,
    /// The call.
    pub(crate) call: &'a ExprMethodCall,
    /// Its row.
    pub(crate) row: &'static Row,
    /// What it stands behind.
    pub(crate) stream: Stream,
}

impl<'a> Call<'a> {
    /// One of its arguments; the row says how many there are.
    pub(crate) fn argument(&self, index: usize) -> Parsed<&'a Expr> {
        match self.call.args.get(index) {
            Some(argument) => Ok(argument),
            None => self.refused(),
        }
    }

    /// The worker that it is given as its last argument.
    pub(crate) fn worker(&self) -> Parsed<Worker> {
        let last = self.row.arguments.len().saturating_sub(1);
        let given = match self.row.arguments.last() {
            Some(Argument::Worker(given)) => *given,
            _ => &[],
        };
        let parameters = parameters(given, &self.stream);
        let mut worker = self.parser.worker(self.argument(last)?, &parameters)?;
        let kept = |adapter: &Step| matches!(adapter, Step::Filter(_));
        if let Source::Driver(driver) = &self.stream.source
            && let Some(strided) = &driver.strided
            && self.stream.adapters.iter().all(kept)
        {
            worker.of_length(strided.length, self.parser.environment);
        }
        Ok(worker)
    }

    /// The stream with one step more, and what flows out of it.
    pub(crate) fn step(self, adapter: Step, item: Item) -> Parsed<Stream> {
        if let Some(name) = self.stream.crosses(&adapter.reads()) {
            return refuse(&self.call.method, Cause::Crossed(name));
        }
        let mut stream = self.stream;
        stream.item = item;
        stream.adapters.push(adapter);
        Ok(stream)
    }

    /// It is no adapter in this form.
    pub(crate) fn refused<T>(&self) -> Parsed<T> {
        let name = self.call.method.to_string();
        refuse(&self.call.method, Cause::UnknownAdapter(name))
    }
}
