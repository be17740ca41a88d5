//! A source with adapters: where elements come from, and what flows out.
//!
//! In: nothing, these are data types. Out: what a stream reads, empties and gives, for the stages behind.

use super::adapter::{Adapter, Scan};
use super::divided::Divided;
use crate::ops::monoid::Monoid;
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::spelling::spelling;
use crate::rust::term::Term;
use crate::rust::ty::Scalar;
use crate::rust::types::reference;
use crate::rust::worker::Worker;
use crate::sorted::SortedSet;
use proc_macro2::Ident;
use syn::{Expr, ExprMethodCall, ExprRange, Type};

/// A source with adapters: an iterator that has not been consumed.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// Where elements come from.
    pub(crate) source: Source,
    /// What happens to them, in order.
    pub(crate) adapters: Vec<Adapter>,
    /// Set if it runs on several threads.
    pub(crate) parallel: Option<Parallel>,
    /// What flows out.
    pub(crate) item: Item,
}

/// What is known of a chain that runs on several threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parallel {
    /// The arguments of `with_min_len`.
    pub(crate) least: Vec<Expr>,
    /// The arguments of `with_max_len`.
    pub(crate) most: Vec<Expr>,
    /// The type that the context gives to what the chain makes, if it can be written.
    pub(crate) expected: Option<Type>,
    /// True if it is one of std's, which `#[fuse(parallel)]` makes parallel.
    pub(crate) made: bool,
    /// The places that one of those reads besides its elements.
    pub(crate) captured: Vec<Expr>,
}

/// What is known of the elements that flow at one point of a chain.
#[derive(Clone, Debug, Default)]
pub(crate) struct Item {
    /// Arrays that an element may hold references into.
    pub(crate) borrows: Vec<String>,
    /// The type `T` of the element, or of what it refers to, where it is visible.
    pub(crate) ty: Option<Type>,
    /// True if the element is a `&T` straight from its array.
    pub(crate) by_reference: bool,
}

impl Item {
    /// Elements of which no more is known than what they may borrow from.
    #[must_use]
    pub(crate) fn unknown(&self) -> Item {
        Item {
            borrows: self.borrows.clone(),
            ..Item::default()
        }
    }

    /// The type of a worker's parameter, where it is visible.
    #[must_use]
    pub(crate) fn as_parameter(&self) -> Option<Type> {
        let ty = self.ty.as_ref()?;
        Some(if self.by_reference {
            reference(ty.clone(), None, None)
        } else {
            ty.clone()
        })
    }

