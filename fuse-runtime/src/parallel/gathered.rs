//! A manifest array below a filter, or nested: what each range kept, in their order.
//!
//! *In*: for each range any number of elements. *Out*: one `Vec`. A range goes on where its left neighbour has stopped, if
//! that has ended: in the same buffer, which grows as `collect()` grows, so that a filter over a trillion indices takes
//! room for what it keeps. So there are about as many buffers as threads; on one thread nothing is moved, unless the ranges
//! are long. Of several the first grows to the size of all, and what is in the others is moved behind it, on all threads.
//!
//! Invariant: a run is of neighbouring ranges, its buffer holds what they kept in their order, and no range is in two runs.
//! It is one of order, not of memory: all elements are in buffers, which own them.

use alloc::vec::Vec;
use core::mem::MaybeUninit;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Cut, Divide, Ranges, join};
use crate::{Buffer, Elements};

/// What the ranges of a parallel loop keep.
///
/// Drops what it holds if it is dropped before [`into_vec`](Gathered::into_vec): a worker may panic.
///
/// ```
/// use fuse_runtime::parallel::{Gathered, Ranges, drive};
///
/// let ranges = Ranges::new(10, 3);
/// let mut evens = Gathered::new(&ranges);
/// drive(
///     &ranges,
///     (0..10, evens.rooms()),
///     |(xs, mut evens_room)| {
///         let mut evens_buffer = evens_room.open();
///         for x in xs {
///             evens_buffer.push_if(x % 2 == 0, x);
///         }
///         evens_room.close(evens_buffer);
///     },
///     |(), ()| (),
/// );
/// assert_eq!(evens.into_vec(), [0, 2, 4, 6, 8]);
/// ```
#[derive(Debug)]
pub struct Gathered<T> {
    /// How many ranges there are.
    count: usize,
    runs: Mutex<Runs<T>>,
}

/// What the ranges that have ended kept.
#[derive(Debug)]
struct Runs<T> {
    /// The run that the first range is in.
    first: Run<T>,
    others: Vec<Run<T>>,
    /// How many elements each range kept, if there are several.
    lengths: Vec<usize>,
}

/// What neighbouring ranges kept.
#[derive(Debug)]
struct Run<T> {
    /// The first range.
    start: usize,
    /// The range behind the last one, which may go on here.
    end: usize,
    buffer: Buffer<T>,
}

impl<T> Runs<T> {
    /// Before any range.
    fn new(lengths: Vec<usize>) -> Self {
        let first = Run {
            start: 0,
            end: 0,
            buffer: Buffer::new(),
        };
        Runs {
            first,
            others: Vec::new(),
            lengths,
        }
    }

    /// The run that ends where `range` starts, or a new one.
    fn take(&mut self, range: usize) -> Run<T> {
        let new = |start| Run {
            start,
            end: start,
            buffer: Buffer::new(),
        };
        let goes_on = |run: &Run<T>| {
            let kept = size_of_val(run.buffer.iter().as_slice());
            run.end == range && kept / (run.end - run.start).max(1) <= RANGE_BYTES
        };
        if goes_on(&self.first) {
            // There is no such range that it could go on with what is left here.
            let nothing = Run {
                end: usize::MAX,
                ..new(0)
            };
            return core::mem::replace(&mut self.first, nothing);
        }
        match self.others.iter().position(goes_on) {
            Some(index) => self.others.swap_remove(index),
            None => new(range),
        }
    }

    /// Keeps a run until a range goes on with it.
    fn put(&mut self, run: Run<T>) {
        if run.start == 0 {
            self.first = run;
        } else {
            self.others.push(run);
        }
    }
}

/// Behind ranges that keep more bytes each, a range begins a buffer of its own. The allocator has blocks of that size at
/// hand the next time; a long run it asks of the system, page after page. Measured on a filter of 16 million doubles, of
/// which two thirds are kept: 1.1 s of the system in eleven rounds of long runs, 0.8 s with a buffer for each range. With
/// a million the long runs are as fast or up to 1.7 times as fast, with four million 1.5 times.
const RANGE_BYTES: usize = 1 << 18;

/// Below this many bytes elements are moved in one task.
const TASK_BYTES: usize = 1 << 18;

impl<T> Gathered<T> {
    /// Nothing yet. Of one range it allocates nothing.
    #[inline]
    #[must_use]
    pub fn new(ranges: &Ranges) -> Self {
        let count = ranges.count();
        let lengths = if count == 1 {
            Vec::new()
        } else {
            no_lengths(count)
        };
        Gathered {
            count,
            runs: Mutex::new(Runs::new(lengths)),
        }
    }

    /// The room for what each range keeps. What was kept before is dropped.
    pub fn rooms(&mut self) -> Rooms<'_, T> {
        let lengths = if self.count == 1 {
            Vec::new()
        } else {
            no_lengths(self.count)
        };
        *self.runs.get_mut().unwrap_or_else(PoisonError::into_inner) = Runs::new(lengths);
        Rooms {
            runs: &self.runs,
            range: 0,
        }
    }

    /// The ranges of the array that [`into_vec`](Gathered::into_vec) will give: the elements that each range kept.
    ///
    /// A loop over the array that is cut by these computes what it would have computed inside of the loop that made it.
    #[must_use]
    pub fn ranges(&self) -> Ranges {
        let runs = lock(&self.runs);
        if self.count == 1 {
            Ranges::of_lengths([runs.first.buffer.len()])
        } else {
            Ranges::of_lengths(runs.lengths.iter().copied())
        }
    }
}

impl<T: Send> Gathered<T> {
    /// The elements, for a `collect` that takes over the allocation if it makes a `Vec`.
    #[inline]
    pub fn into_elements(self) -> Elements<T> {
        Elements::new(self.into_vec())
    }

