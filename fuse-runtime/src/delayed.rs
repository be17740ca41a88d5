//! Windows and chunks of an array that is not made: of the elements as they come.
//!
//! In: an iterator of `Copy` elements. Out: an iterator of blocks of `N` of them, each of which is a slice while it is looked at.
//! Nothing here stops early: as many elements are asked for as there are.

pub use crate::neighbours::{ChunksOf, WindowsOf, chunks_of, windows_of};
pub use crate::prefix::{Prefix, Suffix, prefix, prefix_of, suffix, suffix_of};
pub use crate::searched::{
    Backwards, Chained, InBlocks, backwards, chained, in_blocks, skipped, slice, taken, whole,
};
pub use core::iter::repeat_n;

/// `N` elements next to each other.
#[derive(Clone, Copy, Debug)]
pub struct Window<T, const N: usize>([T; N]);

impl<T, const N: usize> Window<T, N> {
    #[inline(always)]
    pub(crate) fn of(elements: [T; N]) -> Self {
        Window(elements)
    }

    /// What `windows(N)` gives.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }
}

/// An iterator of windows.
#[derive(Clone, Debug)]
pub struct Windows<T, const N: usize, I> {
    iter: I,
    /// The last one.
    window: Option<[T; N]>,
}

/// What `windows(N)` of an array gives, of the iterator that it would be collected from.
#[inline(always)]
pub fn windows<T: Copy, const N: usize, I: Iterator<Item = T>>(iter: I) -> Windows<T, N, I> {
    Windows { iter, window: None }
}

impl<T: Copy, const N: usize, I: Iterator<Item = T>> Windows<T, N, I> {
    /// The first window.
    #[inline(always)]
    fn first(iter: &mut I) -> Option<[T; N]> {
        let mut window = [iter.next()?; N];
        for element in &mut window[1..] {
            *element = iter.next()?;
        }
        Some(window)
    }
}

/// The window behind one, with one more element.
#[inline(always)]
pub(crate) fn moved<T: Copy, const N: usize>(window: &mut [T; N], element: T) {
    for index in 1..N {
        window[index - 1] = window[index];
    }
    window[N - 1] = element;
}

impl<T: Copy, const N: usize, I: Iterator<Item = T>> Iterator for Windows<T, N, I> {
    type Item = Window<T, N>;

    #[inline(always)]
    fn next(&mut self) -> Option<Window<T, N>> {
        match &mut self.window {
            Some(window) => moved(window, self.iter.next()?),
            None => self.window = Some(Self::first(&mut self.iter)?),
        }
        self.window.map(Window)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        match self.window {
            Some(_) => (least, most),
            None => {
                let of = |elements: usize| elements.saturating_sub(N - 1);
                (of(least), most.map(of))
            }
        }
    }

    #[inline(always)]
    fn fold<A, F: FnMut(A, Window<T, N>) -> A>(mut self, initial: A, mut f: F) -> A {
        let (mut window, initial) = match self.window {
            Some(window) => (window, initial),
            None => match Self::first(&mut self.iter) {
                Some(window) => (window, f(initial, Window(window))),
                None => return initial,
            },
        };
        self.iter.fold(initial, |accumulator, element| {
            moved(&mut window, element);
            f(accumulator, Window(window))
        })
    }
}

/// Up to `N` elements next to each other.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<T, const N: usize> {
    elements: [T; N],
    length: usize,
}

impl<T, const N: usize> Chunk<T, N> {
    /// The first `length` elements of these.
    #[inline(always)]
    pub(crate) fn of(elements: [T; N], length: usize) -> Self {
        Chunk { elements, length }
    }

    /// What `chunks(N)` gives.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        &self.elements[..self.length]
    }
}

/// An iterator of chunks.
#[derive(Clone, Debug)]
pub struct Chunks<T, const N: usize, I> {
    iter: I,
    /// The first element of the next one.
    next: Option<T>,
}

/// What `chunks(N)` of an array gives, of the iterator that it would be collected from.
#[inline(always)]
pub fn chunks<T: Copy, const N: usize, I: Iterator<Item = T>>(mut iter: I) -> Chunks<T, N, I> {
    let next = iter.next();
    Chunks { iter, next }
}

impl<T: Copy, const N: usize, I: Iterator<Item = T>> Iterator for Chunks<T, N, I> {
    type Item = Chunk<T, N>;

    #[inline(always)]
    fn next(&mut self) -> Option<Chunk<T, N>> {
        let mut chunk = Chunk {
            elements: [self.next.take()?; N],
            length: N,
        };
        for index in 1..N {
            match self.iter.next() {
                Some(element) => chunk.elements[index] = element,
                None => {
                    chunk.length = index;
                    return Some(chunk);
                }
            }
        }
        self.next = self.iter.next();
        Some(chunk)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        let waiting = usize::from(self.next.is_some());
        let of = |elements: usize| match elements.checked_add(waiting) {
            Some(elements) => elements.div_ceil(N),
            None => elements / N,
        };
        (of(least), most.map(of))
    }
}

#[cfg(test)]
mod tests {
    use super::{chunks, windows};
    use alloc::vec::Vec;

    #[test]
    fn they_are_those_of_the_array() {
        for length in 0..12_u32 {
            let array = (0..length).map(|i| i * i).collect::<Vec<_>>();
            let made = || array.iter().copied();
            let slices = array.windows(3).map(<[u32]>::to_vec).collect::<Vec<_>>();
            let windowed = windows::<u32, 3, _>(made());
            assert_eq!(windowed.size_hint(), (slices.len(), Some(slices.len())));
            let next = windowed.map(|window| window.as_slice().to_vec());
            assert_eq!(next.collect::<Vec<_>>(), slices);
            let mut folded = Vec::new();
            windows::<u32, 3, _>(made()).for_each(|window| folded.push(window.as_slice().to_vec()));
            assert_eq!(folded, slices);
            let slices = array.chunks(4).map(<[u32]>::to_vec).collect::<Vec<_>>();
            let chunked = chunks::<u32, 4, _>(made());
            assert_eq!(chunked.size_hint(), (slices.len(), Some(slices.len())));
            let chunked = chunked.map(|chunk| chunk.as_slice().to_vec());
            assert_eq!(chunked.collect::<Vec<_>>(), slices);
            let ones = chunks::<u32, 1, _>(made()).map(|chunk| chunk.as_slice()[0]);
            assert_eq!(ones.collect::<Vec<_>>(), array);
            let ones = windows::<u32, 1, _>(made()).map(|window| window.as_slice()[0]);
            assert_eq!(ones.collect::<Vec<_>>(), array);
        }
    }
}
