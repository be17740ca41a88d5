//! The elements of an array that is not made, for a consumer that may stop early.
//!
//! *In*: what the array would be collected from, and the consumer. *Out*: its result. As much is computed as for the array: a
//! worker that makes an element may panic, so what the consumer has left is run through behind it.
//!
//! What LLVM makes several elements at a time of is made in blocks, of which each is looked through: a loop that stops early takes
//! one at a time.

use crate::pulled::{Cut, first_of_slice};
use core::mem::MaybeUninit;
use core::slice;

/// What a consumer makes of elements, all of which are computed, wherever it stops.
///
/// ```
/// let mut made = 0;
/// let halves = [2, 4, 6].iter().map(|x| {
///     made += 1;
///     x / 2
/// });
/// assert!(fuse_runtime::delayed::whole(halves, |elements| elements.any(|half| half == 1)));
/// assert_eq!(made, 3);
/// ```
#[inline(always)]
pub fn whole<T, I: Iterator<Item = T>, R>(mut elements: I, consume: impl FnOnce(&mut I) -> R) -> R {
    let result = consume(&mut elements);
    elements.for_each(drop);
    result
}

/// How many elements a block has: less than a page of the stack, if they are numbers.
const BLOCK: usize = 128;

/// The same, of elements that are made in blocks.
///
/// ```
/// let xs = [2, 4, 6];
/// let found = fuse_runtime::delayed::in_blocks(
///     fuse_runtime::cut!(xs.iter()),
///     |part| part.map(|x| x / 2),
///     |elements| elements.position(|half| half == 2),
/// );
/// assert_eq!(found, Some(1));
/// ```
#[inline(always)]
pub fn in_blocks<D, T, I, M, R>(
    source: D,
    make: M,
    consume: impl FnOnce(&mut InBlocks<'_, D, T, I, M>) -> R,
) -> R
where
    D: Cut,
    T: Copy,
    I: Iterator<Item = T>,
    M: FnMut(D::Part) -> I,
{
    let mut elements = InBlocks {
        source,
        make,
        room: &mut [const { MaybeUninit::uninit() }; BLOCK],
        next: 0,
        made: 0,
        all: None,
    };
    let result = consume(&mut elements);
    let InBlocks {
        mut source,
        mut make,
        all,
        ..
    } = elements;
    if let Some(left) = all {
        left.for_each(drop);
    }
    while let Some(part) = source.cut(usize::MAX) {
        make(part).for_each(drop);
    }
    result
}

/// Elements, a block of which is made before the first of it is asked for.
#[derive(Debug)]
pub struct InBlocks<'r, D, T, I, M> {
    source: D,
    make: M,
    room: &'r mut [MaybeUninit<T>; BLOCK],
    /// The first place of the block that the consumer has not seen.
    next: usize,
    /// How many places hold elements.
    made: usize,
    /// All elements, where the source is not cut.
    all: Option<I>,
}

impl<D, T, I, M> InBlocks<'_, D, T, I, M>
where
    D: Cut,
    T: Copy,
    I: Iterator<Item = T>,
    M: FnMut(D::Part) -> I,
{
    /// True if there are blocks: a source of a type that cannot be cut is one, as long as it may be.
    const CUTS: bool = D::BLOCK <= 4096;

    /// Makes the next block; false if there are no more elements.
    #[inline(always)]
    fn make(&mut self) -> bool {
        let Some(part) = self.source.cut(BLOCK) else {
            return false;
        };
        let elements = (self.make)(part);
        self.made = 0;
        self.next = 0;
        let mut made = 0;
        // A slice in step with a map over slices is indexed, and vectorised.
        for (place, element) in self.room.iter_mut().zip(elements) {
            place.write(element);
            made += 1;
        }
        self.made = made;
        made > 0
    }

    /// What has been made, and not seen.
    #[inline(always)]
    fn waiting(&self) -> &[T] {
        let room = self.room.as_ptr().cast::<T>();
        // SAFETY: the first `made` places are initialised, and `next` is at most `made`.
        unsafe { slice::from_raw_parts(room.add(self.next), self.made - self.next) }
    }

    /// All elements of a source that is not cut.
    #[inline]
    fn undivided(&mut self) -> Option<&mut I> {
        if let Some(part) = self.source.cut(usize::MAX) {
            self.all = Some((self.make)(part));
        }
        self.all.as_mut()
    }

    /// What `look` gives of the first element of which it gives something, and none behind it.
    #[inline(always)]
    fn first<R>(&mut self, mut look: impl FnMut(T) -> Option<R>) -> Option<R> {
        if !Self::CUTS {
            return self.undivided()?.find_map(look);
        }
        loop {
            let mut part = self.waiting().iter();
            let found = first_of_slice(&mut part, |element| look(*element));
            self.next = self.made - part.len();
            if found.is_some() || !self.make() {
                return found;
            }
        }
    }
}

