//! `normalize2` (fig. 1.1) over integers: a sum of 0 makes it panic, and so may an overflow.

use super::{fuse, loops};

/// Every element divided by the sum of all elements, and by the sum of the positive ones.
#[fuse]
#[loops(unfused = 5, stream = 4, imperative = 3, optimal = 2)]
pub fn normalize2(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let sum1: i64 = xs.iter().sum();
    let gts: Vec<i64> = xs.iter().copied().filter(|x| *x > 0).collect();
    let sum2: i64 = gts.iter().sum();
    let ys1: Vec<i64> = xs.iter().map(|x| x / sum1).collect();
    let ys2: Vec<i64> = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}
