//! The elements of a vector by value, divided.
//!
//! *In*: a vector. *Out*: for each range an iterator over its elements; what it does not give it drops. Invariant: a slot of
//! [`Taken`] holds an element that nobody else will drop, since the vector that was asked for no longer counts it.

use alloc::vec::Vec;
use core::mem::ManuallyDrop;
use core::{fmt, slice};

use super::{Cut, Divide, Source};
use crate::ExactLength;

/// A vector whose elements a parallel loop takes.
///
/// ```
/// use fuse_runtime::parallel::{Owned, Ranges, Source, drive};
/// let words = vec![String::from("loop"), String::from("fusion")];
/// let mut words = Owned::new(words);
/// let words = words.elements();
/// let ranges = Ranges::automatic(words.length());
/// let texts = drive(&ranges, words, |words| words.collect::<String>(), |left, right| left + &right);
/// assert_eq!(texts, "loopfusion");
/// ```
#[derive(Debug)]
pub struct Owned<T> {
    elements: Vec<T>,
}

impl<T> Owned<T> {
    /// Takes over a vector.
    #[inline]
    #[must_use]
    pub fn new(elements: Vec<T>) -> Self {
        Owned { elements }
    }

    /// The elements, to be taken or dropped by who gets them; a second call gives none.
    ///
    /// Where what this gives is leaked, so are the elements.
    #[inline]
    pub fn elements(&mut self) -> Taken<'_, T> {
        let length = self.elements.len();
        // SAFETY: 0 is at most the capacity, and no element is counted.
        unsafe { self.elements.set_len(0) };
        let start = self.elements.as_mut_ptr().cast::<ManuallyDrop<T>>();
        // SAFETY: the vector held `length` elements from `start` on; `ManuallyDrop<T>` has the layout of `T`. The vector is
        // borrowed for as long as the slice lives, and since its length is 0 it neither reads nor drops them afterwards.
        let slots = unsafe { slice::from_raw_parts_mut(start, length) };
        Taken {
            elements: TakenElements {
                slots: slots.iter_mut(),
            },
        }
    }
}

/// Elements that are taken from their vector.
#[derive(Debug)]
pub struct Taken<'vector, T> {
    elements: TakenElements<'vector, T>,
}

impl<'vector, T> Divide for Taken<'vector, T> {
    type Part = TakenElements<'vector, T>;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let slots = self.elements.into_slots();
        assert!(cut.elements <= slots.len(), "a cut outside of a vector");
        let (left, right) = slots.split_at_mut(cut.elements);
        let of = |slots: &'vector mut [ManuallyDrop<T>]| Taken {
            elements: TakenElements {
                slots: slots.iter_mut(),
            },
        };
        (of(left), of(right))
    }

    #[inline]
    fn part(self) -> TakenElements<'vector, T> {
        self.elements
    }
}

impl<T> Source for Taken<'_, T> {
    #[inline]
    fn length(&self) -> usize {
        self.elements.slots.len()
    }
}

/// Gives elements by value. Drops those that are left when it is dropped.
pub struct TakenElements<'vector, T> {
    /// Each slot holds an element, which is this iterator's to give or to drop.
    slots: slice::IterMut<'vector, ManuallyDrop<T>>,
}

impl<'vector, T> TakenElements<'vector, T> {
    /// The slots that are left. Their elements are now the caller's to drop.
    #[inline]
    fn into_slots(self) -> &'vector mut [ManuallyDrop<T>] {
        let mut this = ManuallyDrop::new(self);
        core::mem::take(&mut this.slots).into_slice()
    }
}

impl<T> Iterator for TakenElements<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let slot = self.slots.next()?;
        // SAFETY: the slot holds an element of ours, and has just left the iterator, so that it is taken once.
        Some(unsafe { ManuallyDrop::take(slot) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }
}

impl<T> ExactSizeIterator for TakenElements<'_, T> {}

impl<T> ExactLength for TakenElements<'_, T> {}

impl<T> Drop for TakenElements<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if core::mem::needs_drop::<T>() {
            // A destructor that panics leaves the rest to this, which goes on as a slice does that is dropped.
            struct Rest<'a, 'vector, T>(&'a mut TakenElements<'vector, T>);
            impl<T> Drop for Rest<'_, '_, T> {
                fn drop(&mut self) {
                    self.0.by_ref().for_each(drop);
                }
            }
            let rest = Rest(self);
            rest.0.by_ref().for_each(drop);
        }
    }
}

impl<T> fmt::Debug for TakenElements<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.slots.len();
        formatter
            .debug_struct("TakenElements")
            .field("left", &left)
            .finish()
    }
}
