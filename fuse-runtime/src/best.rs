//! Extrema of the elements of a place, whatever they are.
//!
//! *In*: a [`Seen`] place, later its elements. *Out*: what `min` and `max` give. An `Option` that is empty before the first
//! element costs a test for each. Integers need none: they start from the worst of all, and references to integers from the
//! first element; a flag that every element raises tells whether there were any.
//!
//! The choice is method resolution, as in [`choose`](crate::Driver): an expansion does not know the type.

use crate::inferred::{as_mut, exactly, number_in};
use crate::{Seen, greater, lesser, max, min};
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

/// What keeps an extremum of the elements of `$place`: `$which` is `greatest` or `least`, or `greatest_reference` or
/// `least_reference` if the elements are not copied.
///
/// ```
/// let xs = [3, 1, 2];
/// let driver = xs.iter();
/// let elements = fuse_runtime::place!(driver);
/// let mut most_best = fuse_runtime::best!(elements, __loopfuse_greatest);
/// elements.iter().for_each(|x| most_best.greater(*x));
/// assert_eq!(most_best.greatest(None), Some(3));
/// ```
#[macro_export]
macro_rules! best {
    ($place:expr, $which:ident) => {
        $crate::Extrema::of(&$place).$which(&$place)
    };
}

/// A primitive integer.
pub trait Integer: Copy + Ord + 'static {
    /// No integer is less.
    const LEAST: Self;
    /// No integer is greater.
    const GREATEST: Self;
    /// Some integer in memory.
    const ANY: &'static Self;
}

macro_rules! integers {
    ($($integer:ty)+) => {$(
        impl Integer for $integer {
            const LEAST: Self = <$integer>::MIN;
            const GREATEST: Self = <$integer>::MAX;
            const ANY: &'static Self = &0;
        }
    )+};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// What keeps an extremum of elements of which only rustc knows the type.
///
/// ```
/// use fuse_runtime::Extreme;
/// let mut most = Extreme::from_least();
/// ["b", "c", "a"].into_iter().for_each(|x| most.greater(x));
/// assert_eq!(most.greatest(None), Some("c"));
/// let mut least = Extreme::from_greatest();
/// [3u8, 1, 2].into_iter().for_each(|x| least.lesser(x));
/// assert_eq!(least.least(None), Some(1));
/// ```
#[derive(Debug)]
pub struct Extreme<T> {
    /// The best integer so far; `None` if they are no integers.
    integer: Option<T>,
    /// True if there was one.
    seen: bool,
    /// The best of all other types.
    other: Option<T>,
}

/// Does something for the primitive integer that a type is.
macro_rules! each_integer {
    ($integer:ident => $body:expr) => {
        each_integer!(@ $integer => $body; i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize)
    };
    (@ $integer:ident => $body:expr; $($of:ident)*) => {
        $({
            type $integer = $of;
            $body
        })*
    };
}

impl<T> Extreme<T> {
    /// What no integer is less than, for the largest.
    #[inline(always)]
    #[must_use]
    pub fn from_least() -> Self {
        let mut integer = None;
        each_integer!(N => integer = integer.or(exactly::<N, T>(N::MIN)));
        Extreme::from(integer)
    }

    /// What no integer is greater than, for the smallest.
    #[inline(always)]
    #[must_use]
    pub fn from_greatest() -> Self {
        let mut integer = None;
        each_integer!(N => integer = integer.or(exactly::<N, T>(N::MAX)));
        Extreme::from(integer)
    }

    #[inline(always)]
    fn from(integer: Option<T>) -> Self {
        Extreme {
            integer,
            seen: false,
            other: None,
        }
    }

    /// The best so far.
    #[inline(always)]
    fn best(self) -> Option<T> {
        let seen = self.seen;
        self.integer.filter(|_| seen).or(self.other)
    }
}

impl<T: Ord> Extreme<T> {
    /// One step of `Iterator::max`.
    #[inline(always)]
    pub fn greater(&mut self, x: T) {
        let Some(best) = &mut self.integer else {
            self.other = max(self.other.take(), x);
            return;
        };
        each_integer!(N => if let (Some(best), Some(x)) = (as_mut::<T, N>(best), number_in::<T, N>(&x)) {
            *best = Ord::max(x, *best);
        });
        self.seen = true;
    }

    /// One step of `Iterator::min`.
    #[inline(always)]
    pub fn lesser(&mut self, x: T) {
        let Some(best) = &mut self.integer else {
            self.other = min(self.other.take(), x);
            return;
        };
        each_integer!(N => if let (Some(best), Some(x)) = (as_mut::<T, N>(best), number_in::<T, N>(&x)) {
            *best = Ord::min(x, *best);
        });
        self.seen = true;
    }

    /// The largest, that before the first element among them.
    #[inline(always)]
    pub fn greatest(self, before: Option<T>) -> Option<T> {
        match self.best() {
            Some(best) => max(before, best),
            None => before,
        }
    }

    /// The smallest, that before the first element among them.
    #[inline(always)]
    pub fn least(self, before: Option<T>) -> Option<T> {
        match self.best() {
            Some(best) => min(before, best),
            None => before,
        }
    }
}

/// The first of the smallest of a block and of what was before it, where `best` is the smallest of the block.
///
/// ```
/// let xs = [3, 1, 1];
/// assert!(std::ptr::eq(fuse_runtime::lesser_of_block(Some(&xs[0]), 1, &xs[1..]).unwrap(), &xs[1]));
/// assert!(std::ptr::eq(fuse_runtime::lesser_of_block(Some(&xs[1]), 1, &xs[2..]).unwrap(), &xs[1]));
/// ```
#[inline]
pub fn lesser_of_block<'a, T: Ord>(
    before: Option<&'a T>,
    best: T,
    block: &'a [T],
) -> Option<&'a T> {
    match before {
        Some(before) if *before <= best => Some(before),
        _ => block.iter().find(|x| **x == best).or(before),
    }
}

