//! Sums of a block, in numbers as narrow as what is added.
//!
//! *In*: integers that were made wider before they are added. *Out*: the same as narrow again, of which the machine adds more
//! at once; and the sum of a block as wide as the sum of all. A block is so short that its sum fits.

use core::marker::PhantomData;
use core::ops::{AddAssign, Deref};

/// A sum of blocks whose own sums are of type `P`.
pub trait OfParts<P> {
    /// What was made wider, as it was.
    fn part(self) -> P;
    /// The sum of a block.
    fn of_part(part: P) -> Self;
}

macro_rules! of_parts {
    ($($sum:ty: $($part:ty)+;)+) => {$($(
        impl OfParts<$part> for $sum {
            #[inline]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_possible_wrap,
                reason = "the value came from a type that is narrower than the part"
            )]
            fn part(self) -> $part {
                self as $part
            }

            #[inline]
            #[allow(
                clippy::cast_lossless,
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                reason = "parts are no wider than sums"
            )]
            fn of_part(part: $part) -> $sum {
                part as $sum
            }
        }
    )+)+};
}

of_parts! {
    u32: u16;
    i32: u16;
    u64: u16 u32;
    i64: u16 u32 i16 i32;
    usize: u8 u16 u32;
    isize: u16 u32;
    u128: u16 u32;
    i128: u16 u32;
}

/// What a block counted, as two numbers of the type of the whole.
pub trait Halves<P>: Sized {
    /// Both of them.
    fn halves(part: P) -> [Self; 2];
}

macro_rules! halves {
    ($($whole:ty)+; $part:tt) => {$(
        impl Halves<$part> for $whole {
            #[inline]
            #[allow(
                clippy::cast_lossless,
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                reason = "half of what a block counts fits the whole"
            )]
            fn halves(part: $part) -> [$whole; 2] {
                let half = part / 2;
                [half as $whole, (part - half) as $whole]
            }
        }
    )+};
}

halves!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize; u8);
halves!(u32 i32 u64 i64 u128 i128 usize isize; u16);
halves!(u64 i64 u128 i128 usize isize; u32);

/// What a block counted, in halves: half of 224 fits any integer, and only what is as wide as the whole may overflow it, as to count
/// one by one would.
///
/// ```
/// let mut whole = 7;
/// let [one, other] = fuse_runtime::halves(&whole, 224_u8);
/// whole += one;
/// whole += other;
/// assert_eq!(whole, 231_i16);
/// ```
#[inline]
pub fn halves<P, T: Halves<P>>(_whole: &T, part: P) -> [T; 2] {
    T::halves(part)
}

/// What a block counted up and down.
pub trait CountedTo<P>: Sized {
    /// The whole behind it.
    fn counted_to(&self, more: P, less: P) -> Option<Self>;
}

macro_rules! counted_to {
    ($($whole:ty)+) => {$(
        impl<P> CountedTo<P> for $whole
        where
            $whole: TryFrom<P>,
        {
            #[inline]
            fn counted_to(&self, more: P, less: P) -> Option<$whole> {
                let less = <$whole>::try_from(less).ok()?;
                let highest = self.checked_add(<$whole>::try_from(more).ok()?)?;
                self.checked_sub(less)?;
                Some(highest - less)
            }
        }
    )+};
}

counted_to!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);

/// What a whole comes to that is counted up and down in some order; none if it might overflow on the way.
///
/// ```
/// use fuse_runtime::counted_to;
///
/// assert_eq!(counted_to(&7_i64, 200_u8, 10_u8), Some(197));
/// assert_eq!(counted_to(&7_usize, 200_u8, 10_u8), None);
/// assert_eq!(counted_to(&7_i8, 200_u8, 199_u8), None);
/// ```
#[inline]
pub fn counted_to<P, T: CountedTo<P>>(whole: &T, more: P, less: P) -> Option<T> {
    whole.counted_to(more, less)
}

/// A part of a sum.
#[inline]
pub fn part<P, S: OfParts<P>>(number: S) -> P {
    number.part()
}

/// A sum of what a part says.
#[inline]
pub fn of_part<P, S: OfParts<P>>(part: P) -> S {
    S::of_part(part)
}

