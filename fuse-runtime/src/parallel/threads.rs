//! On several threads if they may share what a loop reads and makes, else on one.
//!
//! *In*: what [`drive`](super::drive), [`any`](super::any) and their like are given, and references to what the body captures.
//! *Out*: the same results, whichever it is: on one thread the ranges come one after the other, and are combined in the
//! same tree. A macro sees tokens and no types, and what a program of one thread does, it does with an `Rc` too.
//!
//! The choice is trait selection between two types of integers, for an integer of which nothing else is known: rustc makes it an
//! `i32`, which is several threads, but only when all types of the function are settled, and unless it has found before that
//! only `u8`, which is one thread, is left. So a type parameter may be shared if its bounds say so, and a type may be
//! settled by what follows the loop. The choice is made of the types of captures and not of the body itself: rustc
//! knows what a closure holds only when the function around it is checked, and would take its word until then.

use core::marker::PhantomData;
use core::ops::Range;

use super::{Divide, Ranges, Source, beside, drive};

/// Runs a body on what each range gets, on several threads if they may share all of it.
///
/// ```
/// use fuse_runtime::parallel::{Ranges, elements};
/// use std::rc::Rc;
/// let (xs, weight) = ([1, 2, 3], Rc::new(2));
/// let ranges = Ranges::new(xs.len(), 1);
/// let sum = fuse_runtime::shared!(
///     &ranges,
///     elements(&xs),
///     |xs| xs.map(|x| x * *weight).sum::<i32>(),
///     |left, right| left + right,
///     &weight,
/// );
/// assert_eq!(sum, 12);
/// ```
#[macro_export]
macro_rules! shared {
    ($ranges:expr, $shares:expr, $body:expr, $combine:expr, $captured:expr $(,)?) => {
        match $crate::parallel::Work::of(
            $shares,
            $body,
            $combine,
            $crate::witness_of_value(&$captured),
        ) {
            work => work.run(0, $ranges),
        }
    };
}

/// [`any`](super::any), [`all`](super::all) or [`first`](super::first), on several threads if they may share all of it.
///
/// ```
/// use fuse_runtime::parallel::{Ranges, elements};
/// use std::rc::Rc;
/// let xs = [Rc::new(1), Rc::new(2)];
/// assert!(fuse_runtime::asked!(any, Ranges::automatic, elements(&xs), |mut xs| xs.any(|x| **x > 1), ()));
/// ```
#[macro_export]
macro_rules! asked {
    ($question:ident, $cut:expr, $source:expr, $body:expr, $captured:expr $(,)?) => {
        match $crate::parallel::Asked::$question(
            $cut,
            $source,
            $body,
            $crate::witness_of_value(&$captured),
        ) {
            search => search.run(0),
        }
    };
}

/// [`beside`](super::beside), one after the other if two threads may not share what both capture.
///
/// ```
/// use std::rc::Rc;
/// let two = Rc::new(2.0);
/// let both = fuse_runtime::beside!([9, 9], 10, || *two + 1.0, || *two + 2.0, &two);
/// assert_eq!(both, (3.0, 4.0));
/// ```
#[macro_export]
macro_rules! beside {
    ($lengths:expr, $several:expr, $one:expr, $other:expr, $captured:expr $(,)?) => {
        match $crate::parallel::Pair::of($one, $other, $crate::witness_of_value(&$captured)) {
            pair => pair.run(0, $lengths, $several),
        }
    };
}

/// As many threads as there are: what an integer is of which nothing else is known.
pub type Several = i32;

/// The calling thread: any other integer.
pub type One = u8;

/// Types that so many threads may share.
pub trait SharedBy<W> {}

impl<T: Send> SharedBy<Several> for PhantomData<T> {}

impl<T> SharedBy<One> for PhantomData<T> {}

/// The arguments of [`drive`](super::drive), with the types of what the body captures.
#[derive(Debug)]
pub struct Work<D, A, B, C, K> {
    shares: D,
    body: B,
    combine: C,
    types: PhantomData<(A, K)>,
}

impl<D, A, B, C, K> Work<D, A, B, C, K>
where
    D: Divide,
    B: Fn(D::Part) -> A,
    C: Fn(A, A) -> A,
{
    /// Nothing runs yet.
    #[inline]
    pub fn of(shares: D, body: B, combine: C, _captured: PhantomData<K>) -> Self {
        Work {
            shares,
            body,
            combine,
            types: PhantomData,
        }
    }

    /// Runs it.
    #[inline]
    pub fn run<W: Threads<D, A, B, C>>(self, threads: W, ranges: &Ranges) -> A
    where
        PhantomData<(D, A, K)>: SharedBy<W>,
    {
        threads.drive(ranges, self.shares, self.body, self.combine)
    }
}

