//! On several threads if they may share what a loop reads and makes, else on one.
//!
//! *In*: what [`drive`](super::drive), [`any`](super::any) and their like are given, and references to what the body captures.
//! *Out*: the same results, whichever it is: on one thread the ranges come one after the other, and are combined in the
//! same tree. A macro sees tokens and no types, and what a program of one thread does, it does with an `Rc` too.
//!
//! The choice is method resolution, as in [`Again`](crate::Again), so that a type parameter may be shared if its bounds say so. It is
//! made of the types of captures and not of the body itself: rustc knows what a closure holds only when the function
//! around it is checked, and would take its word until then.

use core::marker::PhantomData;
use core::ops::{Deref, Range};

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
            work => {
                let threads = work.__loopfuse_threads();
                work.run(threads, $ranges)
            }
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
            search => {
                let threads = search.__loopfuse_threads();
                search.run(threads)
            }
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
            pair => {
                let threads = pair.__loopfuse_threads();
                pair.run(threads, $lengths, $several)
            }
        }
    };
}

/// As many threads as there are.
#[derive(Clone, Copy, Debug)]
pub struct Several;

/// The calling thread.
#[derive(Clone, Copy, Debug)]
pub struct One;

/// What is left where several threads may not share something.
#[derive(Debug)]
pub struct Alone;

impl Alone {
    /// One thread.
    #[inline]
    pub fn __loopfuse_threads(&self) -> One {
        One
    }
}

/// The arguments of [`drive`](super::drive), with the types of what the body captures.
#[derive(Debug)]
pub struct Work<D, A, B, C, K> {
    shares: D,
    body: B,
    combine: C,
    types: PhantomData<(A, K)>,
    alone: Alone,
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
            alone: Alone,
        }
    }

    /// Runs it.
    #[inline]
    pub fn run<W: Threads<D, A, B, C>>(self, threads: W, ranges: &Ranges) -> A {
        threads.drive(ranges, self.shares, self.body, self.combine)
    }
}

impl<D: Send, A: Send, B, C, K: Send> Work<D, A, B, C, K> {
    /// Several threads.
    ///
    /// The name is one that no user's blanket extension trait has.
    #[inline]
    pub fn __loopfuse_threads(&self) -> Several {
        Several
    }
}

impl<D, A, B, C, K> Deref for Work<D, A, B, C, K> {
    type Target = Alone;

    #[inline]
    fn deref(&self) -> &Alone {
        &self.alone
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
    alone: Alone,
}

impl<A, B, O: FnOnce() -> A, T: FnOnce() -> B, K> Pair<A, B, O, T, K> {
    /// Nothing runs yet.
    #[inline]
    pub fn of(one: O, other: T, _captured: PhantomData<K>) -> Self {
        Pair {
            one,
            other,
            types: PhantomData,
            alone: Alone,
        }
    }

    /// Runs both.
    #[inline]
    pub fn run<W: Both<A, B, O, T>>(
        self,
        threads: W,
        lengths: [usize; 2],
        several: usize,
    ) -> (A, B) {
        threads.both(lengths, several, self.one, self.other)
    }
}

impl<A: Send, B: Send, O, T, K: Send> Pair<A, B, O, T, K> {
    /// Several threads.
    #[inline]
    pub fn __loopfuse_threads(&self) -> Several {
        Several
    }
}

impl<A, B, O, T, K> Deref for Pair<A, B, O, T, K> {
    type Target = Alone;

    #[inline]
    fn deref(&self) -> &Alone {
        &self.alone
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
    alone: Alone,
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
                    alone: Alone,
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
    pub fn run<W: Answers<Q, F, S, A, B>>(self, threads: W) -> A {
        threads.answer(self.question, self.cut, self.source, self.body)
    }
}

impl<Q, F, S: Send, A: Send, B, K: Send> Search<Q, F, S, A, B, K> {
    /// Several threads.
    #[inline]
    pub fn __loopfuse_threads(&self) -> Several {
        Several
    }
}

impl<Q, F, S, A, B, K> Deref for Search<Q, F, S, A, B, K> {
    type Target = Alone;

    #[inline]
    fn deref(&self) -> &Alone {
        &self.alone
    }
}

/// How many threads answer a question.
pub trait Answers<Q, F, S, A, B> {
    /// The answer.
    fn answer(self, question: Q, cut: F, source: S, body: B) -> A;
}

#[cfg(test)]
mod tests {
    use crate::parallel::{Ranges, elements};
    use alloc::rc::Rc;
    use core::any::type_name_of_val;

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
        let any = crate::asked!(any, cut, elements(xs), |mut xs| xs.any(|x| x == x), ());
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
        assert_eq!(of_anything(&[1, 2, 3, 4, 5]).1, true);
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

    #[test]
    fn the_choice() {
        let numbers = super::Work::of(
            0..9,
            |xs| xs.count(),
            |l, r| l + r,
            crate::witness_of_value(&()),
        );
        assert!(type_name_of_val(&numbers.__loopfuse_threads()).ends_with("Several"));
        let made = super::Work::of(0..9, |_| Rc::new(0), |l, _| l, crate::witness_of_value(&()));
        assert!(type_name_of_val(&made.__loopfuse_threads()).ends_with("One"));
    }
}
