//! The kernels as a person writes them with rayon: a pass is one loop over chunks, each with the body that is the best on
//! one thread, and what it found is reduced.

#[path = "../../kernels/by_hand/lanes.rs"]
mod lanes;

pub(crate) mod bodies;
pub(crate) mod filters;
pub(crate) mod finance;
pub(crate) mod normalize;
pub(crate) mod queries;
pub(crate) mod statistics;

use super::kernels::shared;

/// How many elements a task has.
const CHUNK: usize = 16_384;

/// The sums of two tasks.
fn plus<T: Copy + std::ops::Add<Output = T>, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] {
    std::array::from_fn(|place| a[place] + b[place])
}
