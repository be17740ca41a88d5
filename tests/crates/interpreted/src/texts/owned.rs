//! Elements with a destructor: kept, dropped, given away, left half done by a panic.

#![allow(clippy::all, reason = "what users write")]
use super::fuse;
use crate::counted::{Counted, Empty};

/// `Counted::new(77)` panics.
#[fuse]
pub fn made(xs: &[i64]) -> (Vec<Counted>, i64, usize) {
    let all: Vec<Counted> = xs.iter().map(|x| Counted::new(*x)).collect();
    let sum = all.iter().map(|one| one.number()).sum();
    let odd = xs.iter().filter(|x| **x & 1 == 1).count();
    (all, sum, odd)
}

#[fuse]
pub fn made_and_kept(xs: &[i64]) -> (Vec<Counted>, Vec<Counted>, usize) {
    let low: Vec<Counted> = xs
        .iter()
        .filter(|x| **x < 50)
        .map(|x| Counted::new(*x))
        .collect();
    let high: Vec<Counted> = xs
        .iter()
        .filter(|x| **x >= 50)
        .map(|x| Counted::new(*x))
        .collect();
    let count = xs.iter().filter(|x| **x % 3 == 0).count();
    (low, high, count)
}

#[fuse]
pub fn contracted(xs: &[i64]) -> (i64, usize) {
    let all: Vec<Counted> = xs.iter().map(|x| Counted::new(*x)).collect();
    let even: Vec<&Counted> = all.iter().filter(|one| one.number() % 2 == 0).collect();
    let sum = even.iter().map(|one| one.number()).sum();
    (sum, all.len())
}

#[fuse]
pub fn given_away(xs: Vec<Counted>) -> (Vec<Counted>, i64) {
    let sum = xs.iter().map(|one| one.number()).sum();
    let kept: Vec<Counted> = xs.into_iter().filter(|one| one.number() % 3 != 0).collect();
    (kept, sum)
}

#[fuse]
pub fn in_boxes(xs: Vec<Counted>) -> (Vec<Box<Counted>>, i64) {
    let boxed: Vec<Box<Counted>> = xs.into_iter().map(Box::new).collect();
    let sum = boxed.iter().map(|one| one.number()).sum();
    (boxed, sum)
}

/// A worker that panics while the elements behind it are not yet taken.
#[fuse]
pub fn taken_halfway(xs: Vec<Counted>, limit: i64) -> (Vec<Counted>, usize) {
    let kept: Vec<Counted> = xs
        .into_iter()
        .map(|one| {
            assert!(one.number() < limit);
            one
        })
        .collect();
    let count = kept.iter().filter(|one| one.number() > 2).count();
    (kept, count)
}

#[fuse]
pub fn without_a_size(xs: &[i64]) -> (Vec<Empty>, Vec<Empty>, usize) {
    let all: Vec<Empty> = xs.iter().map(|_| Empty::new()).collect();
    let some: Vec<Empty> = xs
        .iter()
        .filter(|x| **x > 2)
        .map(|_| Empty::new())
        .collect();
    let count = all.iter().count();
    (all, some, count)
}

#[fuse]
pub fn of_an_array(xs: [Counted; 5]) -> (Vec<Counted>, i64) {
    let sum = xs.iter().map(|one| one.number()).sum();
    let odd: Vec<Counted> = xs.into_iter().filter(|one| one.number() & 1 == 1).collect();
    (odd, sum)
}
