//! A manifest array below a filter, or nested: what each range kept, joined in their order.
//!
//! *In*: a buffer from each range. *Out*: one `Vec`. The first pass is the loop, each range of which fills a buffer of its
//! own that grows as `collect()` grows, so that a filter over a trillion indices takes room for what it keeps. The second
//! pass moves the elements together, by ranges again. One range needs no second pass.

use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ptr::copy_nonoverlapping;

use super::{Ranges, join};
use crate::{Buffer, Elements};

/// What neighbouring ranges kept: an accumulator whose operator is [`then`](Gathered::then).
///
/// ```
/// use fuse_runtime::{Buffer, parallel::{Gathered, Ranges, drive}};
///
/// let ranges = Ranges::new(10, 3);
/// let evens = drive(
///     &ranges,
///     0..10,
///     |xs| {
///         let mut evens_buffer = Buffer::new();
///         for x in xs {
///             evens_buffer.push_if(x % 2 == 0, x);
///         }
///         Gathered::of(evens_buffer)
///     },
///     Gathered::then,
/// );
/// assert_eq!(evens.into_vec(), [0, 2, 4, 6, 8]);
/// ```
#[derive(Debug)]
pub struct Gathered<T> {
    first: Buffer<'static, T>,
    others: Vec<Buffer<'static, T>>,
}

/// Below this many bytes the second pass is one task.
const TASK_BYTES: usize = 1 << 18;

impl<T> Gathered<T> {
    /// What one range kept. Allocates nothing.
    #[inline]
    #[must_use]
    pub fn of(buffer: Buffer<'static, T>) -> Self {
        Gathered {
            first: buffer,
            others: Vec::new(),
        }
    }

    /// What is in `self`, then what is in `right`.
    #[must_use]
    pub fn then(mut self, right: Self) -> Self {
        self.others.reserve(1 + right.others.len());
        self.others.push(right.first);
        self.others.extend(right.others);
        self
    }

    /// The ranges of the array that [`into_vec`](Gathered::into_vec) will give: the elements that each of the ranges kept
    /// that made it.
    ///
    /// A loop over the array that is cut by these computes what it would have computed inside of the loop that made it.
    ///
    /// # Panics
    /// If it is not from so many ranges.
    ///
    /// ```
    /// use fuse_runtime::{Buffer, parallel::{Gathered, Ranges, drive}};
    ///
    /// let ranges = Ranges::new(9, 3);
    /// let small = drive(
    ///     &ranges,
    ///     0..9,
    ///     |xs| {
    ///         let mut small_buffer = Buffer::new();
    ///         for x in xs {
    ///             small_buffer.push_if(x < 4, x);
    ///         }
    ///         Gathered::of(small_buffer)
    ///     },
    ///     Gathered::then,
    /// );
    /// let ranges = small.ranges(&ranges);
    /// assert_eq!(ranges.iter().collect::<Vec<_>>(), [0..3, 3..4, 4..4]);
    /// ```
    #[must_use]
    pub fn ranges(&self, made_by: &Ranges) -> Ranges {
        let buffers = core::iter::once(&self.first).chain(&self.others);
        made_by.shortened(buffers.map(Buffer::len))
    }
}

impl<T> Gathered<T> {
    /// The elements, for a `collect` that takes over the allocation if it makes a `Vec`.
    #[inline]
    pub fn into_elements(self) -> Elements<T> {
        Elements::new(self.into_vec())
    }

    /// The elements in one allocation: of one range its own, of several a new one of exactly their number.
    ///
    /// # Panics
    /// If the elements would take more than `isize::MAX` bytes.
    #[inline]
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        if self.others.is_empty() {
            self.first.into_vec()
        } else {
            self.joined()
        }
    }

    fn joined(self) -> Vec<T> {
        let mut parts = Vec::with_capacity(1 + self.others.len());
        parts.push(self.first.into_vec());
        parts.extend(self.others.into_iter().map(Buffer::into_vec));
        // Parts that are in memory together are at most `usize::MAX` bytes; elements without a size may be more.
        let length = parts
            .iter()
            .try_fold(0_usize, |sum, part| sum.checked_add(part.len()));
        let Some(length) = length else {
            panic!("capacity overflow");
        };
        let mut elements = Vec::with_capacity(length);
        move_parts(&mut parts, &mut elements.spare_capacity_mut()[..length]);
        // SAFETY: `move_parts` has written as many elements as it was given slots for, which is at most the capacity.
        unsafe { elements.set_len(length) };
        elements
    }
}

/// Elements that are moved on some thread, of which it sees nothing but the bytes.
struct Bytes<'a, T>(&'a mut [Vec<T>], &'a mut [MaybeUninit<T>]);

// SAFETY: `move_parts` copies bytes and frees the memory of vectors that count no element; it neither reads, calls nor drops
// a `T`, whose elements are given to the thread that waits for them, where they came from.
unsafe impl<T> Send for Bytes<'_, T> {}

impl<T> Bytes<'_, T> {
    fn moved(self) {
        move_parts(self.0, self.1);
    }
}

/// Moves the elements of all parts, in order, to slots of exactly their number.
///
/// # Panics
/// If there are fewer slots.
fn move_parts<T>(parts: &mut [Vec<T>], slots: &mut [MaybeUninit<T>]) {
    if parts.len() > 1 && size_of_val(slots) > TASK_BYTES {
        let (left, right) = parts.split_at_mut(parts.len() / 2);
        let (left_slots, right_slots) = slots.split_at_mut(left.iter().map(Vec::len).sum());
        let (left, right) = (Bytes(left, left_slots), Bytes(right, right_slots));
        join(|| left.moved(), || right.moved());
        return;
    }
    let mut slots = slots;
    for part in parts {
        let mut part = core::mem::take(part);
        let (here, rest) = slots.split_at_mut(part.len());
        // SAFETY: `here` is as long as the part, which is another allocation. The elements are moved: none is counted in the
        // part any more, which frees its memory alone.
        unsafe {
            copy_nonoverlapping(part.as_ptr(), here.as_mut_ptr().cast::<T>(), here.len());
            part.set_len(0);
        }
        slots = rest;
    }
}
