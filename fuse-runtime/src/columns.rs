//! Slices that are read in step, 64 elements at a time.
//!
//! *In*: iterators over slices, and the adapters between them and a filter. *Out*: [`Rows`], which [`Kept`](crate::Kept) tests word
//! by word; of any other iterator [`Loose`], which is filtered as std does.
//!
//! Which of the two it is, is method resolution, as in [`choose`](crate::Driver): an expansion does not know the type.

use core::iter;
use core::marker::PhantomData;
use core::ops::Deref;
use core::slice;

use crate::kept::{InTurn, Jumping, Kept, Straight};

/// Of how many elements the tests are put together.
pub(crate) const WORD: usize = u64::BITS as usize;

/// Of more than how many bytes elements are tested one by one, for each is in a line of the cache of its own. Measured on two sums of floats
/// behind tests and one of integers, over structs of 24, 40, 64 and 128 bytes of which a random half passes, plain over fused at 16 K
/// elements: 1.1 1.2 1.1 1.8 one by one, 4.4 4.3 4.0 2.4 by bits; where all pass 1.8 1.9 2.2 2.9, and 1.1 1.1 1.2 1.3.
const SCATTERED: usize = 64;

/// Columns of equal places, each of which has one element.
pub trait Columns: Sized {
    /// What stands at one place.
    type Item;
    /// What stands at 64 places.
    type Word: Copy;
    /// The same as std's iterator.
    type Each: Iterator<Item = Self::Item>;
    /// True if tests of many elements can be one instruction.
    const NARROW: bool;

    /// How many places there are.
    fn length(&self) -> usize;
    /// The elements at the next places, if there are so many.
    fn word(&mut self) -> Option<Self::Word>;
    /// Those at one place of a word.
    fn at(&mut self, word: Self::Word, place: usize) -> Self::Item;
    /// Those at the next place.
    fn one(&mut self) -> Option<Self::Item>;
    /// Those at all places that are left.
    fn each(self) -> Self::Each;
}

/// Columns of an iterator that may be one over a slice.
///
/// ```
/// let (xs, ys) = ([1.0, -2.0, 3.0], vec![1.0, 1.0, 0.5]);
/// let rows = fuse_runtime::rows!(xs.iter()).beside(fuse_runtime::rows!(&ys));
/// let sum: f64 = rows.kept::<1, false, _>(|(x, _)| **x > 0.0).map(|(x, y)| x * y).sum();
/// assert_eq!(sum, 2.5);
/// ```
#[macro_export]
macro_rules! rows {
    ($source:expr) => {
        match $crate::IntoIterator::into_iter($source) {
            __loopfuse_of => $crate::RowsOf::of(&__loopfuse_of).__loopfuse_rows(__loopfuse_of),
        }
    };
}

/// The type of an iterator, of which it depends whether it is one over a slice.
#[derive(Debug)]
pub struct RowsOf<I> {
    loose: AnyRows,
    iterator: PhantomData<fn() -> I>,
}

impl<I> RowsOf<I> {
    /// Looks at the type of `_iterator`.
    #[inline]
    pub fn of(_iterator: &I) -> Self {
        RowsOf {
            loose: AnyRows(PhantomData),
            iterator: PhantomData,
        }
    }
}

impl<'a, T> RowsOf<slice::Iter<'a, T>> {
    /// The slice.
    ///
    /// The name is one that no user's blanket extension trait has.
    #[inline]
    pub fn __loopfuse_rows(&self, iterator: slice::Iter<'a, T>) -> Rows<Row<'a, T>> {
        Rows(Row(iterator.as_slice()))
    }
}

impl<I> Deref for RowsOf<I> {
    type Target = AnyRows;

