//! What happens to each element of a stream, and all that the rest of the compiler asks of it.
//!
//! In: an adapter, as a file of `ops/adapter` makes it of a call; each is one combinator of the normal form. Out: what it
//! mentions, what of the elements it keeps, and whether it may be divided.

use super::divided::Divided;
use super::stream::Stream;
use crate::ops::monoid::Monoid;
use crate::rust::extent::Extent;
use crate::rust::patterns::binds;
use crate::rust::worker::Worker;
use crate::sorted::SortedSet;
use proc_macro2::{Span, TokenStream};
use syn::{Expr, Pat};

/// What happens to each element.
#[derive(Clone, Debug)]
pub(crate) enum Adapter {
    /// No combinator: the element is read by value.
    Copied,
    /// What becomes of each element without a worker.
    Elementwise(Elementwise),
    /// What a worker makes of each element.
    Map(Worker),
    /// The elements that a worker keeps.
    Filter(Worker),
    /// What a worker makes of those that it keeps.
    FilterMap(Worker),
    /// Each element with its number.
    Enumerate,
    /// Each element with one of another stream.
    Zip(Box<Stream>),
    /// `flat_map(|pattern| stream)` where the inner source does not depend on the element: the
    /// paper's `cross`, followed by the adapters of the inner stream.
    Cross(Box<Cross>),
    /// `scan(initial, worker)` that visibly never ends before its input does.
    Scan(Box<Scan>),
}

/// What becomes of each element without a worker; it may panic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elementwise {
    /// The method's name.
    pub(crate) name: &'static str,
    /// True if a reference is cloned.
    pub(crate) clones: bool,
    /// What is emitted, given the path of the runtime, the element and the place of what rustc has to say about it.
    pub(crate) element: fn(&TokenStream, &TokenStream, Span) -> TokenStream,
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

impl Adapter {
    /// The worker that a loop applies, if it has one.
    #[must_use]
    pub(crate) fn worker(&self) -> Option<&Worker> {
        match self {
            Adapter::Map(worker) | Adapter::Filter(worker) | Adapter::FilterMap(worker) => {
                Some(worker)
            }
            Adapter::Scan(scan) => Some(&scan.worker),
            _ => None,
        }
    }

    /// Every worker that is applied where it stands in a loop.
    pub(super) fn applied_mut(&mut self) -> Vec<&mut Worker> {
        match self {
            Adapter::Map(worker) | Adapter::Filter(worker) | Adapter::FilterMap(worker) => {
                vec![worker]
            }
            Adapter::Scan(scan) => vec![&mut scan.worker],
            Adapter::Zip(other) => other.applied_mut(),
            Adapter::Cross(cross) => cross.inner.applied_mut(),
            _ => Vec::new(),
        }
    }

    /// The stream that it reads besides.
    #[must_use]
    pub(crate) fn stream(&self) -> Option<&Stream> {
        match self {
            Adapter::Zip(other) => Some(other),
            Adapter::Cross(cross) => Some(&cross.inner),
            _ => None,
        }
    }

    /// The names that it mentions.
    #[must_use]
    pub(crate) fn reads(&self) -> SortedSet<String> {
        let worker = self.worker().map(|worker| worker.reads().clone());
        let mut names = worker
            .or_else(|| Some(self.stream()?.reads()))
            .unwrap_or_default();
        if let Adapter::Scan(scan) = self {
            names.extend(scan.initial_reads.iter().cloned());
        }
        names
    }

    /// The names that it binds for what runs behind it.
    #[must_use]
    pub(super) fn binds(&self) -> SortedSet<String> {
        let mut names = self.stream().map_or_else(SortedSet::new, Stream::crossed);
        if let Adapter::Cross(cross) = self {
            names.extend(binds(&cross.pattern));
        }
        names
    }

    /// True if each element gives exactly one.
    #[must_use]
    pub(crate) fn is_one_to_one(&self) -> bool {
        !matches!(
            self,
            Adapter::Filter(_) | Adapter::FilterMap(_) | Adapter::Cross(_)
        )
    }

    /// True if what becomes of an element depends on how many were before it.
    #[must_use]
    pub(crate) fn counts(&self) -> bool {
        matches!(self, Adapter::Enumerate | Adapter::Zip(_))
    }

    /// True if what becomes of an element depends on nothing but the element.
    #[must_use]
    pub(crate) fn is_elementwise(&self) -> bool {
        !self.counts() && !matches!(self, Adapter::Cross(_) | Adapter::Scan(_))
    }

    /// True if the elements that flow out are, or hold, those that flow in.
    #[must_use]
    pub(crate) fn hands_on(&self) -> bool {
        self.counts() || matches!(self, Adapter::Filter(_))
    }

    /// True if it runs no code of the user's, and reads nothing.
    #[must_use]
    pub(crate) fn is_free(&self) -> bool {
        matches!(self, Adapter::Copied | Adapter::Enumerate)
    }

    /// True if it cannot panic.
    #[must_use]
    pub(crate) fn is_total(&self) -> bool {
        let unseen = matches!(self, Adapter::Elementwise(_) | Adapter::Cross(_));
        !unseen && self.worker().is_none_or(|worker| worker.judgment.total)
    }

    /// How many elements flow out of so many.
    #[must_use]
    pub(super) fn extent(&self, of: Extent) -> Extent {
        match self {
            Adapter::Zip(other) => Extent::Least(vec![of, other.extent()]),
            _ if self.is_one_to_one() => of,
            _ => Extent::Unknown,
        }
    }

    /// What a parallel loop divides behind it, if nothing but order and number of the elements may be another.
    #[must_use]
    pub(super) fn divided(&self, of: Divided) -> Option<Divided> {
        let of = Box::new(of);
        match self {
            Adapter::Enumerate => Some(Divided::Numbered(of)),
            Adapter::Zip(other) => Some(Divided::Both("zip", of, Box::new(other.divided()?))),
            _ => None,
        }
    }

    /// The method of the runtime's rows for it, before a filter that tests many elements at a time; `None` if it is not to be
    /// computed twice.
    #[must_use]
    pub(crate) fn of_rows(&self) -> Option<&'static str> {
        match self {
            Adapter::Copied => Some("copied"),
            Adapter::Enumerate => Some("numbered"),
            Adapter::Zip(_) => Some("beside"),
            Adapter::Map(worker) => (worker.judgment.total && worker.is_cheap()).then_some("made"),
            _ => None,
        }
    }
}
