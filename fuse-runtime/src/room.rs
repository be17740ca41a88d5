//! Buffers that one loop fills together.
//!
//! *In*: buffers, and an iterator over what each of them gets, in pairs. *Out*: all of it stored. That there is room is asked once
//! and not for each element, so that a loop that stores several arrays is vectorised like one that stores one.

use crate::{Buffer, ExactBuffer, Tile};
use core::iter::Zip;
use core::mem::{MaybeUninit, needs_drop};
use core::slice;

/// Room for elements behind those that there are.
///
/// # Safety
/// [`put`](Room::put) initialises its slot, and [`slots`](Room::slots) gives those behind the last element, in order.
pub unsafe trait Room {
    /// An element, or what several buffers get at once.
    type Item;
    /// Whether an element must be dropped should the next one panic.
    const DROPS: bool;
    /// Room for so many elements.
    type Slots<'room>: Iterator<Item = Self::Slot<'room>>
    where
        Self: 'room;
    /// Room for one.
    type Slot<'room>
    where
        Self: 'room;

    /// Room for `count` elements.
    ///
    /// # Panics
    /// If there is none.
    fn slots(&mut self, count: usize) -> Self::Slots<'_>;

    /// Writes an element to its place.
    fn put<'room>(slot: Self::Slot<'room>, item: Self::Item)
    where
        Self: 'room;

    /// Appends an element.
    ///
    /// # Panics
    /// If there is no room.
    fn push(&mut self, item: Self::Item);

    /// Counts so many elements in.
    ///
    /// # Safety
    /// Each has been [`put`](Room::put) into its slot.
    unsafe fn count_in(&mut self, count: usize);
}

/// Implements [`Room`] for a buffer of elements of type `T` that has a `room` behind its last element, and counts what is put there.
macro_rules! one_buffer {
    ([$($generics:tt)*] $buffer:ty) => {
        // SAFETY: `write` initialises; `room` gives the slots behind the last element, in order.
        unsafe impl<$($generics)*> Room for $buffer {
            type Item = T;
            const DROPS: bool = needs_drop::<T>();
            type Slots<'room>
                = slice::IterMut<'room, MaybeUninit<T>>
            where
                Self: 'room;
            type Slot<'room>
                = &'room mut MaybeUninit<T>
            where
                Self: 'room;

            #[inline]
            fn slots(&mut self, count: usize) -> Self::Slots<'_> {
                self.room(count).iter_mut()
            }

            #[inline]
            fn put<'room>(slot: Self::Slot<'room>, item: T)
            where
                Self: 'room,
            {
                slot.write(item);
            }

            #[inline]
            fn push(&mut self, item: T) {
                self.push(item);
            }

            #[inline]
            unsafe fn count_in(&mut self, count: usize) {
                // SAFETY: the caller's promise.
                unsafe { self.count_in(count) }
            }
        }
    };
}

one_buffer!([T] ExactBuffer<T>);
one_buffer!(['shelf, T] Buffer<'shelf, T>);
one_buffer!(['tile, T: Copy] Tile<'tile, T>);
#[cfg(feature = "parallel")]
one_buffer!([T] crate::parallel::Segment<'_, T>);

// SAFETY: a pair of slots is one of each buffer, in the order of both; each is initialised by its own buffer.
unsafe impl<A: Room, B: Room> Room for (&mut A, &mut B) {
    type Item = (A::Item, B::Item);
    const DROPS: bool = A::DROPS || B::DROPS;
    type Slots<'room>
        = Zip<A::Slots<'room>, B::Slots<'room>>
    where
        Self: 'room;
    type Slot<'room>
        = (A::Slot<'room>, B::Slot<'room>)
    where
        Self: 'room;

    #[inline(always)]
    fn slots(&mut self, count: usize) -> Self::Slots<'_> {
        self.0.slots(count).zip(self.1.slots(count))
    }

    #[inline(always)]
    fn put<'room>((first, second): Self::Slot<'room>, item: Self::Item)
    where
        Self: 'room,
    {
        A::put(first, item.0);
        B::put(second, item.1);
    }

    #[inline(always)]
    fn push(&mut self, item: Self::Item) {
        self.0.push(item.0);
        self.1.push(item.1);
    }

    #[inline(always)]
    unsafe fn count_in(&mut self, count: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            self.0.count_in(count);
            self.1.count_in(count);
        }
    }
}

/// Appends `elements` to the buffers.
///
/// ```
/// let mut ys_buffer = fuse_runtime::ExactBuffer::with_length(2);
/// let mut zs_buffer = fuse_runtime::ExactBuffer::with_length(2);
/// let elements = [1, 2].iter().map(|x| (x + 1, x * 10));
/// fuse_runtime::fill((&mut ys_buffer, &mut zs_buffer), elements);
/// assert_eq!(ys_buffer.into_vec(), [2, 3]);
/// assert_eq!(zs_buffer.into_vec(), [10, 20]);
/// ```
///
/// # Panics
/// If there are more than there is room for. Should an element panic, those before it are kept if they must be dropped.
#[inline(always)]
pub fn fill<R: Room>(mut room: R, elements: impl ExactSizeIterator<Item = R::Item>) {
    if R::DROPS {
        elements.for_each(|element| room.push(element));
        return;
    }
    let mut count = 0;
    // Both by their length: slices and a map over slices are indexed, and vectorised.
    for (slot, element) in room.slots(elements.len()).zip(elements) {
        R::put(slot, element);
        count += 1;
    }
    // SAFETY: so many have been put into their slots.
    unsafe { room.count_in(count) }
}