    #[inline]
    fn deref(&self) -> &AnyRows {
        &self.loose
    }
}

/// What is left of a [`RowsOf`] of any other type.
#[derive(Debug)]
pub struct AnyRows(PhantomData<()>);

impl AnyRows {
    /// The iterator itself.
    #[inline]
    pub fn __loopfuse_rows<I: Iterator>(&self, iterator: I) -> Loose<I> {
        Loose(iterator)
    }
}

/// Columns before a filter.
#[derive(Debug)]
pub struct Rows<C>(C);

/// An iterator before a filter.
#[derive(Debug)]
pub struct Loose<I>(I);

/// What can stand to the right of `L`, in step.
pub trait Beside<L> {
    /// Both.
    type Both;

    /// Both, in pairs.
    fn both(self, left: L) -> Self::Both;
}

impl<C: Columns> Rows<C> {
    /// How many there are, if many can be tested at once.
    #[inline]
    pub fn length(&self) -> usize {
        if C::NARROW { self.0.length() } else { 0 }
    }

    /// As [`Iterator::zip`].
    #[inline]
    pub fn beside<R: Beside<Self>>(self, right: R) -> R::Both {
        right.both(self)
    }

    /// As [`Iterator::copied`].
    #[inline]
    pub fn copied<'a, T: Copy + 'a>(self) -> Rows<Copies<C>>
    where
        C: Columns<Item = &'a T>,
    {
        Rows(Copies(self.0))
    }

    /// As [`Iterator::enumerate`].
    #[inline]
    pub fn numbered(self) -> Rows<Numbered<C>> {
        Rows(Numbered {
            columns: self.0,
            next: 0,
        })
    }

    /// As [`Iterator::map`], but `worker` is called more than once for some elements.
    #[inline]
    pub fn made<R, F: FnMut(C::Item) -> R>(self, worker: F) -> Rows<Makes<C, F>> {
        Rows(Makes {
            columns: self.0,
            worker,
        })
    }

    /// As [`Iterator::filter`], but `test` is called before what comes behind it is done with the elements before. It makes
    /// so many comparisons. With `UNLESS_MOST` elements are tested one by one where most are kept.
    #[inline]
    pub fn kept<const COMPARISONS: usize, const UNLESS_MOST: bool, P: FnMut(&C::Item) -> bool>(
        self,
        test: P,
    ) -> Kept<C, Straight<P>, COMPARISONS, UNLESS_MOST> {
        Kept::of(self.0, Straight(test))
    }

    /// As [`kept`](Rows::kept), of a test that has branches, and the same without them.
    #[inline]
    pub fn kept_jumping<
        const COMPARISONS: usize,
        const UNLESS_MOST: bool,
        P: FnMut(&C::Item) -> bool,
        Q: FnMut(&C::Item) -> bool,
    >(
        self,
        at_once: P,
        test: Q,
    ) -> Kept<C, Jumping<P, Q>, COMPARISONS, UNLESS_MOST> {
        Kept::of(self.0, Jumping(at_once, test))
    }

    /// As [`kept_jumping`](Rows::kept_jumping), with the first conditions of the test.
    #[inline]
    pub fn kept_in_turn<
        const COMPARISONS: usize,
        const UNLESS_MOST: bool,
        F: FnMut(&C::Item) -> bool,
        P: FnMut(&C::Item) -> bool,
        Q: FnMut(&C::Item) -> bool,
    >(
        self,
        first: F,
        at_once: P,
        test: Q,
    ) -> Kept<C, InTurn<F, P, Q>, COMPARISONS, UNLESS_MOST> {
        Kept::of(self.0, InTurn(first, at_once, test))
    }
}

impl<I: Iterator> Loose<I> {
    /// Of no other iterator can they.
    #[inline]
    pub fn length(&self) -> usize {
        0
    }

    /// As [`Rows::beside`].
    #[inline]
    pub fn beside<R: Beside<Self>>(self, right: R) -> R::Both {
        right.both(self)
    }

    /// As [`Rows::copied`].
    #[inline]
    pub fn copied<'a, T: Copy + 'a>(self) -> Loose<iter::Copied<I>>
    where
        I: Iterator<Item = &'a T>,
    {
        Loose(self.0.copied())
    }

    /// As [`Rows::numbered`].
    #[inline]
    pub fn numbered(self) -> Loose<iter::Enumerate<I>> {
        Loose(self.0.enumerate())
    }

