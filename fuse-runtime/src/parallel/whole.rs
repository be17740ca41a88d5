//! Sums and products of integers, over ranges: which leave the type exactly where the plain fold leaves it.
//!
//! *In*: elements, range by range. *Out*: what the plain fold gives, and whether one of its prefixes is no integer of the
//! type. A range that starts from the identity has other prefixes: `-5 + MAX + 3` overflows nowhere, `MAX + 3` does. So
//! ranges add wrapping, and note beside it how far their prefixes reach; neighbours are put together exactly, and whether
//! the whole fold overflows is known at its end. The user's own `+` or `*` then panics, if his operators are checked.
//!
//! Where they are not, nothing is noted: what is left is the wrapping operator. Which of the two it is [`whole!`] asks in
//! the user's crate: `debug_assertions` stand for `overflow-checks`, of which stable code cannot ask. With the checks alone
//! what a program computes is the same, and one that overflows wraps.

use core::ops::{Add, AddAssign, Mul, MulAssign};

/// A [`WholeSum`] or a [`WholeProduct`] that starts from the identity given, and notes how far it reaches if the crate
/// that this stands in has `debug_assertions`.
///
/// ```
/// use fuse_runtime::whole;
/// let (mut left, mut right) = (whole!(WholeSum, 0_i8), whole!(WholeSum, 0_i8));
/// left += -5;
/// right += 127;
/// right += 3;
/// assert_eq!((left + right).end(0, |left, right| left + right), 125);
/// ```
#[macro_export]
macro_rules! whole {
    ($of:ident, $identity:expr) => {{
        #[cfg(debug_assertions)]
        {
            $crate::parallel::$of::checked($identity)
        }
        #[cfg(not(debug_assertions))]
        {
            $crate::parallel::$of::unchecked($identity)
        }
    }};
}

/// The primitive integers, with what a sum or a product of them asks.
pub trait Whole: Copy + PartialOrd + Send {
    /// 0
    const ZERO: Self;
    /// 1
    const ONE: Self;
    /// The greatest.
    const GREATEST: Self;
    /// How far the least is from 0.
    const DEPTH: u128;
    /// `wrapping_add`
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// `wrapping_mul`
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// How far it is from 0.
    fn magnitude(self) -> u128;
}

macro_rules! whole_numbers {
    ($($number:ident: |$x:ident| $magnitude:expr;)*) => {
        $(impl Whole for $number {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const GREATEST: Self = $number::MAX;
            const DEPTH: u128 = { let $x = $number::MIN; $magnitude as u128 };

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline]
            fn magnitude(self) -> u128 {
                let $x = self;
                $magnitude as u128
            }
        })*
    };
}

whole_numbers! {
    u8: |x| x; u16: |x| x; u32: |x| x; u64: |x| x; u128: |x| x; usize: |x| x;
    i8: |x| x.unsigned_abs(); i16: |x| x.unsigned_abs(); i32: |x| x.unsigned_abs();
    i64: |x| x.unsigned_abs(); i128: |x| x.unsigned_abs(); isize: |x| x.unsigned_abs();
}

/// What is noted of the prefixes of a fold, beside its wrapped result. `()` notes nothing.
pub trait Reach<T>: Copy + Send {
    /// One more element.
    fn take(&mut self, element: T);

    /// What follows on the right.
    #[must_use]
    fn then(self, right: Self) -> Self;

    /// Whether a prefix leaves the type, if the fold starts from `start`.
    fn leaves(self, start: T) -> bool;
}

impl<T> Reach<T> for () {
    #[inline]
    fn take(&mut self, _: T) {}

    #[inline]
    fn then(self, (): ()) {}

    #[inline]
    fn leaves(self, _: T) -> bool {
        false
    }
}

/// An integer of any size, as a sum of at most 2^63 others may be: `rest`, and so many times around the type.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Wide<T> {
    around: i64,
    rest: T,
}

impl<T: Whole> Wide<T> {
    fn of(rest: T) -> Self {
        Wide { around: 0, rest }
    }

    fn plus(self, other: Self) -> Self {
        let rest = self.rest.plus(other.rest);
        // It went around if it did not go where it should.
        let around = match (other.rest < T::ZERO, rest < self.rest) {
            (false, true) => 1,
            (true, false) => -1,
            _ => 0,
        };
        Wide {
            around: self.around + other.around + around,
            rest,
        }
    }
}

/// How far the prefixes of a sum reach, the empty one among them.
#[derive(Clone, Copy, Debug)]
pub struct SumReach<T> {
    total: Wide<T>,
    lowest: Wide<T>,
    highest: Wide<T>,
}

impl<T: Whole> SumReach<T> {
    fn empty() -> Self {
        let zero = Wide::of(T::ZERO);
        SumReach {
            total: zero,
            lowest: zero,
            highest: zero,
        }
    }
}

