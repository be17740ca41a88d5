// What several threads may not share is refused where the worker captures it, and elements where the chain begins.
use loopfuse::fuse;
use rayon::prelude::*;
use std::rc::Rc;

#[fuse]
fn rayons(xs: &[i64], weights: &Rc<Vec<i64>>) -> (i64, usize) {
    let sum: i64 = xs.par_iter().map(|x| x + weights.len() as i64).sum();
    let odd = xs.par_iter().filter(|x| *x % 2 != 0).count();
    (sum, odd)
}

#[fuse(parallel)]
fn stds(xs: &[i64], weights: &Rc<Vec<i64>>) -> (i64, usize) {
    let sum: i64 = xs.iter().map(|x| x + weights.len() as i64).sum();
    let odd = xs.iter().filter(|x| *x % 2 != 0).count();
    (sum, odd)
}

#[fuse(parallel)]
fn elements<T: Clone + Into<i64>>(xs: &[T]) -> (i64, usize) {
    let sum: i64 = xs.iter().map(|x| x.clone().into()).sum();
    let count = xs.iter().filter(|x| (*x).clone().into() > 3).count();
    (sum, count)
}

fn main() {}
