//! The first elements of an array that is not made, or those behind them.
//!
//! *In*: what the elements are cut off from, what makes a block of them, and how many are the first. *Out*: an iterator over the
//! first, or over the others. All are computed, since a worker that makes an element may panic: what nobody reads is dropped,
//! and where it has no effect LLVM drops the loop too.

use crate::exact_length::ExactLength;
use crate::pulled::{AtOnce, Cut};

/// The first elements. See [`prefix_of`].
#[derive(Clone, Debug)]
pub struct Prefix<D, I, M> {
    source: D,
    make: M,
    /// What has been cut off, and not been asked for.
    part: Option<I>,
    /// How many are still to come.
    left: usize,
}

/// The first `count` elements. The others are computed behind the last of them.
///
/// ```
/// let made = std::cell::Cell::new(0);
/// let xs = [1, 2, 3, 4];
/// let squares = fuse_runtime::delayed::prefix_of(
///     fuse_runtime::cut!(xs.iter()),
///     |part| part.map(|x| x * x).inspect(|_| made.set(made.get() + 1)),
///     2,
/// );
/// assert_eq!(squares.sum::<i32>(), 5);
/// assert_eq!(made.get(), 4);
/// ```
#[inline(always)]
pub fn prefix_of<D: Cut, I: Iterator, M: FnMut(D::Part) -> I>(
    source: D,
    make: M,
    count: usize,
) -> Prefix<D, I, M> {
    Prefix {
        source,
        make,
        part: None,
        left: count,
    }
}

/// An iterator in one piece.
type Whole<I> = fn(<AtOnce<I> as Cut>::Part) -> <AtOnce<I> as Cut>::Part;

/// The first `count` elements of any iterator, of which all are computed.
#[inline(always)]
pub fn prefix<I: Iterator>(
    elements: I,
    count: usize,
) -> Prefix<AtOnce<I>, <AtOnce<I> as Cut>::Part, Whole<I>> {
    prefix_of(AtOnce::of(elements), |all| all, count)
}

/// All elements of any iterator but the first `count`, which are computed at once.
#[inline(always)]
pub fn suffix<I: Iterator>(
    elements: I,
    count: usize,
) -> Suffix<AtOnce<I>, <AtOnce<I> as Cut>::Part, Whole<I>> {
    suffix_of(AtOnce::of(elements), |all| all, count)
}

/// Cuts off at most so many elements: what they make, and how many there are.
#[inline(always)]
fn cut<D: Cut, I>(
    source: &mut D,
    make: &mut impl FnMut(D::Part) -> I,
    at_most: usize,
) -> Option<(I, usize)> {
    let before = source.left().0;
    let part = source.cut(at_most)?;
    Some((make(part), before - source.left().0))
}

/// True if there are blocks: a source of a type that cannot be cut is one, as long as it may be.
const fn cuts<D: Cut>() -> bool {
    D::BLOCK != usize::MAX
}

impl<D: Cut, I: Iterator, M: FnMut(D::Part) -> I> Prefix<D, I, M> {
    /// Computes what is behind the first elements.
    #[inline(always)]
    fn drop_rest(&mut self) {
        if let Some(part) = self.part.take() {
            part.for_each(drop);
        }
        while let Some(part) = self.source.cut(usize::MAX) {
            (self.make)(part).for_each(drop);
        }
    }
}

impl<D: Cut, I: Iterator, M: FnMut(D::Part) -> I> Iterator for Prefix<D, I, M> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        while self.left > 0 {
            if let Some(part) = &mut self.part {
                if let Some(element) = part.next() {
                    self.left -= 1;
                    return Some(element);
                }
                self.part = None;
            }
            let part = self.source.cut(self.left)?;
            self.part = Some((self.make)(part));
        }
        self.drop_rest();
        None
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, I::Item) -> B>(mut self, start: B, mut add: F) -> B {
        let mut folded = start;
        if !cuts::<D>() {
            for element in self.by_ref() {
                folded = add(folded, element);
            }
            return folded;
        }
        // What has been cut off are first elements: no more than were to come.
        if let Some(part) = self.part.take() {
            let mut count = 0;
            folded = part.fold(folded, |folded, element| {
                count += 1;
                add(folded, element)
            });
            self.left -= count.min(self.left);
        }
        while self.left > 0 {
            let Some((part, count)) = cut(&mut self.source, &mut self.make, self.left) else {
                return folded;
            };
            self.left -= count.min(self.left);
            folded = part.fold(folded, &mut add);
        }
        self.drop_rest();
        folded
    }
}

// Of the elements of a block an iterator that knows their number makes as many: what stands in `make` looks at each alone.
impl<D: Cut, I: ExactLength, M: FnMut(D::Part) -> I> ExactLength for Prefix<D, I, M> {
    fn exact_length(&self) -> usize {
        self.left.min(left(&self.source, self.part.as_ref()))
    }
}

/// How many elements a source and the block that was cut off last still make, if each makes one.
#[inline]
pub(crate) fn left(source: &impl Cut, begun: Option<&impl ExactLength>) -> usize {
    let begun = begun.map_or(0, ExactLength::exact_length);
    source.left().0.saturating_add(begun)
}

/// The elements behind the first. See [`suffix_of`].
#[derive(Clone, Debug)]
pub struct Suffix<D, I, M> {
    source: D,
    make: M,
    part: Option<I>,
}

