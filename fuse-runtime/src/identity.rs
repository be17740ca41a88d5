//! What `sum` and `product` start from.
//!
//! *In*: a type. *Out*: the sum or product of no elements. It is asked of std, since it is not always what one would
//! write: the floats' sum starts from -0.0 in newer versions, from 0.0 in older ones, and the two differ in the last bit.

use core::iter::{Product, Sum, empty};

/// The sum of no elements. Costs nothing: it is a constant.
///
/// ```
/// assert_eq!(fuse_runtime::sum_identity::<i64>(), 0);
/// let none: [f64; 0] = [];
/// assert_eq!(fuse_runtime::sum_identity::<f64>().to_bits(), none.iter().sum::<f64>().to_bits());
/// ```
#[inline]
pub fn sum_identity<T: Sum>() -> T {
    empty::<T>().sum()
}

/// The product of no elements. Costs nothing: it is a constant.
///
/// ```
/// assert_eq!(fuse_runtime::product_identity::<i64>(), 1);
/// ```
#[inline]
pub fn product_identity<T: Product>() -> T {
    empty::<T>().product()
}