/// How many threads run a loop.
pub trait Threads<D, A, B, C> {
    /// [`drive`](super::drive).
    fn drive(self, ranges: &Ranges, shares: D, body: B, combine: C) -> A;
}

impl<D, A, B, C> Threads<D, A, B, C> for Several
where
    D: Divide + Send,
    A: Send,
    B: Fn(D::Part) -> A + Sync,
    C: Fn(A, A) -> A + Sync,
{
    #[inline]
    fn drive(self, ranges: &Ranges, shares: D, body: B, combine: C) -> A {
        drive(ranges, shares, body, combine)
    }
}

impl<D, A, B, C> Threads<D, A, B, C> for One
where
    D: Divide,
    B: Fn(D::Part) -> A,
    C: Fn(A, A) -> A,
{
    #[inline]
    fn drive(self, ranges: &Ranges, shares: D, body: B, combine: C) -> A {
        in_order(ranges, 0..ranges.count(), shares, &body, &combine)
    }
}

/// The tree of `several`, one half after the other.
fn in_order<D, A, B, C>(ranges: &Ranges, span: Range<usize>, shares: D, body: &B, combine: &C) -> A
where
    D: Divide,
    B: Fn(D::Part) -> A,
    C: Fn(A, A) -> A,
{
    if span.len() == 1 {
        return body(shares.part());
    }
    let (middle, cut) = ranges.halve(&span);
    let (left, right) = shares.split_at(cut);
    let left = in_order(ranges, span.start..middle, left, body, combine);
    let right = in_order(ranges, middle..span.end, right, body, combine);
    combine(left, right)
}

/// Two loops, with the types of what they capture.
#[derive(Debug)]
pub struct Pair<A, B, O, T, K> {
    one: O,
    other: T,
    types: PhantomData<(A, B, K)>,
}

impl<A, B, O: FnOnce() -> A, T: FnOnce() -> B, K> Pair<A, B, O, T, K> {
    /// Nothing runs yet.
    #[inline]
    pub fn of(one: O, other: T, _captured: PhantomData<K>) -> Self {
        Pair {
            one,
            other,
            types: PhantomData,
        }
    }

    /// Runs both.
    #[inline]
    pub fn run<W: Both<A, B, O, T>>(self, threads: W, lengths: [usize; 2], several: usize) -> (A, B)
    where
        PhantomData<(A, B, K)>: SharedBy<W>,
    {
        threads.both(lengths, several, self.one, self.other)
    }
}

/// How many threads run two loops.
pub trait Both<A, B, O, T> {
    /// [`beside`](super::beside).
    fn both(self, lengths: [usize; 2], several: usize, one: O, other: T) -> (A, B);
}

impl<A: Send, B: Send, O: FnOnce() -> A + Send, T: FnOnce() -> B + Send> Both<A, B, O, T>
    for Several
{
    #[inline]
    fn both(self, lengths: [usize; 2], several: usize, one: O, other: T) -> (A, B) {
        beside(lengths, several, one, other)
    }
}

impl<A, B, O: FnOnce() -> A, T: FnOnce() -> B> Both<A, B, O, T> for One {
    #[inline]
    fn both(self, _: [usize; 2], _: usize, one: O, other: T) -> (A, B) {
        let one = one();
        (one, other())
    }
}

/// Makes a [`Search`].
#[derive(Debug)]
pub struct Asked;

/// The arguments of a search, with the types of what its body captures.
#[derive(Debug)]
pub struct Search<Q, F, S, A, B, K> {
    question: Q,
    cut: F,
    source: S,
    body: B,
    types: PhantomData<(A, K)>,
}

