//! The kernels that are measured: each one text, compiled as written and under `#[fuse]`, by hand
//! in two ways, and with crates that people use today, over the same data.
//!
//! | where | what |
//! |---|---|
//! | `text/` | the texts, as a user of `std::iter` would write them; compiled twice, see below |
//! | `by_hand/` | the obvious loops, and the best that we know |
//! | `peers/` | `ndarray::Zip`, `reductor` |
//! | `catalogue.rs` | the list of kernels: data, arguments, and which forms each has |
//!
//! The files of `text/` say `use super::fuse`. They are loaded below `plain`, where `fuse` is the
//! attribute that does nothing, and below `fused`, where it is `loopfuse::fuse`: one text, so that
//! the two cannot drift apart. `tests/kernels.rs` tests that all forms of all kernels agree.

#![allow(unreachable_pub, reason = "the texts are written as in a library")]
#![allow(
    dead_code,
    reason = "neither the tests nor the benchmarks use everything"
)]
#![allow(
    clippy::duplicate_mod,
    reason = "one text, two forms: that is the point"
)]

#[path = "../../tests/programs/mod.rs"]
pub(crate) mod programs;

pub(crate) mod agree;
mod by_hand;
pub(crate) mod case;
pub(crate) mod catalogue;
pub(crate) mod data;
mod peers;
pub(crate) mod shared;

/// The texts as if `#[fuse]` had been deleted.
#[path = "text"]
pub(crate) mod plain {
    pub(crate) use super::shared;
    pub(crate) use fuse_test_attributes::erase as fuse;
    pub(crate) mod bodies;
    pub(crate) mod filters;
    pub(crate) mod finance;
    pub(crate) mod normalize;
    pub(crate) mod queries;
    pub(crate) mod statistics;
    pub(crate) mod words;

    pub(crate) mod float {
        pub(crate) use crate::kernels::programs::plain::float::closest_points::closest_points;
        pub(crate) use crate::kernels::programs::plain::float::normalize2::normalize2;
        pub(crate) use crate::kernels::programs::plain::float::quadtree::quadtree;
        pub(crate) use crate::kernels::programs::plain::float::quickhull::quickhull;
    }

    pub(crate) mod integer {
        pub(crate) use crate::kernels::programs::plain::integer::closest_points::closest_points;
        pub(crate) use crate::kernels::programs::plain::integer::normalize2::normalize2;
        pub(crate) use crate::kernels::programs::plain::integer::quadtree::quadtree;
        pub(crate) use crate::kernels::programs::plain::integer::quickhull::quickhull;
    }
}

/// The texts as a user compiles them.
#[path = "text"]
pub(crate) mod fused {
    pub(crate) use super::shared;
    pub(crate) use loopfuse::fuse;
    pub(crate) mod bodies;
    pub(crate) mod filters;
    pub(crate) mod finance;
    pub(crate) mod normalize;
    pub(crate) mod queries;
    pub(crate) mod statistics;
    pub(crate) mod words;

    pub(crate) mod float {
        pub(crate) use crate::kernels::programs::fused::float::closest_points::closest_points;
        pub(crate) use crate::kernels::programs::fused::float::normalize2::normalize2;
        pub(crate) use crate::kernels::programs::fused::float::quadtree::quadtree;
        pub(crate) use crate::kernels::programs::fused::float::quickhull::quickhull;
    }

    pub(crate) mod integer {
        pub(crate) use crate::kernels::programs::fused::integer::closest_points::closest_points;
        pub(crate) use crate::kernels::programs::fused::integer::normalize2::normalize2;
        pub(crate) use crate::kernels::programs::fused::integer::quadtree::quadtree;
        pub(crate) use crate::kernels::programs::fused::integer::quickhull::quickhull;
    }
}
