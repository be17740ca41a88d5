//! A scan in two passes over ranges.
//!
//! *In*: an array for which each range began anew, from the identity of an associative operator, and what each range
//! ended with. *Out*: the array as if it had been one range. The first pass is the loop itself, so that what it computes
//! besides, for each element or in other arrays, it computes once; the second adds to each element what stands before its
//! range, which is one operation and vectorises. One range is what it is.

use alloc::vec::Vec;

use super::{Associative, Cut, Divide, Ranges, drive};
use crate::Elements;

/// What a range of a scan begins with: the identity, unless it is the only one.
///
/// ```
/// use fuse_runtime::parallel::{Ranges, Sum, range_start};
/// assert_eq!(range_start(&Ranges::new(8, 4), Sum, &1.5), 0.0);
/// assert_eq!(range_start(&Ranges::new(8, 8), Sum, &1.5), 1.5);
/// ```
#[inline]
pub fn range_start<O: Associative<T>, T: Copy>(ranges: &Ranges, operator: O, start: &T) -> T {
    let _ = operator;
    if ranges.count() == 1 {
        *start
    } else {
        O::identity()
    }
}

/// What neighbouring ranges of a scan ended with.
#[derive(Clone, Debug)]
pub struct Totals<T> {
    first: T,
    others: Vec<T>,
}

impl<T> Totals<T> {
    /// That of one range. Allocates nothing.
    #[inline]
    pub fn of(total: T) -> Self {
        Totals {
            first: total,
            others: Vec::new(),
        }
    }

    /// Those in `self`, then those in `right`.
    #[must_use]
    pub fn then(mut self, right: Self) -> Self {
        self.others.reserve(1 + right.others.len());
        self.others.push(right.first);
        self.others.extend(right.others);
        self
    }
}

/// The elements of a scan.
#[derive(Debug)]
pub struct Scanned<T> {
    elements: Vec<T>,
}

impl<T> Scanned<T> {
    /// The elements, for a `collect` that takes over the allocation if it makes a `Vec`.
    #[inline]
    pub fn into_elements(self) -> Elements<T> {
        Elements::new(self.elements)
    }
}

/// Adds to the elements of each range, by the operator, what the ranges before it add up to.
///
/// # Panics
/// If there is not a total for each range.
///
/// ```
/// use fuse_runtime::parallel::{Output, Ranges, Sum, Totals, drive, range_start, scanned};
///
/// let xs = [1.0, 2.0, 3.0, 4.0, 5.0];
/// let ranges = Ranges::new(xs.len(), 2);
/// let mut sums_output = Output::new(&ranges);
/// let totals = drive(
///     &ranges,
///     (xs.iter(), sums_output.slots()),
///     |(xs, mut sums_buffer)| {
///         let mut sum = range_start(&ranges, Sum, &10.0);
///         for x in xs {
///             sum += x;
///             sums_buffer.push(sum);
///         }
///         Totals::of(sum)
///     },
///     Totals::then,
/// );
/// let sums = scanned(sums_output.into_vec(), &ranges, Sum, 10.0, totals);
/// assert_eq!(sums.into_elements().collect::<Vec<_>>(), [11.0, 13.0, 16.0, 20.0, 25.0]);
/// ```
#[inline]
pub fn scanned<O, T>(
    mut elements: Vec<T>,
    ranges: &Ranges,
    operator: O,
    start: T,
    totals: Totals<T>,
) -> Scanned<T>
where
    O: Associative<T>,
    T: Copy + Send + Sync,
{
    let _ = operator;
    if ranges.count() > 1 {
        let carries = carries::<O, T>(start, &totals);
        assert!(
            carries.len() == ranges.count(),
            "each range of a scan has one total"
        );
        drive(
            ranges,
            (elements.iter_mut(), Carries { carries: &carries }),
            |(elements, carry)| {
                for element in elements {
                    *element = O::combine(carry, *element);
                }
            },
            |(), ()| (),
        );
    }
    Scanned { elements }
}

/// What stands before each range.
fn carries<O: Associative<T>, T: Copy>(start: T, totals: &Totals<T>) -> Vec<T> {
    let mut carries = Vec::with_capacity(1 + totals.others.len());
    carries.push(start);
    let before_last = core::iter::once(&totals.first).chain(&totals.others);
    let mut carry = start;
    for total in before_last.take(totals.others.len()) {
        carry = O::combine(carry, *total);
        carries.push(carry);
    }
    carries
}

/// One value for each range, to be copied.
struct Carries<'values, T> {
    carries: &'values [T],
}

impl<T: Copy + Sync> Divide for Carries<'_, T> {
    type Part = T;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let (left, right) = self.carries.split_at(cut.ranges);
        (Carries { carries: left }, Carries { carries: right })
    }

    #[inline]
    fn part(self) -> T {
        self.carries[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::{Greatest, WrappingSum};

    /// The scan of whole numbers, which is exact, by ranges of at least `least`.
    fn of_ranges<O: Associative<i64> + Copy + Sync>(
        operator: O,
        xs: &[i64],
        least: usize,
        start: i64,
    ) -> Vec<i64> {
        let ranges = Ranges::new(xs.len(), least);
        let (parts, totals) = drive(
            &ranges,
            xs.iter(),
            |xs| {
                let mut state = range_start(&ranges, operator, &start);
                let part = xs.map(|x| {
                    state = O::combine(state, *x);
                    state
                });
                let part: Vec<i64> = part.collect();
                (part, Totals::of(state))
            },
            |left, right| ([left.0, right.0].concat(), left.1.then(right.1)),
        );
        scanned(parts, &ranges, operator, start, totals).elements
    }

    #[test]
    #[cfg_attr(miri, ignore = "it takes minutes, and nothing here is unsafe")]
    fn as_in_one_range() {
        let xs: Vec<i64> = (0..1000).map(|x| x * 7919 % 1009 - 500).collect();
        for length in [0, 1, 2, 3, 100, 1000] {
            let xs = &xs[..length];
            for start in [0, -3, i64::MAX] {
                let sums = of_ranges(WrappingSum, xs, 1000, start);
                let most = of_ranges(Greatest, xs, 1000, start);
                for least in [1, 2, 7, 300] {
                    assert_eq!(of_ranges(WrappingSum, xs, least, start), sums);
                    assert_eq!(of_ranges(Greatest, xs, least, start), most);
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "one total")]
    fn a_total_for_each_range() {
        let totals = Totals::of(1).then(Totals::of(2));
        let _ = scanned(Vec::new(), &Ranges::new(9, 3), WrappingSum, 0_i64, totals);
    }
}
