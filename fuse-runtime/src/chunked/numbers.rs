//! A file of numbers as a source of chunks.
//!
//! In: a file, low bytes first. Out: its numbers, so many at a time.

use super::Source;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::vec::Vec;

/// A number that stands in a file with its low byte first.
pub trait Number: Copy + Default {
    /// The memory of numbers, to be written to.
    fn bytes(numbers: &mut [Self]) -> &mut [u8];

    /// The number whose bytes are this one's with the low byte first.
    #[must_use]
    fn little_end(self) -> Self;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Number for $number {
            fn bytes(numbers: &mut [Self]) -> &mut [u8] {
                let length = size_of_val(numbers);
                // SAFETY: the memory is that of the slice, which nobody else has meanwhile; bytes need no alignment, numbers have
                // no padding, and any bytes are a number.
                unsafe { std::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), length) }
            }

            fn little_end(self) -> Self {
                Self::from_le_bytes(self.to_ne_bytes())
            }
        }
    )*};
}

numbers!(i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);

/// A file of numbers, as a source of chunks.
#[derive(Debug)]
pub struct Numbers<T> {
    file: File,
    elements: usize,
    spare: Vec<Vec<T>>,
}

impl<T: Number> Numbers<T> {
    /// Opens a file that is given in chunks of so many elements.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: impl AsRef<Path>, elements: usize) -> io::Result<Numbers<T>> {
        Ok(Numbers {
            file: File::open(path)?,
            elements: elements.max(1),
            spare: Vec::new(),
        })
    }
}

impl<T: Number> Source for Numbers<T> {
    type Owned = Vec<T>;
    type Error = io::Error;

    fn rewind(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0)).map(drop)
    }

    /// A file whose last number is cut off is an error.
    fn next(&mut self) -> io::Result<Option<Vec<T>>> {
        let mut numbers = self.spare.pop().unwrap_or_default();
        numbers.resize(self.elements, T::default());
        let (bytes, mut filled) = (T::bytes(&mut numbers), 0);
        while filled < bytes.len() {
            match self.file.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if filled % size_of::<T>() != 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        numbers.truncate(filled / size_of::<T>());
        if cfg!(target_endian = "big") {
            for number in &mut numbers {
                *number = number.little_end();
            }
        }
        Ok((filled > 0).then_some(numbers))
    }

    fn reuse(&mut self, numbers: Vec<T>) {
        self.spare.push(numbers);
    }
}
