//! Filters that store, one block of elements after another.
//!
//! *In*: the blocks of a slice; for each a test, and what is stored of an element. *Out*: a [`Buffer`] with what was kept.
//!
//! All elements of a block are tested before any is stored. The tests are then a loop of their own, which is vectorised if
//! they can be, and how many elements are kept is known: exactly so many are made room for, and it decides how they are
//! stored. Few are looked for: bit by bit where a test leaves a bit ([`Buffer::sift_straight`]), else a group of flags at a
//! time. More are stored without a branch: each element is written, and the end moves on by one or by nothing; or
//! its place is, where what is stored takes longer than that.
//!
//! Tests of large elements are not vectorised, and elements with a destructor are not written in vain. Of a block of those
//! the first are stored behind a branch. The others are, too, if few of the first were kept, or nearly all: the branch is
//! then predicted. Else a group is tested before any of it is stored: how many are kept is mispredicted, not which.
//! Measured on arrays of structs of 40 bytes, 16,000, against two chains: 1.1 at 1 % and at 10 % kept, with flags 0.8 to 1.1.
//!
//! Measured on a filter of doubles beside a strict sum of what it keeps, one million, against `filter().collect()` and
//! `sum()`: 3.8 at 1 % kept, 4.2 at 10 %, 6.1 at 50 %, 1.5 at 99 %; as one body that pushes behind a branch 0.8, 1.1, 1.1
//! and 1.8. Of 16,000 that are filtered again and again, so that all branches are predicted: 2.5, 1.6, 1.5 and 1.4, with
//! flags 1.6, 0.9, 1.5 and 1.4. Four buckets of 64 doubles: 2.7 against 1.0, of which most is allocation. Places of a group
//! looked up by its flags were no faster than flags one by one (0.63 against 0.56 ns an element), nor were four bits at a
//! time than one.

use crate::Buffer;
use crate::kept::bits_of_word;
use core::mem::{self, MaybeUninit, needs_drop};
use core::slice::{self, Chunks};

/// How many elements a block has; the last one may have fewer. The flags of a block take 4 KiB of the stack. Measured with
/// 128, 256 and 512 on four buckets of a million doubles: 2.84, 2.94 and 2.68 ns an element, of 1,000: 2.81, 2.55 and 2.31.
const SIEVE: usize = 512;

/// Of how many elements the tests are put together.
const WORD: usize = u64::BITS as usize;

/// How many integers of a block show how many are kept.
const LOOKED_AT: usize = 16;

/// How many elements are passed over at once if none of them is kept.
const GROUP: usize = 8;

/// How many elements are not worth a call.
const TINY: usize = 4;

/// Of more than how many bytes elements are tested one by one. Tests of what is far apart are not vectorised, and without
/// that flags cost more than they save.
const SCATTERED: usize = 16;

/// How many of a block of those are stored behind branches. If fewer than [`FEW`] of them are kept, or are not, a branch is
/// predicted, and all others of the block are stored so, too.
const SAMPLES: usize = 64;

/// How many of [`SAMPLES`] are few.
const FEW: usize = 10;

/// The blocks of a slice, in order.
///
/// ```
/// let xs = [1.0; 700];
/// let lengths = fuse_runtime::sieves(xs.iter()).map(<[f64]>::len);
/// assert_eq!(lengths.collect::<Vec<_>>(), [512, 188]);
/// ```
#[inline]
pub fn sieves<'a, S: 'a>(
    elements: impl IntoIterator<IntoIter = slice::Iter<'a, S>>,
) -> Chunks<'a, S> {
    elements.into_iter().as_slice().chunks(SIEVE)
}

/// Where in a block an element of it stands. Of elements without a size it is the first.
///
/// ```
/// let block = [1.5, 2.5, 3.5];
/// assert_eq!(fuse_runtime::place_in(&block, &block[2]), 2);
/// ```
#[inline(always)]
pub fn place_in<S>(block: &[S], element: &S) -> usize {
    let (start, here) = (block.as_ptr().addr(), core::ptr::from_ref(element).addr());
    (here - start).checked_div(size_of::<S>()).unwrap_or(0)
}

