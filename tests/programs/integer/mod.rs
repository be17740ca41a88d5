//! The four programs over `i64`.

pub(crate) use super::{fuse, geometry, loops};

pub mod closest_points;
pub mod normalize2;
pub mod quadtree;
pub mod quickhull;
