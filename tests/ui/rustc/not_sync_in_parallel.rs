// What several threads may not share is refused where the worker of one of rayon's captures it.
use loopfuse::fuse;
use rayon::prelude::*;
use std::rc::Rc;

#[fuse]
fn rayons(xs: &[i64], weights: &Rc<Vec<i64>>) -> (i64, usize) {
    let sum: i64 = xs.par_iter().map(|x| x + weights.len() as i64).sum();
    let odd = xs.par_iter().filter(|x| *x % 2 != 0).count();
    (sum, odd)
}

fn main() {}
