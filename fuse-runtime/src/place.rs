//! Places whose type an expansion does not know: most are slices.
//!
//! *In*: an iterator over what stands in a field. *Out*: the slice that it runs over, as [`Seen`], or [`Unseen`] elements of
//! the same type. Both have the same methods, so that an expansion that goes through a slice block by block compiles for
//! either, and runs for the first alone: of elements that are unseen there are none.
//!
//! The choice is method resolution, as in [`choose`](crate::Driver).

mod beside;
mod blocks;
mod element;

pub use self::blocks::{Blocks, InLanes, NoLanes};
pub use self::element::{Element, Single};

use crate::{Buffer, Decision, LANES, Search};
use core::iter::{Empty, empty};
use core::marker::PhantomData;
use core::ops::Deref;
use core::slice;

/// The elements that a driver is going to give, if it runs over a slice.
///
/// ```
/// let xs = vec![1, 2, 3];
/// let driver = xs.iter();
/// assert!(fuse_runtime::place!(driver).is_seen());
/// let driver = xs.iter().rev();
/// assert!(!fuse_runtime::place!(driver).is_seen());
/// ```
#[macro_export]
macro_rules! place {
    ($driver:expr) => {
        $crate::Place::of(&$driver).__loopfuse_elements(&$driver)
    };
}

/// The type of a driver.
#[derive(Debug)]
pub struct Place<I> {
    any: AnyPlace,
    driver: PhantomData<fn() -> I>,
}

impl<I> Place<I> {
    /// Looks at the type of `driver`.
    #[inline]
    pub fn of(_driver: &I) -> Self {
        Place {
            any: AnyPlace(PhantomData),
            driver: PhantomData,
        }
    }
}

impl<'a, T> Place<slice::Iter<'a, T>> {
    /// The slice.
    #[inline]
    pub fn __loopfuse_elements(&self, driver: &slice::Iter<'a, T>) -> Seen<'a, T> {
        Seen(driver.as_slice())
    }
}

impl<I> Deref for Place<I> {
    type Target = AnyPlace;

    #[inline]
    fn deref(&self) -> &AnyPlace {
        &self.any
    }
}

/// What is left of a [`Place`] that is no slice.
#[derive(Debug)]
pub struct AnyPlace(PhantomData<()>);

impl AnyPlace {
    /// Nothing but the type of the elements.
    #[inline]
    pub fn __loopfuse_elements<I: Iterator>(&self, _driver: &I) -> Unseen<I::Item> {
        Unseen(PhantomData)
    }
}

/// A slice, or a block of it.
#[derive(Debug)]
pub struct Seen<'a, T>(&'a [T]);

impl<T> Clone for Seen<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Seen<'_, T> {}

