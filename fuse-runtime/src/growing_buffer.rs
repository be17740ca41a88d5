//! A buffer whose final length is not known: after a filter, or in a nested loop.
//!
//! *In*: elements. *Out*: a `Vec`, allocated at the first element and grown as `Vec::push` grows it, so that no more memory
//! is held than `collect()` would hold.
//!
//! `Vec::push` hands `&mut self` to its growth function, so LLVM keeps pointer, length and capacity in memory. Here growth
//! takes and returns them by value, and they stay in registers.

use alloc::alloc::{alloc, handle_alloc_error, realloc};
use alloc::vec::Vec;
use core::alloc::Layout;
use core::mem::{ManuallyDrop, needs_drop};
use core::ptr::NonNull;

/// A `Vec` under construction, of unknown final length.
///
/// Drops what it holds if it is dropped before [`into_vec`](Buffer::into_vec): a worker may panic.
#[derive(Debug)]
pub struct Buffer<T> {
    /// The elements so far. Being a `Vec` it drops them, and like `Vec` it may outlive what they borrow.
    elements: Vec<T>,
}

impl<T> Buffer<T> {
    /// An empty buffer. Allocates nothing.
    #[inline]
    pub const fn new() -> Self {
        Buffer {
            elements: Vec::new(),
        }
    }

    /// Appends `element`. Amortised constant time.
    ///
    /// # Panics
    /// If the elements would take more than `isize::MAX` bytes, as `Vec::push` does.
    #[inline]
    pub fn push(&mut self, element: T) {
        if self.elements.len() == self.elements.capacity() {
            self.grow();
        }
        // SAFETY: `len < capacity` was checked or made just now.
        unsafe { self.write(element, 1) }
    }

    /// Appends `element` if `keep`, else drops it.
    ///
    /// # Panics
    /// As [`push`](Buffer::push), if the element is kept.
    #[inline]
    pub fn push_if(&mut self, keep: bool, element: T) {
        if needs_drop::<T>() {
            if keep {
                self.push(element);
            }
            return;
        }
        if self.elements.len() == self.elements.capacity() {
            if !keep {
                return;
            }
            self.grow();
        }
        // SAFETY: `len < capacity` was checked or made just now; an element that is not counted needs no drop.
        unsafe { self.write(element, usize::from(keep)) }
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

    /// Makes room for at least one more element.
    #[inline]
    fn grow(&mut self) {
        let length = self.elements.len();
        // SAFETY: pointer and capacity are those of a `Vec<T>`, hence of an allocation of `Layout::array::<T>(capacity)`.
        let (pointer, capacity) = unsafe {
            grow_allocation(
                self.elements.as_mut_ptr().cast(),
                self.elements.capacity(),
                Layout::new::<T>(),
            )
        };
        // SAFETY: the allocation came back larger, aligned for `T`, with the first `length` elements in it. It replaces the
        // old one, which no longer exists; were `grow_allocation` to panic, `self.elements` would still own the old one.
        unsafe {
            let grown = Vec::from_raw_parts(pointer.as_ptr().cast::<T>(), length, capacity);
            let old = core::mem::replace(&mut self.elements, grown);
            let _ = ManuallyDrop::new(old);
        }
    }
}

impl<T> Default for Buffer<T> {
    #[inline]
    fn default() -> Self {
        Buffer::new()
    }
}

/// Grows the allocation of a full buffer to what `Vec::push` would grow it to: twice the capacity, at least 8 elements of
/// one byte, 4 of up to 1,024 bytes, 1 of any larger size.
///
/// Takes and returns everything by value: see the module's documentation. If it panics, the allocation is as it was.
///
/// # Panics
/// If the new capacity takes more than `isize::MAX` bytes, which for elements of size 0 means: always.
///
/// # Safety
/// `pointer` is the global allocator's, of `capacity` elements of layout `element`, unless one of the two is 0.
#[cold]
#[inline(never)]
unsafe fn grow_allocation(
    pointer: *mut u8,
    capacity: usize,
    element: Layout,
) -> (NonNull<u8>, usize) {
    let least = match element.size() {
        1 => 8,
        2..=1024 => 4,
        _ => 1,
    };
    let layout_of = |capacity: usize| {
        let bytes = element.size().checked_mul(capacity)?;
        Layout::from_size_align(bytes, element.align()).ok()
    };
    let grown_capacity = capacity.saturating_mul(2).max(least);
    let grown_layout = match layout_of(grown_capacity) {
        Some(layout) if layout.size() > 0 => layout,
        _ => panic!("capacity overflow"),
    };
    let grown = match layout_of(capacity) {
        // SAFETY: by the caller the block is the global allocator's, of this layout; `grown_layout.size()` is not 0, and does
        // not overflow `isize` when rounded up to the alignment, since it is a layout.
        Some(old) if old.size() > 0 => unsafe { realloc(pointer, old, grown_layout.size()) },
        // SAFETY: the size is not 0.
        _ => unsafe { alloc(grown_layout) },
    };
    match NonNull::new(grown) {
        Some(grown) => (grown, grown_capacity),
        None => handle_alloc_error(grown_layout),
    }
}