/// The last of the largest of a block and of what was before it, where `best` is the largest of the block.
///
/// ```
/// let xs = [3, 7, 7, 1];
/// assert!(std::ptr::eq(fuse_runtime::greater_of_block(Some(&xs[0]), 7, &xs[1..]).unwrap(), &xs[2]));
/// ```
#[inline]
pub fn greater_of_block<'a, T: Ord>(
    before: Option<&'a T>,
    best: T,
    block: &'a [T],
) -> Option<&'a T> {
    match before {
        Some(before) if *before > best => Some(before),
        _ => block.iter().rfind(|x| **x == best).or(before),
    }
}

/// The type of a place, of which it depends how an extremum of its elements is kept.
pub struct Extrema<P> {
    any: AnyExtrema,
    place: PhantomData<fn() -> P>,
}

impl<P> Extrema<P> {
    /// Looks at the type of `place`.
    #[inline]
    pub fn of(_place: &P) -> Self {
        Extrema {
            any: AnyExtrema(PhantomData),
            place: PhantomData,
        }
    }
}

impl<P> fmt::Debug for Extrema<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Extrema")
    }
}

impl<'a, T: Integer> Extrema<Seen<'a, T>> {
    /// Before the first.
    #[inline]
    pub fn __loopfuse_greatest(&self, _place: &Seen<'a, T>) -> Whole<T> {
        Whole {
            best: T::LEAST,
            seen: false,
        }
    }

    /// Before the first.
    #[inline]
    pub fn __loopfuse_least(&self, _place: &Seen<'a, T>) -> Whole<T> {
        Whole {
            best: T::GREATEST,
            seen: false,
        }
    }

