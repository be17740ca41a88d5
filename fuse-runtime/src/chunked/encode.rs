//! Parts as bytes: what is written to a file, a message or a column, and read again by whoever merges.
//!
//! In: a part. Out: bytes, little end first, with a version, the function that they are of, the round, and a check sum; and back,
//! or a word on what is wrong with them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// What writes itself to bytes.
pub trait Encode: Sized {
    /// Appends the bytes.
    fn encode(&self, to: &mut Vec<u8>);

    /// Takes the bytes off again.
    ///
    /// # Errors
    /// If they are not what [`encode`](Encode::encode) writes.
    fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged>;
}

/// Bytes that are being read.
#[derive(Debug)]
pub struct Decoder<'b>(&'b [u8]);

impl<'b> Decoder<'b> {
    /// From the first byte on.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Decoder<'b> {
        Decoder(bytes)
    }

    /// The next value.
    ///
    /// # Errors
    /// If it is not there.
    #[allow(clippy::should_implement_trait, reason = "it gives values of any type")]
    pub fn next<T: Encode>(&mut self) -> Result<T, Damaged> {
        T::decode(self)
    }

    /// True if nothing is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(Damaged)?;
        self.0 = rest;
        Ok(*bytes)
    }
}

/// Bytes that are no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// Why bytes are not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// They are cut off, or changed, or were never a part.
    Damaged,
    /// Another version of the format.
    Version(u16),
    /// They are of another function, or of another version of it.
    OtherFunction,
    /// They are of another round.
    OtherRound(u32),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Damaged => f.write_str("the bytes are damaged, or no part"),
            Unreadable::Version(found) => write!(f, "format {found}, where {VERSION} is read"),
            Unreadable::OtherFunction => f.write_str("a part of another function"),
            Unreadable::OtherRound(found) => write!(f, "a part of round {found}"),
        }
    }
}

impl core::error::Error for Unreadable {}

impl From<Damaged> for Unreadable {
    fn from(Damaged: Damaged) -> Self {
        Unreadable::Damaged
    }
}

const MAGIC: [u8; 4] = *b"lfpt";
const VERSION: u16 = 1;

/// A value of a function and a round, ready to be stored or sent.
pub(super) fn seal<T: Encode>(function: u64, round: u32, value: &T) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    VERSION.encode(&mut bytes);
    function.encode(&mut bytes);
    round.encode(&mut bytes);
    value.encode(&mut bytes);
    hash(&bytes).encode(&mut bytes);
    bytes
}

/// The value again, and its round.
pub(super) fn open<T: Encode>(function: u64, bytes: &[u8]) -> Result<(u32, T), Unreadable> {
    let (body, sum) = bytes.split_last_chunk().ok_or(Damaged)?;
    let mut from = Decoder::new(body);
    if from.take()? != MAGIC {
        return Err(Unreadable::Damaged);
    }
    let version = from.next::<u16>()?;
    if version != VERSION {
        return Err(Unreadable::Version(version));
    }
    if u64::from_le_bytes(*sum) != hash(body) {
        return Err(Unreadable::Damaged);
    }
    if from.next::<u64>()? != function {
        return Err(Unreadable::OtherFunction);
    }
    let round = from.next()?;
    let value = from.next()?;
    match from.is_empty() {
        true => Ok((round, value)),
        false => Err(Unreadable::Damaged),
    }
}

/// FNV-1a of 64 bits. Against accidents, not against forgery.
const fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        index += 1;
    }
    hash
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Encode for $number {
            fn encode(&self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }

            fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
                from.take().map(<$number>::from_le_bytes)
            }
        }
    )*};
}

numbers!(i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64);

/// Bytes of something else.
#[cfg(feature = "std")]
pub(super) struct Bytes(pub(super) Vec<u8>);

#[cfg(feature = "std")]
impl Encode for Bytes {
    fn encode(&self, to: &mut Vec<u8>) {
        self.0.len().encode(to);
        to.extend_from_slice(&self.0);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
        let length: usize = from.next()?;
        let (bytes, rest) = from.0.split_at_checked(length).ok_or(Damaged)?;
        from.0 = rest;
        Ok(Bytes(bytes.to_vec()))
    }
}

/// As 64 bits, whatever the machine.
impl Encode for usize {
    fn encode(&self, to: &mut Vec<u8>) {
        (*self as u64).encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
        let wide: u64 = from.next()?;
        wide.try_into().map_err(|_| Damaged)
    }
}

/// As 64 bits, whatever the machine.
impl Encode for isize {
    fn encode(&self, to: &mut Vec<u8>) {
        (*self as i64).encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
        let wide: i64 = from.next()?;
        wide.try_into().map_err(|_| Damaged)
    }
}

impl Encode for bool {
    fn encode(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
        match from.next::<u8>()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Damaged),
        }
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self, to: &mut Vec<u8>) {
        self.is_some().encode(to);
        if let Some(value) = self {
            value.encode(to);
        }
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
        match from.next::<bool>()? {
            true => from.next().map(Some),
            false => Ok(None),
        }
    }
}

impl<T: Encode> Encode for Box<T> {
    fn encode(&self, to: &mut Vec<u8>) {
        (**self).encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, Damaged> {
        from.next().map(Box::new)
    }
}

macro_rules! tuples {
    ($(($($name:ident)*))*) => {$(
        impl<$($name: Encode),*> Encode for ($($name,)*) {
            #[allow(non_snake_case, reason = "each is named as its type")]
            fn encode(&self, _to: &mut Vec<u8>) {
                let ($($name,)*) = self;
                $($name.encode(_to);)*
            }

            fn decode(_from: &mut Decoder<'_>) -> Result<Self, Damaged> {
                Ok(($(_from.next::<$name>()?,)*))
            }
        }
    )*};
}

tuples!(() (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H));
