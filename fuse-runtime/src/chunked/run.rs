//! Whoever runs the rounds: over anything that gives the same chunks again for each.
//!
//! In: a [`Chunked`] function, and chunks. Out: the function with its scalars finished, and what the last round emits, in order.

use super::Chunked;

/// A piece of one array, or of several that are equally long.
pub trait Chunk {
    /// How many elements it has.
    ///
    /// # Panics
    /// If its slices are not equally long.
    fn length(&self) -> usize;
}

impl<T> Chunk for &[T] {
    fn length(&self) -> usize {
        self.len()
    }
}

macro_rules! tuples {
    ($($first:ident $($name:ident)*;)*) => {$(
        impl<$first, $($name),*> Chunk for (&[$first], $(&[$name]),*) {
            #[allow(non_snake_case, reason = "each is named as its type")]
            fn length(&self) -> usize {
                let ($first, $($name),*) = self;
                $(assert_eq!($first.len(), $name.len(), "the slices of a chunk are equally long");)*
                $first.len()
            }
        }

        #[cfg(feature = "std")]
        impl<'c, $first, $($name),*> AsChunk<'c, (&'c [$first], $(&'c [$name]),*)> for (std::vec::Vec<$first>, $(std::vec::Vec<$name>),*) {
            #[allow(non_snake_case, reason = "each is named as its type")]
            fn as_chunk(&'c self) -> (&'c [$first], $(&'c [$name]),*) {
                let ($first, $($name),*) = self;
                ($first, $($name),*)
            }
        }
    )*};
}

tuples!(A B; A B C; A B C D; A B C D E; A B C D E F;);

/// Runs all rounds on this thread. `chunks` is called once a round, and hands each chunk to its argument, in order; `emit` is given
/// what the last round makes of each, and the place of its first element.
pub fn run<F: Chunked>(
    mut function: F,
    mut chunks: impl FnMut(&mut dyn FnMut(F::Chunk<'_>)),
    mut emit: impl FnMut(u64, F::Emitted),
) -> F {
    while function.round().is_some() {
        let (mut part, mut place) = (F::Part::default(), 0);
        chunks(&mut |chunk| {
            if let Some(emitted) = function.update(&mut part, place, chunk) {
                emit(place, emitted);
            }
            place += chunk.length() as u64;
        });
        function.finish(&part);
    }
    function
}

#[cfg(feature = "std")]
pub use with_std::{AsChunk, Number, Numbers, Source, Step, drive};

#[cfg(feature = "std")]
mod with_std {
    use super::{Chunk as _, Chunked};
    use std::fs::File;
    use std::io::{self, Read, Seek, SeekFrom};
    use std::path::Path;
    use std::vec::Vec;

    /// What owns a chunk.
    pub trait AsChunk<'c, C> {
        /// The chunk.
        fn as_chunk(&'c self) -> C;
    }

    impl<'c, T> AsChunk<'c, &'c [T]> for Vec<T> {
        fn as_chunk(&'c self) -> &'c [T] {
            self
        }
    }

    /// What gives the same chunks again and again.
    pub trait Source {
        /// What owns a chunk: `Vec<f64>`, or a tuple of vectors.
        type Owned;
        /// What can go wrong.
        type Error;

        /// Goes back to the first.
        ///
        /// # Errors
        /// As the source says.
        fn rewind(&mut self) -> Result<(), Self::Error>;

        /// The next; `None` behind the last.
        ///
        /// # Errors
        /// As the source says.
        fn next(&mut self) -> Result<Option<Self::Owned>, Self::Error>;
    }

    /// How far it is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Step {
        /// The round, from 0.
        pub round: u32,
        /// How many there are.
        pub rounds: u32,
        /// Elements of this round that are done.
        pub elements: u64,
    }

    /// Runs all rounds, with the feature `parallel` on all threads. `emit` is given what the last round makes of each chunk, in order,
    /// with the place of its first element; `progress` is told of each step. As many chunks are in memory as there are threads.
    ///
    /// # Errors
    /// The first of the source, or of `emit`.
    pub fn drive<F, S>(
        mut function: F,
        source: &mut S,
        mut emit: impl FnMut(u64, F::Emitted) -> Result<(), S::Error>,
        mut progress: impl FnMut(Step),
    ) -> Result<F, S::Error>
    where
        F: Chunked + Sync,
        F::Part: Send,
        F::Emitted: Send,
        S: Source,
        S::Owned: Send + Sync + for<'c> AsChunk<'c, F::Chunk<'c>>,
    {
        while let Some(round) = function.round() {
            source.rewind()?;
            let (mut part, mut place) = (F::Part::default(), 0);
            loop {
                let mut batch = Vec::new();
                while batch.len() < threads()
                    && let Some(owned) = source.next()?
                {
                    let length = owned.as_chunk().length() as u64;
                    batch.push((place, owned));
                    place += length;
                }
                if batch.is_empty() {
                    break;
                }
                let update = |(place, owned): (u64, S::Owned)| {
                    let mut part = F::Part::default();
                    let emitted = function.update(&mut part, place, owned.as_chunk());
                    (place, part, emitted)
                };
                for (place, of_chunk, emitted) in on_threads(batch, update) {
                    function.merge(&mut part, &of_chunk);
                    if let Some(emitted) = emitted {
                        emit(place, emitted)?;
                    }
                }
                progress(Step {
                    round,
                    rounds: F::ROUNDS,
                    elements: place,
                });
            }
            function.finish(&part);
        }
        Ok(function)
    }

    #[cfg(feature = "parallel")]
    fn threads() -> usize {
        rayon::current_num_threads()
    }

    #[cfg(not(feature = "parallel"))]
    fn threads() -> usize {
        1
    }

    #[cfg(feature = "parallel")]
    fn on_threads<A: Send, B: Send>(batch: Vec<A>, update: impl Fn(A) -> B + Sync) -> Vec<B> {
        use rayon::prelude::*;
        batch.into_par_iter().map(&update).collect()
    }

    #[cfg(not(feature = "parallel"))]
    fn on_threads<A, B>(batch: Vec<A>, update: impl Fn(A) -> B) -> Vec<B> {
        batch.into_iter().map(update).collect()
    }

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
}
