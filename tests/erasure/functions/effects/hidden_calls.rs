//! Code that runs although nobody calls it by name: operators, fields behind `Deref`, constants that hold functions,
//! defaults. All of it tells, or panics, where the program as written does not run it.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    reason = "functions of older editions read pointers without a block; what is sound is said once"
)]

use super::fuse;
use std::cell::Cell;
use std::ops::{Add, Deref, Index, Neg};

thread_local! {
    static TOLD: Cell<i64> = const { Cell::new(0) };
}

/// Notes that it was called.
pub fn tell(by: i64) -> i64 {
    TOLD.with(|told| {
        told.set(told.get().wrapping_mul(3).wrapping_add(by));
        told.get()
    })
}

/// What was noted since it was asked last.
pub fn told() -> i64 {
    TOLD.with(|told| told.replace(0))
}

/// Reads the state that `tell` changes, and changes nothing.
fn seen(x: i64) -> i64 {
    x.wrapping_mul(1000) ^ TOLD.with(Cell::get)
}

fn counted(by: i64) -> i64 {
    tell(by)
}

fn positive(x: i64) -> i64 {
    assert!(x > 0);
    x
}

const COUNT: fn(i64) -> i64 = counted;
static CHECK: fn(i64) -> i64 = positive;
const F: fn(i64) -> i64 = counted;

#[allow(non_snake_case, reason = "nobody calls a function like a type without being warned")]
fn Tick() -> i64 {
    counted(1)
}

mod counters {
    pub const NEXT: fn(i64) -> i64 = super::counted;
}

#[fuse]
pub fn constants_that_are_called(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
    let a: Vec<i64> = xs.iter().map(|x| x ^ COUNT(1)).collect();
    let b: Vec<i64> = xs.iter().map(|x| x ^ counters::NEXT(2)).collect();
    let c: Vec<i64> = xs.iter().map(|x| x ^ F(2)).collect();
    (a, b, c)
}

#[fuse]
pub fn functions_called_like_types(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let a: Vec<i64> = xs.iter().map(|x| x ^ Tick()).collect();
    let b: Vec<i64> = xs.iter().map(|x| x ^ Tick()).collect();
    (a, b)
}

#[fuse]
pub fn dead_constants_that_are_called(xs: &[i64]) -> i64 {
    let _a: Vec<i64> = xs.iter().map(|x| CHECK(*x)).collect();
    let _b: Vec<i64> = xs.iter().copied().map(CHECK).collect();
    xs.iter().fold(0, |a, x| a ^ x)
}

#[fuse]
pub fn a_dead_constant_that_counts(xs: &[i64]) -> i64 {
    let _c: Vec<i64> = xs.iter().map(|x| COUNT(*x)).collect();
    xs.iter().fold(0, |a, x| a ^ x)
}

#[fuse]
pub fn skipped_constants_that_are_called(xs: &[i64], n: usize) -> i64 {
    xs.iter().skip(n).map(|x| CHECK(*x)).fold(0, |a, x| a ^ x)
}

/// Between two chains: operators, fields, methods and `*` that tell.
#[derive(Clone, Copy)]
pub struct Telling(pub i64);

impl Add for Telling {
    type Output = i64;
    fn add(self, other: Telling) -> i64 {
        tell(1);
        self.0 ^ other.0
    }
}

impl Neg for Telling {
    type Output = i64;
    fn neg(self) -> i64 {
        tell(2);
        !self.0
    }
}

pub struct Place {
    pub k: i64,
}

pub struct Watched(pub Place, pub Vec<i64>);

impl Deref for Watched {
    type Target = Place;
    fn deref(&self) -> &Place {
        tell(3);
        &self.0
    }
}

impl Index<usize> for Watched {
    type Output = i64;
    fn index(&self, at: usize) -> &i64 {
        tell(4);
        &self.1[at]
    }
}

impl Watched {
    pub fn len(&self) -> usize {
        tell(5);
        self.1.len()
    }
    pub fn is_empty(&self) -> bool {
        tell(6);
        self.1.is_empty()
    }
}

#[fuse]
pub fn operators_between(xs: &[i64], a: Telling, b: Telling) -> (Vec<i64>, i64) {
    let s: Vec<i64> = xs.iter().map(|x| seen(*x)).collect();
    let k = a + b;
    let u = xs.iter().map(|x| x ^ k).fold(0, |a, x| a ^ x);
    (s, u)
}

#[fuse]
pub fn fields_between(xs: &[i64], t: &Watched) -> (Vec<i64>, i64) {
    let s: Vec<i64> = xs.iter().map(|x| seen(*x)).collect();
    let k = t.k;
    let u = xs.iter().map(|x| x ^ k).fold(0, |a, x| a ^ x);
    (s, u)
}

