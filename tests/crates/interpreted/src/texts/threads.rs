//! Loops on several threads: rayon's chains, and ordinary ones below `parallel`.

#![allow(clippy::all, reason = "what users write")]
use super::fuse;
use crate::counted::Counted;
use rayon::prelude::*;

#[fuse]
pub fn short_ranges(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Option<i64>, i64) {
    let halves: Vec<i64> = xs.par_iter().with_min_len(3).map(|x| x / 2).collect();
    let odd: Vec<i64> = halves.par_iter().copied().filter(|x| x % 2 != 0).collect();
    let most = xs.par_iter().copied().max();
    let sum = odd.par_iter().sum();
    (halves, odd, most, sum)
}

#[fuse(parallel, min_len = 4)]
pub fn by_value(xs: Vec<i64>) -> (Vec<String>, usize) {
    let texts: Vec<String> = xs.into_iter().map(|x| x.to_string()).collect();
    let marked: Vec<String> = texts.into_iter().map(|text| text + "!").collect();
    let long = marked.iter().filter(|text| text.len() > 2).count();
    (marked, long)
}

#[fuse(parallel, min_len = 4)]
pub fn filtered(xs: &[i64]) -> (Vec<i64>, Vec<Box<i64>>, i64) {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x % 2 != 0).collect();
    let boxed: Vec<Box<i64>> = odd.iter().map(|x| Box::new(*x)).collect();
    let sum = xs.iter().map(|x| x % 10).sum();
    (odd, boxed, sum)
}

#[fuse(parallel, min_len = 4)]
pub fn changed(mut xs: Vec<i64>) -> (Vec<i64>, i64) {
    for x in xs.iter_mut() {
        *x = *x / 2 + 1;
    }
    let most = xs.iter().copied().fold(0, i64::max);
    (xs, most)
}

/// A worker of one range panics while others run.
#[fuse]
pub fn panics(xs: &[i64]) -> (Vec<Box<i64>>, i64) {
    let boxed: Vec<Box<i64>> = xs
        .par_iter()
        .with_min_len(3)
        .map(|x| {
            assert_ne!(*x, 77);
            Box::new(*x)
        })
        .collect();
    let sum = boxed.par_iter().map(|x| **x).sum();
    (boxed, sum)
}

#[fuse(parallel, min_len = 4)]
pub fn counted(xs: Vec<Counted>) -> (Vec<i64>, usize) {
    let numbers: Vec<i64> = xs.iter().map(|one| one.number()).collect();
    let odd = numbers.iter().filter(|x| **x & 1 == 1).count();
    (numbers, odd)
}

#[fuse(parallel, min_len = 4)]
pub fn scanned(xs: &[i64]) -> (Vec<i64>, i64) {
    let running: Vec<i64> = xs
        .iter()
        .scan(0i64, |state, x| {
            *state = state.wrapping_add(*x);
            Some(*state)
        })
        .collect();
    let sum = xs.iter().sum();
    (running, sum)
}
