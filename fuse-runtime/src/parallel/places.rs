//! An array of sums that a loop adds to, on several threads.
//!
//! *In*: the user's array. *Out*: the same, with what all ranges have added. The first range adds to the array itself, so
//! that a loop of one range is that of sequential code; every other one has an array of its own, which begins with the
//! identity of `+` and is added to its left neighbour's afterwards (Futhark's *reduce_by_index*).

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::borrow::BorrowMut;
use core::fmt::Debug;

use super::{Associative, Cut, Divide, Sum};

/// What has a place for each of several sums: `[T; N]`, `[T]`.
pub trait Places: Send {
    /// Places that belong to nobody else.
    type Owned: BorrowMut<Self> + Debug + Send;

    /// As many places, each with the identity of `+`.
    fn of_nothing(&self) -> Self::Owned;

    /// Adds what stands on the right, place by place.
    fn add(&mut self, right: &Self);

    /// Runs what adds to them, on a copy if there are few: nothing else can point to that, so that LLVM reads once what a
    /// loop reads beside, the pointers of other vectors above all.
    #[inline]
    fn copied<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> R {
        run(self)
    }
}

/// The most bytes of sums that are copied. Measured on Q1 of TPC-H, which adds to five arrays of 48 bytes.
const FEW: usize = 1024;

fn add<T: Copy>(left: &mut [T], right: &[T])
where
    Sum: Associative<T>,
{
    for (left, right) in left.iter_mut().zip(right) {
        *left = Sum::combine(*left, *right);
    }
}

impl<T: Copy + Debug + Send, const N: usize> Places for [T; N]
where
    Sum: Associative<T>,
{
    type Owned = Box<[T; N]>;

    fn of_nothing(&self) -> Self::Owned {
        // By way of a vector: an array may be too large for the stack.
        let places = vec![<Sum as Associative<T>>::identity(); N].into_boxed_slice();
        match places.try_into() {
            Ok(places) => places,
            Err(_) => unreachable!("there are N places"),
        }
    }

    fn add(&mut self, right: &Self) {
        add(self, right);
    }

    #[inline]
    fn copied<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> R {
        if size_of::<Self>() > FEW {
            return run(self);
        }
        let mut copy = *self;
        let result = run(&mut copy);
        *self = copy;
        result
    }
}

impl<T: Copy + Debug + Send> Places for [T]
where
    Sum: Associative<T>,
{
    type Owned = Vec<T>;

    fn of_nothing(&self) -> Self::Owned {
        vec![<Sum as Associative<T>>::identity(); self.len()]
    }

    fn add(&mut self, right: &Self) {
        add(self, right);
    }
}

/// The sums of one range, or of neighbouring ones.
///
/// ```
/// use fuse_runtime::parallel::{Ranges, Sums, drive};
/// let classes = [0, 2, 1, 2, 2, 0];
/// let mut counts = [0, 0, 100];
/// drive(
///     &Ranges::new(classes.len(), 2),
///     (classes.iter(), Sums::of(&mut counts)),
///     |(classes, mut sums)| {
///         let counts = sums.places();
///         for class in classes {
///             counts[*class] += 1;
///         }
///         sums
///     },
///     Sums::then,
/// );
/// assert_eq!(counts, [2, 1, 103]);
/// ```
#[derive(Debug)]
pub struct Sums<'a, P: Places + ?Sized>(Whose<'a, P>);

#[derive(Debug)]
enum Whose<'a, P: Places + ?Sized> {
    /// The user's own, of the first range.
    Users(&'a mut P),
    /// Those of another range.
    Own(P::Owned),
}

impl<'a, T: Copy + Debug + Send, const N: usize> Sums<'a, [T; N]>
where
    Sum: Associative<T>,
{
    /// Those of an array.
    #[inline]
    pub fn of(array: &'a mut [T; N]) -> Self {
        Sums(Whose::Users(array))
    }
}

impl<'a, T: Copy + Debug + Send> Sums<'a, [T]>
where
    Sum: Associative<T>,
{
    /// Those of a slice, or of a vector.
    #[inline]
    pub fn of_slice(slice: &'a mut [T]) -> Self {
        Sums(Whose::Users(slice))
    }
}

impl<P: Places + ?Sized> Sums<'_, P> {
    /// What a range adds to.
    #[inline]
    pub fn places(&mut self) -> &mut P {
        match &mut self.0 {
            Whose::Users(places) => places,
            Whose::Own(places) => places.borrow_mut(),
        }
    }

    /// Runs what adds to them. To a function nothing else is where its `&mut` points to: what is read beside need not be
    /// read again after each addition.
    #[inline]
    pub fn add<R>(&mut self, run: impl FnOnce(&mut P) -> R) -> R {
        self.places().copied(run)
    }

    /// Those of two neighbours.
    #[inline]
    #[must_use]
    pub fn then(mut self, mut right: Self) -> Self {
        self.places().add(right.places());
        self
    }
}

impl<P: Places + ?Sized> Divide for Sums<'_, P> {
    type Part = Self;

    #[inline]
    fn split_at(mut self, _: Cut) -> (Self, Self) {
        let right = self.places().of_nothing();
        (self, Sums(Whose::Own(right)))
    }

    #[inline]
    fn part(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::{Ranges, drive};

    fn counted(sums: Sums<'_, [f64]>, classes: &[usize], least: usize) {
        let ranges = Ranges::new(classes.len(), least);
        drive(
            &ranges,
            (classes.iter(), sums),
            |(classes, mut sums)| {
                for class in classes {
                    sums.places()[*class] += 0.1;
                }
                sums
            },
            Sums::then,
        );
    }

    #[test]
    fn the_first_range_goes_on_from_what_is_there() {
        let classes: Vec<usize> = (0..100).map(|n| n * 7 % 5).collect();
        let mut one = vec![0.25; 5];
        counted(Sums::of_slice(&mut one), &classes, 100);
        let mut plain = [0.25; 5];
        for class in &classes {
            plain[*class] += 0.1;
        }
        assert_eq!(one, plain);
        let mut several = plain.map(|_| 0.25);
        counted(Sums::of_slice(&mut several), &classes, 10);
        for (several, one) in several.iter().zip(one) {
            assert!((several - one).abs() < 1e-12);
        }
    }

    #[test]
    fn a_place_that_nobody_adds_to_keeps_its_sign() {
        let mut sums = [-0.0, -0.0];
        counted(Sums::of_slice(&mut sums), &[0; 9], 1);
        assert!(sums[1].is_sign_negative());
    }

    #[test]
    #[cfg_attr(miri, ignore = "two million elements")]
    fn an_array_larger_than_a_stack() {
        let mut counts: Box<[u64; 1 << 21]> = match vec![1; 1 << 21].try_into() {
            Ok(counts) => counts,
            Err(_) => unreachable!("it has that length"),
        };
        drive(
            &Ranges::new(1 << 20, 1 << 19),
            (0..1 << 20, Sums::of(&mut counts)),
            |(indices, mut sums)| {
                for index in indices {
                    sums.places()[index] += 1;
                }
                sums
            },
            Sums::then,
        );
        assert_eq!(counts.iter().sum::<u64>(), (1 << 21) + (1 << 20));
    }
}
