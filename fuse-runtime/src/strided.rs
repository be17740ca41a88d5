//! Windows and chunks of a slice, of a length that is known, and its elements from the end, in blocks.
//!
//! *In*: a slice. *Out*: its windows, its chunks or its elements, block by block, so that several loops go through one block after another.
//!
//! The length is a part of the type: an element of a window or of a chunk that a literal names is visibly there, and LLVM takes several
//! at once. Measured on the sums of three bytes of each pixel, in narrow numbers: 7.6 us by `chunks_exact`, 5.7 by arrays of three, of
//! 49 K bytes; with AVX2 1.6.

use crate::tile::{LONG, NARROW, SHORT, TILE};
use core::slice;

/// The windows of a slice, of `N` elements each.
#[derive(Debug)]
pub struct WindowsOf<'a, T, const N: usize>(&'a [T]);

/// The chunks of a slice, of `N` elements each, without those that are left over.
#[derive(Debug)]
pub struct ChunksOf<'a, T, const N: usize>(&'a [[T; N]]);

/// The windows of a slice.
///
/// ```
/// let xs = [1, 2, 3];
/// let windows = fuse_runtime::windows_of::<2, _>(xs.iter());
/// assert!(windows.iter().eq(xs.windows(2)));
/// ```
#[inline]
pub fn windows_of<'a, const N: usize, T: 'a>(
    elements: impl IntoIterator<IntoIter = slice::Iter<'a, T>>,
) -> WindowsOf<'a, T, N> {
    WindowsOf(elements.into_iter().as_slice())
}

/// The chunks of a slice.
///
/// ```
/// let xs = [1, 2, 3];
/// let chunks = fuse_runtime::chunks_of::<2, _>(xs.iter());
/// assert!(chunks.iter().eq(xs.chunks_exact(2)));
/// ```
#[inline]
pub fn chunks_of<'a, const N: usize, T: 'a>(
    elements: impl IntoIterator<IntoIter = slice::Iter<'a, T>>,
) -> ChunksOf<'a, T, N> {
    ChunksOf(elements.into_iter().as_slice().as_chunks().0)
}

/// The elements of a slice, from its end.
#[derive(Debug)]
pub struct Reversed<'a, T>(&'a [T]);

/// The elements of a slice, from its end.
///
/// ```
/// let xs = [1, 2, 3];
/// assert!(fuse_runtime::reversed(&xs).iter().eq([3, 2, 1].iter()));
/// let blocks = fuse_runtime::reversed(&[0; 600]).tiles().map(|block| block.iter().len());
/// assert!(blocks.eq([512, 88]));
/// ```
#[inline]
pub fn reversed<'a, T: 'a>(
    elements: impl IntoIterator<IntoIter = slice::Iter<'a, T>>,
) -> Reversed<'a, T> {
    Reversed(elements.into_iter().as_slice())
}

impl<'a, T> Reversed<'a, T> {
    /// Each element.
    #[inline]
    pub fn iter(&self) -> core::iter::Rev<slice::Iter<'a, T>> {
        self.0.iter().rev()
    }

    #[inline]
    fn blocks(self, length: usize) -> impl Iterator<Item = Self> {
        self.0.rchunks(length).map(Reversed)
    }
}

/// The elements of a slice, each of which is changed where it stands.
#[derive(Debug)]
pub struct Changed<'a, T>(&'a mut [T]);

/// The elements of a slice, in blocks that are changed where they stand.
///
/// ```
/// let mut xs = [1; 600];
/// for block in fuse_runtime::changed(xs.iter_mut()).tiles() {
///     let length = block.len();
///     block[0] = length;
/// }
/// assert_eq!((xs[0], xs[512]), (512, 88));
/// ```
#[inline]
pub fn changed<'a, T: 'a>(
    elements: impl IntoIterator<IntoIter = slice::IterMut<'a, T>>,
) -> Changed<'a, T> {
    Changed(elements.into_iter().into_slice())
}

impl<'a, T> Changed<'a, T> {
    #[inline]
    fn blocks(self, length: usize) -> slice::ChunksMut<'a, T> {
        self.0.chunks_mut(length)
    }
}

macro_rules! blocks {
    ($of:ty, $block:ty, $($parameters:tt)*) => {
        impl<'a, $($parameters)*> $of {
            /// The blocks, in order; see [`tiles`](crate::tiles).
            #[inline]
            pub fn tiles(self) -> impl Iterator<Item = $block> {
                self.blocks(TILE)
            }

            /// As [`narrow_tiles`](crate::narrow_tiles).
            #[inline]
            pub fn narrow_tiles(self) -> impl Iterator<Item = $block> {
                self.blocks(NARROW)
            }

            /// As [`long_tiles`](crate::long_tiles).
            #[inline]
            pub fn long_tiles(self) -> impl Iterator<Item = $block> {
                self.blocks(LONG)
            }

            /// As [`short_tiles`](crate::short_tiles).
            #[inline]
            pub fn short_tiles(self) -> impl Iterator<Item = $block> {
                self.blocks(SHORT)
            }
        }
    };
}

blocks!(WindowsOf<'a, T, N>, Self, T, const N: usize);
blocks!(ChunksOf<'a, T, N>, Self, T, const N: usize);
blocks!(Reversed<'a, T>, Self, T);
blocks!(Changed<'a, T>, &'a mut [T], T);

impl<'a, T, const N: usize> WindowsOf<'a, T, N> {
    /// Each window.
    #[inline]
    pub fn iter(&self) -> slice::Windows<'a, T> {
        self.0.windows(N)
    }

    /// Without a division, which would be most of what a short block costs.
    #[inline]
    fn blocks(self, length: usize) -> impl Iterator<Item = Self> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let block = &rest[..rest.len().min(length + N - 1)];
            rest = rest.get(length..).unwrap_or_default();
            (block.len() >= N).then_some(WindowsOf(block))
        })
    }
}

impl<'a, T, const N: usize> ChunksOf<'a, T, N> {
    /// Each chunk.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [T]> + use<'a, T, N> {
        self.0.iter().map(|chunk| &chunk[..])
    }

    #[inline]
    fn blocks(self, length: usize) -> impl Iterator<Item = Self> {
        self.0.chunks(length).map(ChunksOf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn blocks_are_all_of_it() {
        for length in (0..9).chain([223, 224, 225, 226, 447, 448, 449, 450, 451, 1_000]) {
            let xs: Vec<usize> = (0..length).collect();
            let windows = windows_of::<3, _>(&xs).short_tiles();
            let windows: Vec<_> = windows.flat_map(|block| block.iter()).collect();
            assert_eq!(windows, xs.windows(3).collect::<Vec<_>>());
            let chunks = chunks_of::<3, _>(&xs).short_tiles();
            let chunks: Vec<_> = chunks.flat_map(|block| block.iter()).collect();
            assert_eq!(chunks, xs.chunks_exact(3).collect::<Vec<_>>());
        }
    }
}
