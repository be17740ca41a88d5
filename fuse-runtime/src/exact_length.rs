//! Which iterators have a length that their type alone vouches for.
//!
//! *In*: the type of a loop's driver. *Out*: its exact length, or no implementation. Only types of the standard library
//! implement [`ExactLength`], and adapters only over such types: a user's `ExactSizeIterator` may lie, and plain
//! `collect()` would forgive it.

use alloc::collections::{binary_heap, btree_map, btree_set, linked_list, vec_deque};
use core::iter::{
    Chain, Cloned, Copied, Cycle, Empty, Enumerate, Fuse, Inspect, Map, Once, OnceWith, Peekable,
    Repeat, RepeatN, RepeatWith, Rev, Skip, StepBy, Take, Zip,
};
use core::ops::{Range, RangeFrom, RangeInclusive};
use core::{array, option, result, slice};

/// An iterator of the standard library that yields exactly `exact_length()` elements.
///
/// Endless iterators count as `usize::MAX` long, so that `zip` and `take` over them are exact; so do ranges whose length
/// is no `usize`. Allocating for either fails at once, as it does in plain `collect()`.
///
/// No memory safety rests on an implementation: a driver that is longer than it claims makes
/// [`ExactBuffer::push`](crate::ExactBuffer::push) panic.
pub trait ExactLength: Iterator {
    /// The number of elements that are left.
    #[inline]
    fn exact_length(&self) -> usize {
        self.size_hint().0
    }
}

impl<I: ExactLength> ExactLength for &mut I {}

/// Implements [`ExactLength`] for iterators that borrow or own a collection, or yield a fixed number of elements.
macro_rules! exact_sources {
    ($({$($parameters:tt)*} $source:ty;)*) => {
        $(impl<$($parameters)*> ExactLength for $source {})*
    };
}

exact_sources! {
    {'a, T} slice::Iter<'a, T>;
    {'a, T} slice::IterMut<'a, T>;
    {'a, T} slice::Chunks<'a, T>;
    {'a, T} slice::ChunksMut<'a, T>;
    {'a, T} slice::ChunksExact<'a, T>;
    {'a, T} slice::ChunksExactMut<'a, T>;
    {'a, T} slice::RChunks<'a, T>;
    {'a, T} slice::RChunksMut<'a, T>;
    {'a, T} slice::RChunksExact<'a, T>;
    {'a, T} slice::RChunksExactMut<'a, T>;
    {'a, T} slice::Windows<'a, T>;
    {T} alloc::vec::IntoIter<T>;
    {'a, T} alloc::vec::Drain<'a, T>;
    {'a} core::str::Bytes<'a>;
    {'a, T} option::Iter<'a, T>;
    {'a, T} option::IterMut<'a, T>;
    {T} option::IntoIter<T>;
    {'a, T} result::Iter<'a, T>;
    {'a, T} result::IterMut<'a, T>;
    {T} result::IntoIter<T>;
    {'a, T} vec_deque::Iter<'a, T>;
    {'a, T} vec_deque::IterMut<'a, T>;
    {T} vec_deque::IntoIter<T>;
    {'a, T} vec_deque::Drain<'a, T>;
    {'a, T} linked_list::Iter<'a, T>;
    {'a, T} linked_list::IterMut<'a, T>;
    {T} linked_list::IntoIter<T>;
    {'a, T} binary_heap::Iter<'a, T>;
    {T} binary_heap::IntoIter<T>;
    {'a, K, V} btree_map::Iter<'a, K, V>;
    {'a, K, V} btree_map::IterMut<'a, K, V>;
    {K, V} btree_map::IntoIter<K, V>;
    {'a, K, V} btree_map::Keys<'a, K, V>;
    {'a, K, V} btree_map::Values<'a, K, V>;
    {'a, K, V} btree_map::ValuesMut<'a, K, V>;
    {K, V} btree_map::IntoKeys<K, V>;
    {K, V} btree_map::IntoValues<K, V>;
    {'a, T} btree_set::Iter<'a, T>;
    {T} btree_set::IntoIter<T>;
    {T} Empty<T>;
    {T} Once<T>;
}

impl<T, const N: usize> ExactLength for array::IntoIter<T, N> {}
impl<T: Clone> ExactLength for Repeat<T> {}
impl<T: Clone> ExactLength for RepeatN<T> {}
impl<T, F: FnMut() -> T> ExactLength for RepeatWith<F> {}
impl<T, F: FnOnce() -> T> ExactLength for OnceWith<F> {}

#[cfg(feature = "std")]
exact_sources! {
    {'a, K, V} std::collections::hash_map::Iter<'a, K, V>;
    {'a, K, V} std::collections::hash_map::IterMut<'a, K, V>;
    {K, V} std::collections::hash_map::IntoIter<K, V>;
    {'a, K, V} std::collections::hash_map::Keys<'a, K, V>;
    {'a, K, V} std::collections::hash_map::Values<'a, K, V>;
    {'a, K, V} std::collections::hash_map::ValuesMut<'a, K, V>;
    {'a, T} std::collections::hash_set::Iter<'a, T>;
    {T} std::collections::hash_set::IntoIter<T>;
}

/// Implements [`ExactLength`] for ranges of the given types, each by name: a user may implement a trait for his own `Range`.
macro_rules! exact_ranges {
    ($($step:ty)*) => {
        $(
            impl ExactLength for Range<$step> {}
            impl ExactLength for RangeInclusive<$step> {}
            impl ExactLength for RangeFrom<$step> {}
        )*
    };
}

exact_ranges! { u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize char }

impl<I: ExactLength, J: ExactLength> ExactLength for Zip<I, J> {}
impl<I: ExactLength, J: ExactLength<Item = I::Item>> ExactLength for Chain<I, J> {}
impl<I: ExactLength + Clone> ExactLength for Cycle<I> {}
impl<I: ExactLength> ExactLength for Enumerate<I> {}
impl<I: ExactLength> ExactLength for Fuse<I> {}
impl<I: ExactLength> ExactLength for Peekable<I> {}
impl<I: ExactLength> ExactLength for Skip<I> {}
impl<I: ExactLength> ExactLength for StepBy<I> {}
impl<I: ExactLength> ExactLength for Take<I> {}
impl<I: ExactLength + DoubleEndedIterator> ExactLength for Rev<I> {}
impl<'a, T: 'a + Clone, I: ExactLength<Item = &'a T>> ExactLength for Cloned<I> {}
impl<'a, T: 'a + Copy, I: ExactLength<Item = &'a T>> ExactLength for Copied<I> {}
impl<B, I: ExactLength, F: FnMut(I::Item) -> B> ExactLength for Map<I, F> {}
impl<I: ExactLength, F: FnMut(&I::Item)> ExactLength for Inspect<I, F> {}
