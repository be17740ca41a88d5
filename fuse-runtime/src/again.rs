//! One iterator for two chains over the same place.
//!
//! *In*: a driver, and how to make it again. *Out*: an iterator over pairs of what both give. Where the elements are
//! `Copy`, as references are, the place is read once and each element given twice; else the two run in step.
//!
//! The choice is method resolution, as in [`choose`](crate::Driver): an expansion does not know the type.

use core::iter::{Zip, zip};
use core::marker::PhantomData;
use core::ops::Deref;

use crate::ExactLength;

/// Pairs the elements of an iterator with those that the same expression gives again.
///
/// The second expression is evaluated only if the elements are not `Copy`. It must mean what the first one means: an
/// iterator over the same elements in the same order.
///
/// ```
/// let xs = [1.0, 2.0, 3.0];
/// let mut sum = 0.0;
/// let mut squares = 0.0;
/// for (x, y) in fuse_runtime::again!(xs.iter(), xs.iter()) {
///     sum += x;
///     squares += y * y;
/// }
/// assert_eq!((sum, squares), (6.0, 14.0));
/// ```
#[macro_export]
macro_rules! again {
    ($first:expr, $second:expr) => {
        match $crate::IntoIterator::into_iter($first) {
            first => $crate::Again::of(&first)
                .__loopfuse_pairs(first, || $crate::IntoIterator::into_iter($second)),
        }
    };
}

/// The type of an iterator, of which it depends whether its elements can be given twice.
#[derive(Debug)]
pub struct Again<I> {
    stepped: InStep,
    driver: PhantomData<fn() -> I>,
}

impl<I> Again<I> {
    /// Looks at the type of `driver`.
    #[inline]
    pub fn of(_driver: &I) -> Self {
        Again {
            stepped: InStep(PhantomData),
            driver: PhantomData,
        }
    }
}

impl<I: Iterator<Item: Copy>> Again<I> {
    /// Each element twice. The second iterator is never made.
    ///
    /// The name is one that no user's blanket extension trait has.
    #[inline]
    pub fn __loopfuse_pairs(&self, first: I, _second: impl FnOnce() -> I) -> Twice<I> {
        Twice(first)
    }
}

impl<I> Deref for Again<I> {
    type Target = InStep;

    #[inline]
    fn deref(&self) -> &InStep {
        &self.stepped
    }
}

/// What is left of an [`Again`] whose elements are not `Copy`.
#[derive(Debug)]
pub struct InStep(PhantomData<()>);

impl InStep {
    /// The elements of both iterators in step.
    #[inline]
    pub fn __loopfuse_pairs<I: Iterator>(&self, first: I, second: impl FnOnce() -> I) -> Zip<I, I> {
        zip(first, second())
    }
}

/// An iterator that gives each element of another as a pair.
#[derive(Clone, Debug)]
pub struct Twice<I>(I);

impl<I: Iterator<Item: Copy>> Iterator for Twice<I> {
    type Item = (I::Item, I::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|item| (item, item))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut step: F) -> B {
        self.0.fold(init, |folded, item| step(folded, (item, item)))
    }
}

impl<I: ExactLength<Item: Copy>> ExactLength for Twice<I> {}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    #[test]
    fn what_is_copy_is_read_once() {
        let xs = [1, 2, 3];
        let mut made = 0;
        let pairs = crate::again!(xs.iter(), {
            made += 1;
            xs.iter()
        });
        assert_eq!(pairs.collect::<Vec<_>>(), [(&1, &1), (&2, &2), (&3, &3)]);
        assert_eq!(made, 0);
    }

    #[test]
    fn what_is_not_runs_in_step() {
        let words = || ["a", "b"].into_iter().map(String::from);
        let pairs = crate::again!(words(), words()).collect::<Vec<_>>();
        let pair = |word: &str| (String::from(word), String::from(word));
        assert_eq!(pairs, [pair("a"), pair("b")]);
    }

    #[test]
    fn three_chains_and_a_generic_element() {
        fn sums<T: core::ops::Add<Output = T> + Default + Clone>(xs: &[T]) -> [T; 3] {
            let mut sums = [T::default(), T::default(), T::default()];
            for ((x, y), (z, _)) in crate::again!(crate::again!(xs, xs), crate::again!(xs, xs)) {
                for (sum, item) in sums.iter_mut().zip([x, y, z]) {
                    *sum = sum.clone() + item.clone();
                }
            }
            sums
        }
        assert_eq!(sums(&[1, 2, 3]), [6, 6, 6]);
    }
}
