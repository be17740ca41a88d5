//! Where a parallel loop is cut.
//!
//! *In*: the length of the index space, and the least length of a range. *Out*: boundaries. Nothing else is asked for: not
//! the number of threads, not the time. Invariant: there is at least one range, boundaries never fall, the first is 0 and
//! the last is the length.

use alloc::vec::Vec;
use core::ops::Range;

use super::Cut;

/// Where nothing says how long the body takes, a shorter loop is one range: no task is spawned.
///
/// Measured on two cores, called from outside of the pool (microseconds, one range and two): handing a loop to the pool
/// takes 5.5, waking a second thread about as much again. A sum beside a map, of 0.8 ns an element: 27 and 25 to 32 at
/// 32,768 elements, 53 and 44 at 65,536. Five statistics, of 1.6 ns: 25 and 31 at 16,384, 51 and 42 at 32,768, 102 and 67
/// at 65,536. A sum of integers that LLVM vectorises, 0.07 ns: 5 and 14 at 65,536, and it never gains below the size of
/// the caches.
pub const SEQUENTIAL: usize = 65_536;

/// The least length of a range where nothing says how long the body takes: from [`SEQUENTIAL`] on there are four and more.
const AUTOMATIC: usize = 16_384;

/// At most this many ranges are made: enough for the load to even out on a few dozen threads, and so few that a task for
/// each costs nothing beside a million elements.
const MOST: usize = 256;

/// The most bytes of what each range has a copy of. Copies stand on the stack, a few for each time that ranges are halved.
const MOST_BYTES: usize = 4096;

/// The ranges of an index space: contiguous, in order, and all of it.
///
/// ```
/// use fuse_runtime::parallel::Ranges;
/// let lengths = |ranges: Ranges| ranges.iter().map(|range| range.len()).collect::<Vec<_>>();
/// assert_eq!(lengths(Ranges::new(10, 3)), [4, 3, 3]);
/// assert_eq!(lengths(Ranges::new(10, 100)), [10]);
/// assert_eq!(lengths(Ranges::new(0, 1)), [0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges {
    length: usize,
    count: usize,
    /// The end of each range but the last, where they are not of equal lengths.
    ends: Vec<usize>,
    /// So many indices are worth a task.
    least: usize,
}

impl Ranges {
    /// Ranges of equal length, give or take one, of at least `least` indices each unless there is only one.
    ///
    /// Allocates nothing. A `least` of 0 counts as 1.
    #[inline]
    #[must_use]
    pub fn new(length: usize, least: usize) -> Self {
        let count = (length / least.max(1)).clamp(1, MOST);
        Ranges {
            length,
            count,
            ends: Vec::new(),
            least,
        }
    }

    /// Ranges for a body of which nothing is known: one below a measured length, and none too short for a task.
    ///
    /// ```
    /// use fuse_runtime::parallel::{Ranges, SEQUENTIAL};
    /// assert_eq!(Ranges::automatic(SEQUENTIAL - 1).count(), 1);
    /// assert_eq!(Ranges::automatic(SEQUENTIAL).count(), 4);
    /// ```
    #[inline]
    #[must_use]
    pub fn automatic(length: usize) -> Self {
        let least = if length < SEQUENTIAL {
            SEQUENTIAL
        } else {
            AUTOMATIC
        };
        Ranges::new(length, least)
    }

    /// More ranges, if these have more than `most` indices each.
    ///
    /// A `most` of 0 counts as 1. What is shortened stays as it is.
    ///
    /// ```
    /// use fuse_runtime::parallel::Ranges;
    /// assert_eq!(Ranges::new(100, 50).at_most(30).count(), 4);
    /// assert_eq!(Ranges::new(100, 20).at_most(30).count(), 5);
    /// ```
    #[inline]
    #[must_use]
    pub fn at_most(mut self, most: usize) -> Self {
        if self.ends.is_empty() {
            let count = self.length.div_ceil(most.max(1));
            self.count = count.clamp(self.count, MOST.max(self.count));
            self.least = self.least.min(most);
        }
        self
    }

    /// As many ranges of the given lengths: the parts that these ranges left of their elements.
    ///
    /// A float sum over an array that a parallel loop filtered is cut where it would have been cut inside of that loop.
    /// Neighbours that are shorter together than what is worth a task run one after the other.
    ///
    /// # Panics
    /// If there is not a length for each range, or they add up to more than `usize::MAX`.
    ///
    /// ```
    /// use fuse_runtime::parallel::Ranges;
    /// let ranges = Ranges::new(12, 4).shortened([3, 0, 2]);
    /// assert_eq!(ranges.iter().collect::<Vec<_>>(), [0..3, 3..3, 3..5]);
    /// ```
    #[must_use]
    pub fn shortened(&self, lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut lengths = lengths.into_iter();
        let mut ends = Vec::new();
        if self.count > 1 {
            ends.reserve_exact(self.count);
        }
        let (mut length, mut count) = (0_usize, 0);
        for part in &mut lengths {
            length = match length.checked_add(part) {
                Some(length) => length,
                None => panic!("the ranges of a parallel loop are longer than the address space"),
            };
            count += 1;
            if count < self.count {
                ends.push(length);
            }
        }
        assert!(
            count == self.count,
            "each range of a parallel loop has one length"
        );
        Ranges {
            length,
            count,
            ends,
            least: self.least,
        }
    }