/// All elements but the first `count`, which are computed at once.
///
/// ```
/// let xs = [1, 2, 3, 4];
/// let squares = fuse_runtime::delayed::suffix_of(
///     fuse_runtime::cut!(xs.iter()),
///     |part| part.map(|x| x * x),
///     2,
/// );
/// assert_eq!(squares.sum::<i32>(), 25);
/// ```
#[inline(always)]
pub fn suffix_of<D: Cut, I: Iterator, M: FnMut(D::Part) -> I>(
    mut source: D,
    mut make: M,
    count: usize,
) -> Suffix<D, I, M> {
    let mut left = count;
    let mut part = None;
    while left > 0 {
        if cuts::<D>() {
            let Some((part, cut)) = cut(&mut source, &mut make, left) else {
                break;
            };
            left -= cut.min(left);
            part.for_each(drop);
        } else {
            let Some(all) = source.cut(usize::MAX) else {
                break;
            };
            let mut all = make(all);
            let dropped = all.by_ref().take(left).count();
            // What has given `None` is not asked again.
            part = Some(all).filter(|_| dropped == left);
            left -= dropped;
        }
    }
    Suffix { source, make, part }
}

impl<D: Cut, I: Iterator, M: FnMut(D::Part) -> I> Iterator for Suffix<D, I, M> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        loop {
            if let Some(part) = &mut self.part {
                if let Some(element) = part.next() {
                    return Some(element);
                }
                self.part = None;
            }
            let part = self.source.cut(usize::MAX)?;
            self.part = Some((self.make)(part));
        }
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, I::Item) -> B>(mut self, start: B, mut add: F) -> B {
        let mut folded = match self.part.take() {
            Some(part) => part.fold(start, &mut add),
            None => start,
        };
        while let Some(part) = self.source.cut(usize::MAX) {
            folded = (self.make)(part).fold(folded, &mut add);
        }
        folded
    }
}

impl<D: Cut, I: ExactLength, M: FnMut(D::Part) -> I> ExactLength for Suffix<D, I, M> {
    fn exact_length(&self) -> usize {
        left(&self.source, self.part.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::{prefix_of as prefix, suffix_of as suffix};
    use crate::exact_length::ExactLength as _;
    use alloc::vec::Vec;
    use core::cell::Cell;

    #[test]
    fn all_is_computed_and_some_is_given() {
        let others = [7, 8, 9];
        for length in 0..9_u32 {
            let xs = (0..length).collect::<Vec<_>>();
            for count in [0, 1, 3, 4, 8, 9, 12, usize::MAX] {
                let made = Cell::new(0);
                let make = |x: &u32| {
                    made.set(made.get() + 1);
                    x * 3
                };
                let ys = xs.iter().map(|x| x * 3).collect::<Vec<_>>();
                let first = ys.iter().copied().take(count).collect::<Vec<_>>();
                let behind = ys.iter().copied().skip(count).collect::<Vec<_>>();
                macro_rules! alike {
                    ($function:ident, $expected:expr, $source:expr, $make:expr) => {{
                        made.set(0);
                        let mut one_by_one = $function($source, $make, count);
                        let mut found = Vec::new();
                        for element in one_by_one.by_ref() {
                            found.push(element);
                        }
                        assert_eq!(one_by_one.next(), None);
                        assert_eq!((&found, made.get()), (&$expected, xs.len()));
                        made.set(0);
                        found.clear();
                        $function($source, $make, count).for_each(|element| found.push(element));
                        assert_eq!((&found, made.get()), (&$expected, xs.len()));
                        made.set(0);
                        found.clear();
                        let mut begun = $function($source, $make, count);
                        found.extend(begun.next());
                        begun.for_each(|element| found.push(element));
                        assert_eq!((&found, made.get()), (&$expected, xs.len()));
                    }};
                }
                alike!(prefix, first, crate::cut!(xs.iter()), |part| part.map(make));
                alike!(suffix, behind, crate::cut!(xs.iter()), |part| part
                    .map(make));
                alike!(prefix, first, crate::cut!(xs.iter().map(make)), |part| part);
                alike!(suffix, behind, crate::cut!(xs.iter().map(make)), |part| {
                    part
                });
                let both = xs.iter().chain(&others).map(|x| x * 3).collect::<Vec<_>>();
                let chained = || crate::delayed::chained(&xs, &others);
                let mut known = prefix(crate::cut!(xs.iter()), |part| part.map(make), count);
                assert_eq!(known.exact_length(), first.len());
                assert_eq!(known.next().is_some(), !first.is_empty());
                assert_eq!(known.exact_length(), first.len().saturating_sub(1));
                let mut known = suffix(crate::cut!(xs.iter()), |part| part.map(make), count);
                assert_eq!(known.exact_length(), behind.len());
                assert_eq!(known.next().is_some(), !behind.is_empty());
                assert_eq!(known.exact_length(), behind.len().saturating_sub(1));
                let found = prefix(chained(), |part| part.map(|x| x * 3), count);
                assert!(found.eq(both.iter().copied().take(count)));
                let found = suffix(chained(), |part| part.map(|x| x * 3), count);
                assert_eq!(found.sum::<u32>(), both.iter().skip(count).sum::<u32>());
            }
        }
    }
}
