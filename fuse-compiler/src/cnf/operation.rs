//! What the bindings of a program do, in the user's tokens.

use super::combinator::{Combinator, OpaqueKind};
use super::id::ValueId;
use crate::ops::body::Pushed;
use crate::ops::chain::DriverSource;
use crate::ops::chain::{ArraySource, Consumer, Cross, Elementwise, RangeSource, Scan, Worker};
use crate::ops::consumer::split::Split;
use crate::ops::for_body::pushes::Turn;

/// What a binding does. Its [`Combinator`] is what the stages up to the schedule know of it.
#[derive(Clone, Debug)]
pub(crate) enum Operation<'a> {
    /// `map(worker)`
    Map(&'a Worker),
    /// The element as it is: a bare `collect()`.
    Identity,
    /// What an adapter makes of each element without a worker.
    Elementwise(&'a Elementwise),
    /// `enumerate()`; it restarts for each outer element if it is part of a `flat_map`.
    Enumerate {
        /// True inside a `flat_map`.
        restarts: bool,
    },
    /// `zip`
    Zip,
    /// `filter(worker)`
    Filter(&'a Worker),
    /// `filter_map(worker)`
    FilterMap(&'a Worker),
    /// An integer range.
    Range(&'a RangeSource),
    /// An iterator that drives its loop as it is written.
    Driver(&'a DriverSource),
    /// `flat_map`
    Cross(&'a Cross),
    /// Any consumer but `collect`.
    Consume(&'a Consumer),
    /// An opaque statement.
    Opaque(OpaqueKind),
    /// One half of an `unzip` or a `partition`. The first names the elements of both.
    Half {
        /// The consumer.
        split: &'a Split,
        /// The array of the first half.
        first: ValueId,
        /// True for the first half itself.
        is_first: bool,
    },
    /// What the body of its chain pushes to a vector, of the elements that it is given.
    Pushed(&'a Pushed),
    /// `scan(initial, worker)`
    Scan {
        /// The state and what changes it.
        scan: &'a Scan,
        /// True inside a `flat_map`: the state is made anew for each outer element.
        restarts: bool,
    },
    /// That of a program that was not read from tokens.
    Abstract(Combinator),
}

impl Operation<'_> {
    /// What the papers call it.
    #[must_use]
    pub(crate) fn combinator(&self) -> Combinator {
        match self {
            Operation::Map(_)
            | Operation::Identity
            | Operation::Elementwise(_)
            | Operation::Enumerate { .. } => Combinator::Map,
            Operation::Half { split, .. } if split.test.is_none() => Combinator::Map,
            Operation::Filter(_) | Operation::FilterMap(_) | Operation::Half { .. } => {
                Combinator::Filter
            }
            Operation::Pushed(pushed) => match pushed.turn {
                Turn::Once => Combinator::Map,
                // How many elements there are is known to nobody.
                Turn::AtMostOnce | Turn::Often => Combinator::Filter,
            },
            Operation::Zip => Combinator::Zip,
            Operation::Range(_) | Operation::Driver(_) => Combinator::Generate,
            Operation::Cross(_) => Combinator::Cross,
            Operation::Consume(_) => Combinator::Fold,
            Operation::Opaque(kind) => Combinator::Opaque(*kind),
            Operation::Scan { .. } => Combinator::Scan,
            Operation::Abstract(combinator) => *combinator,
        }
    }
}

/// How a binding reads one array.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The array.
    pub value: ValueId,
    /// Where it stands in the source; `None` between two combinators of one chain.
    pub(crate) source: Option<&'a ArraySource>,
    /// A range that is read again for each outer element.
    pub(crate) range: Option<&'a RangeSource>,
    /// True if a `copied()` stands between.
    pub(crate) copied: bool,
}

impl Input<'_> {
    /// An array of the program.
    #[must_use]
    pub fn of(value: ValueId) -> Self {
        Input {
            value,
            source: None,
            range: None,
            copied: false,
        }
    }
}
