//! What happens to each element of a stream: all that the rest of the compiler asks of an adapter.
//!
//! In: an adapter, which is a file of `ops/adapter`. Out: which combinator it is, what it mentions, what of the elements it
//! keeps, and whether it may be divided. The answers that are given here follow from the combinator; a file has those in
//! which its adapter differs.

use super::boxed::boxed;
use super::divided::Divided;
use super::stream::Stream;
use crate::ops::monoid::Monoid;
use crate::rust::extent::Extent;
use crate::rust::worker::Worker;
use crate::sorted::SortedSet;
use proc_macro2::{Span, TokenStream};
use syn::{Expr, Pat};

boxed! {
    /// What happens to each element.
    Adapter: Adapt
}

/// What an adapter is in the normal form.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'a> {
    /// No combinator: the element is read by value.
    Copied,
    /// What [`Adapt::element`] makes of each element.
    Elementwise,
    /// What a worker makes of each element.
    Map(&'a Worker),
    /// The elements that a worker keeps.
    Filter(&'a Worker),
    /// What a worker makes of those that it keeps.
    FilterMap(&'a Worker),
    /// Each element with its number.
    Enumerate,
    /// Each element with one of another stream.
    Zip(&'a Stream),
    /// An inner stream for each element.
    Cross(&'a Cross),
    /// What a worker makes of a state and each element.
    Scan(&'a Scan),
}

impl<'a> Form<'a> {
    /// The worker that a loop applies, if it has one.
    #[must_use]
    pub(crate) fn worker(self) -> Option<&'a Worker> {
        match self {
            Form::Map(worker) | Form::Filter(worker) | Form::FilterMap(worker) => Some(worker),
            Form::Scan(scan) => Some(&scan.worker),
            _ => None,
        }
    }

    /// The stream that it reads besides.
    #[must_use]
    pub(crate) fn stream(self) -> Option<&'a Stream> {
        match self {
            Form::Zip(other) => Some(other),
            Form::Cross(cross) => Some(&cross.inner),
            _ => None,
        }
    }

    /// True if each element gives exactly one.
    #[must_use]
    pub(crate) fn is_one_to_one(self) -> bool {
        !matches!(self, Form::Filter(_) | Form::FilterMap(_) | Form::Cross(_))
    }

    /// True if what becomes of an element depends on how many were before it.
    #[must_use]
    pub(crate) fn counts(self) -> bool {
        matches!(self, Form::Enumerate | Form::Zip(_))
    }

    /// True if what becomes of an element depends on nothing but the element.
    #[must_use]
    pub(crate) fn is_elementwise(self) -> bool {
        !self.counts() && !matches!(self, Form::Cross(_) | Form::Scan(_))
    }
}

/// An adapter. All but what it is in the normal form follows from that unless it says otherwise.
pub(crate) trait Adapt: Boxed {
    /// The method's name.
    fn name(&self) -> &'static str;

    /// What it is in the normal form.
    fn form(&self) -> Form<'_>;

    /// The worker that a loop applies, to be changed.
    fn worker_mut(&mut self) -> Option<&mut Worker> {
        None
    }

    /// The stream that it reads besides, to be changed.
    fn stream_mut(&mut self) -> Option<&mut Stream> {
        None
    }

    /// The names that it mentions.
    fn reads(&self) -> SortedSet<String> {
        let form = self.form();
        let mut names = form
            .worker()
            .map_or_else(SortedSet::new, |worker| worker.reads().clone());
        names.extend(form.stream().iter().flat_map(|stream| stream.reads()));
        names
    }

    /// The same, but for arrays whose elements it takes one by one.
    fn reads_besides_arrays(&self) -> SortedSet<String> {
        self.reads()
    }

    /// The names that it binds for what runs behind it.
    fn binds(&self) -> SortedSet<String> {
        self.form()
            .stream()
            .map_or_else(SortedSet::new, Stream::crossed)
    }

    /// How many elements flow out of so many.
    fn extent(&self, of: Extent) -> Extent {
        if self.form().is_one_to_one() {
            of
        } else {
            Extent::Unknown
        }
    }

    /// True if the elements that flow out are, or hold, those that flow in.
    fn hands_on(&self) -> bool {
        false
    }

    /// True if it cannot panic.
    fn is_total(&self) -> bool {
        self.form()
            .worker()
            .is_none_or(|worker| worker.judgment.total)
    }

    /// True if it runs no code of the user's, and reads nothing.
    fn is_free(&self) -> bool {
        matches!(self.form(), Form::Copied | Form::Enumerate)
    }

    /// What makes one element, where that is no worker's to do.
    fn element(&self, _runtime: &TokenStream, element: TokenStream, _: Span) -> TokenStream {
        element
    }

    /// What the runtime's rows have under another name, before a filter that tests many elements at a time; `None` if it
    /// is not to be computed twice.
    fn of_rows(&self) -> Option<&'static str> {
        None
    }

    /// Why ranges of it cannot be put together.
    fn undivided(&self) -> Option<&'static str> {
        None
    }

    /// What a parallel loop divides behind it.
    fn divided(&self, _: Divided) -> Option<Divided> {
        None
    }
}

/// A `scan` whose worker ends in `Some(..)`, over a state of primitive numbers.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    /// The state before the first element.
    pub(crate) initial: Expr,
    /// Names in it.
    pub(crate) initial_reads: Vec<String>,
    /// A closure of the state and an element; without the `Some`.
    pub(crate) worker: Worker,
    /// The operator by which it adds to its state, if ranges of it can be put together.
    pub(crate) operator: Option<Monoid>,
}

/// A `flat_map` over an array that does not depend on the outer element.
#[derive(Clone, Debug)]
pub(crate) struct Cross {
    /// What the outer element is bound to.
    pub(crate) pattern: Pat,
    /// The inner stream; its workers may mention the outer pattern's names.
    pub(crate) inner: Stream,
}

impl Scan {
    /// The names that it mentions.
    pub(crate) fn reads(&self) -> SortedSet<String> {
        let initial = self.initial_reads.iter();
        initial.chain(self.worker.reads()).cloned().collect()
    }
}
