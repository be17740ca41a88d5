//! Table 1.1 of paper 001: the loops of four programs under four strategies.
//!
//! | loops | unfused | stream | imperative | optimal |
//! |---|---|---|---|---|
//! | normalize2 | 5 | 4 | 3 | 2 |
//! | closest points | 7 | 6 | 4 | 4 |
//! | quadtree (bounds + go) | 4 + 4 | 4 + 4 | 1 + 1 | 1 + 1 |
//! | quickhull (filterMax) | 4 | 3 | 2 | 1 |
//!
//! The numbers stand beside the programs, in `#[loops(..)]`. Each module below is one column: it
//! makes `#[loops(..)]` expand to `#[loopfuse::fuse(strategy = "..", loops = N)]`. A wrong number
//! is a compile error that carries the report, so that compiling this file is the test of the
//! counts; running it tests that each of the clusterings computes what the plain program does.

#![allow(clippy::duplicate_mod, reason = "one text, four strategies")]
#![allow(
    unreachable_pub,
    dead_code,
    reason = "the texts are written as in a library"
)]

mod common;
mod programs;
#[path = "common/tree.rs"]
mod tree;

#[path = "erasure/functions"]
mod functions {
    pub(crate) use loopfuse::fuse;
    pub mod probe;
}

#[path = "programs"]
mod unfused {
    pub(crate) use crate::programs::geometry;
    pub(crate) use fuse_test_attributes::{erase as fuse, unfused as loops};
    pub mod float;
    pub mod integer;
}

#[path = "programs"]
mod stream {
    pub(crate) use crate::programs::geometry;
    pub(crate) use fuse_test_attributes::{erase as fuse, stream as loops};
    pub mod float;
    pub mod integer;
}

#[path = "programs"]
mod imperative {
    pub(crate) use crate::programs::geometry;
    pub(crate) use fuse_test_attributes::{erase as fuse, imperative as loops};
    pub mod float;
    pub mod integer;
}

#[path = "programs"]
mod optimal {
    pub(crate) use crate::programs::geometry;
    pub(crate) use fuse_test_attributes::{erase as fuse, optimal as loops};
    pub mod float;
    pub mod integer;
}

/// One row of one column, over `f64` and over `i64`: the same results as without the attribute.
macro_rules! cell {
    ($column:ident, $program:ident, $floats:ident, $integers:ident) => {
        #[test]
        fn $program() {
            use super::{common, programs::data, programs::plain, $column};
            for n in common::SIZES {
                let xs = data::$floats(n);
                let (want, got) = (
                    plain::float::$program::$program(&xs),
                    $column::float::$program::$program(&xs),
                );
                common::assert_same(stringify!($column, f64), n, &want, &got);
                let xs = data::$integers(n);
                let (want, got) = (
                    common::outcome(|| plain::integer::$program::$program(&xs)),
                    common::outcome(|| $column::integer::$program::$program(&xs)),
                );
                common::assert_same(stringify!($column, i64), n, &want, &got);
            }
        }
    };
}

/// The four rows of one column.
macro_rules! column {
    ($column:ident, $tests:ident) => {
        mod $tests {
            cell!($column, normalize2, floats, integers);
            cell!($column, closest_points, float_points, integer_points);
            cell!($column, quadtree, float_points, integer_points);
            cell!($column, quickhull, float_points, integer_points);
        }
    };
}

column!(unfused, column_unfused);
column!(stream, column_stream);
column!(imperative, column_imperative);
column!(optimal, column_optimal);

/// The counts above are what the compiler says of itself. This is what the expansion does: the two
/// passes of `two_passes`, seen by their calls, are one.
#[test]
fn fused_passes_really_share_a_loop() {
    assert_eq!(
        common::probe::calls(functions::probe::two_passes),
        [1, 2, 1, 2, 1, 2]
    );
}