impl<D, T, I, M> Iterator for InBlocks<'_, D, T, I, M>
where
    D: Cut,
    T: Copy,
    I: Iterator<Item = T>,
    M: FnMut(D::Part) -> I,
{
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        if !Self::CUTS {
            return self.undivided()?.next();
        }
        if self.next == self.made && !self.make() {
            return None;
        }
        let element = self.waiting().first().copied();
        self.next += 1;
        element
    }

    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(mut self, start: B, mut add: F) -> B {
        if !Self::CUTS {
            return match self.undivided() {
                Some(all) => all.fold(start, add),
                None => start,
            };
        }
        let mut folded = start;
        loop {
            folded = self.waiting().iter().copied().fold(folded, &mut add);
            self.next = self.made;
            if !self.make() {
                return folded;
            }
        }
    }

    #[inline(always)]
    fn any<P: FnMut(T) -> bool>(&mut self, mut test: P) -> bool {
        self.first(|element| test(element).then_some(())).is_some()
    }

    #[inline(always)]
    fn all<P: FnMut(T) -> bool>(&mut self, mut test: P) -> bool {
        self.first(|element| (!test(element)).then_some(()))
            .is_none()
    }

    #[inline(always)]
    fn find<P: FnMut(&T) -> bool>(&mut self, mut test: P) -> Option<T> {
        self.first(|element| test(&element).then_some(element))
    }

    #[inline(always)]
    fn find_map<R, P: FnMut(T) -> Option<R>>(&mut self, look: P) -> Option<R> {
        self.first(look)
    }

    #[inline(always)]
    fn position<P: FnMut(T) -> bool>(&mut self, mut test: P) -> Option<usize> {
        let mut place = 0;
        self.first(|element| {
            let found = test(element).then_some(place);
            place += 1;
            found
        })
    }
}

/// The elements of a slice, and of nothing else.
#[inline]
pub fn slice<'a, T: 'a>(
    elements: impl IntoIterator<IntoIter = slice::Iter<'a, T>>,
) -> slice::Iter<'a, T> {
    elements.into_iter()
}

/// The elements of a slice up to a place, as a slice.
#[inline]
pub fn taken<'a, T: 'a>(
    elements: impl IntoIterator<IntoIter = slice::Iter<'a, T>>,
    count: usize,
) -> slice::Iter<'a, T> {
    let all = elements.into_iter().as_slice();
    // LLVM follows the length of two slices better than a minimum.
    all.get(..count).unwrap_or(all).iter()
}

/// The elements of a slice from a place on, as a slice.
#[inline]
pub fn skipped<'a, T: 'a>(
    elements: impl IntoIterator<IntoIter = slice::Iter<'a, T>>,
    count: usize,
) -> slice::Iter<'a, T> {
    let all = elements.into_iter().as_slice();
    all.get(count..).unwrap_or_default().iter()
}

/// The elements of a slice, from the last one on.
#[derive(Clone, Debug)]
pub struct Backwards<'a, T>(&'a [T]);

/// The elements of a slice, from the last one on, to be cut.
#[inline]
pub fn backwards<'a, T: 'a>(
    elements: impl IntoIterator<IntoIter = slice::Iter<'a, T>>,
) -> Backwards<'a, T> {
    Backwards(elements.into_iter().as_slice())
}

impl<'a, T> Cut for Backwards<'a, T> {
    type Part = core::iter::Rev<slice::Iter<'a, T>>;

    type Element = &'a T;

    const BLOCK: usize = <slice::Iter<'a, T> as Cut>::BLOCK;

    #[inline]
    fn cut(&mut self, at_most: usize) -> Option<Self::Part> {
        if self.0.is_empty() {
            return None;
        }
        let (rest, part) = self.0.split_at(self.0.len().saturating_sub(at_most));
        self.0 = rest;
        Some(part.iter().rev())
    }

    #[inline]
    fn nothing(&self) -> Self::Part {
        [].iter().rev()
    }

    #[inline]
    fn has_ended(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    fn left(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }

    #[inline]
    fn first<R>(part: &mut Self::Part, look: impl FnMut(&'a T) -> Option<R>) -> Option<R> {
        part.find_map(look)
    }
}

/// The elements of two slices, those of the one before those of the other.
#[derive(Clone, Debug)]
pub struct Chained<'a, T>(slice::Iter<'a, T>, slice::Iter<'a, T>);

/// The elements of two slices, to be cut.
#[inline]
pub fn chained<'a, T: 'a>(
    first: impl IntoIterator<IntoIter = slice::Iter<'a, T>>,
    second: impl IntoIterator<IntoIter = slice::Iter<'a, T>>,
) -> Chained<'a, T> {
    Chained(first.into_iter(), second.into_iter())
}

impl<'a, T> Cut for Chained<'a, T> {
    type Part = slice::Iter<'a, T>;

    type Element = &'a T;

