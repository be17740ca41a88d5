//! A fused function as rounds over chunks: arrays that are larger than memory, or lie in many places.
//!
//! A loop over a chunk gives scalars that merge and arrays that concatenate. Later loops need the finished scalars of earlier ones, so a
//! function is a number of *rounds* over all chunks. `#[fuse(chunked = Name)]` leaves its function as it is and adds a type `Name` that
//! is [`Chunked`]; [`run`] is the shortest way to run it.
//!
//! The *law of chunks*: neither how the arrays are cut nor in which order and tree parts are merged shows in any bit of a result.
//! Floats are therefore added by [`FloatSum`].

mod bins;
#[cfg(feature = "std")]
mod drive;
mod encode;
mod extremum;
mod float_sum;
mod integer_sum;
#[cfg(feature = "std")]
mod numbers;
mod run;

pub use bins::Bins;
#[cfg(feature = "std")]
pub use drive::{AsChunk, Checkpoint, Source, Step, drive, drive_from};
pub use encode::{Damaged, Decoder, Encode, Unreadable};
pub use extremum::{Found, Greatest, Least, by_itself, by_key, compared};
pub use float_sum::FloatSum;
pub use integer_sum::{IntegerSum, Summand};
#[cfg(feature = "std")]
pub use numbers::{Number, Numbers};
pub use run::{Chunk, run};

use alloc::vec::Vec;

/// An array that the last round emits piece by piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its name; `result0` for the first result, if it has none.
    pub name: &'static str,
    /// True if it has an element for each of the slices'; false if elements are filtered.
    pub aligned: bool,
}

/// What two parts of a round make as one, in any order.
pub trait Merge: Encode {
    /// Takes in what another part has.
    fn merge(&mut self, other: &Self);
}

/// A function as rounds over chunks. The value itself is what is known before a round: the parameters, and the scalars that earlier
/// rounds have finished; it is what is sent to whoever holds chunks.
///
/// Law: [`update`](Chunked::update) of two chunks gives what [`merge`](Chunked::merge) gives of a part of each, and `merge` is
/// associative and commutative, all to the bit.
pub trait Chunked: Encode {
    /// A piece of the function's slices: `&[f64]`, or a tuple of slices that are equally long.
    type Chunk<'a>: Copy + Chunk;
    /// What a round knows of some chunks.
    type Part: Clone + Default + Encode;
    /// What the last round makes of a chunk: a tuple of arrays, `()` if there are none.
    type Emitted;
    /// The numbers of the function's value: a tuple, or one of them.
    type Output;

    /// A number that no other function has: of the tokens of the function, but not of its name.
    const FUNCTION: u64;
    /// How many rounds there are.
    const ROUNDS: u32;
    /// True if a result depends on where elements stand in the whole, as the place of the first that passes does; whoever does not
    /// know the places of chunks cannot run such a function.
    const PLACED: bool;
    /// The arrays of the function's value, in order.
    const ARRAYS: &'static [Array];
    /// The names of its numbers, in order.
    const NUMBERS: &'static [&'static str];

    /// The round that comes next; `None` after the last.
    fn round(&self) -> Option<u32>;

    /// True if the round that comes next finishes numbers. If not, there is none left, or all that is left is to emit arrays, and the
    /// part of that round stays as it begins.
    fn reduces(&self) -> bool;

    /// Takes a chunk into a part. `place` is that of its first element in the whole. Emits in the last round.
    fn update(
        &self,
        part: &mut Self::Part,
        place: u64,
        chunk: Self::Chunk<'_>,
    ) -> Option<Self::Emitted>;

    /// Takes another part of the same round into one.
    fn merge(&self, part: &mut Self::Part, other: &Self::Part);

    /// Ends the round: its scalars are known from now on.
    fn finish(&mut self, part: &Self::Part);

    /// The numbers of the function's value; known after the last round.
    fn output(&self) -> Self::Output;

    /// A part of the round that is going on, as bytes.
    fn part_to_bytes(&self, part: &Self::Part) -> Vec<u8> {
        encode::seal(Self::FUNCTION, self.round().unwrap_or(Self::ROUNDS), part)
    }

    /// The part again.
    ///
    /// # Errors
    /// If the bytes are damaged, or of another function or round.
    fn part_from_bytes(&self, bytes: &[u8]) -> Result<Self::Part, Unreadable> {
        let (round, part) = encode::open(Self::FUNCTION, bytes)?;
        match self.round() == Some(round) {
            true => Ok(part),
            false => Err(Unreadable::OtherRound(round)),
        }
    }

    /// What is known so far, as bytes: to be sent to whoever holds chunks, or to go on from later.
    fn to_bytes(&self) -> Vec<u8> {
        encode::seal(Self::FUNCTION, self.round().unwrap_or(Self::ROUNDS), self)
    }

    /// What was known, again.
    ///
    /// # Errors
    /// If the bytes are damaged, or of another function.
    fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let (round, value) = encode::open::<Self>(Self::FUNCTION, bytes)?;
        match value.round().unwrap_or(Self::ROUNDS) == round {
            true => Ok(value),
            false => Err(Unreadable::Damaged),
        }
    }
}

/// A count.
impl Merge for u64 {
    fn merge(&mut self, other: &Self) {
        *self = self.wrapping_add(*other);
    }
}