impl<T: Whole> Reach<T> for SumReach<T> {
    fn take(&mut self, element: T) {
        self.total = self.total.plus(Wide::of(element));
        if self.total < self.lowest {
            self.lowest = self.total;
        }
        if self.total > self.highest {
            self.highest = self.total;
        }
    }

    fn then(self, right: Self) -> Self {
        let lowest = self.total.plus(right.lowest);
        let highest = self.total.plus(right.highest);
        SumReach {
            total: self.total.plus(right.total),
            lowest: if lowest < self.lowest {
                lowest
            } else {
                self.lowest
            },
            highest: if highest > self.highest {
                highest
            } else {
                self.highest
            },
        }
    }

    fn leaves(self, start: T) -> bool {
        let outside = |reached: Wide<T>| Wide::of(start).plus(reached).around != 0;
        outside(self.lowest) || outside(self.highest)
    }
}

/// How far from 0 the prefixes of a product are before its first zero, the empty one among them.
///
/// Until then no prefix is nearer to 0 than the one before.
#[derive(Clone, Copy, Debug)]
pub struct ProductReach {
    /// That of the last prefix.
    total: u128,
    negative: bool,
    /// The furthest prefixes of either sign; 0 if there is none.
    above: u128,
    below: u128,
    /// A prefix is further than any integer is.
    beyond: bool,
    /// A zero came.
    ended: bool,
}

impl ProductReach {
    /// All prefixes times a number that is not 0.
    fn scaled(self, magnitude: u128, negative: bool) -> Self {
        let mut beyond = self.beyond;
        let mut scaled = |one: u128| {
            let (product, overflows) = one.overflowing_mul(magnitude);
            beyond |= overflows;
            product
        };
        let (total, above, below) = (scaled(self.total), scaled(self.above), scaled(self.below));
        let (above, below) = if negative {
            (below, above)
        } else {
            (above, below)
        };
        ProductReach {
            total,
            negative: self.negative ^ negative,
            above,
            below,
            beyond,
            ended: self.ended,
        }
    }

    const EMPTY: Self = ProductReach {
        total: 1,
        negative: false,
        above: 1,
        below: 0,
        beyond: false,
        ended: false,
    };
}

impl<T: Whole> Reach<T> for ProductReach {
    fn take(&mut self, element: T) {
        if element == T::ZERO {
            self.ended = true;
            return;
        }
        let (magnitude, negative) = (element.magnitude(), element < T::ZERO);
        let mut one = ProductReach {
            total: magnitude,
            negative,
            above: 0,
            below: 0,
            ..ProductReach::EMPTY
        };
        *if negative {
            &mut one.below
        } else {
            &mut one.above
        } = magnitude;
        *self = Reach::<T>::then(*self, one);
    }

    fn then(self, right: Self) -> Self {
        if self.ended {
            return self;
        }
        let right = right.scaled(self.total, self.negative);
        ProductReach {
            above: self.above.max(right.above),
            below: self.below.max(right.below),
            beyond: self.beyond | right.beyond,
            ..right
        }
    }

    fn leaves(self, start: T) -> bool {
        if start == T::ZERO {
            return false;
        }
        let all = self.scaled(start.magnitude(), start < T::ZERO);
        all.beyond || all.above > T::GREATEST.magnitude() || all.below > T::DEPTH
    }
}

