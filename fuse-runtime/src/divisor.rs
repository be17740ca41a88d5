//! Division of integers by one number (Granlund and Montgomery, *Division by invariant integers using multiplication*, PLDI 1994,
//! figure 4.1).
//!
//! *In*: a number that a loop divides by. *Out*: a [`Divisor`], which divides by a multiplication and two shifts, and panics where
//! the operator panics, with its words.

/// What to multiply by instead of dividing by a number.
///
/// It takes one division to make: a loop of a few elements is as fast without it.
///
/// ```
/// use fuse_runtime::Divisor;
/// let seven = Divisor::of(7u32);
/// assert_eq!((seven.quotient(100), seven.remainder(100)), (14, 2));
/// let week = Divisor::of(7i64);
/// assert_eq!((week.quotient(-100), week.remainder(&-100)), (-14, -2));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Divisor<N: Divisible> {
    number: N,
    reciprocal: Reciprocal<N::Unsigned>,
}

/// The multiplier, and the two shifts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reciprocal<U> {
    multiplier: U,
    shifts: (u32, u32),
}

/// A number that a [`Divisor`] can be of. Integers of at most 64 bits are multiplied.
pub trait Divisible: Copy {
    /// The unsigned integer as wide.
    type Unsigned: Copy;
    /// What to multiply by; of a number below 1 it is not asked.
    fn reciprocal(self) -> Reciprocal<Self::Unsigned>;
    /// `self / divisor`.
    fn quotient(self, divisor: &Divisor<Self>) -> Self;
    /// `self % divisor`.
    fn remainder(self, divisor: &Divisor<Self>) -> Self;
}

/// What may stand before `/` and a number: a number, or a reference to one.
pub trait Dividend<N> {
    /// The number.
    fn number(self) -> N;
}

impl<N: Divisible> Dividend<N> for N {
    #[inline(always)]
    fn number(self) -> N {
        self
    }
}

impl<N: Divisible> Dividend<N> for &N {
    #[inline(always)]
    fn number(self) -> N {
        *self
    }
}

impl<N: Divisible> Divisor<N> {
    /// A divisor; 0 is one, by which the first division panics.
    #[inline(always)]
    #[must_use]
    pub fn of(number: N) -> Self {
        let reciprocal = number.reciprocal();
        Divisor { number, reciprocal }
    }

    /// `dividend / number`.
    ///
    /// # Panics
    ///
    /// If the number is 0, or the quotient too large, as the operator.
    #[inline(always)]
    #[track_caller]
    #[must_use]
    pub fn quotient(&self, dividend: impl Dividend<N>) -> N {
        dividend.number().quotient(self)
    }

    /// `dividend % number`.
    ///
    /// # Panics
    ///
    /// If the number is 0, or the quotient too large, as the operator.
    #[inline(always)]
    #[track_caller]
    #[must_use]
    pub fn remainder(&self, dividend: impl Dividend<N>) -> N {
        dividend.number().remainder(self)
    }
}

macro_rules! unsigned {
    ($($unsigned:ident $wide:ident)*) => {$(
        impl Reciprocal<$unsigned> {
            #[inline(always)]
            const fn divide(&self, dividend: $unsigned) -> $unsigned {
                let product = self.multiplier as $wide * dividend as $wide;
                let high = (product >> $unsigned::BITS) as $unsigned;
                let (first, second) = self.shifts;
                (high + ((dividend - high) >> first)) >> second
            }
        }

        impl Divisible for $unsigned {
            type Unsigned = $unsigned;

            #[inline(always)]
            fn reciprocal(self) -> Reciprocal<$unsigned> {
                let divisor = if self == 0 { 1 } else { self };
                let bits = $unsigned::BITS - (divisor - 1).leading_zeros();
                let above = ((1 as $wide) << bits) - divisor as $wide;
                let multiplier = ((above << $unsigned::BITS) / divisor as $wide + 1) as $unsigned;
                let first = if bits == 0 { 0 } else { 1 };
                let shifts = (first, bits - first);
                Reciprocal { multiplier, shifts }
            }

            #[inline(always)]
            #[track_caller]
            fn quotient(self, divisor: &Divisor<Self>) -> Self {
                if divisor.number == 0 {
                    panic!("attempt to divide by zero");
                }
                divisor.reciprocal.divide(self)
            }

            #[inline(always)]
            #[track_caller]
            fn remainder(self, divisor: &Divisor<Self>) -> Self {
                if divisor.number == 0 {
                    panic!("attempt to calculate the remainder with a divisor of zero");
                }
                self - divisor.reciprocal.divide(self) * divisor.number
            }
        }
    )*};
}

unsigned!(u8 u16 u16 u32 u32 u64 u64 u128);

#[cfg(target_pointer_width = "64")]
unsigned!(usize u128);

#[cfg(not(target_pointer_width = "64"))]
unsigned!(usize u64);

