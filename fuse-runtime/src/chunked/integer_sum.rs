//! The sum of integers, which no order and no cutting shows in, and which knows whether it fits its type.
//!
//! In: blocks of integers. Out: an [`IntegerSum`], which merges with others.

use super::Merge;
use super::encode::{Damaged, Decoder, Encode};
use alloc::vec::Vec;

/// A sum of integers of a primitive type.
///
/// ```
/// use fuse_runtime::chunked::IntegerSum;
///
/// let mut sum = IntegerSum::new();
/// sum.add(&[200u8, 100, 7]);
/// assert_eq!((sum.value::<u8>(), sum.fits::<u8>()), (51, false));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntegerSum(i128);

/// An integer that is added up; sums of the others wrap in 128 bits.
pub trait Summand: Copy + TryFrom<i128> {
    /// The number itself.
    fn wide(self) -> i128;
    /// The sum of a block.
    fn total(block: &[Self]) -> i128;
    /// What is left of a sum that does not fit.
    fn wrapped(sum: i128) -> Self;
}

impl IntegerSum {
    /// The sum of nothing.
    #[must_use]
    pub const fn new() -> IntegerSum {
        IntegerSum(0)
    }

    /// Adds elements.
    pub fn add<T: Summand>(&mut self, elements: &[T]) {
        // Few enough that halves of them do not overflow.
        for block in elements.chunks(1 << 16) {
            self.0 = self.0.wrapping_add(T::total(block));
        }
    }

    /// The sum, as the type's own addition wraps.
    #[must_use]
    pub fn value<T: Summand>(&self) -> T {
        T::wrapped(self.0)
    }

    /// True if the sum is a number of the type.
    #[must_use]
    pub fn fits<T: Summand>(&self) -> bool {
        T::try_from(self.0).is_ok()
    }
}

impl Merge for IntegerSum {
    fn merge(&mut self, other: &Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl Encode for IntegerSum {
    fn encode(&self, to: &mut Vec<u8>) {
        self.0.encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
        from.next().map(IntegerSum)
    }
}

macro_rules! narrow {
    ($($number:ty)*) => {$(
        impl Summand for $number {
            #[allow(clippy::cast_lossless, reason = "of every width")]
            fn wide(self) -> i128 {
                self as i128
            }

            fn total(block: &[Self]) -> i128 {
                i128::from(block.iter().map(|x| i64::from(*x)).sum::<i64>())
            }

            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it wraps")]
            fn wrapped(sum: i128) -> Self {
                sum as $number
            }
        }
    )*};
}

narrow!(i8 i16 i32 u8 u16 u32);

/// Of 64 bits: the halves are added up apart, which needs no carry.
macro_rules! wide {
    ($($number:ty)*) => {$(
        impl Summand for $number {
            #[allow(clippy::cast_lossless, reason = "of every width")]
            fn wide(self) -> i128 {
                self as i128
            }

            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_lossless, reason = "halves are cut out")]
            fn total(block: &[Self]) -> i128 {
                let low = block.iter().map(|x| (*x as u64) & 0xffff_ffff).sum::<u64>();
                let high = block.iter().map(|x| (*x >> 32) as i64).sum::<i64>();
                (i128::from(high) << 32) + i128::from(low)
            }

            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it wraps")]
            fn wrapped(sum: i128) -> Self {
                sum as $number
            }
        }
    )*};
}

wide!(i64 u64);

/// As 64 bits at most, on every machine that there is.
macro_rules! sized {
    ($($number:ident as $wide:ident)*) => {$(
        impl Summand for $number {
            #[allow(clippy::cast_lossless, reason = "of every width")]
            fn wide(self) -> i128 {
                self as i128
            }

            fn total(block: &[Self]) -> i128 {
                let mut wide = [0; 256];
                let mut total = 0;
                for block in block.chunks(wide.len()) {
                    for (wide, x) in wide.iter_mut().zip(block) {
                        *wide = *x as $wide;
                    }
                    total += $wide::total(&wide[..block.len()]);
                }
                total
            }

            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it wraps")]
            fn wrapped(sum: i128) -> Self {
                sum as $number
            }
        }
    )*};
}

sized!(usize as u64 isize as i64);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn sums_of_64_bits_are_exact() {
        // More than one part of 64 bits holds; interpreted, fewer, since no code here is unsafe.
        let many = if cfg!(miri) { 700 } else { 70_000 };
        for xs in [
            vec![i64::MIN; many],
            vec![i64::MAX, -1, i64::MIN, 5],
            vec![-1; many + many / 3 + 1],
        ] {
            let mut sum = IntegerSum::new();
            sum.add(&xs);
            assert_eq!(sum.0, xs.iter().map(|x| i128::from(*x)).sum::<i128>());
        }
        let mut sum = IntegerSum::new();
        sum.add(&vec![u64::MAX; many]);
        let times = u32::try_from(many).expect("it is small");
        assert_eq!(sum.0, i128::from(u64::MAX) * i128::from(times));
        assert!(!sum.fits::<u64>());
        assert_eq!(sum.value::<u64>(), u64::MAX.wrapping_mul(times.into()));
    }
}
