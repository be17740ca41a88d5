//! Ordinary code under every lint that plain code can bear. Nothing here may warn with `#[fuse]`
//! that does not warn without it.

#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unused,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    trivial_casts,
    trivial_numeric_casts,
    rust_2018_idioms,
    single_use_lifetimes,
    let_underscore_drop,
    clippy::all,
    clippy::pedantic
)]
#![allow(
    clippy::cast_precision_loss,
    reason = "a mean divides by a length, and the lengths here are small"
)]

pub mod closest_points;
pub mod fields;
pub mod forms;
pub mod lints;
pub mod loops;
pub mod normalize;
pub mod positions;
pub mod quadtree;
pub mod quickhull;
pub mod scopes;
pub mod threads;

/// A point of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

impl Point {
    /// The distance between two points.
    #[must_use]
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}
