//! The length of a contracted array whose elements nobody needs.
//!
//! *In*: elements, by value, after their last consumer. *Out*: how many there were.

/// Stands where a contracted array stood, and knows how long it would be.
///
/// ```
/// let xs = [1.0, -2.0, 3.0];
/// let mut positive = fuse_runtime::Tally::new();
/// let mut sum = 0.0;
/// for x in xs.iter().filter(|x| **x > 0.0) {
///     sum += x;
///     positive.push(x);
/// }
/// assert_eq!(sum / positive.len() as f64, 2.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally {
    length: usize,
}

impl Tally {
    /// No element yet.
    #[inline]
    pub const fn new() -> Self {
        Tally { length: 0 }
    }

    /// Counts `element`, and drops it.
    #[inline]
    pub fn push<T>(&mut self, element: T) {
        drop(element);
        self.length += 1;
    }

    /// Counts an element if `kept`.
    #[inline]
    pub fn push_if<T>(&mut self, kept: bool, element: T) {
        drop(element);
        self.length += usize::from(kept);
    }

    /// Counts several.
    #[inline]
    pub fn count(&mut self, more: usize) {
        self.length += more;
    }

    /// How many elements there were.
    #[inline]
    #[expect(clippy::must_use_candidate, reason = "that of a `Vec` may be ignored")]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// True if there were none.
    #[inline]
    #[expect(clippy::must_use_candidate, reason = "that of a `Vec` may be ignored")]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }
}
