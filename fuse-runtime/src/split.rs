//! `partition`, one element at a time.
//!
//! *In*: an element, and which half it belongs to. *Out*: it, as one of two options, so that each half can store its own
//! where the loop has come to it.

/// The element as the first of two, or as the second.
///
/// ```
/// assert_eq!(fuse_runtime::one_of_two(true, 'a'), (Some('a'), None));
/// assert_eq!(fuse_runtime::one_of_two(false, 'b'), (None, Some('b')));
/// ```
#[inline(always)]
pub fn one_of_two<T>(is_first: bool, element: T) -> (Option<T>, Option<T>) {
    if is_first {
        (Some(element), None)
    } else {
        (None, Some(element))
    }
}
