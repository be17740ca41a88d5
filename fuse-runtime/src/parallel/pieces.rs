//! Chunks and windows of a slice, divided.
//!
//! *In*: a slice and a size. *Out*: for each range the iterator of std over its chunks. Std's own iterators cannot be cut,
//! since they do not give their slice back; these hold the slice until they are.

use core::slice;

use super::{Cut, Divide, Source};

/// Declares a view of a slice by pieces of one size.
macro_rules! pieces {
    (
        $(#[$doc:meta])*
        $name:ident, $method:ident, $panics:literal
        length: |$elements:ident, $size:ident| $length:expr;
        split: |$slice:ident, $width:ident, $count:ident| $split:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'slice, T> {
            elements: &'slice [T],
            size: usize,
        }

        impl<'slice, T> $name<'slice, T> {
            /// The pieces of `elements`, as the method of slices of that name gives them.
            ///
            /// # Panics
            #[doc = $panics]
            #[inline]
            #[track_caller]
            #[must_use]
            pub fn new(elements: &'slice [T], size: usize) -> Self {
                // The message is std's.
                drop(elements.$method(size));
                $name { elements, size }
            }

            /// The pieces of the same size, which stands where they are used: LLVM knows it there, if it is a constant.
            #[inline]
            pub fn of(self, size: usize) -> slice::$name<'slice, T> {
                debug_assert_eq!(size, self.size);
                self.elements.$method(size)
            }
        }

        impl<'slice, T> Divide for $name<'slice, T> {
            type Part = slice::$name<'slice, T>;

            #[inline]
            fn split_at(self, cut: Cut) -> (Self, Self) {
                let ($slice, $width, $count) = (self.elements, self.size, cut.elements);
                let (left, right) = $split;
                let of = |elements| $name { elements, size: self.size };
                (of(left), of(right))
            }

            #[inline]
            fn part(self) -> Self::Part {
                self.elements.$method(self.size)
            }
        }

        impl<T> Source for $name<'_, T> {
            #[inline]
            fn length(&self) -> usize {
                let ($elements, $size) = (self.elements.len(), self.size);
                $length
            }
        }
    };
}

pieces! {
    /// What `xs.chunks(size)` gives; the last one may be shorter.
    Chunks, chunks, "If `size` is 0."
    length: |length, size| length.div_ceil(size);
    split: |elements, size, count| elements.split_at(count.saturating_mul(size).min(elements.len()))
}

pieces! {
    /// What `xs.chunks_exact(size)` gives, without the rest.
    ChunksExact, chunks_exact, "If `size` is 0."
    length: |length, size| length / size;
    split: |elements, size, count| elements.split_at(count.saturating_mul(size).min(elements.len()))
}

pieces! {
    /// What `xs.windows(size)` gives: neighbouring ranges share `size - 1` elements.
    Windows, windows, "If `size` is 0."
    length: |length, size| (length + 1).saturating_sub(size);
    split: |elements, size, count| {
        let end = count.saturating_add(size - 1).min(elements.len());
        // With nothing on the left, fewer than `size` elements stand there, which is no window.
        (&elements[..end], &elements[count..])
    }
}

/// What each range gets as it is, to be iterated over as it likes.
#[derive(Clone, Copy, Debug)]
pub struct Held<D>(pub D);

impl<D: Divide> Divide for Held<D> {
    type Part = D;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let (left, right) = self.0.split_at(cut);
        (Held(left), Held(right))
    }

    #[inline]
    fn part(self) -> D {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn check<'a, S: Source<Part: Iterator<Item = &'a [u8]>> + Clone>(source: S, plain: &[&[u8]]) {
        assert_eq!(source.length(), plain.len());
        for elements in 0..=plain.len() {
            let (left, right) = source.clone().split_at(Cut {
                elements,
                ranges: 1,
            });
            let both: Vec<_> = left.part().chain(right.part()).collect();
            assert_eq!(both, plain, "cut at {elements}");
        }
    }

    #[test]
    fn pieces_are_those_of_std_wherever_they_are_cut() {
        let xs: Vec<u8> = (0..11).collect();
        for length in 0..=11 {
            let xs = &xs[..length];
            // An interpreter has time for a few.
            for size in (1..=13).step_by(if cfg!(miri) { 5 } else { 1 }) {
                check(Chunks::new(xs, size), &xs.chunks(size).collect::<Vec<_>>());
                check(
                    ChunksExact::new(xs, size),
                    &xs.chunks_exact(size).collect::<Vec<_>>(),
                );
                check(
                    Windows::new(xs, size),
                    &xs.windows(size).collect::<Vec<_>>(),
                );
            }
        }
    }

    #[test]
    #[should_panic(expected = "chunk size must be non-zero")]
    fn no_chunks_of_nothing() {
        let _ = Chunks::new(&[1], 0);
    }
}
