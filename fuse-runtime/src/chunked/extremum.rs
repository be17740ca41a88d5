//! The least and the greatest of some elements, and the first that is found.
//!
//! In: blocks, or what a chain made of a chunk. Out: parts that merge in any order. Of floats, NaN counts as absent, and minus zero is
//! less than zero: std's `min` and `max` leave open which of the two they give.

use super::Merge;
use super::encode::{Damaged, Decoder, Encode};
use crate::dispatched;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The least of some numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Least<T>(pub Option<T>);

/// The greatest of some numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Greatest<T>(pub Option<T>);

/// How many ends are kept side by side, so that a comparison need not wait for the one before it.
const LANES: usize = 16;

/// What is ahead of all elements by a comparison, or the `last` that nothing is behind; NaN is ahead of nothing.
#[inline(always)]
fn ahead<T: Copy>(elements: &[T], last: T, is_ahead: impl Fn(T, T) -> bool) -> T {
    let of = |best: T, x: T| if is_ahead(x, best) { x } else { best };
    let (chunks, rest) = elements.as_chunks::<LANES>();
    let mut lanes = [last; LANES];
    for chunk in chunks {
        for (lane, x) in lanes.iter_mut().zip(chunk) {
            *lane = of(*lane, *x);
        }
    }
    lanes.iter().chain(rest).fold(last, |best, x| of(best, *x))
}

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Least<$float> {
            /// Takes elements in.
            pub fn add(&mut self, elements: &[$float]) {
                let none = <$float>::INFINITY;
                let least = dispatched(elements, || ahead(elements, none, |x, least| x < least));
                if least == 0.0 {
                    // Which zero `min` gives is left open.
                    let minus = elements.iter().any(|x| *x == 0.0 && x.is_sign_negative());
                    self.merge(&Least(Some(if minus { -0.0 } else { 0.0 })));
                } else if least != none || elements.contains(&none) {
                    self.merge(&Least(Some(least)));
                }
            }
        }

        impl Merge for Least<$float> {
            fn merge(&mut self, other: &Self) {
                let both = self.0.into_iter().chain(other.0);
                self.0 = both.reduce(|a, b| if b.total_cmp(&a).is_lt() { b } else { a });
            }
        }

        impl Greatest<$float> {
            /// Takes elements in.
            pub fn add(&mut self, elements: &[$float]) {
                let none = <$float>::NEG_INFINITY;
                let greatest =
                    dispatched(elements, || ahead(elements, none, |x, greatest| x > greatest));
                if greatest == 0.0 {
                    let plus = elements.iter().any(|x| *x == 0.0 && x.is_sign_positive());
                    self.merge(&Greatest(Some(if plus { 0.0 } else { -0.0 })));
                } else if greatest != none || elements.contains(&none) {
                    self.merge(&Greatest(Some(greatest)));
                }
            }
        }

        impl Merge for Greatest<$float> {
            fn merge(&mut self, other: &Self) {
                let both = self.0.into_iter().chain(other.0);
                self.0 = both.reduce(|a, b| if b.total_cmp(&a).is_gt() { b } else { a });
            }
        }
    )*};
}