    /// The same ranges for a fold whose accumulator has so many bytes, or one range if that is more than several may have.
    ///
    /// ```
    /// use fuse_runtime::parallel::Ranges;
    /// assert_eq!(Ranges::new(100, 25).holding(64).count(), 4);
    /// assert_eq!(Ranges::new(100, 25).holding(1 << 20).count(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub fn holding(self, bytes: usize) -> Self {
        if bytes > MOST_BYTES {
            Ranges::new(self.length, usize::MAX)
        } else {
            self
        }
    }

    /// The same ranges for a body that adds to so many bytes of sums, which every range but the first has anew; longer
    /// ones if that is much, so that a range has more elements than there is to add up afterwards.
    ///
    /// ```
    /// use fuse_runtime::parallel::Ranges;
    /// assert_eq!(Ranges::new(1 << 20, 1 << 14).adding_to(2048).count(), 64);
    /// assert_eq!(Ranges::new(1 << 20, 1 << 14).adding_to(1 << 16).count(), 8);
    /// assert_eq!(Ranges::new(100, 25).adding_to(1 << 16).count(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub fn adding_to(self, bytes: usize) -> Self {
        let least = bytes.saturating_mul(2);
        if bytes <= MOST_BYTES || self.length / self.count >= least {
            self
        } else if self.ends.is_empty() {
            Ranges::new(self.length, least)
        } else {
            Ranges::new(self.length, usize::MAX)
        }
    }

    /// How many ranges there are: at least one.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many indices there are.
    #[inline]
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The ranges, in order.
    pub fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        (0..self.count).map(|range| self.start(range)..self.start(range + 1))
    }

    /// Where a range starts; that behind the last one starts at the length.
    #[inline]
    pub(super) fn start(&self, range: usize) -> usize {
        if range == 0 {
            0
        } else if range >= self.count {
            self.length
        } else if self.ends.is_empty() {
            // The first ranges are those with one index more. `range * (length / count) <= length`.
            range * (self.length / self.count) + range.min(self.length % self.count)
        } else {
            self.ends[range - 1]
        }
    }

    /// True if several ranges are worth more than one task. Those of equal lengths are, having at least so many indices each.
    #[inline]
    pub(super) fn are_tasks(&self, span: &Range<usize>) -> bool {
        self.ends.is_empty() || self.start(span.end) - self.start(span.start) > self.least
    }

    /// The first range of the right half of several ranges, and the cut before it.
    #[inline]
    pub(super) fn halve(&self, span: &Range<usize>) -> (usize, Cut) {
        let middle = span.start + span.len() / 2;
        (middle, self.cut(span.start, middle))
    }

    /// The cut before `range` in what starts at the range `first`.
    #[inline]
    pub(super) fn cut(&self, first: usize, range: usize) -> Cut {
        Cut {
            elements: self.start(range) - self.start(first),
            ranges: range - first,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn ranges_are_contiguous_and_all_of_it() {
        for length in [0, 1, 2, 255, 256, 257, 1000, 65_537] {
            for least in [0, 1, 2, 7, 64, 1000, usize::MAX] {
                let ranges = Ranges::new(length, least);
                let mut next = 0;
                let mut shortest = usize::MAX;
                let mut longest = 0;
                for range in ranges.iter() {
                    assert_eq!(range.start, next, "{length} by {least}");
                    shortest = shortest.min(range.len());
                    longest = longest.max(range.len());
                    next = range.end;
                }
                assert_eq!(next, length);
                assert!(longest - shortest <= 1);
                assert!(ranges.count() == 1 || shortest >= least);
                assert!(ranges.count() <= MOST);
            }
        }
    }

    #[test]
    fn the_longest_index_space_is_cut_without_overflow() {
        let ranges = Ranges::new(usize::MAX, 1);
        let last = ranges.iter().last().unwrap_or(0..0);
        assert_eq!((ranges.count(), last.end), (MOST, usize::MAX));
    }

    #[test]
    fn short_neighbours_are_one_task() {
        let ranges = Ranges::new(80, 20);
        assert!(ranges.are_tasks(&(0..2)));
        let ranges = ranges.shortened([5, 0, 17, 1]);
        assert!(ranges.are_tasks(&(0..4)));
        assert!(!ranges.are_tasks(&(0..2)) && !ranges.are_tasks(&(2..4)));
    }

    #[test]
    #[should_panic(expected = "one length")]
    fn each_range_has_a_length() {
        let _ = Ranges::new(80, 20).shortened([1, 2, 3]);
    }

    #[test]
    fn halves_are_cut_relative_to_their_first_range() {
        let ranges = Ranges::new(80, 20).shortened(vec![5, 0, 7, 1]);
        let (middle, cut) = ranges.halve(&(1..4));
        assert_eq!((middle, cut.elements, cut.ranges), (2, 0, 1));
        let (middle, cut) = ranges.halve(&(2..4));
        assert_eq!((middle, cut.elements, cut.ranges), (3, 7, 1));
    }
}