/// Declares a question: its constructor, and how several threads and one answer it.
macro_rules! questions {
    ($($(#[$doc:meta])* $question:ident $marker:ident ($($at:ty)?), $answer:ty, $(<$found:ident>,)?
        |$part:ident, $body:ident| $alone:expr;)*) => {$(
        #[doc = concat!("The question of [`", stringify!($question), "`](super::", stringify!($question), ").")]
        #[derive(Debug)]
        pub struct $marker;

        impl Asked {
            $(#[$doc])*
            #[inline]
            pub fn $question<F, S, $($found,)? B, K>(
                cut: F,
                source: S,
                body: B,
                _captured: PhantomData<K>,
            ) -> Search<$marker, F, S, $answer, B, K>
            where
                F: FnOnce(usize) -> Ranges,
                S: Source,
                B: Fn(S::Part $(, $at)?) -> $answer,
            {
                Search {
                    question: $marker,
                    cut,
                    source,
                    body,
                    types: PhantomData,
                }
            }
        }

        impl<F, S, $($found,)? B> Answers<$marker, F, S, $answer, B> for Several
        where
            F: FnOnce(usize) -> Ranges,
            S: Source + Send,
            $($found: Send,)?
            B: Fn(S::Part $(, $at)?) -> $answer + Sync,
        {
            #[inline]
            fn answer(self, _: $marker, cut: F, source: S, body: B) -> $answer {
                super::$question(cut, source, body)
            }
        }

        impl<F, S, $($found,)? B> Answers<$marker, F, S, $answer, B> for One
        where
            S: Source,
            B: Fn(S::Part $(, $at)?) -> $answer,
        {
            #[inline]
            fn answer(self, _: $marker, _: F, source: S, $body: B) -> $answer {
                let $part = source.part();
                $alone
            }
        }
    )*};
}

questions! {
    /// Whether the body is true of some range.
    any Any(), bool, |part, body| body(part);
    /// Whether it is true of every range.
    all All(), bool, |part, body| body(part);
    /// What it finds in the first range in which it finds anything.
    first First(usize), Option<T>, <T>, |part, body| body(part, 0);
}

impl<Q, F, S, A, B, K> Search<Q, F, S, A, B, K> {
    /// Runs it.
    #[inline]
    pub fn run<W: Answers<Q, F, S, A, B>>(self, threads: W) -> A
    where
        PhantomData<(S, A, K)>: SharedBy<W>,
    {
        threads.answer(self.question, self.cut, self.source, self.body)
    }
}

/// How many threads answer a question.
pub trait Answers<Q, F, S, A, B> {
    /// The answer.
    fn answer(self, question: Q, cut: F, source: S, body: B) -> A;
}

#[cfg(test)]
mod tests {
    use super::{One, Several, SharedBy, Work};
    use crate::parallel::{Ranges, elements};
    use alloc::rc::Rc;
    use core::any::type_name;
    use core::marker::PhantomData;

    fn of_anything<T: PartialOrd>(xs: &[T]) -> (usize, bool, Option<usize>) {
        let xs_all = xs;
        let ranges = Ranges::new(xs.len(), 2);
        let less = crate::shared!(
            &ranges,
            elements(xs),
            |xs| xs.filter(|x| *x < xs_first(elements(xs_all))).count(),
            |left, right| left + right,
            xs,
        );
        let cut = |length| Ranges::new(length, 2);
        let any = crate::asked!(
            any,
            cut,
            elements(xs),
            |mut xs| xs.any(|x| *x >= xs_all[0]),
            xs_all
        );
        let place = |mut part: core::slice::Iter<'_, T>, start| {
            part.position(|x| x > &xs[0]).map(|place| place + start)
        };
        let first = crate::asked!(first, cut, elements(xs), place, xs);
        (less, any, first)
    }

    fn xs_first<'a, T>(mut xs: impl Iterator<Item = &'a T>) -> &'a T {
        xs.next().expect("a range has elements")
    }

    #[test]
    fn what_has_no_bounds_stays_on_one_thread() {
        assert!(of_anything(&[1, 2, 3, 4, 5]).1);
        assert_eq!(of_anything(&[1, 2, 3, 4, 5]).2, Some(1));
    }

    #[test]
    fn bounds_decide_and_the_result_is_the_same() {
        let ranges = Ranges::new(100, 7);
        let xs: alloc::vec::Vec<f64> = (0..100).map(|n| f64::from(n) * 0.1).collect();
        let several = crate::shared!(
            &ranges,
            elements(&xs),
            |xs| xs.sum::<f64>(),
            |l, r| l + r,
            ()
        );
        let one = Rc::new(1.0);
        let alone = crate::shared!(
            &ranges,
            elements(&xs),
            |xs| xs.map(|x| x * *one).sum::<f64>(),
            |left, right| left + right,
            &one,
        );
        assert_eq!(several.to_bits(), alone.to_bits());
    }

    fn chosen<D, A, B, C, K, W>(_: &Work<D, A, B, C, K>, _: W) -> &'static str
    where
        PhantomData<(D, A, K)>: SharedBy<W>,
    {
        type_name::<W>()
    }

    #[test]
    fn the_choice() {
        let none = crate::witness_of_value(&());
        let numbers = Work::of(0..9, |xs| xs.count(), |l, r| l + r, none);
        assert_eq!(chosen(&numbers, 0), type_name::<Several>());
        let made = Work::of(0..9, |_| Rc::new(0), |l, _| l, none);
        assert_eq!(chosen(&made, 0), type_name::<One>());
    }

    /// What a loop makes, of a type that is settled behind it.
    #[test]
    fn types_that_are_settled_later() {
        let ranges = Ranges::new(9, 2);
        let join = |left: alloc::vec::Vec<_>, right| [left, right].concat();
        let nothing = |part: core::ops::Range<usize>| part.map(|_| None).collect();
        let mut made = crate::shared!(&ranges, 0..9, nothing, join, ());
        made[0] = Some(Rc::new(1));
        assert_eq!(made.iter().flatten().count(), 1);
    }
}
