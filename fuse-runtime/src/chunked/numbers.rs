//! A file of numbers as a source of chunks.
//!
//! In: a file, low bytes first. Out: its numbers, so many at a time.

use super::Source;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::vec::Vec;

/// A number that stands in a file with its low byte first.
pub trait Number: Copy {
    /// Appends those that the bytes are; what is left of them is less than one number.
    fn read(bytes: &[u8], to: &mut Vec<Self>);
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Number for $number {
            fn read(bytes: &[u8], to: &mut Vec<Self>) {
                let (numbers, _) = bytes.as_chunks::<{ size_of::<$number>() }>();
                to.extend(numbers.iter().map(|bytes| <$number>::from_le_bytes(*bytes)));
            }
        }
    )*};
}

numbers!(i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);

/// A file of numbers, as a source of chunks.
#[derive(Debug)]
pub struct Numbers<T> {
    file: File,
    bytes: Vec<u8>,
    _of: std::marker::PhantomData<T>,
}

impl<T: Number> Numbers<T> {
    /// Opens a file that is given in chunks of so many elements.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: impl AsRef<Path>, elements: usize) -> io::Result<Numbers<T>> {
        Ok(Numbers {
            file: File::open(path)?,
            bytes: std::vec![0; elements.max(1) * size_of::<T>()],
            _of: std::marker::PhantomData,
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
        let mut filled = 0;
        while filled < self.bytes.len() {
            match self.file.read(&mut self.bytes[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if filled % size_of::<T>() != 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut numbers = Vec::with_capacity(filled / size_of::<T>());
        T::read(&self.bytes[..filled], &mut numbers);
        Ok((filled > 0).then_some(numbers))
    }
}