    /// As [`Rows::made`].
    #[inline]
    pub fn made<R, F: FnMut(I::Item) -> R>(self, worker: F) -> Loose<iter::Map<I, F>> {
        Loose(self.0.map(worker))
    }

    /// As [`Rows::kept`].
    #[inline]
    pub fn kept<const COMPARISONS: usize, const UNLESS_MOST: bool, P: FnMut(&I::Item) -> bool>(
        self,
        test: P,
    ) -> iter::Filter<I, P> {
        self.0.filter(test)
    }

    /// As [`Rows::kept_jumping`].
    #[inline]
    pub fn kept_jumping<
        const COMPARISONS: usize,
        const UNLESS_MOST: bool,
        P: FnMut(&I::Item) -> bool,
        Q: FnMut(&I::Item) -> bool,
    >(
        self,
        _at_once: P,
        test: Q,
    ) -> iter::Filter<I, Q> {
        self.0.filter(test)
    }

    /// As [`Rows::kept_in_turn`].
    #[inline]
    pub fn kept_in_turn<
        const COMPARISONS: usize,
        const UNLESS_MOST: bool,
        F: FnMut(&I::Item) -> bool,
        P: FnMut(&I::Item) -> bool,
        Q: FnMut(&I::Item) -> bool,
    >(
        self,
        _first: F,
        _at_once: P,
        test: Q,
    ) -> iter::Filter<I, Q> {
        self.0.filter(test)
    }
}

impl<A: Columns, B: Columns> Beside<Rows<A>> for Rows<B> {
    type Both = Rows<(A, B)>;

    #[inline]
    fn both(self, left: Rows<A>) -> Self::Both {
        Rows((left.0, self.0))
    }
}

impl<I: Iterator, B: Columns> Beside<Loose<I>> for Rows<B> {
    type Both = Loose<iter::Zip<I, B::Each>>;

    #[inline]
    fn both(self, left: Loose<I>) -> Self::Both {
        Loose(left.0.zip(self.0.each()))
    }
}

impl<A: Columns, J: Iterator> Beside<Rows<A>> for Loose<J> {
    type Both = Loose<iter::Zip<A::Each, J>>;

    #[inline]
    fn both(self, left: Rows<A>) -> Self::Both {
        Loose(left.0.each().zip(self.0))
    }
}

impl<I: Iterator, J: Iterator> Beside<Loose<I>> for Loose<J> {
    type Both = Loose<iter::Zip<I, J>>;

    #[inline]
    fn both(self, left: Loose<I>) -> Self::Both {
        Loose(left.0.zip(self.0))
    }
}

/// A slice.
#[derive(Debug)]
pub struct Row<'a, T>(&'a [T]);

impl<'a, T> Columns for Row<'a, T> {
    type Item = &'a T;
    type Word = &'a [T; WORD];
    type Each = slice::Iter<'a, T>;
    const NARROW: bool = size_of::<T>() <= SCATTERED;

    #[inline]
    fn length(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn word(&mut self) -> Option<&'a [T; WORD]> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(word)
    }

    #[inline]
    fn at(&mut self, word: &'a [T; WORD], place: usize) -> &'a T {
        &word[place % WORD]
    }

    #[inline]
    fn one(&mut self) -> Option<&'a T> {
        let (one, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(one)
    }

    #[inline]
    fn each(self) -> slice::Iter<'a, T> {
        self.0.iter()
    }
}

impl<A: Columns, B: Columns> Columns for (A, B) {
    type Item = (A::Item, B::Item);
    type Word = (A::Word, B::Word);
    type Each = iter::Zip<A::Each, B::Each>;
    const NARROW: bool = A::NARROW && B::NARROW;

    #[inline]
    fn length(&self) -> usize {
        self.0.length().min(self.1.length())
    }

    #[inline]
    fn word(&mut self) -> Option<Self::Word> {
        Some((self.0.word()?, self.1.word()?))
    }

