//! loops: 2
// Whether `collect()` makes a set is not visible.

use std::collections::BTreeSet;

pub type Distinct = BTreeSet<i32>;

#[loopfuse::fuse]
pub fn distinct(xs: &[i32]) -> usize {
    let seen: Distinct = xs.iter().copied().collect();
    seen.iter().filter(|x| **x > 0).count()
}
