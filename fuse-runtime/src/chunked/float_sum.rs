//! The sum of floats that is the same to the bit in any order and over any cutting into parts.
//!
//! In: blocks of floats. Out: a [`FloatSum`], which merges with others. Reproducible summation into exponent bins (Demmel, Nguyen
//! and Ahrens, *Algorithms for efficient reproducible floating point summation*, ACM TOMS 46(3), 2020), with integers in the bins.
//!
//! The grid cuts exponents into bins of 40 bits. `top` is the least multiple of 40 with `|x| < 2^(top - 1)` for all elements; the three
//! bins below it count multiples of `2^(top - 39)`, `2^(top - 79)` and `2^(top - 119)`. An element is rounded to the first quantum,
//! what is left to the second, and so on. Three facts make the result a function of the elements alone:
//!
//! 1. *What an element adds to a bin depends on the element and on `top` only.* The accumulator stays between two powers of two, so
//!    that adding rounds to the same quantum each time, and the lowest bit of the element is set for the rounding, so that there is
//!    never a tie that the accumulator would break.
//! 2. *Raising `top` by 40 shifts the bins by one.* An element below the old `top` is less than half the new first quantum, so it
//!    adds nothing to the new first bin, and to the others what it added to the ones above them. The last bin falls off either way.
//! 3. *Bins are integers*, so adding them is exact, and they never overflow: an element adds less than `2^41` to a bin.

use super::Merge;
use super::encode::{Damaged, Decoder, Encode};
use crate::dispatched;
use alloc::vec::Vec;

/// Bits of a bin.
const WIDTH: i32 = 40;
/// How many bins there are.
const BINS: usize = 3;
/// Elements that are added before the accumulators are emptied into the bins.
const BLOCK: usize = 1024;
/// Accumulators of a bin, so that additions need not wait for one another.
const LANES: usize = 8;

/// A sum of floats in which neither the order of the elements nor the cutting into parts shows.
///
/// It is off by less than `n * 2^-80` times the largest element, where a sum from the left may be off by `n * 2^-53` times the sum
/// of absolute values. NaN, infinities, and the sign of a sum of zeros are those of a sum from the left in which nothing overflows on the way.
///
/// ```
/// use fuse_runtime::chunked::FloatSum;
///
/// let (xs, ys) = ([1e16, 1.0, -1e16], [0.1, 0.2, 0.3]);
/// let mut forth = FloatSum::new();
/// forth.add(&xs);
/// forth.add(&ys);
/// let (mut back, mut other) = (FloatSum::new(), FloatSum::new());
/// back.add(&ys);
/// other.add(&[-1e16, 1e16, 1.0]);
/// back.merge(&other);
/// assert_eq!(forth, back);
/// assert!((forth.value() - 1.6).abs() < 1e-11);
/// // From the left, the 1 is lost.
/// assert_eq!(xs.iter().chain(&ys).sum::<f64>(), 0.6000000000000001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatSum {
    /// Multiple of [`WIDTH`]; `None` while there is no element but zeros, infinities and NaN.
    top: Option<i32>,
    bins: [i128; BINS],
    seen: Seen,
}

/// Elements that are in no bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    nan: bool,
    infinity: bool,
    minus_infinity: bool,
    /// A zero whose sign is plus, where there is nothing else: the sum of nothing but minus zeros is minus zero.
    plus_zero: bool,
}

impl Default for FloatSum {
    fn default() -> Self {
        FloatSum::new()
    }
}

impl FloatSum {
    /// The sum of nothing.
    #[must_use]
    pub const fn new() -> FloatSum {
        FloatSum {
            top: None,
            bins: [0; BINS],
            seen: Seen {
                nan: false,
                infinity: false,
                minus_infinity: false,
                plus_zero: false,
            },
        }
    }

    /// Adds elements.
    pub fn add(&mut self, elements: &[f64]) {
        for block in elements.chunks(BLOCK) {
            dispatched(block, || self.add_block(block));
        }
    }

    /// Adds elements of 32 bits, each of which is one of 64 bits.
    pub fn add_f32(&mut self, elements: &[f32]) {
        let mut wide = [0.0; BLOCK];
        for block in elements.chunks(BLOCK) {
            for (wide, element) in wide.iter_mut().zip(block) {
                *wide = f64::from(*element);
            }
            let wide = &wide[..block.len()];
            dispatched(wide, || self.add_block(wide));
        }
    }