/// A slice that is visibly one, by its iterator.
///
/// ```
/// let xs = [1, 2, 3];
/// assert_eq!(fuse_runtime::seen(&xs[1..]).iter().sum::<i32>(), 5);
/// ```
#[inline]
pub fn seen<'a, T: 'a>(elements: impl IntoIterator<IntoIter = slice::Iter<'a, T>>) -> Seen<'a, T> {
    Seen(elements.into_iter().as_slice())
}

/// No elements, of the type that a driver has.
#[derive(Debug)]
pub struct Unseen<E>(PhantomData<fn() -> E>);

impl<E> Clone for Unseen<E> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Unseen<E> {}

impl<'a, T> Seen<'a, T> {
    /// True: it runs over a slice.
    #[inline]
    #[must_use]
    pub const fn is_seen(self) -> bool {
        true
    }

    /// As [`tiles`](crate::tiles).
    #[inline]
    pub fn tiles(self) -> Blocks<'a, T> {
        Blocks(crate::tiles(self.0))
    }

    /// As [`narrow_tiles`](crate::narrow_tiles).
    #[inline]
    pub fn narrow_tiles(self) -> Blocks<'a, T> {
        Blocks(crate::narrow_tiles(self.0))
    }

    /// As [`long_tiles`](crate::long_tiles).
    #[inline]
    pub fn long_tiles(self) -> Blocks<'a, T> {
        Blocks(crate::long_tiles(self.0))
    }

    /// As [`sieves`](crate::sieves).
    #[inline]
    pub fn sieves(self) -> Blocks<'a, T> {
        Blocks(crate::sieves(self.0))
    }

    /// The elements.
    #[inline]
    pub fn iter(self) -> slice::Iter<'a, T> {
        self.0.iter()
    }

    /// As [`are_at_most`](crate::are_at_most).
    #[inline]
    pub fn are_at_most(self, most: usize) -> bool {
        crate::are_at_most(most, self.0)
    }

    /// As [`dispatched`](crate::dispatched).
    #[inline(always)]
    pub fn dispatched<R>(self, run: impl FnOnce() -> R) -> R {
        crate::dispatched(self.0, run)
    }

    /// As many elements at a time as there are lanes, without those that are left.
    #[inline]
    pub fn in_lanes(self) -> InLanes<'a, T> {
        InLanes(self.0.chunks_exact(LANES))
    }

    /// One element.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    #[must_use]
    pub fn lane(self, lane: usize) -> &'a T {
        &self.0[lane]
    }

    /// As [`Buffer::sift`].
    #[inline]
    pub fn sift<U>(
        self,
        buffer: &mut Buffer<'_, U>,
        test: impl FnMut(&'a T) -> bool,
        value: impl FnMut(&'a T) -> U,
    ) {
        buffer.sift(self.0, test, value);
    }

    /// As [`Buffer::sift_straight`].
    #[inline]
    pub fn sift_straight<U>(
        self,
        buffer: &mut Buffer<'_, U>,
        test: impl FnMut(&'a T) -> bool,
        value: impl FnMut(&'a T) -> U,
    ) {
        buffer.sift_straight(self.0, test, value);
    }

    /// As [`Buffer::sift_kept`].
    #[inline]
    pub fn sift_kept<U>(
        self,
        buffer: &mut Buffer<'_, U>,
        test: impl FnMut(&'a T) -> bool,
        value: impl FnMut(&'a T) -> U,
    ) {
        buffer.sift_kept(self.0, test, value);
    }

    /// As [`Decision::block`].
    #[inline]
    pub fn decide(self, decision: &mut Decision, test: impl FnMut(&'a T) -> bool) {
        decision.block(self.0, test);
    }

    /// As [`Decision::block_copied`].
    #[inline]
    pub fn decide_copied(self, decision: &mut Decision, test: impl FnMut(T) -> bool)
    where
        T: Copy,
    {
        decision.block_copied(self.0, test);
    }

    /// As [`Search::block`].
    #[inline]
    pub fn seek(self, search: &mut Search, test: impl FnMut(&'a T) -> bool) {
        search.block(self.0, test);
    }

    /// As [`Search::block_copied`].
    #[inline]
    pub fn seek_copied(self, search: &mut Search, test: impl FnMut(T) -> bool)
    where
        T: Copy,
    {
        search.block_copied(self.0, test);
    }
}

impl<T: Copy> Unseen<&T> {
    /// Nothing.
    #[inline]
    pub fn decide_copied(self, _decision: &mut Decision, _test: impl FnMut(T) -> bool) {}

    /// Nothing.
    #[inline]
    pub fn seek_copied(self, _search: &mut Search, _test: impl FnMut(T) -> bool) {}
}

impl<E> Unseen<E> {
    /// False: it is not known what it runs over.
    #[inline]
    #[must_use]
    pub const fn is_seen(self) -> bool {
        false
    }

    /// None.
    #[inline]
    pub fn tiles(self) -> Empty<Unseen<E>> {
        empty()
    }

    /// None.
    #[inline]
    pub fn narrow_tiles(self) -> Empty<Unseen<E>> {
        empty()
    }

    /// None.
    #[inline]
    pub fn long_tiles(self) -> Empty<Unseen<E>> {
        empty()
    }

    /// None.
    #[inline]
    pub fn sieves(self) -> Empty<Unseen<E>> {
        empty()
    }

    /// None.
    #[inline]
    pub fn iter(self) -> Empty<E> {
        empty()
    }

    /// There are none.
    #[inline]
    pub fn are_at_most(self, _: usize) -> bool {
        true
    }

    /// What is run.
    #[inline]
    pub fn dispatched<R>(self, run: impl FnOnce() -> R) -> R {
        run()
    }

    /// None.
    #[inline]
    pub fn in_lanes(self) -> Empty<NoLanes<E>> {
        empty()
    }

    /// Nothing.
    #[inline]
    pub fn sift<U>(
        self,
        _buffer: &mut Buffer<'_, U>,
        _test: impl FnMut(E) -> bool,
        _value: impl FnMut(E) -> U,
    ) {
    }

    /// Nothing.
    #[inline]
    pub fn sift_straight<U>(
        self,
        _buffer: &mut Buffer<'_, U>,
        _test: impl FnMut(E) -> bool,
        _value: impl FnMut(E) -> U,
    ) {
    }

    /// Nothing.
    #[inline]
    pub fn sift_kept<U>(
        self,
        _buffer: &mut Buffer<'_, U>,
        _test: impl FnMut(E) -> bool,
        _value: impl FnMut(E) -> U,
    ) {
    }

    /// Nothing.
    #[inline]
    pub fn decide(self, _decision: &mut Decision, _test: impl FnMut(E) -> bool) {}

    /// Nothing.
    #[inline]
    pub fn seek(self, _search: &mut Search, _test: impl FnMut(E) -> bool) {}
}

#[cfg(test)]
mod tests {
    use alloc::collections::{BTreeMap, VecDeque};
    use alloc::string::String;
    use alloc::vec::Vec;

    /// What an expansion does with a place, for any type of it.
    macro_rules! over_ten {
        ($place:expr) => {{
            let driver = $place;
            let elements = crate::place!(driver);
            let mut large = crate::Buffer::new();
            if elements.is_seen() {
                for tile in elements.sieves() {
                    tile.sift(
                        &mut large,
                        |x| *crate::once_more!(x) > 10,
                        |x| *crate::once_more!(x),
                    );
                }
            } else {
                for x in driver {
                    if *x > 10 {
                        large.push(*x);
                    }
                }
            }
            (elements.is_seen(), large.into_vec())
        }};
    }

    #[test]
    fn slices_are_seen_and_nothing_else_is() {
        let xs = [1, 20, 3, 40];
        let list = Vec::from(xs);
        let deque = VecDeque::from(xs);
        let map = BTreeMap::from(xs.map(|x| (x, x)));
        assert_eq!(over_ten!(xs.iter()), (true, Vec::from([20, 40])));
        assert_eq!(
            over_ten!(IntoIterator::into_iter(&list)),
            (true, Vec::from([20, 40]))
        );
        assert_eq!(over_ten!(deque.iter()), (false, Vec::from([20, 40])));
        assert_eq!(over_ten!(map.values()), (false, Vec::from([20, 40])));
        assert_eq!(over_ten!(Some(&11).into_iter()), (false, Vec::from([11])));
    }

    #[test]
    fn elements_need_not_be_copy_for_a_slice() {
        fn first_and_last<T>(xs: &[T]) -> Option<(&T, &T)> {
            let driver = xs.iter();
            let elements = crate::place!(driver);
            let mut ends = None;
            for tile in elements.tiles() {
                for x in tile.iter() {
                    let first = ends.map_or(crate::once_more!(x), |(first, _)| first);
                    ends = Some((first, crate::once_more!(x)));
                }
            }
            ends
        }
        let words = ["a", "b", "c"].map(String::from);
        assert_eq!(first_and_last(&words), Some((&words[0], &words[2])));
    }

    #[test]
    fn lanes_leave_the_rest() {
        let xs: Vec<usize> = (0..2 * crate::LANES + 3).collect();
        let driver = xs.iter();
        let chunks = crate::place!(driver).in_lanes();
        let seconds = chunks.map(|chunk| *chunk.lane(1)).collect::<Vec<_>>();
        assert_eq!(seconds, [1, crate::LANES + 1]);
        let driver = xs.iter().rev();
        let none = crate::place!(driver).in_lanes();
        assert!(none.map(|chunk| *chunk.lane(1)).next().is_none());
    }

    #[test]
    fn words_by_value_compile_and_are_read_in_step() {
        let words = ["a", "bcd"];
        let driver = words.into_iter().map(String::from);
        let elements = crate::place!(driver);
        let mut long = crate::Buffer::new();
        for tile in elements.sieves() {
            tile.sift(
                &mut long,
                |word| crate::once_more!(word).len() > 1,
                |word| crate::once_more!(word),
            );
        }
        assert!(!elements.is_seen() && long.is_empty());
        assert_eq!(driver.count(), 2);
    }

    #[test]
    #[should_panic(expected = "borrowed")]
    fn what_is_not_copy_is_not_given_twice() {
        let word = String::from("a");
        let _: String = crate::once_more!(word);
    }
}
