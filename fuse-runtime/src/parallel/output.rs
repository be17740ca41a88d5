//! A manifest array of as many elements as the loop has: one allocation, filled by all ranges at once.
//!
//! *In*: for each range as many elements as it has indices, in order. *Out*: a `Vec` of exactly that capacity, without a
//! copy. Invariant: each [`Run`] is a part of the allocation that holds elements, and no two overlap.

use alloc::vec::Vec;
use core::mem::{MaybeUninit, needs_drop};
use core::ptr::slice_from_raw_parts_mut;
use core::slice;

use super::{Cut, Divide, Ranges};
use crate::{Elements, ExactLength};

/// A `Vec` under construction, of which each range of a parallel loop fills its own part.
///
/// Drops what it holds if it is dropped before [`into_vec`](Output::into_vec): a worker may panic. See the example of
/// [the module](super).
#[derive(Debug)]
pub struct Output<T> {
    /// Counts no element. Being a `Vec` it frees them.
    allocation: Vec<T>,
    length: usize,
    /// Whether slots were lent: before that nothing is written.
    lent: bool,
    /// What the only range has written.
    run: Run,
    /// What each range has written, of several.
    runs: Vec<Run>,
}

/// Elements in an allocation, by index.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    start: usize,
    length: usize,
}

impl<T> Output<T> {
    /// Room for an element for each index.
    ///
    /// # Panics
    /// If the elements take more than `isize::MAX` bytes, as `Vec::with_capacity` does.
    #[inline]
    #[must_use]
    pub fn new(ranges: &Ranges) -> Self {
        Output {
            allocation: Vec::with_capacity(ranges.length()),
            length: ranges.length(),
            lent: false,
            run: Run::default(),
            runs: match ranges.count() {
                1 => Vec::new(),
                count => empty_runs(count),
            },
        }
    }

    /// The room, to be divided among the ranges. What was written before is dropped.
    #[inline]
    pub fn slots(&mut self) -> Slots<'_, T> {
        if self.lent {
            self.clear();
        }
        self.lent = true;
        Slots {
            slots: &mut self.allocation.spare_capacity_mut()[..self.length],
            start: 0,
            runs: if self.runs.is_empty() {
                slice::from_mut(&mut self.run)
            } else {
                &mut self.runs
            },
        }
    }

    /// The elements, for a `collect` that takes over the allocation if it makes a `Vec`.
    ///
    /// # Panics
    /// As [`into_vec`](Output::into_vec).
    #[inline]
    pub fn into_elements(self) -> Elements<T> {
        Elements::new(self.into_vec())
    }

    /// The elements, in the allocation they were pushed into.
    ///
    /// # Panics
    /// If some range has pushed fewer elements than it has indices.
    #[inline]
    #[must_use]
    pub fn into_vec(mut self) -> Vec<T> {
        if written(self.run, &self.runs) != self.length {
            not_full();
        }
        // No run is left, so that dropping `self` drops no element.
        self.run = Run::default();
        self.runs = Vec::new();
        let mut elements = core::mem::take(&mut self.allocation);
        // SAFETY: by the invariant runs hold elements, and those from 0 on without a gap add up to `length`, which is at
        // most the capacity.
        unsafe { elements.set_len(self.length) };
        elements
    }

    /// Drops what was written.
    fn clear(&mut self) {
        for run in core::iter::once(&mut self.run).chain(&mut self.runs) {
            let run = core::mem::take(run);
            if needs_drop::<T>() && run.length > 0 {
                let start = self.allocation.as_mut_ptr();
                // SAFETY: by the invariant the run is inside of the allocation and holds elements; it is forgotten, so
                // that nobody else drops them.
                unsafe {
                    slice_from_raw_parts_mut(start.add(run.start), run.length).drop_in_place();
                }
            }
        }
    }
}

/// How many elements there are from the start on, without a gap.
#[inline]
fn written(run: Run, runs: &[Run]) -> usize {
    // The run of an only range has all slots or fewer; if it has filled all, it starts at 0.
    runs.iter().fold(run.length, |written, run| {
        let follows = run.start == written;
        written + if follows { run.length } else { 0 }
    })
}

#[cold]
#[inline(never)]
fn empty_runs(count: usize) -> Vec<Run> {
    alloc::vec![Run::default(); count]
}

impl<T> Drop for Output<T> {
    #[inline]
    fn drop(&mut self) {
        if needs_drop::<T>() {
            self.clear();
        }
    }
}

