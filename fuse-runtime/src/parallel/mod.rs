//! Parallel loops: one fused body on every range of an index space, on all threads of rayon's current pool.
//!
//! *In*: [`Ranges`], which say where the index space is cut; what is cut with them ([`Divide`]: sources, room for outputs,
//! totals); a sequential body; how two results of neighbours become one. *Out*: the result of all ranges.
//! See docs/DESIGN.md section 7, which takes folds over ranges from Futhark's redomap (paper 002), and scans from its
//! scanomap.
//!
//! The promise: **what is computed depends on lengths alone, never on threads.** [`Ranges::new`] asks for a length and
//! nothing else, results are combined in a tree over the ranges that their number alone decides, and outputs stand in the
//! order of their ranges. So a float sum has the same bits for one thread and for sixty-four, in every run.
//!
//! What an expansion, or a person, writes:
//!
//! ```
//! use fuse_runtime::parallel::{Output, Ranges, drive};
//!
//! let xs: Vec<f64> = (0..100_000).map(f64::from).collect();
//!
//! let ranges = Ranges::automatic(xs.len());
//! let mut ys_output = Output::new(&ranges);
//! let sum = drive(
//!     &ranges,
//!     (xs.iter(), ys_output.slots()),
//!     |(xs, ys_slots)| {
//!         let mut ys_buffer = ys_slots.in_step_with(&xs);
//!         let mut sum = 0.0;
//!         for x in xs {
//!             sum += x;
//!             ys_buffer.push(x * 2.0);
//!         }
//!         sum
//!     },
//!     |left, right| left + right,
//! );
//! let ys: Vec<f64> = ys_output.into_vec();
//!
//! assert_eq!(sum, 4_999_950_000.0);
//! assert_eq!(ys[99_999], 199_998.0);
//! ```
//!
//! | module | what an expansion uses it for |
//! |---|---|
//! | `ranges` | where the index space is cut, and the measured length below which it is not |
//! | `divide` | what is cut: iterators over slices and integers, tuples of what is cut |
//! | `pieces` | chunks and windows |
//! | `rearranged` | sources in another order, or without some of their elements |
//! | `standing` | [`standing!`](crate::standing): places whose type is not visible |
//! | `owned` | the elements of a vector, by value |
//! | `output` | a manifest array of the loop's own size: one allocation, a part for each range |
//! | `gathered` | a manifest array below a filter: what each range kept, joined |
//! | `scanned` | the second pass of a scan |
//! | `associative` | what each range of a fold starts from, and what combines two |
//! | `places` | arrays of sums that a body adds to |
//! | `threads` | [`shared!`](crate::shared), [`asked!`](crate::asked): on one thread what several may not share |
//! | `whole` | sums and products of integers, that overflow where the plain fold does |
//!
//! There is no shared mutable state but the flag of [`any`] and [`all`], and the number of [`first`], which only spare work. A body is called through
//! a shared reference from several threads, so what it captures must be [`Sync`]:
//!
//! ```compile_fail,E0277
//! # use fuse_runtime::parallel::{Ranges, drive};
//! let seen = std::cell::Cell::new(0);
//! drive(&Ranges::automatic(9), 0..9, |xs| xs.for_each(|x| seen.set(x)), |(), ()| ());
//! ```
//!
//! and what it gives back, takes or stores must be [`Send`]:
//!
//! ```compile_fail,E0277
//! # use fuse_runtime::parallel::{Ranges, drive};
//! drive(&Ranges::automatic(9), 0..9, |_| std::rc::Rc::new(0), |left, _| left);
//! ```
//!
//! A panic in a body reaches the caller after the ranges that are already running have ended; every element, stored or
//! not, is dropped once.

mod associative;
mod divide;
mod gathered;
mod output;
mod owned;
mod pieces;
mod places;
mod ranges;
mod rearranged;
mod scanned;
mod standing;
mod threads;
mod whole;

pub use associative::{
    And, Associative, Greatest, Least, Or, Product, SaturatingSum, Sum, WrappingProduct,
    WrappingSum, Xor, combine, identity_of,
};
pub use divide::{Cut, Divide, Integer, Source, Zip, elements, elements_mut, zip};
pub use gathered::Gathered;
pub use output::{Output, Segment, Slots};
pub use owned::{Owned, Taken, TakenElements};
pub use pieces::{Chunks, ChunksExact, Held, Windows};
pub use places::{Places, Sums};
pub use ranges::{Ranges, SEQUENTIAL};
pub use rayon::join;
pub use rearranged::{Chain, Rev, StepBy, chain, numbered, rev, skip, step_by, take};
pub use scanned::{Scanned, Totals, range_start, scanned};
#[doc(hidden)]
pub use standing::{InSlice, Other, Standing};
#[doc(hidden)]
pub use threads::{
    All, Answers, Any, Asked, Both, First, One, Pair, Search, Several, SharedBy, Threads, Work,
};
pub use whole::{ProductReach, Reach, SumReach, Whole, WholeProduct, WholeSum};

