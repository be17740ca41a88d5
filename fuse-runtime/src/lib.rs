//! What expansions of `#[fuse]` call: the part of a fused loop that is not the user's own code.
//!
//! *In*: elements, one at a time, from a loop that a `std` iterator drives. *Out*: vectors, extrema and folded values, equal
//! to what the plain iterator chain would have given, bit for bit.
//!
//! | module | what an expansion uses it for | papers |
//! |---|---|---|
//! | `appender` | the user's own vector, while a loop pushes to it | |
//! | `again` | [`again!`]: one pass over a place that two chains read | |
//! | `place` | [`place!`]: a place that turns out to be a slice | |
//! | `exact_length`, `choose` | [`buffer!`]: the right buffer for a driver, by its type | paper 001, section 1.3 (iteration sizes) |
//! | `exact_buffer` | a manifest array of the loop's own size | paper 001, section 1.4 (not contracted) |
//! | `growing_buffer` | a manifest array below a filter, or nested | paper 001, section 1.4 |
//! | `sieve` | filters whose results are stored, block by block | |
//! | `columns`, `kept` | [`rows!`]: slices in step, and filters of them that test 64 elements at a time | |
//! | `words` | filters of one body, whose tests are put together before any element is stored | |
//! | `elements` | what a buffer holds, to be collected | |
//! | `keep`, `tally` | a contracted array whose elements have destructors, or whose length is asked for | paper 001, section 1.4 (contracted) |
//! | `blank` | a text of which is asked whether it is nothing but white space | |
//! | `text` | a `String` that filters look at before it is stored | |
//! | `pulled` | a loop that runs as a consumer asks for elements | |
//! | `asked` | several searches over one slice | |
//! | `searched` | the elements of an array that is not made, for a consumer that may stop early | |
//! | `prefix` | the first elements of an array that is not made, or those behind them | |
//! | `neighbours` | windows and chunks of an array that is made block by block | |
//! | `jumped` | pieces of a slice, and each `n`-th element of one, as something to be cut | |
//! | `part` | sums of one block, in narrow numbers | |
//! | `tile` | a loop in several passes over one block after another | paper 004, section 4.4 (one pass over memory) |
//! | `witness` | workers that cannot be inlined: bound once, called per element | |
//! | `divisor` | integers that a loop divides by one number | |
//! | `best` | [`best!`]: extrema of the elements of such a place | |
//! | `known` | [`is_float!`] and others: what rustc knows of a type before anything is computed that may fail | |
//! | `identity`, `reduction`, `extremum` | consumers, with std's identities and tie rules | paper 001, fig. 1.2 (folds) |
//! | `instructions` | a loop compiled for the instructions of the machine, too | |
//! | `split` | `partition` into two arrays | |
//! | `hinted` | `collect` into a hashed collection | |
//! | `inferred` | sums and collections of types that only rustc knows | |
//! | `view` | `copied` and `cloned` | |
//! | [`chunked`] | functions over chunks; public through the facade | |
//! | `parallel` | loops over ranges, on all threads (feature `parallel`) | |
//!
//! All `unsafe` code of the project is in this crate, and every function of it is sound for any safe caller: it is reached
//! through a path that users can name. Nothing here is covered by semver; the facade hides the crate as `__private`.
//!
//! The root also re-exports what expansions name of the standard library, because a user may have shadowed any of it.
#![no_std]
#![deny(rustdoc::broken_intra_doc_links)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod again;
mod appender;
mod apply;
mod asked;
mod best;
mod blank;
mod choose;
pub mod chunked;
mod columns;
mod counted;
#[doc(hidden)]
pub mod delayed;
mod divisor;
mod elements;
mod erased;
mod exact_buffer;
mod exact_length;
mod extremum;
mod growing_buffer;
mod hinted;
mod identity;
mod inferred;
mod instructions;
mod jumped;
mod keep;
mod kept;
mod known;
mod neighbours;
#[cfg(feature = "parallel")]
pub mod parallel;
mod part;
mod place;
mod plain;
mod prefix;
mod pulled;
mod reduction;
mod room;
mod same;
mod same_length;
mod search;
mod searched;
mod shelf;
mod sieve;
mod split;
mod strided;
mod tally;
mod text;
mod tile;
mod view;
mod witness;
mod words;

