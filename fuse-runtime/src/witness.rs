//! Types that an expansion cannot write down, carried by values of type `PhantomData`.
//!
//! *In*: an iterator, a value, or a worker. *Out*: a witness of the type of its elements, itself, or its results. A macro
//! sees tokens and no types; yet a closure that is bound to a name before it is called needs to know its argument's type
//! (`|x| x.len()` does not compile otherwise). So an expansion hands it the driver's witness:
//!
//! ```
//! use fuse_runtime::{bind, item_of, ret_of};
//!
//! let names = ["fuse", "loop"];
//! let driver = names.iter().copied();
//! let name_witness = item_of(&driver);
//! let length = bind(name_witness, |name| name.len());
//! let length_witness = ret_of(name_witness, &length);
//! let double = bind(length_witness, |length| length.pow(2));
//! # let (mut length, mut double) = (length, double);
//! let mut total = 0;
//! for name in driver {
//!     total += double(length(name));
//! }
//! assert_eq!(total, 32);
//! ```
//!
//! | worker | bound with | its result |
//! |---|---|---|
//! | `map`, `for_each`: `FnMut(A) -> R` | [`bind`] | [`ret_of`] |
//! | `fold`, `reduce`: `FnMut(A, B) -> R` | [`bind_two`] | [`ret_of_two`] |
//! | `filter`, `max_by_key`: `FnMut(&A) -> R` | [`bind_ref`] | [`ret_of_ref`] |
//! | `max_by`: `FnMut(&A, &A) -> R` | [`bind_two_refs`] | [`ret_of_two_refs`] |
//!
//! `bind_ref` and `bind_two_refs` are higher-ranked: the worker takes a reference of any lifetime, and its result borrows
//! nothing from it. All of it compiles to nothing.

use core::marker::PhantomData;

/// The type of an iterator's elements.
#[inline]
pub fn item_of<I: Iterator>(_: &I) -> PhantomData<I::Item> {
    PhantomData
}

/// The type of a value: of an accumulator, say, for the first argument of a `fold`'s worker.
///
/// ```
/// use fuse_runtime::{bind_two, item_of, witness_of_value};
///
/// let xs = [1.5, 2.5];
/// let driver = xs.iter();
/// let mut sum = 0.0;
/// let mut add = bind_two(witness_of_value(&sum), item_of(&driver), |sum, x| sum + x);
/// for x in driver {
///     sum = add(sum, x);
/// }
/// assert_eq!(sum, 4.0);
/// ```
#[inline]
pub fn witness_of_value<T>(_: &T) -> PhantomData<T> {
    PhantomData
}

/// The type of a pair: what `zip` makes of two elements, and `enumerate` of an index and one.
#[inline]
pub fn pair_of<A, B>(_: PhantomData<A>, _: PhantomData<B>) -> PhantomData<(A, B)> {
    PhantomData
}

/// The type behind a reference: what `copied` and `cloned` make of an element.
#[inline]
pub fn referent_of<T>(_: PhantomData<&T>) -> PhantomData<T> {
    PhantomData
}

/// The type inside of an option: what `filter_map` makes of its worker's result.
#[inline]
pub fn payload_of<T>(_: PhantomData<Option<T>>) -> PhantomData<T> {
    PhantomData
}

/// The type of the elements of an inner collection: what `flat_map` makes of its worker's result.
#[inline]
pub fn inner_item_of<C: IntoIterator>(_: PhantomData<C>) -> PhantomData<C::Item> {
    PhantomData
}

/// Binds a worker of one argument; the witness gives the closure its argument's type. The worker is called nowhere here.
#[inline]
pub fn bind<A, R, F: FnMut(A) -> R>(_: PhantomData<A>, worker: F) -> F {
    worker
}

/// Binds a worker of two arguments: `fold`, `reduce`.
#[inline]
pub fn bind_two<A, B, R, F: FnMut(A, B) -> R>(
    _: PhantomData<A>,
    _: PhantomData<B>,
    worker: F,
) -> F {
    worker
}

/// Binds a worker that looks at an element: `filter`, `max_by_key`, or any worker over references into a contracted array.
///
/// ```
/// use fuse_runtime::{bind_ref, item_of};
///
/// let names = vec![String::from("fuse"), String::new()];
/// let driver = names.into_iter();
/// let mut is_named = bind_ref(item_of(&driver), |name| !name.is_empty());
/// let mut named = Vec::new();
/// for name in driver {
///     if is_named(&name) {
///         named.push(name);
///     }
/// }
/// assert_eq!(named, ["fuse"]);
/// ```
#[inline]
pub fn bind_ref<A, R, F: FnMut(&A) -> R>(_: PhantomData<A>, worker: F) -> F {
    worker
}

/// Binds a worker that compares two elements: `max_by`, `min_by`.
#[inline]
pub fn bind_two_refs<A, R, F: FnMut(&A, &A) -> R>(_: PhantomData<A>, worker: F) -> F {
    worker
}

/// The type of the results of a worker bound with [`bind`]: the element's type for the next worker.
#[inline]
pub fn ret_of<A, R, F: FnMut(A) -> R>(_: PhantomData<A>, _: &F) -> PhantomData<R> {
    PhantomData
}

/// The type of the results of a worker bound with [`bind_two`].
#[inline]
pub fn ret_of_two<A, B, R, F: FnMut(A, B) -> R>(
    _: PhantomData<A>,
    _: PhantomData<B>,
    _: &F,
) -> PhantomData<R> {
    PhantomData
}

/// The type of the results of a worker bound with [`bind_ref`].
#[inline]
pub fn ret_of_ref<A, R, F: FnMut(&A) -> R>(_: PhantomData<A>, _: &F) -> PhantomData<R> {
    PhantomData
}

/// The type of the results of a worker bound with [`bind_two_refs`].
#[inline]
pub fn ret_of_two_refs<A, R, F: FnMut(&A, &A) -> R>(_: PhantomData<A>, _: &F) -> PhantomData<R> {
    PhantomData
}
