//! Sources in another order, or without some of their elements: `rev`, `take`, `skip`, `step_by`, `chain`, `enumerate`.
//!
//! *In*: sources. *Out*: a source, whose ranges are those that std's iterator of that name gives, cut. What is left out is left
//! out before anything is divided, so that ranges are of what is given.

use core::iter::{self, Iterator};
use core::ops::Range;

use super::{Cut, Divide, Source, Zip, zip};

/// The cut behind so many elements.
fn behind(elements: usize) -> Cut {
    Cut {
        elements,
        ranges: 0,
    }
}

/// The last element first.
///
/// ```
/// use fuse_runtime::parallel::{Ranges, Source, drive, elements, rev};
/// let xs = rev(elements(&[1, 2, 3, 4, 5]));
/// let parts = drive(&Ranges::new(5, 2), xs, |xs| vec![xs.collect::<Vec<_>>()], |left, right| [left, right].concat());
/// assert_eq!(parts, [vec![&5, &4, &3], vec![&2, &1]]);
/// ```
#[inline]
pub fn rev<S: Source>(source: S) -> Rev<S>
where
    S::Part: DoubleEndedIterator,
{
    Rev(source)
}

/// See [`rev`].
#[derive(Clone, Debug)]
pub struct Rev<S>(S);

impl<S: Source> Divide for Rev<S>
where
    S::Part: DoubleEndedIterator,
{
    type Part = iter::Rev<S::Part>;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let length = self.0.length();
        let (right, left) = self.0.split_at(behind(length.saturating_sub(cut.elements)));
        (Rev(left), Rev(right))
    }

    #[inline]
    fn part(self) -> Self::Part {
        self.0.part().rev()
    }
}

impl<S: Source> Source for Rev<S>
where
    S::Part: DoubleEndedIterator,
{
    #[inline]
    fn length(&self) -> usize {
        self.0.length()
    }
}

/// The first `count` elements, or all.
///
/// ```
/// use fuse_runtime::parallel::{Source, elements, skip, take};
/// let xs = [1, 2, 3];
/// assert_eq!(take(elements(&xs), 2).length(), 2);
/// assert_eq!(skip(elements(&xs), 5).length(), 0);
/// ```
#[inline]
pub fn take<S: Source>(source: S, count: usize) -> S {
    let count = count.min(source.length());
    source.split_at(behind(count)).0
}

/// The elements behind the first `count`.
#[inline]
pub fn skip<S: Source>(source: S, count: usize) -> S {
    let count = count.min(source.length());
    source.split_at(behind(count)).1
}

/// The first element, and every `step`-th behind it.
///
/// # Panics
/// If `step` is 0.
///
/// ```
/// use fuse_runtime::parallel::{Divide, elements, step_by};
/// let xs = step_by(elements(&[1, 2, 3, 4]), 3);
/// assert_eq!(xs.part().collect::<Vec<_>>(), [&1, &4]);
/// ```
#[inline]
#[track_caller]
pub fn step_by<S: Source>(source: S, step: usize) -> StepBy<S> {
    assert!(step != 0, "assertion failed: step != 0");
    StepBy { source, step }
}

/// See [`step_by`].
#[derive(Clone, Debug)]
pub struct StepBy<S> {
    source: S,
    /// At least 1.
    step: usize,
}

impl<S: Source> Divide for StepBy<S> {
    type Part = iter::StepBy<S::Part>;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let step = self.step;
        let elements = cut.elements.saturating_mul(step).min(self.source.length());
        let (left, right) = self.source.split_at(behind(elements));
        let of = |source| StepBy { source, step };
        (of(left), of(right))
    }

    #[inline]
    fn part(self) -> Self::Part {
        self.source.part().step_by(self.step)
    }
}

impl<S: Source> Source for StepBy<S> {
    #[inline]
    fn length(&self) -> usize {
        self.source.length().div_ceil(self.step)
    }
}

/// The elements of `first`, then those of `second`.
///
/// ```
/// use fuse_runtime::parallel::{Divide, Source, chain};
/// let xs = chain(0..2, 7..9);
/// assert_eq!(xs.length(), 4);
/// assert_eq!(xs.part().collect::<Vec<_>>(), [0, 1, 7, 8]);
/// ```
#[inline]
pub fn chain<A, B>(first: A, second: B) -> Chain<A, B>
where
    A: Source,
    B: Source<Part: Iterator<Item = <A::Part as Iterator>::Item>>,
{
    Chain { first, second }
}

