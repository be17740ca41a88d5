//! What ends a chain.
//!
//! In: nothing, this is the data type. Out: what `parse_chain` makes of the method call that ends a
//! chain, with what the lowering and the emission ask of it.

use super::{Stream, Worker};
use crate::ops::for_body::Body;
use crate::ops::monoid::for_body::Total;
use crate::ops::monoid::redomap::{Associative, Redomap};
use crate::rust::bound::Bound;
use crate::rust::hidden_code::Hidden;
use crate::rust::reason::Reason;
use crate::rust::types::Collection;
use crate::rust::types::is_integer;
use std::collections::BTreeSet;
use syn::{Expr, ExprMethodCall, Pat, Type};

/// What ends a chain.
#[derive(Clone, Debug)]
pub(crate) enum Consumer {
    /// `collect()` into a `Vec`.
    Collect(Collect),
    /// `sum()` and `product()` into a visibly primitive number.
    Reduction(Reduction),
    /// `count()`
    Count,
    /// `fold(initial, worker)`
    Fold(Box<Fold>),
    /// `reduce(worker)`; the associative operator that it visibly is.
    Reduce(Worker, Option<Associative>),
    /// `min()` and `max()`
    Extremum(Extremum),
    /// `min_by(worker)` and `max_by(worker)`
    ExtremumBy(Extremum, Worker),
    /// `min_by_key(worker)` and `max_by_key(worker)`
    ExtremumByKey(Extremum, Worker),
    /// `any(worker)` and `all(worker)`
    ShortCircuit(Worker),
    /// A consumer that stays as written, alone in its loop.
    Solitary(Box<Solitary>),
    /// A `for` loop, or `for_each`, that runs a body which writes names outside of it.
    Each(Box<Each>),
    /// `last()` behind a worker.
    Last,
    /// `unzip()` and `partition(worker)` into two `Vec`s.
    Split(Box<Split>),
}

/// A `for` loop, or `for_each`.
#[derive(Clone, Debug)]
pub(crate) struct Each {
    /// What each element is bound to.
    pub(crate) pattern: Pat,
    /// What runs for each element.
    pub(crate) body: Body,
    /// The same as a closure over the element, with what was judged of it.
    pub(crate) worker: Worker,
    /// The names that it writes, in the order of `body.writes`.
    pub(crate) written: Vec<Bound>,
    /// True if parts of the element that the pattern leaves unbound may be watched: they are
    /// dropped at the end of the body.
    pub(crate) holds: bool,
    /// The arrays of which each element is changed where it stands, once, in order.
    pub(crate) in_place: Vec<String>,
    /// The other names that it writes, if several threads share it.
    pub(crate) totals: Vec<Total>,
}

impl Each {
    /// True if nothing that it writes can hold a reference into an element.
    #[must_use]
    pub(crate) fn owned(&self) -> bool {
        let mut writes = self.body.writes.iter().zip(&self.written);
        writes.all(|(write, bound)| write.values || bound.owned)
    }
}

/// `unzip()`, or `partition(worker)`, into two `Vec`s.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    /// What `partition` asks; `None` for `unzip`.
    pub(crate) test: Option<Worker>,
    /// The types of the two results, as written.
    pub(crate) halves: [Type; 2],
    /// True if the elements are visibly `Copy`.
    pub(crate) copy: bool,
    /// True if the two visibly hold no reference.
    pub(crate) owned: bool,
}

impl Split {
    /// The method's name.
    #[must_use]
    pub(crate) fn name(&self) -> &'static str {
        if self.test.is_some() {
            "partition"
        } else {
            "unzip"
        }
    }
}

/// A consumer that stays as written: all that others need to know before they move across it.
#[derive(Clone, Debug)]
pub(crate) struct Solitary {
    /// The method's name.
    pub(crate) name: &'static str,
    /// Why it shares its loop with no other chain.
    pub(crate) reason: Reason,
    /// Its workers.
    pub(crate) workers: Vec<Worker>,
    /// Iterators that it takes besides.
    pub(crate) streams: Vec<Stream>,
    /// Names that its other arguments mention.
    pub(crate) reads: Vec<String>,
    /// Names that those move.
    pub(crate) moves: Vec<String>,
    /// The type of its result, where it is always the same.
    pub(crate) gives: Option<Type>,
    /// True if that is an `Option` of an element.
    pub(crate) gives_element: bool,
    /// True if the result may hold references that the elements hold.
    pub(crate) borrows: bool,
    /// True if it may drop elements that are watched, in an order of its own.
    pub(crate) drops: bool,
}

