//! What a hashed collection is told of the number of its elements.
//!
//! *In*: the elements of a buffer, and the lower bound that the iterator they stood for would have given, if that was not their
//! number. *Out*: an iterator that gives the same elements under that bound. Hashed collections reserve room for it, and the room decides the order in
//! which they are iterated.

/// Elements with the lower bound of another iterator.
#[derive(Clone, Debug)]
pub struct Hinted<I> {
    elements: I,
    /// At least so many were promised, less those given since.
    at_least: usize,
}

/// The bound of an iterator that knows how many elements it has.
pub const AS_MANY_AS_THERE_ARE: usize = usize::MAX;

/// Gives `elements`, and says of them that there are at least `at_least`, or as many as there are if that is less.
///
/// ```
/// let hinted = fuse_runtime::hinted(vec![1, 2, 3], 0);
/// assert_eq!(hinted.size_hint(), (0, None));
/// assert_eq!(hinted.collect::<Vec<_>>(), [1, 2, 3]);
/// let hinted = fuse_runtime::hinted(vec![1, 2, 3], fuse_runtime::AS_MANY_AS_THERE_ARE);
/// assert_eq!(hinted.size_hint(), (3, None));
/// ```
#[inline]
pub fn hinted<I: IntoIterator<IntoIter: ExactSizeIterator>>(
    elements: I,
    at_least: usize,
) -> Hinted<I::IntoIter> {
    let elements = elements.into_iter();
    Hinted {
        at_least: at_least.min(elements.len()),
        elements,
    }
}

impl<I: Iterator> Iterator for Hinted<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.at_least = self.at_least.saturating_sub(1);
        self.elements.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.at_least, None)
    }

    #[inline]
    fn fold<B, F: FnMut(B, I::Item) -> B>(self, first: B, step: F) -> B {
        self.elements.fold(first, step)
    }
}
