//! Associative operators of primitives, with their identities.
//!
//! *In*: an operator that the macro saw in a `fold`. *Out*: what each range of a parallel loop starts from, and how two
//! results of neighbours become one: the *redomap* of Futhark's L0, and its *reduce_by_index* where the sums are an array.

/// An associative operator on `T` that has an identity: combined with it on either side, a value stays what it is.
pub trait Associative<T> {
    /// The identity.
    fn identity() -> T;

    /// What the operator gives.
    fn combine(left: T, right: T) -> T;
}

/// What a range starts from: the identity of an operator, of the type of the fold's own start.
///
/// ```
/// use fuse_runtime::parallel::{Greatest, Product, identity_of};
/// assert_eq!(identity_of(Product, &7.5), 1.0);
/// assert_eq!(identity_of(Greatest, &3_u8), 0);
/// ```
#[inline]
pub fn identity_of<O: Associative<T>, T>(operator: O, start: &T) -> T {
    let (_, _) = (operator, start);
    O::identity()
}

/// What the operator makes of two neighbours.
///
/// ```
/// use fuse_runtime::parallel::{Least, combine};
/// assert_eq!(combine(Least, 3, 2), 2);
/// ```
#[inline]
pub fn combine<O: Associative<T>, T>(operator: O, left: T, right: T) -> T {
    let _ = operator;
    O::combine(left, right)
}

/// Declares operators, each with its types, identity and result.
macro_rules! operators {
    ($($(#[$doc:meta])* $operator:ident {
        $([$($number:ident)*] $identity:expr, |$left:ident, $right:ident| $result:expr;)*
    })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $operator;

            $(operators! { @each $operator [$($number)*] $identity, |$left, $right| $result; })*
        )*
    };
    (@each $operator:ident [$($number:ident)*] $identity:expr, |$left:ident, $right:ident| $result:expr;) => {
        $(
            impl Associative<$number> for $operator {
                #[inline]
                fn identity() -> $number {
                    type This = $number;
                    let identity: fn(This) -> This = $identity;
                    identity(This::default())
                }

                #[inline]
                fn combine($left: $number, $right: $number) -> $number {
                    $result
                }
            }
        )*
    };
}

operators! {
    /// `+`. The identity of floats is -0.0, which changes no sign.
    Sum {
        [u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize] |zero| zero, |left, right| left + right;
        [f32 f64] |zero| -zero, |left, right| left + right;
    }
    /// `*`
    Product {
        [u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize] |zero| zero + 1, |left, right| left * right;
        [f32 f64] |zero| zero + 1.0, |left, right| left * right;
    }
    /// `min`. The identity of floats is NaN, which `f64::min` leaves for the other side.
    Least {
        [u8 u16 u32 u64 u128 usize] |zero| !zero, |left, right| left.min(right);
        [i8 i16 i32 i64 i128 isize] |zero| !(1 << (zero.count_zeros() - 1)), |left, right| left.min(right);
        [f32 f64] |_| This::NAN, |left, right| left.min(right);
    }
    /// `max`. The identity of floats is NaN, which `f64::max` leaves for the other side.
    Greatest {
        [u8 u16 u32 u64 u128 usize] |zero| zero, |left, right| left.max(right);
        [i8 i16 i32 i64 i128 isize] |zero| 1 << (zero.count_zeros() - 1), |left, right| left.max(right);
        [f32 f64] |_| This::NAN, |left, right| left.max(right);
    }
    /// `wrapping_add`
    WrappingSum {
        [u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize] |zero| zero, |left, right| left.wrapping_add(right);
    }
    /// `wrapping_mul`
    WrappingProduct {
        [u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize] |zero| zero + 1, |left, right| left.wrapping_mul(right);
    }
    /// `saturating_add` of integers without a sign: with one it is not associative.
    SaturatingSum {
        [u8 u16 u32 u64 u128 usize] |zero| zero, |left, right| left.saturating_add(right);
    }
    /// `&`, and `&&` where both sides may run
    And {
        [u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool] |zero| !zero, |left, right| left & right;
    }
    /// `|`, and `||` where both sides may run
    Or {
        [u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool] |zero| zero, |left, right| left | right;
    }
    /// `^`
    Xor {
        [u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool] |zero| zero, |left, right| left ^ right;
    }
}

/// Component by component.
impl<T: Copy, const N: usize> Associative<[T; N]> for Sum
where
    Sum: Associative<T>,
{
    #[inline]
    fn identity() -> [T; N] {
        [<Sum as Associative<T>>::identity(); N]
    }

    #[inline]
    fn combine(mut left: [T; N], right: [T; N]) -> [T; N] {
        for (left, right) in left.iter_mut().zip(right) {
            *left = <Sum as Associative<T>>::combine(*left, right);
        }
        left
    }
}

/// Implements [`Sum`] for tuples, component by component.
macro_rules! sums_of_tuples {
    ($(($($part:ident $field:tt),+);)*) => {
        $(impl<$($part),+> Associative<($($part,)+)> for Sum
        where
            $(Sum: Associative<$part>,)+
        {
            #[inline]
            fn identity() -> ($($part,)+) {
                ($(<Sum as Associative<$part>>::identity(),)+)
            }

            #[inline]
            fn combine(left: ($($part,)+), right: ($($part,)+)) -> ($($part,)+) {
                ($(<Sum as Associative<$part>>::combine(left.$field, right.$field),)+)
            }
        })*
    };
}

sums_of_tuples! {
    (A 0);
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
    (A 0, B 1, C 2, D 3, E 4);
    (A 0, B 1, C 2, D 3, E 4, F 5);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Debug;

    /// An identity changes nothing, on either side.
    fn neutral<O: Associative<T>, T: Copy + Debug>(values: &[T], same: impl Fn(T, T) -> bool) {
        for value in values {
            let (left, right) = (
                O::combine(O::identity(), *value),
                O::combine(*value, O::identity()),
            );
            assert!(same(left, *value) && same(right, *value), "{value:?}");
        }
    }

    #[test]
    fn identities_change_nothing() {
        let floats = [0.0, -0.0, 1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let bits = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        neutral::<Sum, f64>(&floats, bits);
        neutral::<Product, f64>(&floats, bits);
        neutral::<Sum, [(f64, i32); 1]>(&floats.map(|x| [(x, 1)]), |a, b| {
            bits(a[0].0, b[0].0) && a[0].1 == b[0].1
        });
        neutral::<Least, f64>(&floats, bits);
        neutral::<Greatest, f64>(&floats, bits);
        let integers = [i64::MIN, -1, 0, 1, i64::MAX];
        let same = |a, b| a == b;
        neutral::<Sum, i64>(&integers, same);
        neutral::<Product, i64>(&integers, same);
        neutral::<Least, i64>(&integers, same);
        neutral::<Greatest, i64>(&integers, same);
        neutral::<WrappingSum, i64>(&integers, same);
        neutral::<WrappingProduct, i64>(&integers, same);
        neutral::<And, i64>(&integers, same);
        neutral::<Or, i64>(&integers, same);
        neutral::<Xor, i64>(&integers, same);
        let bytes = [0, 1, 200, u8::MAX];
        neutral::<Least, u8>(&bytes, |a, b| a == b);
        neutral::<Greatest, u8>(&bytes, |a, b| a == b);
        neutral::<SaturatingSum, u8>(&bytes, |a, b| a == b);
        neutral::<And, bool>(&[true, false], |a, b| a == b);
        neutral::<Or, bool>(&[true, false], |a, b| a == b);
        neutral::<Xor, bool>(&[true, false], |a, b| a == b);
    }
}
