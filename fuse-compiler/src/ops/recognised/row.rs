//! One row of the table of consumers, and the call that it is found for.
//!
//! In: nothing, these are data types. Out: what the files of `ops/consumer` are listed by.

use super::parallel::{Meaning, OfRayon};
use crate::ops::chain::consumer::Consumer as Ends;
use crate::ops::chain::stream::Stream;
use crate::ops::reading::{Parsed, Parser, refuse};
use crate::rust::cause::Cause;
use crate::rust::environment::Environment;
use crate::rust::worker::Worker;
use syn::{Expr, ExprMethodCall, Type};

/// A method that may end a chain.
#[derive(Clone, Copy, Debug)]
pub struct Consumer {
    /// As called.
    pub name: &'static str,
    /// What it takes.
    pub arguments: &'static [Argument],
    /// The type of its result; `T` is the element.
    pub gives: &'static str,
    /// Whether its chain may share a loop with others.
    pub sharing: Sharing,
    /// What it does to the order in which elements are read.
    pub order: Order,
    /// What is known of its result where it stays as written.
    pub(crate) result: Gives,
    /// True if it takes `&mut self` or `&self`: it leaves an iterator behind that a name may stand for.
    pub(crate) borrows: bool,
    /// True if it is itertools'.
    pub(crate) itertools: bool,
    /// What rayon has under this name.
    pub(crate) of_rayon: OfRayon,
    /// What a call of it is.
    pub(crate) recognise: fn(&Call<'_>) -> Parsed<Ends>,
}

/// An argument of a consumer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A closure, or the name of a function, that is called with these; it must be pure.
    Worker(&'static [Given]),
    /// A value without effects: names, literals, fields, operators.
    Value,
    /// An iterator that could itself be the beginning of a chain, or an array literal.
    Iterator,
}

/// What a worker is called with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// The element.
    Element,
    /// A reference to the element.
    Reference,
    /// Something else, such as an accumulator.
    Other,
}

/// Whether a chain with this consumer may share its loop with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// It may.
    Fused,
    /// It may if this is visible, and otherwise it is solitary.
    If(&'static str),
    /// It stays as written, alone in its loop; other chains may be moved across it.
    Solitary,
}

/// In which order a consumer reads the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All of them, from the first to the last.
    All,
    /// From the first, until it knows its result.
    Stops,
    /// From the last.
    Backwards,
}

/// What is known of the result of a solitary consumer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    /// An element, in some wrapping: it borrows from what the element borrows from.
    Element,
    /// A type of its own, the one in the table: it borrows from nothing.
    Value,
    /// What its worker gives.
    OfWorker,
    /// Anything.
    Unknown,
}

/// A closure that is given the element.
pub(crate) const TEST: Argument = Argument::Worker(&[Given::Element]);
/// One that is given a reference to it.
pub(crate) const LOOK: Argument = Argument::Worker(&[Given::Reference]);
/// One that is given references to two.
pub(crate) const COMPARE: Argument = Argument::Worker(&[Given::Reference, Given::Reference]);
/// One that is given an accumulator and the element.
pub(crate) const STEP: Argument = Argument::Worker(&[Given::Other, Given::Element]);

impl Consumer {
    /// A consumer that reads all elements in order and may share its loop.
    pub(crate) const fn new(
        name: &'static str,
        arguments: &'static [Argument],
        gives: &'static str,
        recognise: fn(&Call<'_>) -> Parsed<Ends>,
    ) -> Consumer {
        Consumer {
            name,
            arguments,
            gives,
            sharing: Sharing::Fused,
            order: Order::All,
            result: Gives::Unknown,
            borrows: false,
            itertools: false,
            of_rayon: OfRayon::NOTHING,
            recognise,
        }
    }

    /// The same, if this is visible.
    pub(crate) const fn with(self, visible: &'static str) -> Consumer {
        let sharing = Sharing::If(visible);
        Consumer { sharing, ..self }
    }

    /// The same, alone in its loop, reading in this order.
    pub(crate) const fn alone(self, order: Order, result: Gives) -> Consumer {
        let sharing = Sharing::Solitary;
        Consumer {
            sharing,
            order,
            result,
            ..self
        }
    }

    /// The same, of which nothing else is known as it stays as written than this.
    pub(crate) const fn giving(self, result: Gives) -> Consumer {
        Consumer { result, ..self }
    }

    /// The same, by reference.
    pub(crate) const fn borrowing(self) -> Consumer {
        let borrows = true;
        Consumer { borrows, ..self }
    }

    /// The same, and what rayon has.
    pub(crate) const fn and(self, meaning: Meaning, written: &'static [&'static str]) -> Consumer {
        let of_rayon = OfRayon::new(meaning, written);
        Consumer { of_rayon, ..self }
    }

    /// The same, but what rayon has stays as written.
    pub(crate) const fn but(self, why: &'static str) -> Consumer {
        let of_rayon = self.of_rayon.left(why);
        Consumer { of_rayon, ..self }
    }

    /// True if only rayon has it.
    pub(crate) fn is_rayons(&self) -> bool {
        self.of_rayon.meaning == Meaning::Only
    }

    /// True if a call may end a stream.
    pub(crate) fn ends(&self, stream: &Stream, call: &ExprMethodCall) -> bool {
        let of_both = self.of_rayon.meaning == Meaning::Same;
        match stream.parallel {
            None => !self.is_rayons(),
            Some(_) => of_both || self.is_rayons() && call.turbofish.is_none(),
        }
    }

    /// The same, of itertools.
    pub(crate) const fn of_itertools(self) -> Consumer {
        let itertools = true;
        Consumer { itertools, ..self }
    }
}

/// A call of a consumer behind a stream.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    /// What reads its arguments.
    pub(crate) parser: &'a Parser<'a>,
    /// The call.
    pub(crate) call: &'a ExprMethodCall,
    /// Its row.
    pub(crate) row: &'a Consumer,
    /// What it ends.
    pub(crate) stream: &'a Stream,
    /// The one type of its turbofish.
    pub(crate) written: Option<&'a Type>,
    /// The type that the context gives to its result.
    pub(crate) expected: Option<&'a Type>,
}

impl<'a> Call<'a> {
    /// What is known of names.
    pub(crate) fn environment(&self) -> &'a Environment {
        self.parser.environment
    }

    /// The type of its result, as far as it is visible.
    pub(crate) fn ty(&self) -> Option<&'a Type> {
        self.written.or(self.expected)
    }

    /// One of its arguments; the row says how many there are.
    pub(crate) fn argument(&self, index: usize) -> Parsed<&'a Expr> {
        match self.call.args.get(index) {
            Some(argument) => Ok(argument),
            None => self.refused(),
        }
    }

    /// The worker that it is given as its last argument.
    pub(crate) fn worker(&self) -> Parsed<Worker> {
        let given = match self.row.arguments.last() {
            Some(Argument::Worker(given)) => *given,
            _ => &[],
        };
        let argument = self.argument(self.row.arguments.len().saturating_sub(1))?;
        let parameters = parameters(given, self.stream);
        self.parser.worker(argument, &parameters)
    }

    /// Refuses a turbofish.
    pub(crate) fn plain(&self) -> Parsed<()> {
        match self.call.turbofish {
            Some(_) => self.refused(),
            None => Ok(()),
        }
    }

    /// It is no consumer in this form.
    pub(crate) fn refused<T>(&self) -> Parsed<T> {
        let name = self.call.method.to_string();
        refuse(&self.call.method, Cause::UnknownConsumer(name))
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
