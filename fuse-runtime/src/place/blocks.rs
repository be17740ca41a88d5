//! The blocks and lanes of a place that turns out to be a slice.
//!
//! *In*: the slice. *Out*: parts of it, which are [`Seen`] again; and, for what is no slice, the type of parts of which there are none.

use super::Seen;
use core::convert::Infallible;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::slice::{Chunks, ChunksExact};

/// The blocks of a slice, in order.
#[derive(Clone, Debug)]
pub struct Blocks<'a, T>(pub(super) Chunks<'a, T>);

impl<'a, T> Iterator for Blocks<'a, T> {
    type Item = Seen<'a, T>;

    #[inline]
    fn next(&mut self) -> Option<Seen<'a, T>> {
        self.0.next().map(Seen)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T> ExactSizeIterator for Blocks<'_, T> {}

impl<T> FusedIterator for Blocks<'_, T> {}

/// As many elements of a block at a time as there are lanes.
#[derive(Clone, Debug)]
pub struct InLanes<'a, T>(pub(super) ChunksExact<'a, T>);

impl<'a, T> Iterator for InLanes<'a, T> {
    type Item = Seen<'a, T>;

    #[inline]
    fn next(&mut self) -> Option<Seen<'a, T>> {
        self.0.next().map(Seen)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T> ExactSizeIterator for InLanes<'_, T> {}

impl<T> FusedIterator for InLanes<'_, T> {}

/// Elements of which there are none.
#[derive(Clone, Copy, Debug)]
pub struct NoLanes<E>(Infallible, PhantomData<fn() -> E>);

impl<E> NoLanes<E> {
    /// None.
    #[inline]
    #[must_use]
    pub fn lane(self, _lane: usize) -> E {
        match self.0 {}
    }
}
