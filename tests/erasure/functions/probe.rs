//! A function that shows, against the law's one assumption, whether its two chains share a loop.

use super::fuse;
use crate::common::probe::Probe;

/// Two passes over `xs`. The methods have an effect, which `#[fuse]` may assume they have not: the
/// order of their calls tells whether the passes were fused.
#[fuse]
pub fn two_passes(xs: &[Probe]) -> (i64, i64) {
    let first: i64 = xs.iter().map(|x| x.weight(1)).sum();
    let second: i64 = xs.iter().map(|x| x.weight(2)).sum();
    (first, second)
}