/// The room of an [`Output`].
#[derive(Debug)]
pub struct Slots<'output, T> {
    /// Holds nothing yet, or what will be forgotten.
    slots: &'output mut [MaybeUninit<T>],
    /// The index of the first slot.
    start: usize,
    /// One for each range, empty.
    runs: &'output mut [Run],
}

impl<'output, T> Divide for Slots<'output, T> {
    type Part = Segment<'output, T>;

    #[inline]
    fn split_at(self, cut: Cut) -> (Self, Self) {
        let (left, right) = self.slots.split_at_mut(cut.elements);
        let (left_runs, right_runs) = self.runs.split_at_mut(cut.ranges);
        (
            Slots {
                slots: left,
                start: self.start,
                runs: left_runs,
            },
            Slots {
                slots: right,
                start: self.start + cut.elements,
                runs: right_runs,
            },
        )
    }

    #[inline]
    fn part(self) -> Segment<'output, T> {
        Segment {
            slots: self.slots,
            filled: 0,
            start: self.start,
            run: &mut self.runs[0],
        }
    }
}

/// One range's part of an [`Output`], filled from its start.
///
/// What was pushed is the output's, whether the segment ends with its loop or with a panic.
#[derive(Debug)]
pub struct Segment<'output, T> {
    slots: &'output mut [MaybeUninit<T>],
    filled: usize,
    start: usize,
    /// Written once, at the end, so that a loop keeps its count in a register.
    run: &'output mut Run,
}

impl<T> Segment<'_, T> {
    /// The same segment, for as many elements as `driver` will give.
    ///
    /// Costs a comparison, and spares one for each element: LLVM then sees that what a loop over `driver` pushes once per
    /// element has room, and vectorises it.
    ///
    /// # Panics
    /// If the range has fewer indices.
    #[inline]
    #[must_use]
    pub fn in_step_with(mut self, driver: &impl ExactLength) -> Self {
        let length = driver.exact_length();
        let slots = core::mem::take(&mut self.slots);
        if length > slots.len() {
            full();
        }
        self.slots = &mut slots[..length];
        self
    }

    /// Appends `element`.
    ///
    /// # Panics
    /// If the range has no more indices.
    #[inline]
    pub fn push(&mut self, element: T) {
        match self.slots.get_mut(self.filled) {
            Some(slot) => {
                slot.write(element);
                self.filled += 1;
            }
            None => full(),
        }
    }

    /// Appends `elements`, vectorised where they are.
    ///
    /// # Panics
    /// If the range has fewer indices left.
    #[inline]
    pub fn fill(&mut self, elements: impl ExactSizeIterator<Item = T>) {
        if needs_drop::<T>() {
            elements.for_each(|element| self.push(element));
            return;
        }
        let written = crate::tile::write(self.room(elements.len()), elements);
        // SAFETY: so many behind the last one are initialised.
        unsafe { self.count_in(written) }
    }

    /// Room for `count` elements behind the last one.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub(crate) fn room(&mut self, count: usize) -> &mut [MaybeUninit<T>] {
        match self.slots[self.filled..].get_mut(..count) {
            Some(room) => room,
            None => full(),
        }
    }

    /// Counts so many elements in.
    ///
    /// # Safety
    /// So many behind the last one are initialised.
    #[inline]
    pub(crate) unsafe fn count_in(&mut self, count: usize) {
        self.filled += count;
    }

    /// How many elements there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.filled
    }

    /// True if there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// The elements so far.
    #[inline]
    pub fn iter(&self) -> slice::Iter<'_, T> {
        let written = &self.slots[..self.filled];
        // SAFETY: the first `filled` slots hold elements, which nobody else reaches while the segment is there.
        unsafe { slice::from_raw_parts(written.as_ptr().cast::<T>(), written.len()) }.iter()
    }

    /// The elements from the `start`-th on.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub fn since(&self, start: usize) -> slice::Iter<'_, T> {
        self.iter().as_slice()[start..].iter()
    }
}

impl<T> Drop for Segment<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // The first `filled` slots hold elements, and no other segment has them: slots are split, never shared.
        *self.run = Run {
            start: self.start,
            length: self.filled,
        };
    }
}

#[cold]
#[inline(never)]
fn full() -> ! {
    panic!("a range of a parallel loop produced more elements than it has indices")
}

#[cold]
#[inline(never)]
fn not_full() -> ! {
    panic!("a range of a parallel loop produced fewer elements than it has indices")
}