use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Runs `body` on what each range gets of `shares`, and combines the results in the order of the ranges.
///
/// A single range runs on the calling thread and touches no pool. `combine` gets the results of two neighbours,
/// left before right; it is called once less than there are ranges, in a tree that the number of ranges alone decides.
///
/// # Panics
/// If `body` or `combine` panics. Of several ranges that panic it is the payload of the first; one that comes later may have
/// been run or not.
///
/// ```
/// use fuse_runtime::parallel::{Ranges, drive};
/// // Four ranges of at least 25 indices: 0..25, 25..50, 50..75, 75..100.
/// let ranges = Ranges::new(100, 25);
/// let firsts = drive(&ranges, 0..100, |mut xs| vec![xs.next()], |left, right| [left, right].concat());
/// assert_eq!(firsts, [Some(0), Some(25), Some(50), Some(75)]);
/// ```
#[inline]
pub fn drive<D, A, B, C>(ranges: &Ranges, shares: D, body: B, combine: C) -> A
where
    D: Divide + Send,
    A: Send,
    B: Fn(D::Part) -> A + Sync,
    C: Fn(A, A) -> A + Sync,
{
    drive_span(ranges, 0..ranges.count(), shares, &body, &combine)
}

/// [`drive`] over some of the ranges; `shares` belong to them alone.
#[inline]
fn drive_span<D, A, B, C>(
    ranges: &Ranges,
    span: Range<usize>,
    shares: D,
    body: &B,
    combine: &C,
) -> A
where
    D: Divide + Send,
    A: Send,
    B: Fn(D::Part) -> A + Sync,
    C: Fn(A, A) -> A + Sync,
{
    if span.len() == 1 {
        return body(shares.part());
    }
    let tasks = rayon::current_num_threads() > 1;
    several(ranges, span, shares, body, combine, tasks)
}

/// Two halves of the ranges at a time: as tasks, if they are worth it. It is one tree on any number of threads, and one
/// copy of the body.
fn several<D, A, B, C>(
    ranges: &Ranges,
    span: Range<usize>,
    shares: D,
    body: &B,
    combine: &C,
    tasks: bool,
) -> A
where
    D: Divide + Send,
    A: Send,
    B: Fn(D::Part) -> A + Sync,
    C: Fn(A, A) -> A + Sync,
{
    if span.len() == 1 {
        return body(shares.part());
    }
    let tasks = tasks && ranges.are_tasks(&span);
    let (middle, cut) = ranges.halve(&span);
    let (left, right) = shares.split_at(cut);
    let left = || several(ranges, span.start..middle, left, body, combine, tasks);
    let right = || several(ranges, middle..span.end, right, body, combine, tasks);
    let (left, right) = if tasks {
        join(left, right)
    } else {
        let left = left();
        (left, right())
    };
    combine(left, right)
}

/// Runs what reads much of one struct in a function of its own, whose argument it is.
///
/// Measured on Q1 of TPC-H, which reads seven columns of a struct: 2.5 ns an element, and 2.9 where a closure captures it.
///
/// ```
/// use fuse_runtime::parallel::reading;
/// struct Items { xs: Vec<f64>, ys: Vec<f64> }
/// let items = &Items { xs: vec![2.0], ys: vec![3.0] };
/// assert_eq!(reading(items, |items| items.xs[0] * items.ys[0]), 6.0);
/// ```
#[inline(never)]
pub fn reading<'items, I: ?Sized, R>(items: &'items I, body: impl FnOnce(&'items I) -> R) -> R {
    body(items)
}

/// Two parallel loops that do not need each other: at once, if neither has so many indices that it is worth `several`
/// ranges, and both together have.
///
/// A longer loop has all threads to itself, and shorter ones run one after the other, on the calling thread.
///
/// # Panics
/// If `one` or `other` panics, with the payload of one of the panics.
///
/// ```
/// use fuse_runtime::parallel::{SEQUENTIAL, beside};
/// let (xs, ys) = (vec![0.5; 40_000], vec![0.25; 30_000]);
/// let sums = beside(
///     [xs.len(), ys.len()],
///     SEQUENTIAL,
///     || xs.iter().sum::<f64>(),
///     || ys.iter().sum::<f64>(),
/// );
/// assert_eq!(sums, (20_000.0, 7_500.0));
/// ```
pub fn beside<A: Send, B: Send>(
    lengths: [usize; 2],
    several: usize,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    let each = lengths.iter().all(|length| *length < several);
    let [first, second] = lengths;
    if each && first.saturating_add(second) >= several && rayon::current_num_threads() > 1 {
        join(one, other)
    } else {
        let one = one();
        (one, other())
    }
}

