//! A histogram: counters, or sums of integers, side by side, of which each element goes to one.
//!
//! In: pairs of a place and what is added there. Out: a [`Bins`], which merges with others place by place. As an [`IntegerSum`] each
//! is exact, so that neither order nor cuts show, and is compared with its type at the end.
//!
//! [`IntegerSum`]: super::IntegerSum

use super::encode::{Damaged, Decoder, Encode};
use super::{Merge, Summand};
use alloc::vec::Vec;

/// `N` sums of integers.
///
/// ```
/// use fuse_runtime::chunked::{Bins, Merge};
///
/// let (mut bins, mut others) = (Bins::<3>::default(), Bins::default());
/// bins.add(&[(0, 1u8), (2, 255)]);
/// others.add(&[(2, 2u8)]);
/// bins.merge(&others);
/// assert_eq!((bins.value::<u8>(), bins.fits::<u8>()), ([1, 0, 1], false));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Bins<const N: usize>(
    /// Empty while all are zero.
    Vec<i128>,
);

impl<const N: usize> Bins<N> {
    /// Adds to the bins at some places.
    ///
    /// # Panics
    /// If there is no such bin.
    pub fn add<T: Summand>(&mut self, elements: &[(usize, T)]) {
        self.0.resize(N, 0);
        for (place, element) in elements {
            let bin = &mut self.0[*place];
            *bin = bin.wrapping_add(element.wide());
        }
    }

    /// The sums, as the type's own addition wraps.
    #[must_use]
    pub fn value<T: Summand>(&self) -> [T; N] {
        core::array::from_fn(|place| T::wrapped(self.0.get(place).copied().unwrap_or(0)))
    }

    /// True if each sum is a number of the type.
    #[must_use]
    pub fn fits<T: Summand>(&self) -> bool {
        self.0.iter().all(|bin| T::try_from(*bin).is_ok())
    }
}

impl<const N: usize> Merge for Bins<N> {
    fn merge(&mut self, other: &Self) {
        self.0.resize(N, 0);
        for (bin, others) in self.0.iter_mut().zip(&other.0) {
            *bin = bin.wrapping_add(*others);
        }
    }
}

impl<const N: usize> Encode for Bins<N> {
    fn encode(&self, to: &mut Vec<u8>) {
        N.encode(to);
        for place in 0..N {
            self.0.get(place).copied().unwrap_or(0).encode(to);
        }
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
        if from.next::<usize>()? != N {
            return Err(Damaged);
        }
        let bins: Result<_, _> = (0..N).map(|_| from.next()).collect();
        bins.map(Bins)
    }
}
