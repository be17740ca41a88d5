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
        impl<'c, $first, $($name),*> super::AsChunk<'c, (&'c [$first], $(&'c [$name]),*)> for (std::vec::Vec<$first>, $(std::vec::Vec<$name>),*) {
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