/// What a block adds to a sum in: numbers of type `$part`, if `$spelt` are the types that `$meant` are, and the sum itself
/// if they only have the same names.
///
/// ```
/// let mut total = 7_u32;
/// let mut narrow = fuse_runtime::narrow!((u8,), (u8,), u16);
/// fuse_runtime::add_part(&mut narrow, &mut total, 3);
/// assert_eq!((narrow, fuse_runtime::given::<u32>(narrow)), (3_u16, 3));
/// let mut other = fuse_runtime::narrow!((u64,), (u8,), u16);
/// fuse_runtime::add_part(&mut other, &mut total, 70_000);
/// assert_eq!((total, fuse_runtime::given::<u32>(other)), (70_007, 0));
/// ```
#[macro_export]
macro_rules! narrow {
    ($spelt:ty, $meant:ty, $part:ty) => {
        $crate::Spelling::<$spelt, $meant, $part>::new().__loopfuse_part()
    };
}

type Types<S, M, P> = PhantomData<fn() -> (S, M, P)>;

/// Types as they are spelt, and those that are meant.
#[derive(Debug)]
pub struct Spelling<S, M, P> {
    any: AnySpelling,
    types: Types<S, M, P>,
}

impl<S, M, P> Spelling<S, M, P> {
    /// Of these types.
    #[inline]
    #[must_use]
    #[expect(
        clippy::new_without_default,
        reason = "an expansion makes it, nobody else"
    )]
    pub const fn new() -> Self {
        Spelling {
            any: AnySpelling(()),
            types: PhantomData,
        }
    }
}

impl<M, P: Default> Spelling<M, M, P> {
    /// Nothing yet.
    #[inline]
    #[must_use]
    pub fn __loopfuse_part(&self) -> P {
        P::default()
    }
}

impl<S, M, P> Deref for Spelling<S, M, P> {
    type Target = AnySpelling;

    #[inline]
    fn deref(&self) -> &AnySpelling {
        &self.any
    }
}

/// What is left of a [`Spelling`] that means other types.
#[derive(Debug)]
pub struct AnySpelling(());

impl AnySpelling {
    /// No part.
    #[inline]
    #[must_use]
    pub const fn __loopfuse_part(&self) -> NoPart {
        NoPart
    }
}

/// Of a sum that has no parts.
#[derive(Clone, Copy, Debug)]
pub struct NoPart;

/// What takes a number on its way to a sum.
pub trait Part<S> {
    /// Adds a number.
    fn add(&mut self, sum: &mut S, number: S);
    /// What it adds to the sum at the end of a block.
    fn give(self) -> S;
}

impl<S: AddAssign + Default> Part<S> for NoPart {
    #[inline]
    fn add(&mut self, sum: &mut S, number: S) {
        *sum += number;
    }

    #[inline]
    fn give(self) -> S {
        S::default()
    }
}

macro_rules! parts {
    ($($part:ty)+) => {$(
        impl<S: OfParts<$part>> Part<S> for $part {
            #[inline]
            fn add(&mut self, _sum: &mut S, number: S) {
                *self += number.part();
            }

            #[inline]
            fn give(self) -> S {
                S::of_part(self)
            }
        }
    )+};
}

parts!(u16 u32 i16 i32);

/// Adds a number to a part of a sum, or to the sum if it has none.
#[inline]
pub fn add_part<S>(part: &mut impl Part<S>, sum: &mut S, number: S) {
    part.add(sum, number);
}

/// What a part adds to its sum.
#[inline]
pub fn given<S>(part: impl Part<S>) -> S {
    part.give()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_the_longest_block_fits() {
        let most: u16 = (0..224).map(|_| part::<u16, u64>(u64::from(u8::MAX))).sum();
        assert_eq!(of_part::<u16, u64>(most), 224 * 255);
        let least: i16 = (0..224).map(|_| part::<i16, i64>(i64::from(i8::MIN))).sum();
        assert_eq!(of_part::<i16, i64>(least), -224 * 128);
        let longest = (0..2048).map(|_| part::<i32, i64>(i64::from(i16::MIN)));
        assert_eq!(of_part::<i32, i64>(longest.sum()), -2048 * 32_768);
        assert_eq!(of_part::<u8, usize>(224), 224);
    }
}
