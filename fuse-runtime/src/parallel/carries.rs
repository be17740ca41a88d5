//! The first pass of a scan.
//!
//! *In*: the value before the first element, what each range adds to it, an associative operator. *Out*: the value before
//! each range. The second pass is a [`drive`](super::drive) that gets it beside its source, and runs as sequential code does.
//! The last range adds to nothing, so its total is not computed; one range computes no total at all.

use alloc::vec::Vec;

use super::{Cut, Divide, Ranges, drive_span};

/// What each range starts from.
#[derive(Clone, Debug)]
pub struct Carries<C> {
    carries: Vec<C>,
}

/// Computes what each range of a scan starts from: `first`, and the totals of the ranges before it.
///
/// `source` is the scan's own source, a second time.
///
/// # Panics
/// If `total` or `then` panics.
///
/// ```
/// use fuse_runtime::parallel::{Output, Ranges, carries, drive};
/// let xs = [1, 2, 3, 4, 5];
/// let ranges = Ranges::new(xs.len(), 2);
/// let mut carries = carries(&ranges, xs.iter(), 0, |xs| xs.sum(), |left, right| left + right);
/// let mut sums_output = Output::new(&ranges);
/// drive(
///     &ranges,
///     (xs.iter(), carries.each(), sums_output.slots()),
///     |(xs, sum, mut sums_buffer)| {
///         for x in xs {
///             *sum += x;
///             sums_buffer.push(*sum);
///         }
///     },
///     |(), ()| (),
/// );
/// assert_eq!(sums_output.into_vec(), [1, 3, 6, 10, 15]);
/// ```
pub fn carries<D, C>(
    ranges: &Ranges,
    source: D,
    first: C,
    total: impl Fn(D::Part) -> C + Sync,
    then: impl Fn(C, C) -> C,
) -> Carries<C>
where
    D: Divide,
    C: Clone + Send,
{
    let before_last = ranges.count() - 1;
    let mut carries = Vec::with_capacity(ranges.count());
    if before_last == 0 {
        carries.push(first);
        return Carries { carries };
    }
    let mut totals = Vec::new();
    totals.resize_with(before_last, || None);
    let (source, _) = source.split_at(ranges.cut(0, before_last));
    drive_span(
        ranges,
        0..before_last,
        (
            source,
            Each {
                values: &mut totals,
            },
        ),
        &|(part, place): (D::Part, &mut Option<C>)| *place = Some(total(part)),
        &|(), ()| (),
    );
    let mut carry = first;
    for total in totals.into_iter().flatten() {
        carries.push(carry.clone());
        carry = then(carry, total);
    }
    carries.push(carry);
    Carries { carries }
}

impl<C: Send> Carries<C> {
    /// To each range what it starts from, to keep or to change.
    #[inline]
    pub fn each(&mut self) -> Each<'_, C> {
        Each {
            values: &mut self.carries,
        }
    }
}

/// One value for each range.
#[derive(Debug)]
pub struct Each<'values, C> {
    values: &'values mut [C],
}

impl<'values, C: Send> Divide for Each<'values, C> {
    type Part = &'values mut C;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let (left, right) = self.values.split_at_mut(cut.ranges);
        (Each { values: left }, Each { values: right })
    }

    #[inline]
    fn part(self) -> &'values mut C {
        &mut self.values[0]
    }
}
