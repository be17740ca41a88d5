//! Filters of one body whose tests are put together before any element is stored.
//!
//! *In*: blocks of 64 elements; for each filter the bits of those that it keeps. *Out*: a [`Buffer`] with them.
//!
//! So filters whose tests cannot be taken apart, since one side of a `&&` may fail, share what they compute, and how many
//! elements each keeps is known before it stores any. Measured on two filters of pairs of `i64` (the border of closest
//! points), against one body that writes each element to both buffers: 1.2 to 2.0 at 2 % kept, 1.4 to 2.1 at 30 %, 1.0 to 2.2 where all
//! are.

use crate::Buffer;
use core::slice::{self, Chunks};

/// Of how many elements the bits are put together.
const WORD: usize = u64::BITS as usize;

/// The blocks of a slice, in order.
#[inline]
pub fn words<'a, S: 'a>(
    elements: impl IntoIterator<IntoIter = slice::Iter<'a, S>>,
) -> Chunks<'a, S> {
    elements.into_iter().as_slice().chunks(WORD)
}

impl<T> Buffer<'_, T> {
    /// Appends `value` of those elements of `block` whose bit is set, in order.
    ///
    /// If what it gives has no destructor, `value` is perhaps called for others, too.
    ///
    /// ```
    /// let mut buffer = fuse_runtime::Buffer::new();
    /// buffer.push_set(0b1010, &[1, 2, 3, 4], |x| x * 10);
    /// assert_eq!(buffer.into_vec(), [20, 40]);
    /// ```
    ///
    /// # Panics
    /// If a bit is set behind the block; else as [`push`](Buffer::push).
    #[inline]
    pub fn push_set<'a, S>(
        &mut self,
        mut bits: u64,
        block: &'a [S],
        mut value: impl FnMut(&'a S) -> T,
    ) {
        if !Self::IS_WRITTEN_IN_VAIN {
            while bits != 0 {
                self.push(value(&block[bits.trailing_zeros() as usize]));
                bits &= bits - 1;
            }
            return;
        }
        if bits == 0 {
            return;
        }
        let count = bits.count_ones() as usize;
        // What comes behind the last one that is kept is written, too.
        self.reserve(count + 1);
        let spare = self.spare();
        let mut stored = 0;
        if count * 5 > block.len() * 2 {
            for element in block {
                let element = value(element);
                // SAFETY: `stored`, the number of bits before this one, is at most `count`.
                unsafe { spare.add(stored).write(element) }
                stored += usize::from(bits & 1 != 0);
                bits >>= 1;
            }
            assert!(bits == 0, "a bit behind the block");
        } else {
            while bits != 0 {
                let element = value(&block[bits.trailing_zeros() as usize]);
                // SAFETY: `stored`, the number of bits before this one, is less than `count`.
                unsafe { spare.add(stored).write(element) }
                stored += 1;
                bits &= bits - 1;
            }
        }
        // SAFETY: there is room for `count`, and so many were stored one behind the other.
        unsafe { self.add(stored) }
    }

    /// As [`push_set`](Buffer::push_set), where each bit was put behind those before it: that of the last element is the
    /// lowest. To note one is then a single instruction.
    ///
    /// ```
    /// let mut buffer = fuse_runtime::Buffer::new();
    /// buffer.push_noted(0b0101, &[1, 2, 3, 4], |x| x * 10);
    /// assert_eq!(buffer.into_vec(), [20, 40]);
    /// ```
    ///
    /// # Panics
    /// As [`push_set`](Buffer::push_set).
    #[inline]
    pub fn push_noted<'a, S>(&mut self, bits: u64, block: &'a [S], value: impl FnMut(&'a S) -> T) {
        if bits != 0 {
            let behind = WORD.saturating_sub(block.len());
            self.push_set(bits.reverse_bits() >> behind, block, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words;
    use crate::Buffer;
    use alloc::boxed::Box;
    use alloc::vec::Vec;

    #[test]
    fn what_is_set_is_stored_whatever_it_is() {
        let patterns = [
            0,
            1,
            1 << 63,
            u64::MAX,
            0x5555_5555_5555_5555,
            0xFFFF,
            0xFF00_00FF_0000_FFFF,
        ];
        let xs = (0..200).collect::<Vec<i32>>();
        for pattern in patterns {
            let (mut numbers, mut boxes, mut units) = (Buffer::new(), Buffer::new(), Buffer::new());
            let mut expected = Vec::new();
            for block in words(xs.iter()) {
                let bits = pattern & (u64::MAX >> (64 - block.len()));
                numbers.push_set(bits, block, |x| *x);
                boxes.push_set(bits, block, |x| Box::new(*x));
                units.push_set(bits, block, |_| ());
                let set = block
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| bits >> place & 1 == 1);
                expected.extend(set.map(|(_, x)| *x));
            }
            assert_eq!(numbers.into_vec(), expected);
            assert_eq!(units.into_vec().len(), expected.len());
            assert_eq!(
                boxes.into_vec().into_iter().map(|x| *x).collect::<Vec<_>>(),
                expected
            );
        }
    }

    #[test]
    #[should_panic = "a bit behind the block"]
    fn bits_behind_the_block_are_a_mistake() {
        Buffer::new().push_set(0b111, &[1, 2], |x| *x);
    }
}