/// Whether `body` is true of some range of `source`, which is cut as `cut` says of its length. A range that has not begun
/// when it is known to be true is skipped.
///
/// The first range is asked before the others: what is found there is found as early as on one thread, and wakes nobody.
///
/// # Panics
/// If `body` panics on a range that is not skipped; which are skipped may differ from run to run.
///
/// ```
/// use fuse_runtime::parallel::{Ranges, any};
/// let xs = [1, 2, 3];
/// assert!(any(Ranges::automatic, xs.iter(), |mut xs| xs.any(|x| *x > 2)));
/// ```
#[inline]
pub fn any<S: Source + Send>(
    cut: impl FnOnce(usize) -> Ranges,
    source: S,
    body: impl Fn(S::Part) -> bool + Sync,
) -> bool {
    let ranges = cut(source.length());
    let known = AtomicBool::new(false);
    let found = |part: S::Part| {
        // The flag publishes nothing: a range that sees it late does work that nobody needed.
        if known.load(Relaxed) {
            return true;
        }
        let found = body(part);
        if found {
            known.store(true, Relaxed);
        }
        found
    };
    let count = ranges.count();
    if count == 1 {
        return found(source.part());
    }
    let (first, others) = source.split_at(ranges.cut(0, 1));
    found(first.part())
        || drive_span(&ranges, 1..count, others, &found, &|left, right| {
            left || right
        })
}

/// What `body` finds in the first range in which it finds anything. It is also given the index that a range starts with. A
/// range that has not begun when something is known to be found before it is skipped.
///
/// The first range is asked before the others, as in [`any`].
///
/// # Panics
/// As [`any`].
///
/// ```
/// use fuse_runtime::parallel::{Ranges, first};
/// let xs = [1, 2, 3, 4];
/// let cut = |length| Ranges::new(length, 1);
/// let found = first(cut, xs.iter(), |mut xs, start| xs.position(|x| *x > 1).map(|place| start + place));
/// assert_eq!(found, Some(1));
/// ```
#[inline]
pub fn first<S: Source + Send, T: Send>(
    cut: impl FnOnce(usize) -> Ranges,
    source: S,
    body: impl Fn(S::Part, usize) -> Option<T> + Sync,
) -> Option<T> {
    let length = source.length();
    let ranges = cut(length);
    let known = AtomicUsize::new(usize::MAX);
    let find = |(part, indices): (S::Part, Range<usize>)| {
        // The number publishes nothing, either.
        if known.load(Relaxed) < indices.start {
            return None;
        }
        let found = body(part, indices.start);
        if found.is_some() {
            known.fetch_min(indices.start, Relaxed);
        }
        found
    };
    let count = ranges.count();
    if count == 1 {
        return find((source.part(), 0..length));
    }
    let (one, others) = (source, 0..length).split_at(ranges.cut(0, 1));
    find(one.part()).or_else(|| drive_span(&ranges, 1..count, others, &find, &Option::or))
}

/// Whether `body` is true of every range. A range that has not begun when it is known to be false is skipped.
///
/// # Panics
/// As [`any`].
#[inline]
pub fn all<S: Source + Send>(
    cut: impl FnOnce(usize) -> Ranges,
    source: S,
    body: impl Fn(S::Part) -> bool + Sync,
) -> bool {
    !any(cut, source, |part| !body(part))
}

/// The result of two neighbours, each of which has one only if it had elements: one `step` of a fold over `left`, with
/// what is in `right`.
///
/// ```
/// use fuse_runtime::{max, parallel::merge};
/// assert_eq!(merge(Some(1), Some(2), max), Some(2));
/// assert_eq!(merge(None, Some(2), max), Some(2));
/// assert_eq!(merge(Some(1), None, max), Some(1));
/// ```
#[inline]
pub fn merge<T>(
    left: Option<T>,
    right: Option<T>,
    step: impl FnOnce(Option<T>, T) -> Option<T>,
) -> Option<T> {
    match right {
        Some(right) => step(left, right),
        None => left,
    }
}