    /// Pairs of a number and this.
    #[must_use]
    pub(crate) fn numbered(&self) -> Item {
        let element = self.as_parameter();
        Item {
            borrows: self.borrows.clone(),
            ty: element.map(|element| syn::parse_quote!((usize, #element))),
            by_reference: false,
        }
    }

    /// What pairs of this and another borrow from.
    #[must_use]
    pub(crate) fn beside(&self, other: &Item) -> Item {
        let borrows = self.borrows.iter().chain(&other.borrows);
        let pair = self.as_parameter().zip(other.as_parameter());
        Item {
            borrows: borrows.cloned().collect(),
            ty: pair.map(|(left, right)| syn::parse_quote!((#left, #right))),
            by_reference: false,
        }
    }

    /// The type of a worker's parameter that borrows the element.
    #[must_use]
    pub(crate) fn as_borrowed(&self) -> Option<Type> {
        let ty = self.as_parameter()?;
        Some(reference(ty, None, None))
    }
}

/// Where elements come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// An array that the macro sees the type of.
    Array(ArraySource),
    /// An integer range.
    Range(RangeSource),
    /// Any other iterator, kept as written.
    Driver(Box<DriverSource>),
}

/// `xs.iter()`, `&xs`, `xs.into_iter()`.
#[derive(Clone, Debug)]
pub(crate) struct ArraySource {
    /// The array.
    pub(crate) name: Ident,
    /// Whether elements are borrowed or moved out.
    pub(crate) access: Access,
    /// The source as written; it evaluates to something that a `for` loop accepts.
    pub(crate) expr: Expr,
    /// True if nothing can be observed when an element is dropped.
    pub(crate) plain: bool,
    /// True if nothing visibly changes an element behind a shared reference.
    pub(crate) frozen: bool,
    /// The type of the element, if it is visibly a primitive number.
    pub(crate) number: Option<Ident>,
    /// True if it visibly is a `Vec`.
    pub(crate) vector: bool,
}

/// Whether elements are borrowed or moved out of their array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// `&T` flows.
    ByReference,
    /// `T` flows, and the array is gone.
    ByValue,
    /// `&mut T` flows, and the array has other elements afterwards.
    Mutable,
}

/// An integer range.
#[derive(Clone, Debug)]
pub(crate) struct RangeSource {
    /// As written.
    pub(crate) expr: ExprRange,
    /// Its length, if the source shows one that stays the same.
    pub(crate) length: Option<Extent>,
    /// Names in its bounds.
    pub(crate) reads: Vec<String>,
    /// True if they are visibly integers: there are ranges of characters too.
    pub(crate) integers: bool,
    /// Their type, if a bound shows it.
    pub(crate) ty: Option<Scalar>,
    /// True if a bound shows which: how they are cut, rustc must know before it looks at closures.
    pub(crate) cut: bool,
    /// The same integers without the end itself, which is a difference, where that does not wrap.
    pub(crate) half_open: Option<Box<RangeSource>>,
    /// The integers before it that a peeled loop takes before its first turn.
    pub(crate) peeled: Option<Peeled>,
}

/// The elements of a source that come before those that a loop runs over.
#[derive(Clone, Debug)]
pub(crate) struct Peeled {
    /// An iterator that begins with them.
    pub(crate) elements: Expr,
    /// How many there are at most.
    pub(crate) count: u64,
}

impl RangeSource {
    /// Its integers, where the source shows which and where they start: two ranges of as many are one.
    #[must_use]
    pub(crate) fn counted(&self) -> Option<Scalar> {
        let start = self.expr.start.as_deref().map(strip);
        self.ty.filter(|_| matches!(start, Some(Expr::Lit(_))))
    }
}

/// An iterator that drives a loop as it is written.
#[derive(Clone, Debug)]
pub(crate) struct DriverSource {
    /// As written.
    pub(crate) expr: Expr,
    /// The streams that it is made of: what they read, move and call, it does.
    pub(crate) parts: Vec<Stream>,
    /// Names in its place and in the arguments of its adapters.
    pub(crate) reads: SortedSet<String>,
    /// Names whose value it takes.
    pub(crate) moves: SortedSet<String>,
    /// Those of them whose elements may be watched when they are dropped.
    pub(crate) watched: SortedSet<String>,
    /// How many elements it gives.
    pub(crate) extent: Extent,
    /// True if its elements are visibly `Copy`, so that equal drivers of one loop can be one.
    pub(crate) copies: bool,
    /// True if taking the next element may have an effect of its own.
    pub(crate) effects: bool,
    /// True if it is made of several iterators, one after the other: asking it for one element at a
    /// time costs far more than handing it the loop's body.
    pub(crate) several: bool,
    /// True for the elements of what is visibly a collection or a matrix of plain values that nothing changes: to take them runs
    /// nothing unseen.
    pub(crate) calm: bool,
    /// True for the rows and columns of a matrix: what is done with one is a loop.
    pub(crate) rows: bool,
    /// What a parallel loop divides in its place.
    pub(crate) divided: Option<Divided>,
    /// True for `self.data.iter()` and `&self.data`: for all that is visible, it runs over a slice.
    pub(crate) may_be_slice: bool,
    /// Set for windows and chunks of a literal length.
    pub(crate) strided: Option<Strided>,
    /// The elements before it that a peeled loop takes before its first turn.
    pub(crate) peeled: Option<Peeled>,
}

/// `xs.windows(2)` and `xs.chunks_exact(3)`, of a visible array of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Strided {
    /// The array.
    pub(crate) array: Ident,
    /// The type of its elements.
    pub(crate) number: Ident,
    /// How many elements each has.
    pub(crate) length: usize,
    /// True if they overlap.
    pub(crate) windows: bool,
}

impl DriverSource {
    /// What `xs.iter().rev()` reads from its end, `xs.iter()`, of a visible slice.
    pub(crate) fn reversed(&self) -> Option<&Expr> {
        let Some(Divided::Rearranged("rev", None, of)) = &self.divided else {
            return None;
        };
        match (&**of, strip(&self.expr)) {
            (Divided::Array(array), Expr::MethodCall(rev)) if !self.effects => {
                let elements = &rev.receiver;
                let iterates = |call: &ExprMethodCall| {
                    call.method == "iter"
                        && matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident(array))
                };
                matches!(strip(elements), Expr::MethodCall(call) if iterates(call))
                    .then_some(&**elements)
            }
            _ => None,
        }
    }

    /// An iterator of which nothing is known yet, and that takes, reads and calls nothing.
    #[must_use]
    pub(crate) fn new(expr: Expr) -> DriverSource {
        DriverSource {
            expr,
            parts: Vec::new(),
            reads: SortedSet::new(),
            moves: SortedSet::new(),
            watched: SortedSet::new(),
            extent: Extent::Unknown,
            copies: false,
            effects: false,
            several: false,
            calm: false,
            rows: false,
            divided: None,
            may_be_slice: false,
            strided: None,
            peeled: None,
        }
    }

    /// Every name that its tokens mention.
    #[must_use]
    pub(crate) fn mentions(&self) -> SortedSet<String> {
        let mut names = self.reads.clone();
        names.extend(self.parts.iter().flat_map(Stream::reads));
        names
    }
}

impl Source {
    /// What a peeled loop takes of it before its first turn.
    #[must_use]
    pub(crate) fn peeled(&self) -> Option<&Peeled> {
        match self {
            Source::Array(_) => None,
            Source::Range(range) => range.peeled.as_ref(),
            Source::Driver(driver) => driver.peeled.as_ref(),
        }
    }
}

impl Stream {
    /// True if a peeled loop takes some of it before its first turn.
    #[must_use]
    pub(crate) fn is_peeled(&self) -> bool {
        self.source.peeled().is_some()
    }

    /// A source of which no more is known than what flows out.
    #[must_use]
    pub(crate) fn new(source: Source, item: Item) -> Stream {
        Stream {
            source,
            adapters: Vec::new(),
            parallel: None,
            item,
        }
    }

    /// An iterator that drives its loop.
    #[must_use]
    pub(crate) fn driven(driver: DriverSource, item: Item) -> Stream {
        Stream::new(Source::Driver(Box::new(driver)), item)
    }

    /// What a worker is called by that is no step of a loop.
    #[must_use]
    pub(crate) fn calling(worker: Worker) -> Stream {
        let driver = DriverSource::new(Expr::PLACEHOLDER);
        let mut stream = Stream::driven(driver, Item::default());
        stream.adapters.push(Adapter::Map(worker));
        stream
    }

    /// The streams that its adapters read besides.
    fn beside(&self) -> impl Iterator<Item = &Stream> {
        self.adapters.iter().filter_map(Adapter::stream)
    }

    /// What it reads in step, if it reads nothing else: where one of that is empty, it calls no worker.
    #[must_use]
    pub(crate) fn read_from_the_start<S: Ord>(
        &self,
        start: &dyn Fn(&Source) -> Option<S>,
    ) -> Option<SortedSet<S>> {
        let mut read = SortedSet::from([start(&self.source)?]);
        let mut steps = false;
        for adapter in &self.adapters {
            match adapter {
                // Where the other side is empty, std still calls the workers of this one, once.
                Adapter::Zip(_) if steps => return None,
                Adapter::Zip(other) => read.extend(other.read_from_the_start(start)?),
                // Its state is made before anybody knows of an element.
                Adapter::Scan(scan) if !Term::of(&scan.initial).is_inert() => return None,
                _ => steps |= !adapter.is_free(),
            }
        }
        Some(read)
    }

    /// True if each source element gives exactly one element.
    #[must_use]
    pub(crate) fn is_one_to_one(&self) -> bool {
        self.adapters.iter().all(Adapter::is_one_to_one)
    }

    /// The `scan` that it ends in, if ranges of it can be put together.
    #[must_use]
    pub(crate) fn scan_of_ranges(&self) -> Option<(&Scan, Monoid)> {
        match self.adapters.last() {
            Some(Adapter::Scan(scan)) => Some((scan, scan.operator?)),
            _ => None,
        }
    }

    /// True if a state is carried from element to element somewhere in it.
    #[must_use]
    pub(crate) fn scans(&self) -> bool {
        let scans = |adapter: &Adapter| matches!(adapter, Adapter::Scan(_));
        self.adapters.iter().any(scans) || self.beside().any(Stream::scans)
    }

    /// Every source, outer ones first.
    #[must_use]
    pub(crate) fn sources(&self) -> Vec<&Source> {
        let mut sources = vec![&self.source];
        if let Source::Driver(driver) = &self.source {
            sources.extend(driver.parts.iter().flat_map(Stream::sources));
        }
        sources.extend(self.beside().flat_map(Stream::sources));
        sources
    }

    /// True if it borrows from the array that `source` empties, or the other way round: an array of
    /// `Copy` elements can be both in one chain.
    #[must_use]
    pub(crate) fn reads_otherwise(&self, source: &Source) -> bool {
        let Source::Array(array) = source else {
            return false;
        };
        self.sources().iter().any(|other| {
            matches!(other, Source::Array(other)
                if other.access != array.access && spelling(&other.name) == spelling(&array.name))
        })
    }

    /// True if the two can be read in step, one element of each.
    #[must_use]
    pub(crate) fn zips_with(&self, other: &Stream) -> bool {
        let otherwise = |source: &&Source| other.reads_otherwise(source);
        self.is_one_to_one() && other.is_one_to_one() && !self.sources().iter().any(otherwise)
    }

    /// Every name that it mentions.
    #[must_use]
    pub(crate) fn reads(&self) -> SortedSet<String> {
        let mut names = SortedSet::new();
        for source in self.sources() {
            match source {
                Source::Array(array) => {
                    names.insert(spelling(&array.name));
                }
                Source::Range(range) => names.extend(range.reads.iter().cloned()),
                Source::Driver(driver) => names.extend(driver.reads.iter().cloned()),
            }
        }
        for worker in self.workers() {
            names.extend(worker.reads().iter().cloned());
        }
        names
    }

    /// The names that the outer patterns of its `flat_map`s bind. In a loop they are in scope of
    /// whatever runs for the elements that flow out.
    #[must_use]
    pub(crate) fn crossed(&self) -> SortedSet<String> {
        self.adapters.iter().flat_map(Adapter::binds).collect()
    }

    /// A name bound by one of its `flat_map`s, if one of `reads` has its spelling: behind the `flat_map` it means another
    /// variable, but in the loop it would be in scope.
    #[must_use]
    pub(crate) fn crosses(&self, reads: &SortedSet<String>) -> Option<String> {
        self.crossed().intersection(reads).next().cloned()
    }

    /// The arrays that it empties and whose elements may be watched, or be mutable references.
    #[must_use]
    pub(crate) fn watched(&self) -> SortedSet<String> {
        let mut watched = SortedSet::new();
        for source in self.sources() {
            match source {
                Source::Array(array) if array.access == Access::ByValue && !array.plain => {
                    watched.insert(spelling(&array.name));
                }
                Source::Driver(driver) => watched.extend(driver.watched.iter().cloned()),
                _ => {}
            }
        }
        watched
    }

    /// How many elements flow out, as far as the source shows.
    #[must_use]
    pub(crate) fn extent(&self) -> Extent {
        let extent = match &self.source {
            Source::Array(array) => Extent::Len(spelling(&array.name)),
            Source::Range(range) => range.length.clone().unwrap_or(Extent::Unknown),
            Source::Driver(driver) => driver.extent.clone(),
        };
        let adapters = self.adapters.iter();
        adapters.fold(extent, |extent, adapter| adapter.extent(extent))
    }

    /// The elements, if nothing but their order and number is another than that of its sources.
    #[must_use]
    pub(crate) fn divided(&self) -> Option<Divided> {
        let divided = match &self.source {
            Source::Array(array) if array.access == Access::ByReference => {
                Divided::Array(array.name.clone())
            }
            Source::Range(range) if range.integers => Divided::Range(range.expr.clone()),
            Source::Array(_) | Source::Range(_) => return None,
            Source::Driver(driver) => driver.divided.clone()?,
        };
        let mut adapters = self.adapters.iter();
        adapters.try_fold(divided, |divided, adapter| adapter.divided(divided))
    }

    /// Every worker, in order.
    #[must_use]
    pub(crate) fn workers(&self) -> Vec<&Worker> {
        let mut workers = Vec::new();
        if let Source::Driver(driver) = &self.source {
            workers.extend(driver.parts.iter().flat_map(Stream::workers));
        }
        for adapter in &self.adapters {
            workers.extend(adapter.worker());
            workers.extend(adapter.stream().into_iter().flat_map(Stream::workers));
        }
        workers
    }

    /// Those of them that are applied where they stand in a loop.
    pub(crate) fn applied_mut(&mut self) -> Vec<&mut Worker> {
        self.adapters
            .iter_mut()
            .flat_map(Adapter::applied_mut)
            .collect()
    }

    /// The arrays whose elements it gives by mutable reference, wherever they stand in it.
    #[must_use]
    pub(crate) fn changed(&self) -> Vec<&ArraySource> {
        let mut changed = Vec::new();
        for source in self.sources() {
            match source {
                Source::Array(array) if array.access == Access::Mutable => changed.push(array),
                Source::Driver(driver) => {
                    changed.extend(driver.parts.iter().flat_map(Stream::changed));
                }
                Source::Array(_) | Source::Range(_) => {}
            }
        }
        changed
    }

    /// The names that it mentions other than as arrays whose elements it takes one by one.
    pub(crate) fn reads_besides_arrays(&self) -> SortedSet<String> {
        let mut names = match &self.source {
            Source::Array(_) => SortedSet::new(),
            Source::Range(range) => range.reads.iter().cloned().collect(),
            Source::Driver(driver) => driver.mentions(),
        };
        for adapter in &self.adapters {
            names.extend(match adapter {
                Adapter::Zip(other) => other.reads_besides_arrays(),
                other => other.reads(),
            });
        }
        names
    }
}

impl DriverSource {
    /// The place that it runs over, as text, if to make it does nothing and cannot panic, as an index may.
    #[must_use]
    pub(crate) fn quiet_place(&self) -> Option<&str> {
        let Extent::Place(text) = &self.extent else {
            return None;
        };
        let quiet = !self.effects && self.parts.is_empty() && self.moves.is_empty();
        let mut whole = [".iter()", ".values()", ".keys()"].iter();
        let place = whole.find_map(|whole| text.strip_suffix(whole))?;
        (quiet && !text.contains('[')).then_some(place)
    }
}