impl<T> Buffer<'_, T> {
    /// Whether an element is better written in vain than jumped around.
    pub(crate) const IS_WRITTEN_IN_VAIN: bool =
        !needs_drop::<T>() && !Self::IS_ZERO_SIZED && size_of::<T>() <= 32;

    /// Appends `value` of those elements of `block` that pass `test`, in order. Amortised constant time an element.
    ///
    /// `test` is called once for each element, in order, and `value` afterwards: for each that passed, and if what it gives
    /// has no destructor perhaps for others.
    ///
    /// ```
    /// let xs = [1, 20, 3, 40];
    /// let mut large_buffer = fuse_runtime::Buffer::new();
    /// for xs_tile in fuse_runtime::sieves(xs.iter()) {
    ///     large_buffer.sift(xs_tile, |x| *x > 10, |x| *x);
    /// }
    /// assert_eq!(large_buffer.into_vec(), [20, 40]);
    /// ```
    ///
    /// # Panics
    /// As [`push`](Buffer::push).
    #[inline]
    pub fn sift<'a, S>(
        &mut self,
        block: &'a [S],
        mut test: impl FnMut(&'a S) -> bool,
        mut value: impl FnMut(&'a S) -> T,
    ) {
        if size_of::<S>() > SCATTERED || !Self::IS_WRITTEN_IN_VAIN {
            self.sift_kept(block, test, value);
        } else if block.len() > TINY {
            self.sift_blocks(block, test, value);
        } else {
            for element in block {
                if test(element) {
                    self.push(value(element));
                }
            }
        }
    }

    /// As [`sift`](Buffer::sift), for a `test` without conditions of its own.
    ///
    /// Of elements of 8 bytes it leaves bits, not flags: masks, of which the machine makes bits. Measured on doubles, 1.0 to 2.4
    /// times as fast. Not so if a part of the test can be jumped over: the rest and the bit are, too. Nor if elements are
    /// narrower, or further apart. Integers of 8 bytes are not compared several at a time by all machines: if hardly any of the
    /// first are kept, or nearly all, a branch is predicted, and faster. Those are asked once more.
    ///
    /// ```
    /// let xs = [0.1, 2.0, 0.3, 4.0];
    /// let mut large_buffer = fuse_runtime::Buffer::new();
    /// for xs_tile in fuse_runtime::sieves(xs.iter()) {
    ///     large_buffer.sift_straight(xs_tile, |x| *x > 1.0, |x| *x);
    /// }
    /// assert_eq!(large_buffer.into_vec(), [2.0, 4.0]);
    /// ```
    ///
    /// # Panics
    /// As [`push`](Buffer::push).
    #[inline]
    pub fn sift_straight<'a, S>(
        &mut self,
        block: &'a [S],
        mut test: impl FnMut(&'a S) -> bool,
        mut value: impl FnMut(&'a S) -> T,
    ) {
        let (words, last) = block.as_chunks::<WORD>();
        let short = words.len() < if last.is_empty() { 1 } else { 2 };
        if short || size_of::<S>() != size_of::<u64>() || !Self::IS_WRITTEN_IN_VAIN {
            self.sift(block, test, value);
            return;
        }
        if !is_double::<S>() && is_lopsided(words, &mut test) {
            self.sift_kept(block, test, value);
            return;
        }
        self.sift_words(words, &mut test, &mut value);
        self.sift(last, test, value);
    }

    /// Out of line, as [`sift_blocks`](Buffer::sift_blocks).
    #[inline(never)]
    fn sift_words<'a, S>(
        &mut self,
        elements: &'a [[S; WORD]],
        test: &mut impl FnMut(&'a S) -> bool,
        value: &mut impl FnMut(&'a S) -> T,
    ) {
        for block in elements.chunks(SIEVE / WORD) {
            self.sift_words_of_block(block, test, value);
        }
    }

    /// As [`sift`](Buffer::sift), but `value` is called for no element that did not pass.
    ///
    /// ```
    /// let names = ["Ada", "Alan", "Grace"].map(String::from);
    /// let mut short_buffer = fuse_runtime::Buffer::new();
    /// for names_tile in fuse_runtime::sieves(names.iter()) {
    ///     short_buffer.sift_kept(names_tile, |name| name.len() < 5, String::clone);
    /// }
    /// assert_eq!(short_buffer.into_vec(), ["Ada", "Alan"]);
    /// ```
    ///
    /// Out of line, as `filter().collect()` is: what tests capture stays in registers in the caller, too.
    ///
    /// # Panics
    /// As [`push`](Buffer::push).
    #[inline(never)]
    pub fn sift_kept<'a, S>(
        &mut self,
        elements: &'a [S],
        mut test: impl FnMut(&'a S) -> bool,
        mut value: impl FnMut(&'a S) -> T,
    ) {
        let (mut pushed, mut rest) = elements.split_at(elements.len().min(SAMPLES));
        let start = self.len();
        loop {
            // To look for the next is a loop without a store, in which captured numbers stay in registers.
            let mut elements = pushed.iter();
            while let Some(element) = elements.find(|element| test(*element)) {
                self.push(value(element));
            }
            if rest.is_empty() {
                return;
            }
            if (FEW..=SAMPLES - FEW).contains(&(self.len() - start)) {
                break;
            }
            pushed = mem::take(&mut rest);
        }
        let (groups, last) = rest.as_chunks::<GROUP>();
        for group in groups {
            let mut kept = 0_u32;
            for (place, element) in group.iter().enumerate() {
                kept |= u32::from(test(element)) << place;
            }
            while kept != 0 {
                let place = kept.trailing_zeros() as usize;
                self.push(value(&group[place % GROUP]));
                kept &= kept - 1;
            }
        }
        for element in last {
            if test(element) {
                self.push(value(element));
            }
        }
    }

    /// Out of line, so that a recursive caller does not hold the flags.
    #[inline(never)]
    fn sift_blocks<'a, S>(
        &mut self,
        elements: &'a [S],
        mut test: impl FnMut(&'a S) -> bool,
        mut value: impl FnMut(&'a S) -> T,
    ) {
        for block in elements.chunks(SIEVE) {
            // Vectorised best if as wide as what is tested.
            match size_of::<S>() {
                0..=2 => self.sift_block::<S, u16>(block, &mut test, &mut value),
                3..=4 => self.sift_block::<S, u32>(block, &mut test, &mut value),
                _ => self.sift_block::<S, u64>(block, &mut test, &mut value),
            }
        }
    }

    /// Of a block of at most [`SIEVE`] elements.
    #[inline]
    fn sift_block<'a, S, F: Flag>(
        &mut self,
        block: &'a [S],
        test: &mut impl FnMut(&'a S) -> bool,
        value: &mut impl FnMut(&'a S) -> T,
    ) {
        let mut flags = [const { MaybeUninit::<F>::uninit() }; SIEVE];
        let mut count = F::from(false);
        for (flag, element) in flags[..block.len()].iter_mut().zip(block) {
            let kept = F::from(test(element));
            flag.write(kept);
            count = count.plus(kept);
        }
        // SAFETY: as many as the block has elements were written just now, each for one of them.
        let flags = unsafe { slice::from_raw_parts(flags.as_ptr().cast::<F>(), block.len()) };
        let count = count.number();
        if count == 0 {
            return;
        }
        let least = if is_rounded::<S, T>() { 2 } else { 16 };
        if Self::IS_WRITTEN_IN_VAIN && count * least > block.len() {
            // What comes behind the last one that is kept is written, too.
            self.reserve(count + 1);
            // SAFETY: the flags are a block's, `count` is their sum, and there is room for one more.
            unsafe { self.store_flagged(block, flags, count, value) }
        } else if count * 16 > block.len() {
            self.reserve(count);
            self.push_placed(block, flags, count, value);
        } else {
            self.reserve(count);
            self.push_flagged(block, flags, value);
        }
    }

    /// Appends the flagged elements of a block, of which most are not.
    #[inline]
    fn push_flagged<'a, S, F: Flag>(
        &mut self,
        block: &'a [S],
        flags: &[F],
        value: &mut impl FnMut(&'a S) -> T,
    ) {
        let mut push = |(flag, element): (&F, &'a S)| {
            if flag.number() != 0 {
                self.push(value(element));
            }
        };
        let (groups, last_flags) = flags.as_chunks::<GROUP>();
        let (elements, last) = block.as_chunks::<GROUP>();
        for (flags, elements) in groups.iter().zip(elements) {
            let any = flags.iter().fold(F::from(false), |any, flag| any.or(*flag));
            if any.number() != 0 {
                flags.iter().zip(elements).for_each(&mut push);
            }
        }
        last_flags.iter().zip(last).for_each(push);
    }

    /// Appends the flagged elements of a block, of which few are, without a branch that depends on a flag: their places are stored first.
    #[inline]
    fn push_placed<'a, S, F: Flag>(
        &mut self,
        block: &'a [S],
        flags: &[F],
        count: usize,
        value: &mut impl FnMut(&'a S) -> T,
    ) {
        let mut places = [0_u16; SIEVE];
        let mut stored = 0;
        for (place, flag) in (0..).zip(flags) {
            places[stored % SIEVE] = place;
            stored += flag.number();
        }
        for place in &places[..count] {
            self.push(value(&block[usize::from(*place)]));
        }
    }

    /// Appends the flagged elements of a block, without a branch.
    ///
    /// # Safety
    /// There are as many flags as elements, each 0 or 1; `count` is their sum; there is room for one element more than
    /// that; elements have no destructor, and some size.
    #[inline]
    unsafe fn store_flagged<'a, S, F: Flag>(
        &mut self,
        block: &'a [S],
        flags: &[F],
        count: usize,
        value: &mut impl FnMut(&'a S) -> T,
    ) {
        let spare = self.spare();
        let mut stored = 0;
        for (flag, element) in flags.iter().zip(block) {
            let element = value(element);
            // SAFETY: `stored`, the number of those kept before this one, is at most `count`.
            unsafe { spare.add(stored).write(element) }
            stored += flag.number();
        }
        // SAFETY: there is room for `count`, and so many were stored one behind the other.
        unsafe { self.add(count) }
    }

    /// Of a block of at most [`SIEVE`] elements.
    #[inline]
    fn sift_words_of_block<'a, S>(
        &mut self,
        block: &'a [[S; WORD]],
        test: &mut impl FnMut(&'a S) -> bool,
        value: &mut impl FnMut(&'a S) -> T,
    ) {
        let mut words = [0; SIEVE / WORD];
        let mut count = 0;
        for (word, elements) in words.iter_mut().zip(block) {
            *word = bits_of_word(|place| test(&elements[place]));
            count += word.count_ones() as usize;
        }
        if count == 0 {
            return;
        }
        // What comes behind the last one that is kept is written, too.
        self.reserve(count + 1);
        let spare = self.spare();
        let mut stored = 0;
        // SAFETY: `stored`, the number of those kept before this one, is at most `count`.
        let mut write = |stored: usize, element| unsafe { spare.add(stored).write(value(element)) };
        let parts = words.iter().zip(block);
        if count * 5 > block.len() * (2 * WORD) {
            for (word, elements) in parts {
                let mut word = *word;
                for group in elements.as_chunks::<GROUP>().0 {
                    for (place, element) in group.iter().enumerate() {
                        write(stored, element);
                        stored += usize::from(word & (1 << place) != 0);
                    }
                    word >>= GROUP;
                }
            }
        } else {
            for (word, elements) in parts {
                let mut word = *word;
                while word != 0 {
                    write(stored, &elements[word.trailing_zeros() as usize % WORD]);
                    stored += 1;
                    word &= word - 1;
                }
            }
        }
        // SAFETY: there is room for `count`, and so many were stored one behind the other.
        unsafe { self.add(count) }
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

/// True for doubles. It decides about time alone, and LLVM knows what it says.
#[inline]
fn is_double<S>() -> bool {
    core::any::type_name::<S>() == "f64"
}

/// True if what is stored of floats are integers: that takes several instructions, for what is not kept in vain. Measured where 10 % are
/// kept: 0.84 ns an element, and 0.54 if places are stored first; numbers as they are 0.48 and 0.56.
#[inline]
fn is_rounded<S, T>() -> bool {
    matches!(core::any::type_name::<S>(), "f32" | "f64")
        && core::any::type_name::<T>().starts_with(['i', 'u'])
}

/// True if of the first elements hardly any pass a test, or nearly all.
#[inline]
fn is_lopsided<'a, S>(words: &'a [[S; WORD]], test: &mut impl FnMut(&'a S) -> bool) -> bool {
    let first = words.iter().flatten().take(LOOKED_AT);
    let kept = first.filter(|element| test(element)).count();
    kept < 2 || kept + 2 > LOOKED_AT
}

/// A number that is 0 or 1, or the sum of [`SIEVE`] of them.
trait Flag: Copy + From<bool> {
    fn plus(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn number(self) -> usize;
}

macro_rules! flag {
    ($number:ty) => {
        impl Flag for $number {
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            #[allow(
                clippy::cast_possible_truncation,
                reason = "at most the length of a block"
            )]
            fn number(self) -> usize {
                self as usize
            }
        }
    };
}

flag!(u16);
flag!(u32);
flag!(u64);