    const BLOCK: usize = <slice::Iter<'a, T> as Cut>::BLOCK;

    #[inline]
    fn cut(&mut self, at_most: usize) -> Option<Self::Part> {
        match self.0.cut(at_most) {
            Some(part) => Some(part),
            None => self.1.cut(at_most),
        }
    }

    #[inline]
    fn nothing(&self) -> Self::Part {
        [].iter()
    }

    #[inline]
    fn has_ended(&self) -> bool {
        self.0.has_ended() && self.1.has_ended()
    }

    #[inline]
    fn left(&self) -> (usize, Option<usize>) {
        let left = self.0.len().checked_add(self.1.len());
        (left.unwrap_or(usize::MAX), left)
    }

    #[inline]
    fn first<R>(part: &mut Self::Part, look: impl FnMut(&'a T) -> Option<R>) -> Option<R> {
        first_of_slice(part, look)
    }
}

#[cfg(test)]
mod tests {
    use super::{backwards, chained, in_blocks, skipped, taken, whole};
    use alloc::vec::Vec;

    #[test]
    fn all_is_computed_wherever_the_consumer_stops() {
        for length in [0, 1, 3, 127, 128, 129, 1000] {
            let xs: Vec<u32> = (0..length).collect();
            for stop in [0, 2, 127, 128, 500, 2000] {
                let mut seen = Vec::new();
                let make = |x: &u32| {
                    seen.push(*x);
                    x * 2
                };
                let expected = xs.iter().position(|x| x * 2 == stop);
                let found = whole(xs.iter().map(make), |made| made.position(|y| y == stop));
                assert_eq!((found, &seen), (expected, &xs));
                let count = core::cell::Cell::new(0);
                let found = in_blocks(
                    crate::cut!(xs.iter()),
                    |part| {
                        part.map(|x| {
                            count.set(count.get() + 1);
                            x * 2
                        })
                    },
                    |made| (made.position(|y| y == stop), made.next()),
                );
                let mut stds = xs.iter().map(|x| x * 2);
                assert_eq!(found, (stds.position(|y| y == stop), stds.next()));
                assert_eq!(count.get(), xs.len());
            }
        }
    }

    #[test]
    fn they_are_asked_as_stds_are() {
        let xs: Vec<i32> = (0..300).collect();
        let ys = &xs[..290];
        macro_rules! alike {
            ($($all:ident => $look:expr),+) => {$({
                let ours = in_blocks(
                    (crate::cut!(xs.iter()), crate::cut!(ys.iter())),
                    |(a, b)| a.zip(b).map(|(a, b)| a * b),
                    |$all| $look,
                );
                let mut stds = xs.iter().zip(ys).map(|(a, b)| a * b);
                let $all = &mut stds;
                assert_eq!(ours, $look);
            })+};
        }
        alike!(
            all => all.find(|y| *y > 30_000),
            all => all.find_map(|y| (y > 70_000).then_some(y + 1)),
            all => all.any(|y| y == 289 * 289),
            all => all.all(|y| y < 200 * 200),
            all => all.nth(289),
            all => all.last(),
            all => all.nth(290),
            all => all.map(|y| y - 1).position(|y| y == 250 * 250 - 1)
        );
    }

    #[test]
    fn what_is_not_cut_is_one_block() {
        let found = in_blocks(
            crate::cut!("abc".chars()),
            |all| all.map(u32::from),
            |made| (made.find(|c| *c > 97), made.next(), made.next()),
        );
        assert_eq!(found, (Some(98), Some(99), None));
        // In step with a slice, too.
        let xs: Vec<u32> = (0..300).collect();
        let text: alloc::string::String = "ab".repeat(150);
        let place = in_blocks(
            (crate::cut!(xs.iter()), crate::cut!(text.chars())),
            |(xs, text)| xs.zip(text).map(|(x, c)| x + u32::from(c)),
            |made| made.position(|y| y == 299 + 98),
        );
        assert_eq!(place, Some(299));
    }

    #[test]
    fn parts_of_slices() {
        let xs = [1, 2, 3];
        assert_eq!(taken(xs.iter(), 2).as_slice(), [1, 2]);
        assert_eq!(taken(xs.iter(), 9).as_slice(), [1, 2, 3]);
        assert_eq!(skipped(xs.iter(), 2).as_slice(), [3]);
        assert_eq!(skipped(xs.iter(), 9).len(), 0);
        let xs: Vec<i32> = (0..300).collect();
        let place = in_blocks(
            backwards(xs.iter()),
            |part| part.map(|x| x + 1),
            |made| made.position(|y| y == 3),
        );
        assert_eq!(place, Some(297));
        let place = in_blocks(
            chained(xs.iter(), &xs[..9]),
            |part| part.map(|x| x + 1),
            |made| (made.position(|y| y == 300), made.position(|y| y == 3)),
        );
        assert_eq!(place, (Some(299), Some(2)));
    }
}