    #[inline]
    fn at(&mut self, word: Self::Word, place: usize) -> Self::Item {
        (self.0.at(word.0, place), self.1.at(word.1, place))
    }

    #[inline]
    fn one(&mut self) -> Option<Self::Item> {
        Some((self.0.one()?, self.1.one()?))
    }

    #[inline]
    fn each(self) -> Self::Each {
        self.0.each().zip(self.1.each())
    }
}

/// The elements themselves, of references to them.
#[derive(Debug)]
pub struct Copies<C>(C);

impl<'a, T: Copy + 'a, C: Columns<Item = &'a T>> Columns for Copies<C> {
    type Item = T;
    type Word = C::Word;
    type Each = iter::Copied<C::Each>;
    const NARROW: bool = C::NARROW;

    #[inline]
    fn length(&self) -> usize {
        self.0.length()
    }

    #[inline]
    fn word(&mut self) -> Option<C::Word> {
        self.0.word()
    }

    #[inline]
    fn at(&mut self, word: C::Word, place: usize) -> T {
        *self.0.at(word, place)
    }

    #[inline]
    fn one(&mut self) -> Option<T> {
        self.0.one().copied()
    }

    #[inline]
    fn each(self) -> Self::Each {
        self.0.each().copied()
    }
}

/// Elements with their places.
#[derive(Debug)]
pub struct Numbered<C> {
    columns: C,
    next: usize,
}

impl<C: Columns> Columns for Numbered<C> {
    type Item = (usize, C::Item);
    type Word = (usize, C::Word);
    type Each = NumberedFrom<C::Each>;
    const NARROW: bool = C::NARROW;

    #[inline]
    fn length(&self) -> usize {
        self.columns.length()
    }

    #[inline]
    fn word(&mut self) -> Option<Self::Word> {
        let word = (self.next, self.columns.word()?);
        self.next += WORD;
        Some(word)
    }

    #[inline]
    fn at(&mut self, (start, word): Self::Word, place: usize) -> Self::Item {
        (start + place, self.columns.at(word, place))
    }

    #[inline]
    fn one(&mut self) -> Option<Self::Item> {
        let one = (self.next, self.columns.one()?);
        self.next += 1;
        Some(one)
    }

    #[inline]
    fn each(self) -> Self::Each {
        NumberedFrom {
            start: self.next,
            rest: self.columns.each().enumerate(),
        }
    }
}

/// As [`iter::Enumerate`], from `start` on.
#[derive(Debug)]
pub struct NumberedFrom<I> {
    start: usize,
    rest: iter::Enumerate<I>,
}

impl<I: Iterator> Iterator for NumberedFrom<I> {
    type Item = (usize, I::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (place, item) = self.rest.next()?;
        Some((self.start + place, item))
    }

    #[inline]
    fn fold<T, F: FnMut(T, Self::Item) -> T>(self, initial: T, mut step: F) -> T {
        let start = self.start;
        self.rest.fold(initial, |all, (place, item)| {
            step(all, (start + place, item))
        })
    }
}

/// What a worker makes of each element.
#[derive(Debug)]
pub struct Makes<C, F> {
    columns: C,
    worker: F,
}

impl<R, C: Columns, F: FnMut(C::Item) -> R> Columns for Makes<C, F> {
    type Item = R;
    type Word = C::Word;
    type Each = iter::Map<C::Each, F>;
    const NARROW: bool = C::NARROW;

    #[inline]
    fn length(&self) -> usize {
        self.columns.length()
    }

    #[inline]
    fn word(&mut self) -> Option<C::Word> {
        self.columns.word()
    }

    #[inline]
    fn at(&mut self, word: C::Word, place: usize) -> R {
        let item = self.columns.at(word, place);
        (self.worker)(item)
    }

    #[inline]
    fn one(&mut self) -> Option<R> {
        let item = self.columns.one()?;
        Some((self.worker)(item))
    }

    #[inline]
    fn each(self) -> Self::Each {
        self.columns.each().map(self.worker)
    }
}
