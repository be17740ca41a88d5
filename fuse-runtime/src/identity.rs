//! What `sum` and `product` start from, and what they take.
//!
//! *In*: a type. *Out*: the sum or product of no elements. It is asked of std, since it is not always what one would
//! write: the floats' sum starts from -0.0 in newer versions, from 0.0 in older ones, and the two differ in the last bit.

use crate::Plain;
use core::hint;
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

/// A float of which another is added where a filter does not keep it; `f32` and `f64`.
pub trait Float: Copy {
    /// The number, or -0.0.
    fn kept_or_nothing(self, kept: bool) -> Self;
    /// The number, or NaN.
    fn kept_or_nan(self, kept: bool) -> Self;
}

macro_rules! float {
    ($($float:ident $bits:ident)*) => {$(
        impl Float for $float {
            #[inline(always)]
            fn kept_or_nothing(self, kept: bool) -> Self {
                const NONE: $bits = (-0.0 as $float).to_bits();
                static MASKS: [$bits; 2] = [0, !0];
                static SIGNS: [$bits; 2] = [NONE, 0];
                let kept = usize::from(kept);
                Self::from_bits(self.to_bits() & MASKS[kept] | SIGNS[kept])
            }

            #[inline(always)]
            fn kept_or_nan(self, kept: bool) -> Self {
                static MASKS: [$bits; 2] = [!0, 0];
                Self::from_bits(self.to_bits() | MASKS[usize::from(kept)])
            }
        }
    )*};
}

float!(f32 u32 f64 u64);

/// The number if it is kept, else -0.0, which changes no sum. It is no branch: x86 has no conditional move of floats, and of a choice LLVM
/// makes a jump that nobody foresees, where the test is none of floats.
///
/// ```
/// let sum = -0.0 + fuse_runtime::kept_or_nothing(false, 2.5);
/// assert_eq!(f64::to_bits(sum), (-0.0f64).to_bits());
/// assert_eq!(fuse_runtime::kept_or_nothing(true, 2.5f32), 2.5);
/// ```
#[inline(always)]
pub fn kept_or_nothing<F: Float>(kept: bool, number: F) -> F {
    number.kept_or_nothing(kept)
}

/// The number if it is kept, else another. It is no branch: of several `if`s with one test LLVM makes one, and of that a jump that nobody
/// foresees, or a loop that takes one element at a time. Measured on a sum, a smallest and a largest of the `i64` that a mask keeps, ns an
/// element at 16 K, with `if` and so: 1.06 and 1.18 with the baseline of x86-64, 1.06 and 0.46 with AVX2.
///
/// ```
/// assert_eq!(fuse_runtime::kept_or(true, 2, 0), 2);
/// assert_eq!(fuse_runtime::kept_or(false, 2, 0), 0);
/// ```
#[inline(always)]
pub fn kept_or<N: Copy>(kept: bool, number: N, other: N) -> N {
    hint::select_unpredictable(kept, number, other)
}

/// The number if it is kept, else NaN, which is no less than a number, and no greater. It is no branch, as [`kept_or_nothing`].
///
/// ```
/// assert!(fuse_runtime::kept_or_nan(false, 2.5f64).is_nan());
/// assert_eq!(fuse_runtime::kept_or_nan(true, 2.5f32), 2.5);
/// ```
#[inline(always)]
pub fn kept_or_nan<F: Float>(kept: bool, number: F) -> F {
    number.kept_or_nan(kept)
}
