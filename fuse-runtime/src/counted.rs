//! The elements of a slice, by their indices.
//!
//! *In*: an iterator over a slice. *Out*: its elements, by an iterator that counts. A slice's own iterator compares addresses, from
//! which LLVM cannot tell that a buffer of as many elements is not full: the check stays, and the last few elements of each vectorised
//! loop are done one by one for its sake. Of an index it can.

use core::iter::FusedIterator;
use core::ops::Range;
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
