//! Rounds over a source of chunks, on several threads, from the start or from where another run was stopped.
//!
//! In: a [`Chunked`] function, and a [`Source`]. Out: the function with its scalars finished, and what the last round emits, in order.

use super::encode::{Bytes, Decoder, Encode as _, Unreadable, open, seal};
use super::{Chunk as _, Chunked};
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

    /// Takes back what nobody needs any more: its memory may hold a later chunk.
    fn reuse(&mut self, _owned: Self::Owned) {}
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

/// Where a run stands: what is to be written down for one that goes on after it was stopped.
#[derive(Clone, Debug)]
pub struct Checkpoint<F: Chunked> {
    /// The function, with the numbers that earlier rounds have finished.
    pub function: F,
    /// The part of the elements of this round that are done.
    pub part: F::Part,
    /// How many these are. In the last round, they have been emitted.
    pub elements: u64,
}

impl<F: Chunked> Checkpoint<F> {
    /// Before the first round.
    #[must_use]
    pub fn new(function: F) -> Checkpoint<F> {
        Checkpoint {
            function,
            part: F::Part::default(),
            elements: 0,
        }
    }

    /// As bytes, with the function, its round and a check sum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut inside = Vec::new();
        self.function.encode(&mut inside);
        self.part.encode(&mut inside);
        self.elements.encode(&mut inside);
        seal(F::FUNCTION, self.round(), &Bytes(inside))
    }

    /// The checkpoint again.
    ///
    /// # Errors
    /// If the bytes are damaged, or of another function.
    pub fn from_bytes(bytes: &[u8]) -> Result<Checkpoint<F>, Unreadable> {
        let (round, Bytes(inside)) = open(F::FUNCTION, bytes)?;
        let mut from = Decoder::new(&inside);
        let (function, part, elements) = (from.next()?, from.next()?, from.next()?);
        let checkpoint = Checkpoint {
            function,
            part,
            elements,
        };
        match from.is_empty() && checkpoint.round() == round {
            true => Ok(checkpoint),
            false => Err(Unreadable::Damaged),
        }
    }

    fn round(&self) -> u32 {
        self.function.round().unwrap_or(F::ROUNDS)
    }
}

/// Runs all rounds, with the feature `parallel` on all threads. `emit` is given what the last round makes of each chunk, in order,
/// with the place of its first element; `progress` is told of each step. The next chunks are read meanwhile: twice as
/// many are in memory as there are threads.
///
/// # Errors
/// The first of the source, or of `emit`.
pub fn drive<F, S>(
    function: F,
    source: &mut S,
    emit: impl FnMut(u64, F::Emitted) -> Result<(), S::Error>,
    mut progress: impl FnMut(Step),
) -> Result<F, S::Error>
where
    F: Chunked + Sync,
    F::Part: Send,
    F::Emitted: Send,
    S: Source,
    S::Owned: Send + Sync + for<'c> AsChunk<'c, F::Chunk<'c>>,
{
    drive_from(Checkpoint::new(function), source, emit, |checkpoint| {
        progress(Step {
            round: checkpoint.round(),
            rounds: F::ROUNDS,
            elements: checkpoint.elements,
        });
    })
}

/// As [`drive`], from where another run was stopped: with the same bits at the end. `progress` is given what to write down. The source
/// must give the chunks that it gave then; those that are done are read, and passed over.
///
/// # Errors
/// The first of the source, or of `emit`.
///
/// # Panics
/// If a chunk was done in part.
pub fn drive_from<F, S>(
    mut at: Checkpoint<F>,
    source: &mut S,
    mut emit: impl FnMut(u64, F::Emitted) -> Result<(), S::Error>,
    mut progress: impl FnMut(&Checkpoint<F>),
) -> Result<F, S::Error>
where
    F: Chunked + Sync,
    F::Part: Send,
    F::Emitted: Send,
    S: Source,
    S::Owned: Send + Sync + for<'c> AsChunk<'c, F::Chunk<'c>>,
{
    while at.function.round().is_some() {
        source.rewind()?;
        let mut place = 0;
        let mut batch = batch_of::<F, S>(source, &mut place, at.elements);
        loop {
            let chunks = batch?;
            if chunks.is_empty() {
                break;
            }
            let done = place;
            let function = &at.function;
            let update = |(place, owned): (u64, S::Owned)| {
                let mut part = F::Part::default();
                let emitted = function.update(&mut part, place, owned.as_chunk());
                (place, part, emitted, owned)
            };
            // The next chunks are read while these are computed.
            let (parts, next) = on_threads(chunks, update, || {
                batch_of::<F, S>(source, &mut place, at.elements)
            });
            for (place, of_chunk, emitted, owned) in parts {
                source.reuse(owned);
                at.function.merge(&mut at.part, &of_chunk);
                if let Some(emitted) = emitted {
                    emit(place, emitted)?;
                }
            }
            at.elements = done;
            progress(&at);
            batch = next;
        }
        at.function.finish(&at.part);
        (at.part, at.elements) = (F::Part::default(), 0);
    }
    Ok(at.function)
}

/// Chunks with their places.
type Batch<S> = Result<Vec<(u64, <S as Source>::Owned)>, <S as Source>::Error>;

/// A chunk for each thread, from a place on; those that were done before are passed over.
fn batch_of<F, S>(source: &mut S, place: &mut u64, done: u64) -> Batch<S>
where
    F: Chunked,
    S: Source,
    S::Owned: for<'c> AsChunk<'c, F::Chunk<'c>>,
{
    let mut batch = Vec::new();
    while batch.len() < threads()
        && let Some(owned) = source.next()?
    {
        let from = *place;
        *place += owned.as_chunk().length() as u64;
        if *place > done {
            assert!(
                from >= done,
                "a source goes on with the chunks that it gave"
            );
            batch.push((from, owned));
        }
    }
    Ok(batch)
}

#[cfg(feature = "parallel")]
fn threads() -> usize {
    rayon::current_num_threads()
}

#[cfg(not(feature = "parallel"))]
fn threads() -> usize {
    1
}

/// What becomes of chunks, and of what is done besides on the thread that asks.
#[cfg(feature = "parallel")]
fn on_threads<A: Send, B: Send, C>(
    chunks: Vec<A>,
    update: impl Fn(A) -> B + Sync,
    besides: impl FnOnce() -> C,
) -> (Vec<B>, C) {
    let mut parts: Vec<Option<B>> = chunks.iter().map(|_| None).collect();
    let update = &update;
    let other = rayon::in_place_scope(|scope| {
        for (part, chunk) in parts.iter_mut().zip(chunks) {
            scope.spawn(move |_| *part = Some(update(chunk)));
        }
        besides()
    });
    (parts.into_iter().flatten().collect(), other)
}

#[cfg(not(feature = "parallel"))]
fn on_threads<A, B, C>(
    chunks: Vec<A>,
    update: impl Fn(A) -> B,
    besides: impl FnOnce() -> C,
) -> (Vec<B>, C) {
    (chunks.into_iter().map(update).collect(), besides())
}