#[doc(hidden)]
pub use again::{Again, InStep, Once, OnceMore, Repeated, Times};
pub use appender::Appender;
pub use apply::{Exactly, apart, apply, apply_apart, apply_two, exactly};
#[doc(hidden)]
pub use asked::{Asked, Decides, Searches, asked};
#[doc(hidden)]
pub use best::{
    AnyExtrema, Best, Extrema, Extreme, Integer, Whole, WholeReference, greater_of_block,
    lesser_of_block,
};
pub use blank::{Looking, Spelt, Unspelt};
#[doc(hidden)]
pub use choose::{Driver, HintedLength, UnknownLength};
#[doc(hidden)]
pub use columns::{
    AnyRows, Beside, Columns, Copies, Loose, Makes, Numbered, NumberedFrom, Row, Rows, RowsOf,
};
#[doc(hidden)]
pub use counted::{AsItIs, ByIndex};
pub use counted::{Counted, counted};
pub use divisor::{Dividend, Divisible, Divisor};
pub use elements::{Elements, with_room};
pub use exact_buffer::ExactBuffer;
pub use exact_length::ExactLength;
pub use extremum::{
    becomes_zero, best_of, greater, is_unordered, lesser, max, max_by, max_by_branch, max_by_key,
    min, min_by, min_by_branch, min_by_key, nan_or, number_or, total_max_f32, total_max_f64,
    total_min_f32, total_min_f64,
};
pub use growing_buffer::Buffer;
pub use hinted::{AS_MANY_AS_THERE_ARE, Hinted, hinted};
pub use identity::{
    Float, factor, kept_or, kept_or_nan, kept_or_nothing, product_identity, sum_identity, summand,
};
pub use inferred::{
    Inferred, InferredCollection, InferredRoom, inferred_collection, inferred_product,
    inferred_sum, number_of,
};
pub use instructions::{
    dispatched, dispatched_from, dispatched_in_place, dispatched_or, dispatched_over,
};
pub use keep::Keep;
#[doc(hidden)]
pub use kept::{Jumping, Kept, Straight, Test};
#[doc(hidden)]
pub use known::{AnyType, TypeOf};
#[doc(hidden)]
pub use part::{
    AnySpelling, CountedTo, Halves, NoPart, OfParts, Part, Spelling, add_part, counted_to, given,
    halves, of_part, part,
};
#[doc(hidden)]
pub use place::{AnyPlace, Blocks, Element, InLanes, NoLanes, Place, Seen, Single, Unseen, seen};
pub use plain::{AnyDropped, Dropped, Gone, Plain};
#[doc(hidden)]
pub use pulled::{
    All, AnyCut, AtOnce, Cut, CutOf, Pulling, Rest, Started, all_pulled, pulled, pulled_total,
};
pub use reduction::reduce;
pub use room::{Room, fill};
pub use same::{
    by_greater, by_lesser, farthest, greater_or, greatest, is_farthest, is_float, keeps_greater,
    keeps_lesser, least, lesser_or, reduces_greater, reduces_lesser,
};
pub use same_length::{AnyLength, LengthOf, SaidLength};
pub use search::{Decision, Search};
pub use shelf::Shelf;
pub use sieve::{place_in, sieves};
pub use split::one_of_two;
pub use strided::{
    Changed, ChunksOf, Reversed, WindowsOf, changed, chunks_of, reversed, windows_of,
};
pub use tally::Tally;
#[doc(hidden)]
pub use text::{AsWritten, Making, StandsFor};
pub use text::{Text, held_as};
pub use tile::{
    BlocksInStep, LANES, Tile, TileRoom, are_at_most, as_slice, blocks_in_step, first_or,
    from_place, is_few, is_short, long_tiles, narrow_tiles, short_tiles, tiles,
};
pub use view::{cloned, copied};
pub use witness::{
    bind, bind_ref, bind_two, bind_two_refs, inner_item_of, item_of, pair_of, payload_of,
    referent_of, ret_of, ret_of_ref, ret_of_two, ret_of_two_refs, witness_of_value,
};
pub use words::words;

// The standard library as expansions name it.
pub use alloc::{boxed::Box, string::String, vec::Vec};
pub use core::clone::Clone;
pub use core::cmp::{Ord, Ordering, PartialEq, PartialOrd};
pub use core::convert::{From, Into, identity};
pub use core::default::Default;
pub use core::iter::{
    DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, IntoIterator, Iterator, Product,
    Sum, zip,
};
pub use core::marker::{Copy, PhantomData};
pub use core::mem::{drop, size_of_val};
pub use core::ops::{ControlFlow, Fn, FnMut, FnOnce};
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{
    bool, f32, f64, i8, i16, i32, i64, i128, isize, str, u8, u16, u32, u64, u128, usize,
};
pub use core::result::Result::{self, Err, Ok};
pub use core::{assert, assert_eq, debug_assert, matches, panic, unreachable};
