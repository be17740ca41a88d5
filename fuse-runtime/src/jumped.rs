//! Iterators that jump: what is cut off from one is a copy of it that ends early.
//!
//! *In*: an iterator over pieces of a slice, each `n`-th element of one, or the same number again. *Out*: the same, to be cut.

use crate::pulled::{AnyCut, AtOnce, Cut, CutOf};
use core::iter::{RepeatN, StepBy, Take};
use core::slice;

/// An iterator of std's that jumps in no time.
#[derive(Clone, Debug)]
pub struct Jumped<I>(I);

impl<I: ExactSizeIterator + Clone> Cut for Jumped<I> {
    type Part = Take<I>;

    type Element = I::Item;

    const BLOCK: usize = 1024;

    #[inline]
    fn cut(&mut self, at_most: usize) -> Option<Take<I>> {
        let count = at_most.min(self.0.len());
        let last = count.checked_sub(1)?;
        let part = self.0.clone().take(count);
        self.0.nth(last);
        Some(part)
    }

    #[inline]
    fn nothing(&self) -> Take<I> {
        self.0.clone().take(0)
    }

    #[inline]
    fn has_ended(&self) -> bool {
        self.0.len() == 0
    }

    #[inline]
    fn left(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn first<R>(part: &mut Take<I>, look: impl FnMut(I::Item) -> Option<R>) -> Option<R> {
        part.find_map(look)
    }
}

macro_rules! jumps {
    ($({$($parameters:tt)*} $source:ty;)*) => {$(
        impl<$($parameters)*> CutOf<$source> {
            /// The iterator itself.
            #[inline]
            pub fn __loopfuse_jump(&self, source: $source) -> Jumped<$source> {
                Jumped(source)
            }
        }
    )*};
}

jumps! {
    {'a, T} slice::Windows<'a, T>;
    {'a, T} slice::Chunks<'a, T>;
    {'a, T} slice::ChunksExact<'a, T>;
    {'a, T} StepBy<slice::Iter<'a, T>>;
}

/// The same number again: of std's iterator, which may own what it gives last, LLVM takes one element at a time.
#[derive(Clone, Debug)]
pub struct Same<T> {
    value: Option<T>,
    left: usize,
}

impl<T: Copy> Iterator for Same<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        self.value
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn fold<A, F: FnMut(A, T) -> A>(self, start: A, mut add: F) -> A {
        match self.value {
            Some(value) => (0..self.left).fold(start, |folded, _| add(folded, value)),
            None => start,
        }
    }
}

impl<T: Copy> ExactSizeIterator for Same<T> {}

impl<T: Copy> Cut for Same<T> {
    type Part = Same<T>;

    type Element = T;

    const BLOCK: usize = 1024;

    #[inline]
    fn cut(&mut self, at_most: usize) -> Option<Same<T>> {
        let left = at_most.min(self.left);
        self.left -= left;
        (left > 0).then_some(Same {
            value: self.value,
            left,
        })
    }

    #[inline]
    fn nothing(&self) -> Same<T> {
        Same {
            value: self.value,
            left: 0,
        }
    }

    #[inline]
    fn has_ended(&self) -> bool {
        self.left == 0
    }

    #[inline]
    fn left(&self) -> (usize, Option<usize>) {
        self.size_hint()
    }

    #[inline]
    fn first<R>(part: &mut Same<T>, look: impl FnMut(T) -> Option<R>) -> Option<R> {
        part.find_map(look)
    }
}

impl<T: Copy> CutOf<RepeatN<T>> {
    /// The same number as often.
    #[inline]
    pub fn __loopfuse_jump(&self, source: RepeatN<T>) -> Same<T> {
        Same {
            left: source.len(),
            value: source.clone().next(),
        }
    }
}

impl AnyCut {
    /// All of it at once.
    #[inline]
    pub fn __loopfuse_jump<I: Iterator>(&self, source: I) -> AtOnce<I> {
        AtOnce::of(source)
    }
}

/// An iterator as something to cut elements off from, if its type jumps.
///
/// ```
/// use fuse_runtime::Cut;
///
/// let xs = [1, 2, 3, 4];
/// let mut windows = fuse_runtime::jump!(xs.windows(2));
/// assert!(windows.cut(2).is_some_and(|two| two.eq([[1, 2], [2, 3]])));
/// assert!(windows.cut(2).is_some_and(|one| one.eq([[3, 4]])));
/// assert!(windows.cut(2).is_none());
/// ```
#[macro_export]
macro_rules! jump {
    ($source:expr) => {
        match $crate::IntoIterator::into_iter($source) {
            __loopfuse_source => {
                $crate::CutOf::of(&__loopfuse_source).__loopfuse_jump(__loopfuse_source)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::Cut;
    use alloc::vec::Vec;

    #[test]
    fn what_is_cut_off_is_what_the_iterator_gives() {
        let xs: Vec<u32> = (0..23).collect();
        macro_rules! alike {
            ($($source:expr),+) => {$(
                for block in [1, 2, 5, 100, usize::MAX] {
                    let mut jumped = crate::jump!($source);
                    let mut all = $source.take(0).collect::<Vec<_>>();
                    while let Some(part) = jumped.cut(block) {
                        assert_eq!(jumped.left().0 + all.len() + part.len(), $source.len());
                        all.extend(part);
                    }
                    assert!(jumped.has_ended() && jumped.nothing().next().is_none());
                    assert!(all.into_iter().eq($source));
                }
            )+};
        }
        alike!(
            xs.windows(3),
            xs.windows(30),
            xs.chunks(4),
            xs.chunks_exact(4),
            xs.iter().step_by(3),
            core::iter::repeat_n(4, 11)
        );
    }
}
