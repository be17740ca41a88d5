//! The kernels as passes of rayon, one chain after another: compiled as written, and under `#[fuse]`.

pub(crate) mod bodies;
pub(crate) mod filters;
pub(crate) mod finance;
pub(crate) mod normalize;
pub(crate) mod queries;
pub(crate) mod statistics;