    /// Adds what another sum has added.
    pub fn merge(&mut self, other: &FloatSum) {
        self.seen.nan |= other.seen.nan;
        self.seen.infinity |= other.seen.infinity;
        self.seen.minus_infinity |= other.seen.minus_infinity;
        self.seen.plus_zero |= other.seen.plus_zero && self.top.is_none();
        if let Some(top) = other.top {
            let mut other = *other;
            self.raise(top);
            if let Some(mine) = self.top {
                other.raise(mine);
            }
            // Only bins of a damaged part could be so large that this wraps.
            for (bin, others) in self.bins.iter_mut().zip(other.bins) {
                *bin = bin.wrapping_add(others);
            }
        }
    }

    /// The sum, rounded once, to the nearest.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.special().unwrap_or_else(|| {
            let (negative, magnitude, exponent) = self.exact();
            f64::from_bits(round(negative, magnitude, exponent, 53, -1074, 0x7ff))
        })
    }

    /// The same of 32 bits.
    #[must_use]
    pub fn value_f32(&self) -> f32 {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "infinities, NaN and zeros are exact"
        )]
        let special = self.special().map(|special| special as f32);
        special.unwrap_or_else(|| {
            let (negative, magnitude, exponent) = self.exact();
            let bits = round(negative, magnitude, exponent, 24, -149, 0xff);
            f32::from_bits(u32::try_from(bits).unwrap_or(u32::MAX))
        })
    }

    /// What the sum is where no bin decides.
    fn special(&self) -> Option<f64> {
        let seen = self.seen;
        if seen.nan || (seen.infinity && seen.minus_infinity) {
            return Some(f64::NAN);
        }
        if seen.infinity || seen.minus_infinity {
            let infinity = f64::INFINITY;
            return Some(if seen.infinity { infinity } else { -infinity });
        }
        match self.top {
            // As std adds: from whatever it starts from.
            None if !seen.plus_zero => Some(core::iter::empty::<f64>().sum::<f64>() + -0.0),
            None => Some(0.0),
            Some(_) => None,
        }
    }

    /// The bins at a `top` that is at least as high.
    fn raise(&mut self, top: i32) {
        let by = match self.top {
            Some(mine) if mine >= top => return,
            Some(mine) => usize::try_from((i64::from(top) - i64::from(mine)) / i64::from(WIDTH)),
            None => Ok(0),
        };
        let old = self.bins;
        self.bins = [0; BINS];
        for (place, bin) in old.into_iter().enumerate() {
            let moved = by.ok().and_then(|by| place.checked_add(by));
            if let Some(shifted) = moved.and_then(|place| self.bins.get_mut(place)) {
                *shifted = bin;
            }
        }
        self.top = Some(top);
        self.seen.plus_zero = false;
    }

    #[inline(always)]
    fn add_block(&mut self, block: &[f64]) {
        // Most blocks need no higher `top` than those before, which the deposit itself finds out.
        if let Some(top) = self.top
            && self.take(block, top)
        {
            return;
        }
        let mut largest = [0.0f64; LANES];
        // A NaN or an infinity times zero is a NaN, and stays one.
        let mut odd = [0.0f64; LANES];
        let mut chunks = block.chunks_exact(LANES);
        for chunk in &mut chunks {
            for lane in 0..LANES {
                let size = chunk[lane].abs();
                largest[lane] = if size > largest[lane] {
                    size
                } else {
                    largest[lane]
                };
                odd[lane] += chunk[lane] * 0.0;
            }
        }
        for (lane, x) in chunks.remainder().iter().enumerate() {
            largest[lane] = largest[lane].max(x.abs());
            odd[lane] += x * 0.0;
        }
        if odd.iter().any(|odd| odd.is_nan()) {
            return self.add_odd(block);
        }
        let largest = largest.into_iter().fold(0.0, f64::max);
        if largest == 0.0 {
            let plus = self.top.is_none() && block.iter().any(|x| x.is_sign_positive());
            self.seen.plus_zero |= plus;
            return;
        }
        self.raise(top_of(largest));
        let Some(top) = self.top else { return };
        self.take(block, top);
    }

    /// Takes a block into the bins below `top`; false, and nothing is taken, if it needs a higher one.
    #[inline(always)]
    fn take(&mut self, block: &[f64], top: i32) -> bool {
        // Far from the ends of the exponents, so that every quantum is a normal number. Both factors are powers of two: what they
        // would round is far below the last bin.
        let (scale, top) = match top {
            ..=-800 => (power(256), top + 256),
            801.. => (power(-256), top - 256),
            _ => (1.0, top),
        };
        let Some(quanta) = deposit(block, scale, top) else {
            return false;
        };
        for (bin, quanta) in self.bins.iter_mut().zip(quanta) {
            *bin = bin.wrapping_add(i128::from(quanta));
        }
        true
    }

    /// A block that holds NaN or infinities: those are noted, the others are added.
    #[cold]
    #[inline(never)]
    fn add_odd(&mut self, block: &[f64]) {
        let (mut finite, mut count) = ([0.0; BLOCK], 0);
        for x in block {
            if x.is_nan() {
                self.seen.nan = true;
            } else if x.is_infinite() {
                self.seen.infinity |= *x > 0.0;
                self.seen.minus_infinity |= *x < 0.0;
            } else {
                finite[count] = *x;
                count += 1;
            }
        }
        if count > 0 {
            self.add_block(&finite[..count]);
        }
    }

    /// What is in the bins, as `magnitude * 2^exponent`, the highest limb first, with its sign.
    fn exact(&self) -> (bool, [u64; 4], i64) {
        let [first, second, third] = self.bins;
        let mask = (1i128 << WIDTH) - 1;
        let carried = second.wrapping_add(third >> WIDTH);
        let high = first.wrapping_add(carried >> WIDTH);
        let low = ((carried & mask) << WIDTH) | (third & mask);
        // high * 2^80 + low, in limbs of 64 bits and two's complement.
        #[allow(
            clippy::cast_sign_loss,
            clippy::cast_possible_truncation,
            reason = "limbs are cut out"
        )]
        let limb = |value: i128, from: i32| (value >> from.min(127)) as u64;
        let shifted = 2 * WIDTH - 64;
        let mut limbs = [
            limb(high, 128 - shifted),
            limb(high, 64 - shifted),
            limb(high << shifted, 0) | limb(low, 64),
            limb(low, 0),
        ];
        let negative = high < 0;
        if negative {
            let mut carry = true;
            for limb in limbs.iter_mut().rev() {
                (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
            }
        }
        (negative, limbs, i64::from(self.top.unwrap_or(0)) - 119)
    }
}