floats!(f32 f64);

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Least<$integer> {
            /// Takes elements in.
            pub fn add(&mut self, elements: &[$integer]) {
                self.merge(&Least(elements.iter().copied().min()));
            }
        }

        impl Merge for Least<$integer> {
            fn merge(&mut self, other: &Self) {
                self.0 = self.0.into_iter().chain(other.0).min();
            }
        }

        impl Greatest<$integer> {
            /// Takes elements in.
            pub fn add(&mut self, elements: &[$integer]) {
                self.merge(&Greatest(elements.iter().copied().max()));
            }
        }

        impl Merge for Greatest<$integer> {
            fn merge(&mut self, other: &Self) {
                self.0 = self.0.max(other.0);
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// Something that was found, with the place of the chunk that it was found in: of two that are as good, the first counts, or the last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found<T>(Option<(u64, T)>);

impl<T: Copy> Found<T> {
    /// What the chunk at a place gave, if anything.
    #[must_use]
    pub fn at(place: u64, found: Option<T>) -> Found<T> {
        Found(found.map(|found| (place, found)))
    }

    /// What was found.
    #[must_use]
    pub fn value(&self) -> Option<T> {
        self.0.map(|(_, found)| found)
    }

    /// Takes in what another part found: the earlier one stays.
    pub fn first(&mut self, other: &Self) {
        self.least(other, |_, _| Ordering::Equal);
    }

    /// Takes in what another part found: the later one stays.
    pub fn last(&mut self, other: &Self) {
        self.greatest(other, |_, _| Ordering::Equal);
    }

    /// Takes in what another part found: the lesser one stays, of equals the earlier one, as of `min_by`.
    pub fn least(&mut self, other: &Self, compare: impl FnOnce(&T, &T) -> Ordering) {
        self.keep(other, |earlier, later| compare(earlier, later).is_gt());
    }

    /// Takes in what another part found: the greater one stays, of equals the later one, as of `max_by`.
    pub fn greatest(&mut self, other: &Self, compare: impl FnOnce(&T, &T) -> Ordering) {
        self.keep(other, |earlier, later| compare(earlier, later).is_le());
    }

    fn keep(&mut self, other: &Self, later_is_better: impl FnOnce(&T, &T) -> bool) {
        self.0 = match (self.0, other.0) {
            (Some(mine), Some(others)) => {
                let (earlier, later) = if mine.0 <= others.0 {
                    (mine, others)
                } else {
                    (others, mine)
                };
                Some(if later_is_better(&earlier.1, &later.1) {
                    later
                } else {
                    earlier
                })
            }
            (mine, others) => mine.or(others),
        };
    }
}

/// The order of the elements themselves.
pub fn by_itself<T: Ord>(a: &T, b: &T) -> Ordering {
    a.cmp(b)
}

/// The order of what a closure makes of elements.
pub fn by_key<T, K: Ord>(key: impl Fn(&T) -> K) -> impl FnOnce(&T, &T) -> Ordering {
    move |a, b| key(a).cmp(&key(b))
}

/// The order of two elements by a comparison; the elements come first, so that a closure sees their type.
pub fn compared<T>(a: &T, b: &T, compare: impl FnOnce(&T, &T) -> Ordering) -> Ordering {
    compare(a, b)
}

macro_rules! encoded {
    ($($part:ident)*) => {$(
        impl<T: Encode> Encode for $part<T> {
            fn encode(&self, to: &mut Vec<u8>) {
                self.0.encode(to);
            }

            fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
                from.next().map($part)
            }
        }
    )*};
}

encoded!(Least Greatest Found);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_and_nan_are_told_apart_in_no_order() {
        let (mut one, mut two) = (Least::<f64>(None), Least::<f64>(None));
        one.add(&[0.0, f64::NAN, -0.0]);
        two.add(&[f64::NAN]);
        two.merge(&one);
        assert_eq!(two.0.map(f64::to_bits), Some((-0.0f64).to_bits()));
        let mut greatest = Greatest::<f32>(None);
        greatest.add(&[-0.0, 0.0, -0.0]);
        assert_eq!(greatest.0.map(f32::to_bits), Some(0));
    }

    #[test]
    fn infinities_are_numbers_and_nan_is_none() {
        for (elements, ends) in [
            (&[f64::NAN, f64::NAN][..], (None, None)),
            (&[], (None, None)),
            (
                &[f64::INFINITY, f64::NAN],
                (Some(f64::INFINITY), Some(f64::INFINITY)),
            ),
            (
                &[f64::NEG_INFINITY; 40],
                (Some(f64::NEG_INFINITY), Some(f64::NEG_INFINITY)),
            ),
            (&[f64::NAN, 3.0, -2.0, f64::NAN], (Some(-2.0), Some(3.0))),
        ] {
            let (mut least, mut greatest) = (Least::<f64>(None), Greatest::<f64>(None));
            least.add(elements);
            greatest.add(elements);
            assert_eq!((least.0, greatest.0), ends, "{elements:?}");
        }
    }

    #[test]
    fn of_equals_the_place_decides() {
        let compare = |a: &(i32, i32), b: &(i32, i32)| a.0.cmp(&b.0);
        let parts = [
            Found::at(9, Some((1, 9))),
            Found::at(0, Some((1, 0))),
            Found::at(4, None),
            Found::at(5, Some((2, 5))),
        ];
        let (mut least, mut greatest) = (parts[0], parts[0]);
        for part in &parts[1..] {
            least.least(part, compare);
            greatest.greatest(part, compare);
        }
        assert_eq!(
            (least.value(), greatest.value()),
            (Some((1, 0)), Some((2, 5)))
        );
        least.last(&parts[0]);
        assert_eq!(least.value(), Some((1, 9)));
    }
}