    /// The elements, in the allocation of the first of them.
    ///
    /// # Panics
    /// If the elements would take more than `isize::MAX` bytes.
    #[inline]
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        let runs = self.runs.into_inner();
        let Runs { first, others, .. } = runs.unwrap_or_else(PoisonError::into_inner);
        let first = first.buffer.into_vec();
        if others.is_empty() {
            first
        } else {
            joined(first, others)
        }
    }
}

#[cold]
#[inline(never)]
fn no_lengths(count: usize) -> Vec<usize> {
    alloc::vec![0; count]
}

/// The runs. Nothing that a panic could leave half done is done while they are locked.
fn lock<T>(runs: &Mutex<Runs<T>>) -> MutexGuard<'_, Runs<T>> {
    runs.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The room for what the ranges of a parallel loop keep.
#[derive(Debug)]
pub struct Rooms<'gathered, T> {
    runs: &'gathered Mutex<Runs<T>>,
    /// The first range.
    range: usize,
}

impl<'gathered, T: Send> Divide for Rooms<'gathered, T> {
    type Part = Room<'gathered, T>;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let right = Rooms {
            runs: self.runs,
            range: self.range + cut.ranges,
        };
        (self, right)
    }

    #[inline]
    fn part(self) -> Room<'gathered, T> {
        Room {
            runs: self.runs,
            range: self.range,
            start: self.range,
            before: 0,
        }
    }
}

/// The room for what one range keeps: a buffer to be [opened](Room::open), pushed into, and [closed](Room::close).
#[derive(Debug)]
pub struct Room<'gathered, T> {
    runs: &'gathered Mutex<Runs<T>>,
    range: usize,
    /// The first range whose elements are in the buffer.
    start: usize,
    /// How many elements of other ranges are in it.
    before: usize,
}

impl<T> Room<'_, T> {
    /// The buffer to push into, which may hold what ranges on the left kept.
    ///
    /// What is pushed is dropped with it if it is not given to [`close`](Room::close).
    #[inline]
    #[must_use]
    pub fn open(&mut self) -> Buffer<T> {
        let run = lock(self.runs).take(self.range);
        (self.start, self.before) = (run.start, run.buffer.len());
        run.buffer
    }

    /// Keeps what was pushed into the buffer that was opened.
    #[inline]
    pub fn close(self, buffer: Buffer<T>) {
        let kept = buffer.len().saturating_sub(self.before);
        let mut runs = lock(self.runs);
        if let Some(length) = runs.lengths.get_mut(self.range) {
            *length = kept;
        }
        runs.put(Run {
            start: self.start,
            end: self.range + 1,
            buffer,
        });
    }
}

/// What is in `first`, and behind it what is in the other runs.
fn joined<T: Send>(first: Vec<T>, mut runs: Vec<Run<T>>) -> Vec<T> {
    runs.sort_unstable_by_key(|run| run.start);
    let mut parts = Vec::with_capacity(1 + runs.len());
    let buffers = runs.into_iter().map(|run| run.buffer.into_vec());
    parts.extend(
        core::iter::once(first)
            .chain(buffers)
            .filter(|part| !part.is_empty()),
    );
    let mut parts = parts.into_iter();
    let Some(mut elements) = parts.next() else {
        return Vec::new();
    };
    let mut others: Vec<Vec<T>> = parts.collect();
    // Nobody needs their spare room any more, and the elements will be there twice.
    others.iter_mut().for_each(Vec::shrink_to_fit);
    // Parts that are in memory together are at most `usize::MAX` bytes; elements without a size may be more.
    let more = others
        .iter()
        .try_fold(0_usize, |sum, part| sum.checked_add(part.len()));
    let Some(more) = more else {
        panic!("capacity overflow");
    };
    elements.reserve_exact(more);
    let length = elements.len() + more;
    move_parts(&mut others, &mut elements.spare_capacity_mut()[..more]);
    // SAFETY: behind the first elements `move_parts` has filled as many slots as it was given, all inside of the capacity.
    unsafe { elements.set_len(length) };
    elements
}

/// Moves the elements of all parts, in order, to slots of exactly their number, and leaves the parts empty.
///
/// # Panics
/// If there are fewer slots.
fn move_parts<T: Send>(parts: &mut [Vec<T>], slots: &mut [MaybeUninit<T>]) {
    match parts {
        [] => {}
        [part] => {
            let length = part.len();
            assert!(length <= slots.len(), "fewer slots than elements");
            // SAFETY: 0 is at most the capacity. The elements are now nobody's to drop but of whoever they are moved to.
            unsafe { part.set_len(0) };
            move_slots(
                &mut part.spare_capacity_mut()[..length],
                &mut slots[..length],
            );
        }
        _ => {
            let (left, right) = parts.split_at_mut(parts.len() / 2);
            let (left_slots, right_slots) = slots.split_at_mut(left.iter().map(Vec::len).sum());
            join(
                || move_parts(left, left_slots),
                || move_parts(right, right_slots),
            );
        }
    }
}

/// Copies slots to as many others, whatever is in them.
fn move_slots<T: Send>(from: &mut [MaybeUninit<T>], to: &mut [MaybeUninit<T>]) {
    assert_eq!(from.len(), to.len());
    if from.len() > 1 && size_of_val(from) > TASK_BYTES {
        let middle = from.len() / 2;
        let (left, right) = from.split_at_mut(middle);
        let (to_left, to_right) = to.split_at_mut(middle);
        join(|| move_slots(left, to_left), || move_slots(right, to_right));
        return;
    }
    // SAFETY: both slices are of that length, and as both are borrowed to be written they do not overlap.
    unsafe { core::ptr::copy_nonoverlapping(from.as_ptr(), to.as_mut_ptr(), from.len()) };
}