/// `collect()` into a `Vec`, or into another of std's collections.
#[derive(Clone, Debug)]
pub(crate) struct Collect {
    /// What it makes. Only a `Vec` may vanish.
    pub(crate) makes: Collection,
    /// The method call, for its turbofish.
    pub(crate) call: ExprMethodCall,
    /// The path of the collection, as written (`Vec`, `std::vec::Vec`).
    pub(crate) collection: syn::Path,
    /// The element type, where it is written out.
    pub(crate) element: Option<Type>,
    /// True if the collection visibly holds no reference.
    pub(crate) owned: bool,
    /// True if that type is visibly plain: nothing can be observed when an element is dropped.
    pub(crate) plain: bool,
    /// True if it is so whoever's `String`, `Vec`, `Box` and `Option` are.
    pub(crate) plain_to_all: bool,
}

/// `sum()` or `product()`.
#[derive(Clone, Debug)]
pub(crate) struct Reduction {
    /// Which of the two.
    pub(crate) operator: Operator,
    /// The primitive number that it gives.
    pub(crate) number: Type,
}

/// What `sum` and `product` do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    /// `+`
    Sum,
    /// `*`
    Product,
}

/// Which end is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extremum {
    /// The first of the smallest.
    Min,
    /// The last of the largest.
    Max,
}

/// `fold(initial, worker)`.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    /// Evaluated once, before the loop.
    pub(crate) initial: Expr,
    /// Names that `initial` mentions.
    pub(crate) initial_reads: Vec<String>,
    /// Names that `initial` moves.
    pub(crate) initial_moves: Vec<String>,
    /// What `initial` may run that no call shows.
    pub(crate) hidden: Hidden,
    /// The step.
    pub(crate) worker: Worker,
    /// The type of the accumulator, where the context shows it.
    pub(crate) accumulator: Option<Type>,
    /// True if the accumulator is visibly a value that borrows nothing.
    pub(crate) owned: bool,
    /// What combines two accumulators, if it is one of rayon's; it mentions nothing that the step
    /// does not.
    pub(crate) combine: Option<Worker>,
    /// Its operator, if several threads may share it.
    pub(crate) redomap: Option<Redomap>,
}

impl Consumer {
    /// The worker, if it has one.
    #[must_use]
    pub(crate) fn worker(&self) -> Option<&Worker> {
        match self {
            Consumer::Fold(fold) => Some(&fold.worker),
            Consumer::Reduce(worker, _)
            | Consumer::ExtremumBy(_, worker)
            | Consumer::ExtremumByKey(_, worker)
            | Consumer::ShortCircuit(worker) => Some(worker),
            Consumer::Each(each) => Some(&each.worker),
            Consumer::Split(split) => split.test.as_ref(),
            Consumer::Collect(_)
            | Consumer::Reduction(_)
            | Consumer::Count
            | Consumer::Extremum(_)
            | Consumer::Solitary(_)
            | Consumer::Last => None,
        }
    }

    /// True if the result may differ where elements are combined in another order.
    #[must_use]
    pub(crate) fn depends_on_order(&self) -> bool {
        match self {
            Consumer::Reduction(reduction) => !is_integer(&reduction.number),
            Consumer::Fold(_) => true,
            _ => false,
        }
    }

    /// True if its result is an `Option` of an element.
    #[must_use]
    pub(crate) fn gives_element(&self) -> bool {
        match self {
            Consumer::Reduce(..)
            | Consumer::Extremum(_)
            | Consumer::ExtremumBy(..)
            | Consumer::ExtremumByKey(..)
            | Consumer::Last => true,
            Consumer::Solitary(solitary) => solitary.gives_element,
            _ => false,
        }
    }

    /// The method's name, or one that stands for a family.
    #[must_use]
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Consumer::Collect(_) => "collect",
            Consumer::Reduction(Reduction {
                operator: Operator::Sum,
                ..
            }) => "sum",
            Consumer::Reduction(Reduction {
                operator: Operator::Product,
                ..
            }) => "product",
            Consumer::Count => "count",
            Consumer::Fold(_) => "fold",
            Consumer::Reduce(..) => "reduce",
            Consumer::Extremum(Extremum::Min) => "min",
            Consumer::Extremum(Extremum::Max) => "max",
            Consumer::ExtremumBy(Extremum::Min, _) => "min_by",
            Consumer::ExtremumBy(Extremum::Max, _) => "max_by",
            Consumer::ExtremumByKey(Extremum::Min, _) => "min_by_key",
            Consumer::ExtremumByKey(Extremum::Max, _) => "max_by_key",
            Consumer::ShortCircuit(_) => "any/all",
            Consumer::Each(_) => "for",
            Consumer::Solitary(solitary) => solitary.name,
            Consumer::Last => "last",
            Consumer::Split(split) => split.name(),
        }
    }
}

impl Solitary {
    /// The names that its workers and arguments mention.
    #[must_use]
    pub(crate) fn mentions(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::from_iter(self.reads.iter().cloned());
        for worker in &self.workers {
            names.extend(worker.reads().iter().cloned());
        }
        for stream in &self.streams {
            names.extend(stream.reads());
        }
        names
    }
}