/// Declares a fold, given what notes its reach and what that is of no element, its operator, and what is too much for
/// it beside the greatest integer.
macro_rules! folds {
    ($($(#[$doc:meta])* $fold:ident notes $reach:ty = $empty:expr;
        operator $operator:ident, $beside:ident::$put:ident, $assign:ident::$take:ident;
        too much $much:expr; nothing $nothing:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $fold<T, R> {
            total: T,
            reach: R,
        }

        impl<T: Whole> $fold<T, $reach> {
            /// No element yet, noting how far it will reach.
            #[inline]
            #[must_use]
            pub fn checked(identity: T) -> Self {
                $fold { total: identity, reach: $empty }
            }
        }

        impl<T: Whole> $fold<T, ()> {
            /// No element yet, noting nothing.
            #[inline]
            #[must_use]
            pub fn unchecked(identity: T) -> Self {
                $fold { total: identity, reach: () }
            }
        }

        impl<T: Whole, R: Reach<T>> $fold<T, R> {
            /// One more element: what `+=` or `*=` does, for an element whose type is not visible.
            #[inline]
            pub fn take(&mut self, element: T) {
                self.total = self.total.$operator(element);
                self.reach.take(element);
            }

            /// What changes nothing.
            #[inline]
            #[must_use]
            pub fn nothing(&self) -> T {
                $nothing
            }

            /// The fold from `start` on. If it leaves the type, `overflow`, the operator as it is in the user's crate,
            /// is called with what is too much for it; if that does not panic, the fold has wrapped.
            #[inline]
            pub fn end(self, start: T, overflow: impl FnOnce(T, T) -> T) -> T {
                if self.reach.leaves(start) {
                    overflow(T::GREATEST, $much);
                }
                start.$operator(self.total)
            }
        }

        impl<T: Whole, R: Reach<T>> $assign<T> for $fold<T, R> {
            #[inline]
            fn $take(&mut self, element: T) {
                self.take(element);
            }
        }

        impl<T: Whole, R: Reach<T>> $assign<&T> for $fold<T, R> {
            #[inline]
            fn $take(&mut self, element: &T) {
                self.take(*element);
            }
        }

        impl<T: Whole, R: Reach<T>> $beside for $fold<T, R> {
            type Output = Self;

            #[inline]
            fn $put(self, right: Self) -> Self {
                $fold {
                    total: self.total.$operator(right.total),
                    reach: self.reach.then(right.reach),
                }
            }
        }
    )*};
}

folds! {
    /// The sum of a range, and of neighbouring ranges.
    WholeSum notes SumReach<T> = SumReach::empty();
    operator plus, Add::add, AddAssign::add_assign;
    too much T::ONE;
    nothing T::ZERO;

    /// The product of a range, and of neighbouring ranges.
    WholeProduct notes ProductReach = ProductReach::EMPTY;
    operator times, Mul::mul, MulAssign::mul_assign;
    too much T::ONE.plus(T::ONE);
    nothing T::ONE;
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// What the plain fold gives, if it does not overflow.
    fn plain(xs: &[i8], start: i8, operator: impl Fn(i8, i8) -> Option<i8>) -> Option<i8> {
        xs.iter().try_fold(start, |acc, x| operator(acc, *x))
    }

    /// Sequences of up to four elements, cut in every way, from every start.
    #[test]
    #[cfg_attr(miri, ignore = "it takes minutes, and nothing here is unsafe")]
    fn every_cut_of_every_short_sequence() {
        const OF: [i8; 9] = [-128, -127, -64, -2, -1, 0, 1, 2, 127];
        let digits = |mut n: usize, length| {
            let next = move |_| {
                let digit = OF[n % OF.len()];
                n /= OF.len();
                digit
            };
            (0..length).map(next).collect::<Vec<_>>()
        };
        for length in 0..=4_u32 {
            for n in 0..OF.len().pow(length) {
                let xs = digits(n, length);
                for cut in 0..1_u32 << length {
                    // A bit is set before which there is a cut.
                    let (mut sum, mut product) = (None, None);
                    let mut range_sum = WholeSum::checked(0_i8);
                    let mut range_product = WholeProduct::checked(1_i8);
                    for (place, x) in xs.iter().enumerate() {
                        if cut >> place & 1 == 1 {
                            sum = Some(sum.map_or(range_sum, |sum| sum + range_sum));
                            product =
                                Some(product.map_or(range_product, |one| one * range_product));
                            range_sum = WholeSum::checked(0);
                            range_product = WholeProduct::checked(1);
                        }
                        range_sum += x;
                        range_product *= x;
                    }
                    let sum = sum.map_or(range_sum, |sum| sum + range_sum);
                    let product = product.map_or(range_product, |one| one * range_product);
                    for start in OF {
                        let mut overflows = false;
                        let end = sum.end(start, |_, _| {
                            overflows = true;
                            0
                        });
                        let want = plain(&xs, start, i8::checked_add);
                        assert_eq!((!overflows).then_some(end), want, "{start} + {xs:?}");
                        let mut overflows = false;
                        let end = product.end(start, |_, _| {
                            overflows = true;
                            0
                        });
                        let want = plain(&xs, start, i8::checked_mul);
                        assert_eq!((!overflows).then_some(end), want, "{start} * {xs:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_widest_integers() {
        let overflows = |of: WholeSum<i128, SumReach<i128>>, start| {
            let mut overflows = false;
            of.end(start, |_, _| {
                overflows = true;
                0
            });
            overflows
        };
        let mut high = WholeSum::checked(0);
        high += i128::MAX;
        high += i128::MAX;
        let mut low = WholeSum::checked(0);
        low += i128::MIN;
        low += i128::MIN;
        assert!(overflows(high, 0) && overflows(low, 0) && overflows(low + high, -1));
        // In the other order it would not have left the type.
        let mut one = WholeSum::checked(0);
        one += 1;
        assert!(overflows(one, i128::MAX) && !overflows(one, i128::MAX - 1));
        let mut product = WholeProduct::checked(1);
        product *= u128::MAX;
        let value = product.end(1, |_, _| unreachable!("it is a u128"));
        assert_eq!(value, u128::MAX);
        product *= 2;
        let mut overflows = false;
        product.end(1, |greatest, two| {
            overflows = (greatest, two) == (u128::MAX, 2);
            0
        });
        assert!(overflows);
    }

    #[test]
    fn unchecked_it_wraps() {
        let mut sum = WholeSum::unchecked(0_u8);
        sum += 200;
        sum += &100;
        assert_eq!(sum.end(1, |_, _| unreachable!("nothing is noted")), 45);
        assert_eq!(size_of_val(&sum), 1);
    }
}
