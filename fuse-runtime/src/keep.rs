//! The elements of a contracted array, kept for the sake of their destructors.
//!
//! *In*: elements, by value, after their last consumer. *Out*: nothing but their drops, in the order and at the place where
//! the array that was contracted would have dropped them.

use alloc::vec::Vec;
use core::mem::needs_drop;

/// Stands where a contracted array stood, and drops what the array would have held.
///
/// Stores elements if `T` has a destructor; for any other type it is empty, allocates nothing and compiles to nothing.
///
/// ```
/// let names = ["fuse", "loop"];
/// let mut owned_keep = fuse_runtime::Keep::new();
/// let mut bytes = 0;
/// for name in names.iter() {
///     let owned = name.to_string();
///     bytes += owned.len();
///     owned_keep.push(owned);
/// }
/// assert_eq!(bytes, 8);
/// ```
#[derive(Debug)]
pub struct Keep<T> {
    /// A `Vec`, since a `Keep` may be declared long before what its elements borrow, and outlive it, as only std's types may.
    kept: Vec<T>,
    /// How many there were, stored or not.
    length: usize,
}

impl<T> Keep<T> {
    /// Keeps nothing yet. Allocates nothing.
    #[inline]
    pub const fn new() -> Self {
        Keep {
            kept: Vec::new(),
            length: 0,
        }
    }

    /// Keeps `element` until `self` is dropped, if `T` has a destructor.
    ///
    /// # Panics
    /// As `Vec::push`.
    #[inline]
    pub fn push(&mut self, element: T) {
        self.length += 1;
        if needs_drop::<T>() {
            self.kept.push(element);
        }
    }

    /// How many elements there were, stored or not.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// True if there were none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }
}

impl<T> Default for Keep<T> {
    #[inline]
    fn default() -> Self {
        Keep::new()
    }
}
