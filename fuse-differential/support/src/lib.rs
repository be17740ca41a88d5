//! What the programs of the differential machine use, and how their two forms are compared.
//!
//! | module | what it is |
//! |---|---|
//! | [`image`] | a value as bytes that are equal exactly if two values are the [`Same`](image::Same) |
//! | [`tracked`] | values that log when they are made, cloned and dropped; effects, in the same log |
//! | [`inputs`] | arguments of every type, in rounds from empty to long and from small to extreme |
//! | [`record`] | a struct with public fields, and an enum, as a user has them |
//! | [`opaque`] | functions that the macro can know nothing of |
//! | [`chunked`] | what programs over chunks are compared by |
//! | [`compare`] | both forms of one function on all rounds, up to the first difference |
//! | [`user`] | types and functions of a user's that do more than they look like |
//! | [`loops`] | what loops over a user's types call, and what takes the elements of a chain for itself |
//! | [`mod@owner`] | a struct whose methods are generated |
//! | [`run`] | `main` of a written program, and the lines in which it tells what it finds |
//!
//! A generated module says `use fuse_differential_support::prelude::*;`. It is compiled into
//! every generated program, and depends on rayon alone, whose traits are in the prelude.

#![allow(
    clippy::disallowed_types,
    reason = "generated programs use hash maps as users do; what they hold is compared sorted"
)]

pub mod chunked;
pub mod compare;
pub mod image;
pub mod inputs;
pub mod loops;
pub mod opaque;
pub mod owner;
pub mod record;
pub mod run;
pub mod tracked;
pub mod user;

/// What a generated function may use without saying where it comes from.
pub mod prelude {
    pub use crate::loops::{Bag, Few, Shelf, Sink, Tally, Totals, both};
    pub use crate::opaque::{
        consume, effect, grow, hold, identity, mutate, observe, opaque, opaque_ref, touch,
    };
    pub use crate::record::{Kind, Record};
    pub use crate::tracked::Tracked;
    pub use crate::user::{
        CHECK, COUNT, Euclid, Function, Handle, Id, Node, Pointer, Price, ROOT, Slot, Tick, Told,
        WIDTH, is_own, narrow, seen, wide,
    };
    pub use crate::{calls, ignored, once, shown};
    pub use rayon::prelude::*;
    pub use std::collections::{
        BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque,
    };
}
