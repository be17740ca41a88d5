//! loops: 3, contracted: small
// Chains of rayon's share loops with each other, and with no chain that runs on one thread.

use rayon::prelude::*;

#[loopfuse::fuse]
pub fn both_kinds(xs: &[i64]) -> (i64, usize, i64, bool) {
    let small: Vec<i64> = xs.par_iter().map(|x| x % 10).collect();
    let sum: i64 = small.par_iter().sum();
    let positive = small.par_iter().filter(|x| **x > 0).count();
    let plain: i64 = xs.iter().sum();
    let any = xs.par_iter().any(|x| *x == 3);
    (sum, positive, plain, any)
}
