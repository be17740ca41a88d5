//! The elements of a slice, by their indices.
//!
//! *In*: an iterator over a slice. *Out*: its elements, by an iterator that counts. A slice's own iterator compares addresses, from
//! which LLVM cannot tell that a buffer of as many elements is not full: the check stays, and the last few elements of each vectorised
//! loop are done one by one for its sake. Of an index it can.

use crate::Repeated;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::{Deref, Range};
use core::slice;

/// The elements of a slice, by their indices.
///
/// ```
/// let xs = [1.0, 2.0, 3.0];
/// let mut ys_buffer = fuse_runtime::ExactBuffer::with_length(xs.len());
/// for x in fuse_runtime::counted(xs.iter()) {
///     ys_buffer.push(x * 2.0);
/// }
/// assert_eq!(ys_buffer.into_vec(), [2.0, 4.0, 6.0]);
/// ```
#[inline]
pub fn counted<'a, T: 'a>(
    elements: impl IntoIterator<IntoIter = slice::Iter<'a, T>>,
) -> Counted<'a, T> {
    let elements = elements.into_iter().as_slice();
    Counted {
        elements,
        left: 0..elements.len(),
    }
}

/// The elements of a driver, by their indices if it runs over a slice.
///
/// ```
/// let xs = [1.0, 2.0];
/// let driver = xs.iter();
/// let pairs = fuse_runtime::again!(driver, xs.iter());
/// assert!(fuse_runtime::by_index!(pairs).eq([(&1.0, &1.0), (&2.0, &2.0)]));
/// ```
#[macro_export]
macro_rules! by_index {
    ($driver:expr) => {
        $crate::ByIndex::of(&$driver).__loopfuse_by_index($driver)
    };
}

/// The type of a driver, of which it depends whether its elements have indices.
#[derive(Debug)]
pub struct ByIndex<I> {
    as_it_is: AsItIs,
    driver: PhantomData<fn() -> I>,
}

impl<I> ByIndex<I> {
    /// Looks at the type of `driver`.
    #[inline]
    pub fn of(_driver: &I) -> Self {
        ByIndex {
            as_it_is: AsItIs(PhantomData),
            driver: PhantomData,
        }
    }
}

impl<'a, T> ByIndex<slice::Iter<'a, T>> {
    /// By index.
    #[inline]
    pub fn __loopfuse_by_index(&self, driver: slice::Iter<'a, T>) -> Counted<'a, T> {
        counted(driver)
    }
}

impl<'a, T, N> ByIndex<Repeated<N, slice::Iter<'a, T>>> {
    /// By index.
    #[inline]
    pub fn __loopfuse_by_index(
        &self,
        driver: Repeated<N, slice::Iter<'a, T>>,
    ) -> Repeated<N, Counted<'a, T>> {
        driver.over(counted)
    }
}

impl<I> Deref for ByIndex<I> {
    type Target = AsItIs;

    #[inline]
    fn deref(&self) -> &AsItIs {
        &self.as_it_is
    }
}

/// What is left of a [`ByIndex`] of any other driver.
#[derive(Debug)]
pub struct AsItIs(PhantomData<()>);

impl AsItIs {
    /// As it is.
    #[inline]
    pub fn __loopfuse_by_index<I>(&self, driver: I) -> I {
        driver
    }
}

/// What [`counted`] gives.
#[derive(Clone, Debug)]
pub struct Counted<'a, T> {
    elements: &'a [T],
    left: Range<usize>,
}

impl<'a, T> Iterator for Counted<'a, T> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        // The index is below the length: LLVM knows, and checks nothing.
        self.left.next().map(|index| &self.elements[index])
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl<T> ExactSizeIterator for Counted<'_, T> {}

impl<T> FusedIterator for Counted<'_, T> {}
