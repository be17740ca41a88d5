//! `reduce`, one element at a time.
//!
//! *In*: the accumulator, empty before the first element, and an element. *Out*: the accumulator. The loop's variable
//! starts as `None` and is what `Iterator::reduce` returns when the loop has ended.

/// One step of `Iterator::reduce`: the first element is the accumulator, each further one is combined with it.
///
/// ```
/// let mut total = None;
/// for x in [1, 2, 3] {
///     total = fuse_runtime::reduce(total, x, |total, x| total * 10 + x);
/// }
/// assert_eq!(total, Some(123));
/// ```
#[inline]
pub fn reduce<T>(accumulator: Option<T>, x: T, worker: impl FnOnce(T, T) -> T) -> Option<T> {
    match accumulator {
        None => Some(x),
        Some(accumulator) => Some(worker(accumulator, x)),
    }
}