macro_rules! signed {
    ($($signed:ident $unsigned:ident)*) => {$(
        impl Divisor<$signed> {
            /// By a number above 0: of what is without its sign, which comes back then.
            #[inline(always)]
            const fn divide(&self, dividend: $signed) -> $signed {
                let sign = dividend >> ($signed::BITS - 1);
                let quotient = self.reciprocal.divide(dividend.unsigned_abs()) as $signed;
                (quotient ^ sign).wrapping_sub(sign)
            }
        }

        impl Divisible for $signed {
            type Unsigned = $unsigned;

            #[inline(always)]
            fn reciprocal(self) -> Reciprocal<$unsigned> {
                self.unsigned_abs().reciprocal()
            }

            #[inline(always)]
            #[track_caller]
            fn quotient(self, divisor: &Divisor<Self>) -> Self {
                match divisor.number {
                    0 => panic!("attempt to divide by zero"),
                    1.. => divisor.divide(self),
                    number => match self.checked_div(number) {
                        Some(quotient) => quotient,
                        None => panic!("attempt to divide with overflow"),
                    },
                }
            }

            #[inline(always)]
            #[track_caller]
            fn remainder(self, divisor: &Divisor<Self>) -> Self {
                match divisor.number {
                    0 => panic!("attempt to calculate the remainder with a divisor of zero"),
                    1.. => self.wrapping_sub(divisor.divide(self).wrapping_mul(divisor.number)),
                    number => match self.checked_rem(number) {
                        Some(remainder) => remainder,
                        None => panic!("attempt to calculate the remainder with overflow"),
                    },
                }
            }
        }
    )*};
}

signed!(i8 u8 i16 u16 i32 u32 i64 u64 isize usize);

/// What a name of a narrower integer may stand for.
macro_rules! others {
    ($($other:ident)*) => {$(
        impl Divisible for $other {
            type Unsigned = ();

            #[inline(always)]
            fn reciprocal(self) -> Reciprocal<()> {
                Reciprocal::default()
            }

            #[inline(always)]
            #[track_caller]
            fn quotient(self, divisor: &Divisor<Self>) -> Self {
                self / divisor.number
            }

            #[inline(always)]
            #[track_caller]
            fn remainder(self, divisor: &Divisor<Self>) -> Self {
                self % divisor.number
            }
        }
    )*};
}

others!(f32 f64 i128 u128);

#[cfg(test)]
mod tests {
    use super::*;
    use core::hint::black_box;
    use std::vec::Vec;

    #[test]
    fn all_bytes_by_all_bytes() {
        for number in 1..=u8::MAX {
            let divisor = Divisor::of(number);
            for dividend in 0..=u8::MAX {
                let both = (divisor.quotient(dividend), divisor.remainder(dividend));
                assert_eq!(both, (dividend / number, dividend % number));
            }
        }
        for number in (i8::MIN..=i8::MAX).filter(|number| *number != 0) {
            let divisor = Divisor::of(number);
            for dividend in (i8::MIN..=i8::MAX).filter(|of| of.checked_div(number).is_some()) {
                let both = (divisor.quotient(dividend), divisor.remainder(dividend));
                assert_eq!(both, (dividend / number, dividend % number));
            }
        }
    }

    #[test]
    fn words_near_the_powers_of_two() {
        macro_rules! of {
            ($($word:ident)*) => {$({
                let near = |power: u32| {
                    let near = |by: i8| (1 as $word).wrapping_shl(power).wrapping_add(by as $word);
                    [-2, -1, 0, 1, 2].map(near)
                };
                let words = (0..$word::BITS).flat_map(near).chain([$word::MAX / 3, $word::MAX / 10 * 7]);
                let words = words.collect::<Vec<_>>();
                for number in &words {
                    let divisor = Divisor::of(*number);
                    for dividend in &words {
                        let Some(expected) = dividend.checked_div(*number) else { continue };
                        assert_eq!(divisor.quotient(dividend), expected, "{dividend} / {number}");
                        assert_eq!(divisor.remainder(dividend), dividend % number, "{dividend} % {number}");
                    }
                }
            })*};
        }
        of!(u16 u32 u64 usize i16 i32 i64 isize);
    }

    /// What a panic says.
    fn said<T>(of: fn() -> T) -> &'static str {
        let payload = std::panic::catch_unwind(of).err().expect("it panics");
        payload.downcast_ref::<&'static str>().expect("a text")
    }

    #[test]
    fn panics_say_what_the_operators_say() {
        assert_eq!(
            said(|| Divisor::of(0i32).quotient(3)),
            said(|| 3 / black_box(0i32))
        );
        assert_eq!(
            said(|| Divisor::of(0u64).remainder(3)),
            said(|| 3 % black_box(0u64))
        );
        assert_eq!(
            said(|| Divisor::of(-1i64).quotient(i64::MIN)),
            said(|| i64::MIN / black_box(-1))
        );
        assert_eq!(
            said(|| Divisor::of(-1i8).remainder(i8::MIN)),
            said(|| i8::MIN % black_box(-1))
        );
    }
}