#[fuse]
pub fn methods_between(xs: &[i64], t: &Watched) -> (Vec<i64>, i64, bool) {
    let s: Vec<i64> = xs.iter().map(|x| seen(*x)).collect();
    let k = t.len() as i64;
    let e = t.is_empty();
    let u = xs.iter().map(|x| x ^ k).fold(0, |a, x| a ^ x);
    (s, u, e)
}

#[fuse]
pub fn elements_between(xs: &[i64], t: &Watched) -> (Vec<i64>, i64) {
    let s: Vec<i64> = xs.iter().map(|x| seen(*x)).collect();
    let k = t[0];
    let u = xs.iter().map(|x| x ^ k).fold(0, |a, x| a ^ x);
    (s, u)
}

#[fuse]
pub fn starts_between(xs: &[i64], t: &Watched) -> (Vec<i64>, i64) {
    let s: Vec<i64> = xs.iter().map(|x| seen(*x)).collect();
    let u = xs.iter().fold(t.k, |a, x| a ^ x);
    (s, u)
}

#[fuse]
pub fn operands_between(xs: &[i64], t: &Watched, a: Telling) -> (i64, i64) {
    let s = t.k ^ xs.iter().map(|x| seen(*x)).fold(0, |a, x| a ^ x) ^ -a;
    let u = xs.iter().map(|x| seen(*x)).fold(0, |a, x| a ^ x);
    (s, u)
}

/// What stops before the operator leaves it alone.
#[fuse]
pub fn behind_a_panic(xs: &[i64], a: Telling, b: Telling) -> (i64, i64) {
    let s: i64 = xs.iter().map(|x| 100 / x).fold(0, |a, x| a ^ x);
    let k = a + b;
    let u: i64 = xs.iter().map(|x| x ^ k).fold(0, |a, x| a ^ x);
    (s, u)
}

/// Numbers those that are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbered(pub i64);

impl Default for Numbered {
    fn default() -> Numbered {
        Numbered(tell(1))
    }
}

impl From<Numbered> for i64 {
    fn from(numbered: Numbered) -> i64 {
        numbered.0
    }
}

/// What the default does stays before what panics behind it.
#[fuse]
pub fn defaults_before_a_panic<T: Default + Into<i64>>(xs: &[i64], _: &T) -> (i64, i64, i64) {
    let a = xs.iter().fold(0, |a, x| a ^ x);
    let made = T::default();
    let b = xs.iter().map(|x| 100 / x).fold(0, |a, x| a ^ x);
    (a, made.into(), b)
}

#[fuse]
pub fn defaults_in_workers<T: Default + Into<i64>>(xs: &[i64], _: &T) -> (Vec<i64>, Vec<i64>) {
    let a: Vec<i64> = xs.iter().map(|x| x ^ T::default().into()).collect();
    let b: Vec<i64> = xs.iter().map(|x| x & T::default().into()).collect();
    (a, b)
}

/// One that tells when it is made.
#[derive(Debug, PartialEq)]
pub struct Told(pub Vec<i64>);

impl FromIterator<i64> for Told {
    fn from_iter<I: IntoIterator<Item = i64>>(elements: I) -> Told {
        tell(3);
        let told = Told(elements.into_iter().collect());
        tell(told.0.len() as i64);
        told
    }
}

/// What a function holds that nobody sees into.
struct Held {
    values: Vec<i64>,
}

fn hold(xs: &[i64]) -> Held {
    Held { values: xs.to_vec() }
}

/// What is told has been told when a worker behind it stops the program.
#[fuse]
pub fn a_collection_before_a_panic(xs: &[i64]) -> (Told, Vec<i64>) {
    let held = hold(xs);
    let made: Vec<i64> = held.values.iter().copied().collect();
    let told: Told = made.iter().map(|x| x.wrapping_sub(1)).collect::<Told>();
    let checked: Vec<i64> = made
        .iter()
        .map(|x| {
            assert!(*x != 3);
            *x
        })
        .collect();
    let ones: Vec<i64> = checked.iter().zip(made.iter()).map(|_| 1).collect();
    (told, ones)
}

/// The middle one may stop the program before the last one tells, and shares no loop with the others.
#[fuse]
pub fn collections_behind_a_panic(xs: &[i64], ys: [i64; 8]) -> (Vec<i64>, Told, Told) {
    let first = xs.iter().copied().collect::<Vec<_>>();
    let middle = xs
        .iter()
        .zip(ys.iter())
        .map(|(x, y)| 100 / (x - y))
        .collect::<Told>();
    let last = xs.iter().map(|x| if true { *x } else { 7i64 }).collect::<Told>();
    (first, middle, last)
}
