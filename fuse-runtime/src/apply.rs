//! Workers that an expansion calls where they stand.
//!
//! A closure that holds a `return` or a `?` cannot become a block of the loop. It is passed here
//! for each element instead: its bound gives it the types of its parameters, as the iterator
//! method's bound did.

use core::iter::once;
use core::marker::PhantomData;

/// Applies a worker to one element.
///
/// ```
/// let half = |x: u32| fuse_runtime::apply(x, |x| {
///     if x % 2 == 1 {
///         return None;
///     }
///     Some(x / 2)
/// });
/// assert_eq!((half(6), half(7)), (Some(3), None));
/// ```
#[inline(always)]
pub fn apply<A, R>(element: A, worker: impl FnOnce(A) -> R) -> R {
    worker(element)
}

/// Applies a worker to an accumulator and an element.
///
/// ```
/// assert_eq!(fuse_runtime::apply_two(1, 2, |sum, x| sum + x), 3);
/// ```
#[inline(always)]
pub fn apply_two<A, B, R>(first: A, second: B, worker: impl FnOnce(A, B) -> R) -> R {
    worker(first, second)
}

/// Applies a worker to an accumulator and an element, as a function of its own: rustc would put what [`apply_two`] calls in the place of the
/// call, and LLVM knows more of the arguments of a function than of what a loop changes.
///
/// ```
/// assert_eq!(fuse_runtime::apply_apart(250, 9, |sum, x| (sum + x) % 255), 4);
/// ```
#[inline(always)]
pub fn apply_apart<A, B>(state: A, element: B, worker: impl FnMut(A, B) -> A) -> A {
    once(element).fold(state, worker)
}

/// Runs a loop in a frame of its own, so that what it needs of the stack is free again when it is done: the function that it
/// stands in may call itself.
///
/// ```
/// let sum = fuse_runtime::apart(|| [1, 2].iter().sum::<u32>());
/// assert_eq!(sum, 3);
/// ```
#[inline(never)]
pub fn apart<R>(run: impl FnOnce() -> R) -> R {
    run()
}

/// The type of a value, as [`exactly`] has seen it.
#[derive(Clone, Copy, Debug)]
pub struct Exactly<T>(PhantomData<T>);

/// Looks at the type of a value where nothing can coerce it: `let _: PhantomData<&str> =
/// exactly(&x).element();` compiles only if `x` is a `&str`, and not for a `&String`.
///
/// ```
/// use std::marker::PhantomData;
/// let word = "loop";
/// let _: PhantomData<&str> = fuse_runtime::exactly(&word).element();
/// ```
#[inline(always)]
pub fn exactly<T>(_: &T) -> Exactly<T> {
    Exactly(PhantomData)
}

impl<T> Exactly<T> {
    /// The type, as a witness.
    #[inline(always)]
    #[must_use]
    pub fn element(self) -> PhantomData<T> {
        self.0
    }
}
