//! Sums of a block, in numbers as narrow as what is added.
//!
//! *In*: integers that were made wider before they are added. *Out*: the same as narrow again, of which the machine adds more
//! at once; and the sum of a block as wide as the sum of all. A block is so short that its sum fits.

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