    /// Before the first, from which it starts.
    #[inline]
    pub fn __loopfuse_greatest_reference(&self, place: &Seen<'a, T>) -> WholeReference<'a, T> {
        WholeReference {
            best: place.iter().next().unwrap_or(T::ANY),
            seen: false,
        }
    }

    /// Before the first, from which it starts.
    #[inline]
    pub fn __loopfuse_least_reference(&self, place: &Seen<'a, T>) -> WholeReference<'a, T> {
        self.__loopfuse_greatest_reference(place)
    }
}

impl<P> Deref for Extrema<P> {
    type Target = AnyExtrema;

    #[inline]
    fn deref(&self) -> &AnyExtrema {
        &self.any
    }
}

/// What is left of an [`Extrema`] whose elements are no integers.
#[derive(Debug)]
pub struct AnyExtrema(PhantomData<()>);

impl AnyExtrema {
    /// Before the first.
    #[inline]
    pub fn __loopfuse_greatest<P, T: Ord>(&self, _place: &P) -> Best<T> {
        Best(None)
    }

    /// Before the first.
    #[inline]
    pub fn __loopfuse_least<P, T: Ord>(&self, _place: &P) -> Best<T> {
        Best(None)
    }

    /// Before the first.
    #[inline]
    pub fn __loopfuse_greatest_reference<P, T: Ord>(&self, _place: &P) -> Best<T> {
        Best(None)
    }

    /// Before the first.
    #[inline]
    pub fn __loopfuse_least_reference<P, T: Ord>(&self, _place: &P) -> Best<T> {
        Best(None)
    }
}

/// The best of integers. Which of two equal ones it is nobody can tell.
#[derive(Clone, Copy, Debug)]
pub struct Whole<T> {
    best: T,
    seen: bool,
}

impl<T: Integer> Whole<T> {
    /// One step of `Iterator::max`: of equal elements the last.
    #[inline]
    pub fn greater(&mut self, x: T) {
        self.best = x.max(self.best);
        self.seen = true;
    }

    /// One step of `Iterator::min`: of equal elements the first.
    #[inline]
    pub fn lesser(&mut self, x: T) {
        self.best = x.min(self.best);
        self.seen = true;
    }

    /// The greatest of these and of what came before them.
    #[inline]
    pub fn greatest(self, before: Option<T>) -> Option<T> {
        if self.seen {
            max(before, self.best)
        } else {
            before
        }
    }

    /// The least of these and of what came before them.
    #[inline]
    pub fn least(self, before: Option<T>) -> Option<T> {
        if self.seen {
            min(before, self.best)
        } else {
            before
        }
    }
}

/// The best of references to integers.
#[derive(Clone, Copy, Debug)]
pub struct WholeReference<'a, T> {
    best: &'a T,
    seen: bool,
}

impl<'a, T: Integer> WholeReference<'a, T> {
    /// One step of `Iterator::max`: of equal elements the last.
    #[inline]
    pub fn greater(&mut self, x: &'a T) {
        self.best = greater(x, self.best);
        self.seen = true;
    }

    /// One step of `Iterator::min`: of equal elements the first.
    #[inline]
    pub fn lesser(&mut self, x: &'a T) {
        self.best = lesser(self.best, x);
        self.seen = true;
    }

