//! The kernels by hand, in safe Rust, twice: `obvious`, the loop that one writes without thinking
//! of the machine, and `expert`, the best that we know.
//!
//! Both do exactly the work of the iterator form: strict sums stay strict, to the bit. What an
//! expert adds is fewer passes, blocks that fit the innermost cache, stores without a branch, and
//! lanes where the order is not observable (least and greatest).

use super::{programs, shared};

pub(crate) mod bodies;
pub(crate) mod filters;
pub(crate) mod finance;
pub(crate) mod lanes;
pub(crate) mod normalize;
mod paper;
pub(crate) mod queries;
pub(crate) mod statistics;
pub(crate) mod words;

pub(crate) use paper::{float, integer};

/// Elements in a block: 8 KiB of `f64`.
pub(crate) const BLOCK: usize = 1024;

/// A filtered array that is written without a branch: every element is stored, and the length
/// moves on by one or by nothing. Room is made a block at a time.
pub(crate) struct Compact<T> {
    items: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> Compact<T> {
    pub(crate) const fn new() -> Self {
        Self {
            items: Vec::new(),
            len: 0,
        }
    }

    /// Room for a block of `n` elements more, as a slice to be written from its start.
    #[inline]
    pub(crate) fn room(&mut self, n: usize) -> &mut [T] {
        if self.items.len() < self.len + n {
            self.items.resize(self.len + n, T::default());
        }
        &mut self.items[self.len..self.len + n]
    }

    /// Keeps the first `n` of the room.
    #[inline]
    pub(crate) fn keep(&mut self, n: usize) {
        self.len += n;
    }

    pub(crate) fn into_vec(mut self) -> Vec<T> {
        self.items.truncate(self.len);
        self.items
    }
}