/// The quanta that a block adds to each bin, or `None` if it needs a higher `top`.
#[inline(always)]
fn deposit(block: &[f64], scale: f64, top: i32) -> Option<[i64; BINS]> {
    let mut starts = [0.0; BINS];
    let mut bin_top = top;
    for start in &mut starts {
        *start = 1.5 * power(bin_top + 13);
        bin_top -= WIDTH;
    }
    let mut sums = [[0.0; LANES]; BINS];
    for (sums, start) in sums.iter_mut().zip(starts) {
        *sums = [start; LANES];
    }
    let (bound, mut outside) = (power(top - 1), [0u64; LANES]);
    let (chunks, rest) = block.as_chunks::<LANES>();
    for chunk in chunks {
        deposit_lanes(chunk, scale, bound, &mut sums, &mut outside);
    }
    if !rest.is_empty() {
        // A zero adds nothing to any bin.
        let mut last = [0.0; LANES];
        last[..rest.len()].copy_from_slice(rest);
        deposit_lanes(&last, scale, bound, &mut sums, &mut outside);
    }
    if outside != [0; LANES] {
        return None;
    }
    let mut quanta = [0i64; BINS];
    for ((quanta, sums), start) in quanta.iter_mut().zip(sums).zip(starts) {
        // Between the same two powers of two, so the difference of the bits is the number of quanta.
        for sum in sums {
            let lane = sum.to_bits().wrapping_sub(start.to_bits()).cast_signed();
            *quanta = quanta.wrapping_add(lane);
        }
    }
    Some(quanta)
}

