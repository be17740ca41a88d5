//! One iterator for several chains over the same place.
//!
//! *In*: a driver, and how to make it again. *Out*: an iterator over nested pairs of what all give. Where the
//! elements are `Copy`, as references are, the place is read once and each element given as often as there are
//! chains; else as many iterators run in step, and no more: their elements may be watched.
//!
//! The choice is method resolution, as in [`choose`](crate::Driver): an expansion does not know the type.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::ExactLength;

/// Pairs the elements of an iterator with those that the same expression gives again, and again.
///
/// The further expressions are evaluated only if the elements are not `Copy`. They must mean what the first one means:
/// an iterator over the same elements in the same order.
///
/// ```
/// let xs = [1.0, 2.0, 3.0];
/// let mut sum = 0.0;
/// let mut squares = 0.0;
/// let mut last = 0.0;
/// for ((x, y), z) in fuse_runtime::again!(xs.iter(), xs.iter(), xs.iter()) {
///     sum += x;
///     squares += y * y;
///     last = *z;
/// }
/// assert_eq!((sum, squares, last), (6.0, 14.0, 3.0));
/// ```
#[macro_export]
macro_rules! again {
    ($first:expr, $($other:expr),+) => {
        match $crate::IntoIterator::into_iter($first) {
            __loopfuse_first => $crate::Again::of(&__loopfuse_first).__loopfuse_together(
                $crate::again!(@times ($crate::Once) $($other),+),
                __loopfuse_first,
                |__loopfuse_step| $crate::again!(@step (__loopfuse_step) $($other),+),
            ),
        }
    };
    (@times ($times:expr) $other:expr $(, $others:expr)*) => {
        $crate::again!(@times ($crate::OnceMore($times)) $($others),*)
    };
    (@times ($times:expr)) => {
        $times
    };
    (@step ($before:expr) $other:expr $(, $others:expr)*) => {
        $crate::again!(@step ($crate::zip($before, $other)) $($others),*)
    };
    (@step ($before:expr)) => {
        $before
    };
}

/// The type of an iterator, of which it depends whether its elements can be given more than once.
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
    /// Each element as often as `times` says. The other iterators are never made.
    ///
    /// The name is one that no user's blanket extension trait has.
    #[inline]
    pub fn __loopfuse_together<T: Times, Z: Iterator>(
        &self,
        _times: T,
        first: I,
        _in_step: impl FnOnce(I) -> Z,
    ) -> Repeated<T, I> {
        Repeated(first, PhantomData)
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
    /// The elements of all iterators in step.
    #[inline]
    pub fn __loopfuse_together<T, I, Z: Iterator>(
        &self,
        _times: T,
        first: I,
        in_step: impl FnOnce(I) -> Z,
    ) -> Z {
        in_step(first)
    }
}

/// How often an element is given: [`Once`], or [`OnceMore`] than something else.
pub trait Times {
    /// Pairs of pairs, nested to the left.
    type Of<E: Copy>;

    /// The element as often.
    fn of<E: Copy>(element: E) -> Self::Of<E>;
}

/// An element as it is.
#[derive(Clone, Copy, Debug)]
pub struct Once;

impl Times for Once {
    type Of<E: Copy> = E;

    #[inline]
    fn of<E: Copy>(element: E) -> E {
        element
    }
}

/// A pair of the element as often as `T` says, and the element.
#[derive(Clone, Copy, Debug)]
pub struct OnceMore<T>(pub T);

impl<T: Times> Times for OnceMore<T> {
    type Of<E: Copy> = (T::Of<E>, E);

    #[inline]
    fn of<E: Copy>(element: E) -> (T::Of<E>, E) {
        (T::of(element), element)
    }
}

/// An iterator that gives each element of another several times at once.
#[derive(Clone, Debug)]
pub struct Repeated<T, I>(I, PhantomData<T>);

impl<T, I> Repeated<T, I> {
    /// The same over another iterator.
    #[inline]
    pub(crate) fn over<J>(self, other: impl FnOnce(I) -> J) -> Repeated<T, J> {
        Repeated(other(self.0), PhantomData)
    }
}

impl<T: Times, I: Iterator<Item: Copy>> Iterator for Repeated<T, I> {
    type Item = T::Of<I::Item>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(T::of)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut step: F) -> B {
        self.0
            .fold(init, |folded, element| step(folded, T::of(element)))
    }
}

impl<T: Times, I: ExactLength<Item: Copy>> ExactLength for Repeated<T, I> {}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::Cell;

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
    fn what_is_not_runs_in_step_and_no_more_often_than_asked() {
        let made = Cell::new(0);
        let words = || {
            made.set(made.get() + 1);
            ["a", "b"].into_iter().map(String::from)
        };
        let triples = crate::again!(words(), words(), words()).collect::<Vec<_>>();
        let triple = |word: &str| ((String::from(word), String::from(word)), String::from(word));
        assert_eq!(triples, [triple("a"), triple("b")]);
        assert_eq!(made.get(), 3);
    }

    #[test]
    fn three_chains_and_a_generic_element() {
        fn sums<T: core::ops::Add<Output = T> + Default + Clone>(xs: &[T]) -> [T; 3] {
            let mut sums = [T::default(), T::default(), T::default()];
            for ((x, y), z) in crate::again!(xs, xs, xs) {
                for (sum, item) in sums.iter_mut().zip([x, y, z]) {
                    *sum = sum.clone() + item.clone();
                }
            }
            sums
        }
        assert_eq!(sums(&[1, 2, 3]), [6, 6, 6]);
    }
}
