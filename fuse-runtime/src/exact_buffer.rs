//! A buffer whose final length is known before the loop.
//!
//! *In*: the length, then that many elements. *Out*: a `Vec` of exactly that capacity. Invariant: `len <= limit <=
//! capacity`, and `limit` never changes, so that in a loop of `limit` iterations LLVM proves the check of [`push`] true,
//! removes it and vectorises what is pushed.
//!
//! [`push`]: ExactBuffer::push

use crate::Elements;
use crate::tile::write;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::slice;

/// A `Vec` under construction, allocated once at its final length.
///
/// Drops what it holds if it is dropped before [`into_vec`](ExactBuffer::into_vec): a worker may panic.
#[derive(Debug)]
pub struct ExactBuffer<T> {
    /// The elements so far. Being a `Vec` it drops them, and like `Vec` it may outlive what they borrow.
    elements: Vec<T>,
    /// How many elements may be pushed: at most the capacity of `elements`.
    limit: usize,
}

impl<T> ExactBuffer<T> {
    /// An empty buffer with room for `length` elements.
    ///
    /// # Panics
    /// If `length` elements take more than `isize::MAX` bytes, as `Vec::with_capacity` does.
    #[inline]
    pub fn with_length(length: usize) -> Self {
        ExactBuffer {
            elements: Vec::with_capacity(length),
            limit: length,
        }
    }

    /// A buffer that has all of its elements.
    ///
    /// ```
    /// let xs = vec![1, 2];
    /// let place = xs.as_ptr();
    /// let ys_buffer = fuse_runtime::ExactBuffer::of(xs.into_iter().map(|x| x + 1).collect());
    /// let ys = ys_buffer.into_vec();
    /// assert_eq!((ys.as_ptr(), &*ys), (place, &[2, 3][..]));
    /// ```
    #[inline]
    #[must_use]
    pub fn of(elements: Vec<T>) -> Self {
        let limit = elements.len();
        ExactBuffer { elements, limit }
    }

    /// Appends `element`.
    ///
    /// # Panics
    /// If the buffer is full. It does not grow: a growth path would stop vectorisation.
    #[inline]
    pub fn push(&mut self, element: T) {
        if self.elements.len() >= self.limit {
            full();
        }
        // SAFETY: `len < limit <= capacity` was checked just now.
        unsafe { self.write(element, 1) }
    }

    /// Appends `element` if `keep`, else drops it.
    ///
    /// Branchless for types without destructors: written always, counted if kept.
    ///
    /// # Panics
    /// If the buffer is full and the element is to be kept.
    #[inline]
    pub fn push_if(&mut self, keep: bool, element: T) {
        if core::mem::needs_drop::<T>() {
            if keep {
                self.push(element);
            }
        } else if self.elements.len() < self.limit {
            // SAFETY: `len < limit <= capacity` was checked just now; an element that is not counted needs no drop.
            unsafe { self.write(element, usize::from(keep)) }
        } else if keep {
            full();
        }
    }

    /// Appends `elements`, vectorised where they are.
    ///
    /// # Panics
    /// If there are more than there is room for.
    #[inline(always)]
    pub fn fill(&mut self, elements: impl ExactSizeIterator<Item = T>) {
        if core::mem::needs_drop::<T>() {
            elements.for_each(|element| self.push(element));
            return;
        }
        let written = write(self.room(elements.len()), elements);
        // SAFETY: so many behind the last one are initialised.
        unsafe { self.count_in(written) }
    }

    /// Room for `count` elements behind the last one.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub(crate) fn room(&mut self, count: usize) -> &mut [MaybeUninit<T>] {
        if count > self.limit - self.elements.len() {
            full();
        }
        &mut self.elements.spare_capacity_mut()[..count]
    }

    /// Counts so many elements in.
    ///
    /// # Safety
    /// So many behind the last one are initialised.
    #[inline]
    pub(crate) unsafe fn count_in(&mut self, count: usize) {
        // SAFETY: they are initialised, and so within the capacity.
        unsafe { self.elements.set_len(self.elements.len() + count) }
    }

    /// How many elements there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// True if there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The elements so far.
    #[inline]
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.elements.iter()
    }

    /// The elements from the `start`-th on.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub fn since(&self, start: usize) -> slice::Iter<'_, T> {
        self.elements[start..].iter()
    }

    /// The elements, for a `collect` that takes over the allocation if it makes a `Vec`.
    #[inline]
    pub fn into_elements(self) -> Elements<T> {
        Elements::new(self.into_vec())
    }

    /// What a worker makes of each element, written where that was.
    ///
    /// ```
    /// let mut exps_buffer = fuse_runtime::ExactBuffer::with_length(2);
    /// exps_buffer.fill([1.0, 3.0].iter().copied());
    /// let shares: Vec<f64> = exps_buffer.rewritten(|e| e / 4.0).collect();
    /// assert_eq!(shares, [0.25, 0.75]);
    /// ```
    #[inline(always)]
    pub fn rewritten(mut self, mut worker: impl FnMut(&T) -> T) -> Elements<T> {
        for element in &mut self.elements {
            *element = worker(element);
        }
        self.into_elements()
    }

    /// The elements, each to be overwritten.
    #[inline]
    pub fn places(&mut self) -> slice::IterMut<'_, T> {
        self.elements.iter_mut()
    }

    /// The same where the worker takes the elements themselves.
    #[inline]
    pub fn rewritten_copied(self, mut worker: impl FnMut(T) -> T) -> Elements<T>
    where
        T: Copy,
    {
        self.rewritten(|element| worker(*element))
    }

    /// The elements, in the allocation they were pushed into.
    #[inline]
    pub fn into_vec(self) -> Vec<T> {
        self.elements
    }

    /// Writes `element` behind the last one and counts it `count` times.
    ///
    /// # Safety
    /// `len < capacity`, and `count` is 0 or 1.
    #[inline]
    unsafe fn write(&mut self, element: T, count: usize) {
        let length = self.elements.len();
        // SAFETY: `length < capacity`, so the slot is inside of the allocation; with `count <= 1` the new length is at most
        // `length + 1 <= capacity`, and the slot that it counts has just been written.
        unsafe {
            self.elements.as_mut_ptr().add(length).write(element);
            self.elements.set_len(length + count);
        }
    }
}

/// Out of line, so that the loop holds no more of it than a jump.
#[cold]
#[inline(never)]
fn full() -> ! {
    panic!("a fused loop produced more elements than its driver has");
}