/// An element for each lane. Loops over the lanes, which are vectors; not closures, which need not have the instructions of whoever
/// calls this.
#[inline(always)]
fn deposit_lanes(
    chunk: &[f64; LANES],
    scale: f64,
    bound: f64,
    sums: &mut [[f64; LANES]; BINS],
    outside: &mut [u64; LANES],
) {
    let mut rest = [0.0; LANES];
    for lane in 0..LANES {
        rest[lane] = chunk[lane] * scale;
        // NaN is below nothing.
        outside[lane] |= if rest[lane].abs() < bound {
            0
        } else {
            u64::MAX
        };
    }
    for sums in sums {
        for lane in 0..LANES {
            let before = sums[lane];
            sums[lane] = before + f64::from_bits(rest[lane].to_bits() | 1);
            rest[lane] -= sums[lane] - before;
        }
    }
}

/// The least multiple of [`WIDTH`] with `size < 2^(top - 1)`.
fn top_of(size: f64) -> i32 {
    // A subnormal is below 2^-1022.
    let exponent = i32::try_from(size.to_bits() >> 52).unwrap_or(0) - 1022;
    (exponent.div_euclid(WIDTH) + 1) * WIDTH
}

/// `2^exponent`, which must be a normal number.
fn power(exponent: i32) -> f64 {
    f64::from_bits(u64::try_from(exponent + 1023).unwrap_or(0) << 52)
}

/// The bits of the float of so many digits that is nearest to `magnitude * 2^exponent`, ties to even; `least` is the exponent of the
/// smallest subnormal, `infinite` the biased exponent of infinity.
fn round(
    negative: bool,
    magnitude: [u64; 4],
    exponent: i64,
    digits: u32,
    least: i64,
    infinite: u64,
) -> u64 {
    let bits = digits - 1;
    let sign = if infinite == 0xff { 31 } else { 63 };
    let sign = u64::from(negative) << sign;
    let leading = magnitude.iter().position(|limb| *limb != 0);
    let Some(leading) = leading else { return 0 };
    let width = 256 - 64 * leading as i64 - i64::from(magnitude[leading].leading_zeros());
    // The place of the last digit that is kept.
    let last = (exponent + width - i64::from(digits)).max(least) - exponent;
    let bit = |place: i64| match usize::try_from(place) {
        Ok(place) if place < 256 => (magnitude[3 - place / 64] >> (place % 64)) & 1,
        _ => 0,
    };
    let mut kept: u64 = 0;
    for place in (last..last + i64::from(digits)).rev() {
        kept = kept << 1 | bit(place);
    }
    let half = bit(last - 1) == 1;
    let more = (0..last - 1).any(|place| bit(place) == 1);
    kept += u64::from(half && (more || kept & 1 == 1));
    if kept == 0 {
        return sign;
    }
    // A carry out of the digits is the next power of two; the sum of the two fields makes it so.
    let normal = kept >> bits != 0;
    let biased = exponent + last - least + 1;
    let fields = match u64::try_from(biased) {
        Ok(biased) if normal => ((biased - 1) << bits) + kept,
        _ => kept,
    };
    sign | fields.min(infinite << bits)
}

impl Merge for FloatSum {
    fn merge(&mut self, other: &Self) {
        FloatSum::merge(self, other);
    }
}

impl Encode for FloatSum {
    fn encode(&self, to: &mut Vec<u8>) {
        self.top.encode(to);
        self.bins.iter().for_each(|bin| bin.encode(to));
        let seen = self.seen;
        for flag in [seen.nan, seen.infinity, seen.minus_infinity, seen.plus_zero] {
            flag.encode(to);
        }
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
        let top = Option::<i32>::decode(from)?;
        let on_grid = |top: &i32| top % WIDTH == 0 && (-1000..=1040).contains(top);
        if !top.iter().all(on_grid) {
            return Err(Damaged);
        }
        Ok(FloatSum {
            top,
            bins: [from.next()?, from.next()?, from.next()?],
            seen: Seen {
                nan: from.next()?,
                infinity: from.next()?,
                minus_infinity: from.next()?,
                plus_zero: from.next()?,
            },
        })
    }
}

#[cfg(test)]
mod tests;