/// See [`chain`].
#[derive(Clone, Debug)]
pub struct Chain<A, B> {
    first: A,
    second: B,
}

impl<A, B> Divide for Chain<A, B>
where
    A: Source,
    B: Source<Part: Iterator<Item = <A::Part as Iterator>::Item>>,
{
    type Part = iter::Chain<A::Part, B::Part>;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let length = self.first.length();
        let (first, others) = self.first.split_at(behind(cut.elements.min(length)));
        let behind_first = cut.elements.saturating_sub(length);
        let (second, other_others) = self.second.split_at(behind(behind_first));
        (chain(first, second), chain(others, other_others))
    }

    #[inline]
    fn part(self) -> Self::Part {
        self.first.part().chain(self.second.part())
    }
}

impl<A, B> Source for Chain<A, B>
where
    A: Source,
    B: Source<Part: Iterator<Item = <A::Part as Iterator>::Item>>,
{
    #[inline]
    fn length(&self) -> usize {
        self.first.length().saturating_add(self.second.length())
    }
}

/// The elements, each behind its index.
#[inline]
pub fn numbered<S: Source>(source: S) -> Zip<Range<usize>, S> {
    zip(0..source.length(), source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::{Chunks, Windows, elements};
    use alloc::vec::Vec;
    use core::fmt::Debug;

    /// Cuts at every place, each half at every place again, and reads all of it.
    fn check<S, T: PartialEq + Debug>(source: &S, plain: &[T])
    where
        S: Source<Part: Iterator<Item = T>> + Clone,
    {
        assert_eq!(source.length(), plain.len());
        for one in 0..=plain.len() {
            for other in 0..=plain.len() - one {
                let (left, rest) = source.clone().split_at(behind(one));
                let (middle, right) = rest.split_at(behind(other));
                assert_eq!(middle.length(), other);
                let parts = left.part().chain(middle.part()).chain(right.part());
                assert_eq!(parts.collect::<Vec<_>>(), plain, "{one}, {other}");
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "it takes minutes, and nothing here is unsafe")]
    fn all_give_what_std_gives_wherever_they_are_cut() {
        let all: Vec<u8> = (0..7).collect();
        for length in 0..=7 {
            let xs = &all[..length];
            let of = || elements(xs);
            check(&rev(of()), &xs.iter().rev().collect::<Vec<_>>());
            check(&numbered(of()), &xs.iter().enumerate().collect::<Vec<_>>());
            check(
                &rev(zip(of(), 2..6_u16)),
                &xs.iter().zip(2..6).rev().collect::<Vec<_>>(),
            );
            check(
                &rev(Chunks::new(xs, 2)),
                &xs.chunks(2).rev().collect::<Vec<_>>(),
            );
            for n in 0..=8 {
                check(&take(of(), n), &xs.iter().take(n).collect::<Vec<_>>());
                check(&skip(of(), n), &xs.iter().skip(n).collect::<Vec<_>>());
                check(
                    &rev(skip(rev(of()), n)),
                    &xs.iter().rev().skip(n).rev().collect::<Vec<_>>(),
                );
                let n = n.max(1);
                check(&step_by(of(), n), &xs.iter().step_by(n).collect::<Vec<_>>());
                check(
                    &step_by(rev(of()), n),
                    &xs.iter().rev().step_by(n).collect::<Vec<_>>(),
                );
                check(
                    &rev(step_by(of(), n)),
                    &xs.iter().step_by(n).rev().collect::<Vec<_>>(),
                );
                check(
                    &skip(Windows::new(xs, n), 1),
                    &xs.windows(n).skip(1).collect::<Vec<_>>(),
                );
            }
            for other in 0..=3 {
                let others = &all[..other];
                check(
                    &chain(of(), elements(others)),
                    &xs.iter().chain(others).collect::<Vec<_>>(),
                );
                check(
                    &step_by(chain(of(), rev(elements(others))), 2),
                    &xs.iter()
                        .chain(others.iter().rev())
                        .step_by(2)
                        .collect::<Vec<_>>(),
                );
            }
        }
    }

    #[test]
    #[should_panic(expected = "step != 0")]
    fn no_steps_of_nothing() {
        let _ = step_by(0..3, 0);
    }
}
