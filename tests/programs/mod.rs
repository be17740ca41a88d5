//! The four programs of paper 001, section 1.5, each from one text in six forms.
//!
//! | form | what `#[fuse]` and `#[loops(..)]` are in it |
//! |---|---|
//! | [`plain`] | erased: std's iterators as written |
//! | [`fused`] | `loopfuse::fuse` without options, what a user writes |
//! | `table::*` | `loopfuse::fuse(strategy = "..", loops = N)`, with `N` from the program's `#[loops(..)]` (in `tests/table_1_1.rs`) |
//!
//! The texts are in `float/` and `integer/`: literal types, because the types that a `#[fuse]`
//! function shows are what the macro goes by. What does not differ between forms (points, boxes,
//! the tree) is in `geometry.rs`, loaded once, so that results compare.

#![allow(
    dead_code,
    reason = "no test, bench or example uses every program in every form"
)]
#![allow(unreachable_pub, reason = "the texts are written as in a library")]
#![allow(
    clippy::duplicate_mod,
    reason = "one text, several forms: that is the point"
)]

pub mod data;
pub mod geometry;

/// The programs as if `#[fuse]` had been deleted.
#[path = "."]
pub mod plain {
    pub(crate) use super::geometry;
    pub(crate) use fuse_test_attributes::{erase as fuse, erase as loops};
    pub mod float;
    pub mod integer;
}

/// The programs as a user compiles them.
#[path = "."]
pub mod fused {
    pub(crate) use super::geometry;
    pub(crate) use fuse_test_attributes::erase as loops;
    pub(crate) use loopfuse::fuse;
    pub mod float;
    pub mod integer;
}
