//! What is divided among the ranges of a parallel loop.
//!
//! *In*: a source, or anything else that belongs to an index space. *Out*: for each range its part, mostly an iterator of
//! std's, so that the body is the loop of sequential code. Slices are split by std; no code here is unsafe, and nobody's
//! memory safety rests on an implementation.

use core::iter::Iterator;
use core::ops::{Range, RangeInclusive};
use core::slice;

/// Where something is cut in two, seen from its start.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// How many indices are on the left.
    pub elements: usize,
    /// How many ranges are on the left.
    pub ranges: usize,
}

/// What can be divided among ranges.
///
/// Iterators of std over slices and integers are, and tuples of what is: each range gets the tuple of the parts. An index
/// beside each element is `(xs.iter(), 0..xs.len())`, two arrays in step are `(xs.iter(), ys.iter())`, which a body zips.
pub trait Divide: Sized {
    /// What one range gets.
    type Part;

    /// What belongs to the ranges before the cut, and to those behind it.
    ///
    /// # Panics
    /// May panic if the cut is not inside.
    fn split_at(self, cut: Cut) -> (Self, Self);

    /// What belongs to the one range that is left.
    fn part(self) -> Self::Part;
}

/// An iterator over the whole index space that can be divided.
pub trait Source: Divide<Part: Iterator> {
    /// How many elements there are, or `usize::MAX` if it is no `usize`.
    fn length(&self) -> usize;
}

/// Nothing to divide.
impl Divide for () {
    type Part = ();

    #[inline]
    fn split_at(self, _: Cut) -> ((), ()) {
        ((), ())
    }

    #[inline]
    fn part(self) {}
}

/// Implements [`Divide`] for tuples, member by member.
macro_rules! divide_tuples {
    ($(($($member:ident $field:tt),+);)*) => {
        $(impl<$($member: Divide),+> Divide for ($($member,)+) {
            type Part = ($($member::Part,)+);

            #[inline]
            fn split_at(self, cut: Cut) -> (Self, Self) {
                let halves = ($(self.$field.split_at(cut),)+);
                (($(halves.$field.0,)+), ($(halves.$field.1,)+))
            }

            #[inline]
            fn part(self) -> Self::Part {
                ($(self.$field.part(),)+)
            }
        })*
    };
}

divide_tuples! {
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

impl<T> Divide for slice::Iter<'_, T> {
    type Part = Self;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let (left, right) = self.as_slice().split_at(cut.elements);
        (left.iter(), right.iter())
    }

    #[inline]
    fn part(self) -> Self {
        self
    }
}

impl<T> Source for slice::Iter<'_, T> {
    #[inline]
    fn length(&self) -> usize {
        self.len()
    }
}

impl<T> Divide for slice::IterMut<'_, T> {
    type Part = Self;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let (left, right) = self.into_slice().split_at_mut(cut.elements);
        (left.iter_mut(), right.iter_mut())
    }

    #[inline]
    fn part(self) -> Self {
        self
    }
}

impl<T> Source for slice::IterMut<'_, T> {
    #[inline]
    fn length(&self) -> usize {
        self.len()
    }
}

/// The elements of a slice, of whatever coerces to one: a vector, an array, a reference to either.
#[inline]
pub fn elements<T>(slice: &[T]) -> slice::Iter<'_, T> {
    slice.iter()
}

/// The elements of a slice, to be changed where they stand.
#[inline]
pub fn elements_mut<T>(slice: &mut [T]) -> slice::IterMut<'_, T> {
    slice.iter_mut()
}

/// Two sources in step, as long as the shorter one: each range gets the `zip` of std.
#[derive(Clone, Debug)]
pub struct Zip<A, B> {
    first: A,
    second: B,
}

/// The elements of two sources in pairs, until one has no more.
///
/// ```
/// use fuse_runtime::parallel::{Ranges, Source, drive, elements, zip};
/// let xs = zip(elements(&[1, 2, 3]), 10..12);
/// let ranges = Ranges::new(xs.length(), 1);
/// let sum = drive(&ranges, xs, |xs| xs.map(|(x, y)| x * y).sum(), |left: i32, right| left + right);
/// assert_eq!(sum, 32);
/// ```
#[inline]
pub fn zip<A, B>(first: A, second: B) -> Zip<A, B> {
    Zip { first, second }
}

impl<A: Source, B: Source> Divide for Zip<A, B> {
    type Part = core::iter::Zip<A::Part, B::Part>;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let (first, others) = self.first.split_at(cut);
        let (second, other_others) = self.second.split_at(cut);
        (zip(first, second), zip(others, other_others))
    }

    #[inline]
    fn part(self) -> Self::Part {
        self.first.part().zip(self.second.part())
    }
}

impl<A: Source, B: Source> Source for Zip<A, B> {
    #[inline]
    fn length(&self) -> usize {
        self.first.length().min(self.second.length())
    }
}

