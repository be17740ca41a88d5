//! What `sum` and `product` start from, and what they take.
//!
//! *In*: a type. *Out*: the sum or product of no elements. It is asked of std, since it is not always what one would
//! write: the floats' sum starts from -0.0 in newer versions, from 0.0 in older ones, and the two differ in the last bit.

use crate::Plain;
use core::iter::{Product, Sum, empty};

/// The sum of no elements. Costs nothing: it is a constant.
///
/// Of a type that is called like a primitive and is none, it does not compile: its own `Sum` may be any other.
///
/// ```
/// assert_eq!(fuse_runtime::sum_identity::<i64>(), 0);
/// let none: [f64; 0] = [];
/// assert_eq!(fuse_runtime::sum_identity::<f64>().to_bits(), none.iter().sum::<f64>().to_bits());
/// ```
#[inline]
pub fn sum_identity<T: Sum + Plain>() -> T {
    empty::<T>().sum()
}

/// The product of no elements. Costs nothing: it is a constant.
///
/// ```
/// assert_eq!(fuse_runtime::product_identity::<i64>(), 1);
/// ```
#[inline]
pub fn product_identity<T: Product + Plain>() -> T {
    empty::<T>().product()
}

/// An element that std can add up to an `N`. It compiles to nothing.
///
/// ```compile_fail,E0277
/// struct Money(i64);
/// fuse_runtime::summand::<i64, _>(Money(1));
/// ```
#[inline(always)]
pub fn summand<N: Sum<E>, E>(element: E) -> E {
    element
}

/// An element that std can multiply to an `N`. It compiles to nothing.
#[inline(always)]
pub fn factor<N: Product<E>, E>(element: E) -> E {
    element
}