    /// The greatest of these and of what came before them.
    #[inline]
    pub fn greatest(self, before: Option<&'a T>) -> Option<&'a T> {
        if self.seen {
            max(before, self.best)
        } else {
            before
        }
    }

    /// The least of these and of what came before them.
    #[inline]
    pub fn least(self, before: Option<&'a T>) -> Option<&'a T> {
        if self.seen {
            min(before, self.best)
        } else {
            before
        }
    }
}

/// The best of any elements.
#[derive(Clone, Copy, Debug)]
pub struct Best<T>(Option<T>);

impl<T: Ord> Best<T> {
    /// One step of `Iterator::max`.
    #[inline]
    pub fn greater(&mut self, x: T) {
        self.0 = max(self.0.take(), x);
    }

    /// One step of `Iterator::min`.
    #[inline]
    pub fn lesser(&mut self, x: T) {
        self.0 = min(self.0.take(), x);
    }

    /// The greatest of these and of what came before them.
    #[inline]
    pub fn greatest(self, before: Option<T>) -> Option<T> {
        match self.0 {
            Some(best) => max(before, best),
            None => before,
        }
    }

    /// The least of these and of what came before them.
    #[inline]
    pub fn least(self, before: Option<T>) -> Option<T> {
        match self.0 {
            Some(best) => min(before, best),
            None => before,
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::ptr;

    /// All four, of a whole place and block by block.
    macro_rules! extrema {
        ($elements:expr, $item:ident => $copied:expr) => {{
            let driver = $elements;
            let elements = crate::place!(driver);
            let mut greatest = crate::best!(elements, __loopfuse_greatest);
            let mut least = crate::best!(elements, __loopfuse_least);
            let mut greatest_reference = crate::best!(elements, __loopfuse_greatest_reference);
            let mut least_reference = crate::best!(elements, __loopfuse_least_reference);
            let (mut most, mut fewest) = (None, None);
            for tile in elements.narrow_tiles() {
                let mut most_here = crate::best!(elements, __loopfuse_greatest);
                let mut fewest_here = crate::best!(elements, __loopfuse_least);
                for $item in tile.iter() {
                    greatest.greater($copied);
                    least.lesser($copied);
                    greatest_reference.greater($item);
                    least_reference.lesser($item);
                    most_here.greater($copied);
                    fewest_here.lesser($copied);
                }
                most = most_here.greatest(most);
                fewest = fewest_here.least(fewest);
            }
            let (greatest, least) = (greatest.greatest(None), least.least(None));
            assert_eq!((&most, &fewest), (&greatest, &least));
            (
                (greatest, greatest_reference.greatest(None)),
                (least, least_reference.least(None)),
            )
        }};
    }

    #[test]
    fn integers_are_those_of_std() {
        for length in [0, 1, 5, 64, 65, 200] {
            for modulus in [1, 3, 1000] {
                let xs: Vec<i32> = (0..length)
                    .map(|i| (i * 7919) % modulus + i32::MIN)
                    .chain((length == 5).then_some(i32::MAX))
                    .collect();
                let (greatest, least) = extrema!(xs.iter(), x => *x);
                assert_eq!(greatest, (xs.iter().copied().max(), xs.iter().max()));
                assert_eq!(least, (xs.iter().copied().min(), xs.iter().min()));
                let same =
                    |a: Option<&i32>, b: Option<&i32>| a.map(ptr::from_ref) == b.map(ptr::from_ref);
                assert!(same(greatest.1, xs.iter().max()) && same(least.1, xs.iter().min()));
            }
        }
    }

    #[test]
    fn the_worst_of_all_is_the_best_of_one() {
        let xs = [u8::MAX, u8::MAX];
        let (_, (least, reference)) = extrema!(xs.iter(), x => *x);
        assert_eq!(
            (least, reference.map(ptr::from_ref)),
            (Some(u8::MAX), Some(ptr::from_ref(&xs[0])))
        );
        let (greatest, _) = extrema!([i64::MIN].iter(), x => *x);
        assert_eq!(greatest, (Some(i64::MIN), Some(&i64::MIN)));
    }

    #[test]
    fn what_is_no_integer_is_compared_as_it_is() {
        let words = ["b", "a", "c"].map(String::from);
        let (greatest, least) = extrema!(words.iter(), word => word.clone());
        assert_eq!(greatest, (Some(words[2].clone()), Some(&words[2])));
        assert_eq!(least, (Some(words[1].clone()), Some(&words[1])));
        let (greatest, _) = extrema!([0_u8; 0].iter(), x => *x);
        assert_eq!(greatest, (None, None));
    }
}