/// The primitive integers.
///
/// Ranges of them are divided by one implementation for all, so that `0..9` need not say of what.
pub trait Integer: Copy + PartialOrd + Send {
    /// How many steps it is to `end`, at most `usize::MAX`; none if `end` is not greater.
    fn steps_to(self, end: Self) -> usize;

    /// The integer so many steps further; wraps.
    fn after(self, steps: usize) -> Self;

    /// The integer one step before; wraps.
    fn before(self) -> Self;

    /// A range without elements.
    const NOTHING: RangeInclusive<Self>;
}

/// Implements [`Integer`], given the unsigned type of the same width.
macro_rules! integers {
    ($($integer:ident as $unsigned:ident)*) => {
        $(impl Integer for $integer {
            #[inline]
            fn steps_to(self, end: Self) -> usize {
                if self >= end {
                    return 0;
                }
                usize::try_from(end.wrapping_sub(self) as $unsigned).unwrap_or(usize::MAX)
            }

            #[inline]
            fn after(self, steps: usize) -> Self {
                self.wrapping_add(steps as $integer)
            }

            #[inline]
            fn before(self) -> Self {
                self.wrapping_sub(1)
            }

            const NOTHING: RangeInclusive<Self> = RangeInclusive::new(1, 0);
        })*
    };
}

integers! {
    u8 as u8 u16 as u16 u32 as u32 u64 as u64 u128 as u128 usize as usize
    i8 as u8 i16 as u16 i32 as u32 i64 as u64 i128 as u128 isize as usize
}

impl<T: Integer> Divide for Range<T> {
    type Part = Self;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let middle = if cut.elements < self.start.steps_to(self.end) {
            self.start.after(cut.elements)
        } else {
            self.end
        };
        (self.start..middle, middle..self.end)
    }

    #[inline]
    fn part(self) -> Self {
        self
    }
}

impl<T: Integer> Source for Range<T>
where
    Self: Iterator,
{
    #[inline]
    fn length(&self) -> usize {
        self.start.steps_to(self.end)
    }
}

impl<T: Integer> Divide for RangeInclusive<T> {
    type Part = Self;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        if cut.elements == 0 {
            return (T::NOTHING, self);
        }
        if cut.elements >= inclusive_length(&self) {
            return (self, T::NOTHING);
        }
        let middle = self.start().after(cut.elements);
        (*self.start()..=middle.before(), middle..=*self.end())
    }

    #[inline]
    fn part(self) -> Self {
        self
    }
}

impl<T: Integer> Source for RangeInclusive<T>
where
    Self: Iterator,
{
    #[inline]
    fn length(&self) -> usize {
        inclusive_length(self)
    }
}

/// How many elements there are, at most `usize::MAX`.
#[inline]
fn inclusive_length<T: Integer>(range: &RangeInclusive<T>) -> usize {
    if range.is_empty() {
        return 0;
    }
    range.start().steps_to(*range.end()).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use core::fmt::Debug;

    /// Cuts at every place, and reads both halves.
    fn both_halves<S: Source + Clone>(source: S)
    where
        S::Part: Iterator<Item: Debug + PartialEq>,
    {
        let whole: Vec<_> = source.clone().part().collect();
        assert_eq!(source.length(), whole.len());
        for elements in 0..=whole.len() {
            let (left, right) = source.clone().split_at(Cut {
                elements,
                ranges: 1,
            });
            assert_eq!(
                (left.length(), right.length()),
                (elements, whole.len() - elements)
            );
            let mut both: Vec<_> = left.part().collect();
            both.extend(right.part());
            assert_eq!(both, whole, "cut at {elements}");
        }
    }

    #[test]
    fn halves_are_the_whole() {
        both_halves([1, 2, 3, 4].iter());
        both_halves([0; 0].iter());
        both_halves(3..9);
        both_halves(9..i32::from(3_u8));
        both_halves(-3..=3_i64);
        both_halves(3..=-i32::from(3_u8));
        // Each of them is cut in all its places, which an interpreter has no time for.
        if cfg!(not(miri)) {
            both_halves(i8::MIN..i8::MAX);
            both_halves(i8::MIN..=i8::MAX);
            both_halves(0..=u8::MAX);
        }
        both_halves(u64::MAX - 5..=u64::MAX);
        both_halves(i64::MIN..i64::MIN + 4);
        both_halves(u128::MAX - 5..=u128::MAX);
        both_halves(zip([1, 2, 3].iter(), 5..=9));
    }

    #[test]
    fn a_range_that_was_iterated_is_empty() {
        let mut xs = 1..=3;
        assert_eq!(xs.by_ref().count(), 3);
        assert_eq!(xs.length(), 0);
        both_halves(xs);
    }

    #[test]
    fn lengths_that_are_no_usize() {
        assert_eq!((0..=u64::MAX).length(), usize::MAX);
        assert_eq!((i64::MIN..i64::MAX).length() as u64, u64::MAX);
        let cut = Cut {
            elements: usize::MAX,
            ranges: 1,
        };
        let (left, right) = (i64::MIN..=i64::MAX).split_at(cut);
        assert_eq!((left.length(), right.length()), (usize::MAX, 0));
    }
}
