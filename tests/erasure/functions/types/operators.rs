//! Operators, `Deref` and comparisons of users' types, which may fail; pointers that a test guards.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    reason = "functions of older editions read pointers without a block; what is sound is said once"
)]

use super::fuse;
use std::ops::{Add, Deref, Mul, Neg, Not, Shl};
use std::sync::LazyLock;

static NODES: [f64; 4] = [1.5, 2.5, -1.0, 0.0];

/// A handle, of which some refer to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Handle(pub u8);

impl Handle {
    pub fn is_some(self) -> bool {
        self.0 < 4
    }
}

impl Deref for Handle {
    type Target = f64;
    fn deref(&self) -> &f64 {
        &NODES[usize::from(self.0)]
    }
}

pub struct Inner {
    pub weight: f64,
}

/// A node whose fields are behind a `Deref` that may fail.
pub struct Late(pub Option<Box<Inner>>);

impl Deref for Late {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        self.0.as_ref().expect("not there yet")
    }
}

/// A number whose operators fail below zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strict(pub f64);

impl PartialEq<i32> for Strict {
    fn eq(&self, other: &i32) -> bool {
        assert!(self.0 >= 0.0);
        self.0 == f64::from(*other)
    }
}

impl PartialOrd<i32> for Strict {
    fn partial_cmp(&self, other: &i32) -> Option<std::cmp::Ordering> {
        assert!(self.0 >= 0.0);
        self.0.partial_cmp(&f64::from(*other))
    }
}

impl PartialEq<Strict> for f64 {
    fn eq(&self, other: &Strict) -> bool {
        assert!(other.0 >= 0.0);
        *self == other.0
    }
}

impl PartialOrd<Strict> for f64 {
    fn partial_cmp(&self, other: &Strict) -> Option<std::cmp::Ordering> {
        assert!(other.0 >= 0.0);
        self.partial_cmp(&other.0)
    }
}

impl Neg for Strict {
    type Output = f64;
    fn neg(self) -> f64 {
        assert!(self.0 >= 0.0);
        -self.0
    }
}

impl Not for Strict {
    type Output = bool;
    fn not(self) -> bool {
        assert!(self.0 >= 0.0);
        self.0 == 0.0
    }
}

impl Mul<Strict> for f64 {
    type Output = f64;
    fn mul(self, other: Strict) -> f64 {
        assert!(other.0 >= 0.0);
        self * other.0
    }
}

impl Add<f64> for Strict {
    type Output = f64;
    fn add(self, other: f64) -> f64 {
        assert!(self.0 >= 0.0);
        self.0 + other
    }
}

impl Strict {
    pub fn ln(&self) -> f64 {
        assert!(self.0 > 0.0);
        self.0.ln()
    }
    pub fn abs(self) -> f64 {
        assert!(self.0 >= 0.0);
        self.0
    }
}

/// A map behind a filter, of what only the kept refer to.
#[fuse]
pub fn handles_by_value(hs: &[Handle]) -> (Vec<f64>, Vec<f64>, f64) {
    let v: Vec<f64> = hs.iter().copied().filter(|h| h.is_some()).map(|h| *h).collect();
    let w: Vec<f64> = hs.iter().copied().filter(|h| h.is_some()).map(|h| *h * 2.0).collect();
    let s: f64 = hs.iter().copied().filter(|h| h.is_some()).map(|h| *h).sum();
    (v, w, s)
}

#[fuse]
pub fn handles_by_reference(hs: &[Handle]) -> (Vec<f64>, usize, f64) {
    let v: Vec<f64> = hs.iter().filter(|h| h.is_some()).map(|h| **h).collect();
    let n = hs.iter().filter(|h| h.0 < 4 && ***h > 1.0).count();
    let s: f64 = hs.iter().filter(|h| h.0 < 4 && ***h > 0.0).map(|h| **h * 2.0).sum();
    (v, n, s)
}

#[fuse]
pub fn handles_by_method(hs: &[Handle]) -> (usize, usize) {
    let a = hs.iter().filter(|h| h.0 < 4 && h.is_sign_negative()).count();
    let b = hs.iter().filter(|h| h.0 >= 4 || h.abs() > 1.0).count();
    (a, b)
}

#[fuse]
pub fn fields_behind_deref(nodes: &[Late], live: &[f64]) -> (f64, usize, Vec<f64>) {
    let s: f64 = live
        .iter()
        .zip(nodes)
        .filter(|(x, node)| **x > 0.0 && node.weight > 0.5)
        .map(|(x, _)| *x)
        .sum();
    let n = live
        .iter()
        .zip(nodes)
        .filter(|(x, node)| **x <= 0.0 || node.weight <= 0.5)
        .count();
    let v: Vec<f64> = live
        .iter()
        .zip(nodes)
        .filter(|(x, _)| **x > 0.0)
        .map(|(_, node)| node.weight)
        .collect();
    (s, n, v)
}

#[fuse]
pub fn dead_fields(nodes: &[Late], xs: &[f64]) -> f64 {
    let _n = nodes.iter().filter(|node| node.weight > 0.5).count();
    let _w: Vec<f64> = nodes.iter().map(|node| node.weight).collect();
    xs.iter().map(|x| x * 2.0).sum()
}

#[fuse]
pub fn comparisons_of_ones_own(ps: &[Strict], limit: Strict) -> (usize, f64, usize, usize) {
    let a = ps.iter().filter(|p| p.0 > 0.0 && **p > 1).count();
    let b: f64 = ps.iter().filter(|p| p.0 > 0.0 && **p != 1).map(|p| p.0).sum();
    let c = ps.iter().filter(|p| p.0 > 0.0 && 1.0 < **p).count();
    let d = ps.iter().filter(|p| limit.0 >= 0.0 && p.0 < limit).count();
    (a, b, c, d)
}

#[fuse]
pub fn operators_of_ones_own(ps: &[Strict]) -> (Vec<f64>, Vec<f64>, usize, f64) {
    let a: Vec<f64> = ps.iter().copied().filter(|p| p.0 >= 0.0).map(|p| -p).collect();
    let b: Vec<f64> = ps.iter().filter(|p| p.0 >= 0.0).map(|p| 2.0 * *p).collect();
    let c = ps.iter().filter(|p| p.0 >= 0.0 && !**p).count();
    let d: f64 = ps.iter().filter(|p| p.0 >= 0.0).map(|p| *p + 1.0).sum();
    (a, b, c, d)
}

#[fuse]
pub fn dead_methods_of_ones_own(ps: &[Strict]) -> f64 {
    let _a: Vec<f64> = ps.iter().map(|p| p.ln()).collect();
    let _b: Vec<f64> = ps.iter().map(|p| p.abs()).collect();
    ps.iter().map(|p| p.0).sum()
}

#[fuse]
pub fn dead_comparisons(ps: &[Strict]) -> f64 {
    let _n = ps.iter().filter(|p| **p == 3).count();
    ps.iter().map(|p| p.0).sum()
}

static BROKEN: LazyLock<f64> = LazyLock::new(|| panic!("broken"));

#[fuse]
pub fn a_static_that_fails(xs: &[f64], limit: f64) -> (f64, usize) {
    let _d: Vec<bool> = xs.iter().map(|x| *x > *BROKEN).collect();
    let n = xs.iter().filter(|x| limit > 0.0 && **x > *BROKEN).count();
    let s: f64 = xs.iter().sum();
    (s, n)
}

#[fuse]
pub fn a_guarded_static(xs: &[f64], limit: f64) -> (f64, usize) {
    let n = xs.iter().filter(|x| **x > limit && **x > *BROKEN).count();
    let s: f64 = xs.iter().sum();
    (s, n)
}

/// Sound: what is not null points to a number.
#[fuse]
pub fn pointers_in_a_block(ps: &[*const f64]) -> (Vec<f64>, Vec<f64>, f64) {
    unsafe {
        let v: Vec<f64> = ps.iter().copied().filter(|p| !p.is_null()).map(|p| *p).collect();
        let w: Vec<f64> = ps.iter().filter(|p| !p.is_null()).map(|p| **p + 1.0).collect();
        let s: f64 = ps.iter().filter(|p| !p.is_null() && ***p > 1.0).map(|p| **p).sum();
        (v, w, s)
    }
}

/// A slot whose pointer is good to read while it is live.
#[derive(Clone, Copy)]
pub struct Slot {
    pub live: bool,
    pub at: *const f32,
}

#[fuse]
pub fn slots_in_a_block(slots: &[Slot]) -> (usize, usize, Vec<f32>) {
    unsafe {
        let a = slots.iter().filter(|s| s.live && *s.at > 0.5).count();
        let b = slots.iter().filter(|s| !s.live || *s.at > 1.0).count();
        let c: Vec<f32> = slots.iter().filter(|s| s.live).map(|s| *s.at).collect();
        (a, b, c)
    }
}

/// # Safety
/// `at` of those that are `live` is good to read.
#[fuse]
pub unsafe fn slots_in_a_function(slots: &[Slot]) -> (f32, usize) {
    let s: f32 = slots.iter().filter(|s| s.live && *s.at > 0.5).map(|s| *s.at).sum();
    let n = slots.iter().filter(|s| s.live && { *s.at < 1.0 }).count();
    (s, n)
}

#[fuse]
pub fn blocks_in_workers(slots: &[Slot]) -> (usize, Vec<f32>) {
    let n = slots.iter().filter(|s| s.live && unsafe { *s.at } > 0.5).count();
    let v: Vec<f32> = slots.iter().filter(|s| s.live).map(|s| unsafe { *s.at }).collect();
    (n, v)
}

#[repr(C, packed)]
#[derive(Clone, Copy)]
pub struct Packed {
    pub live: bool,
    pub x: f64,
}

/// Fields to which there are no references.
#[fuse]
pub fn packed_fields(ps: &[Packed]) -> (usize, f64) {
    let n = ps.iter().filter(|p| p.live && p.x > 0.5).count();
    let s: f64 = ps.iter().filter(|p| p.live && p.x < 0.5).map(|p| p.x).sum();
    (n, s)
}

const LIMIT: f64 = 0.5;
static FLOOR: f64 = -0.5;

/// Constants, statics, type parameters, and a type that only a later use shows.
#[fuse]
pub fn limits<T: PartialOrd + Copy>(xs: &[f64], ts: &[T], low: T) -> (usize, usize, f64, usize) {
    let from = "0.25".parse::<f64>().unwrap_or_default();
    let a = xs.iter().filter(|x| **x > FLOOR && **x < LIMIT).count();
    let b = ts.iter().filter(|t| **t > low && **t != low).count();
    let c: f64 = xs.iter().filter(|x| **x > from && **x < LIMIT).sum();
    let d = xs.iter().filter(|x| **x > from || **x < f64::MIN_POSITIVE).count();
    (a, b, c, d)
}

/// Its methods are called as those of std's containers, and give what fails when it is compared.
#[derive(Clone, Copy)]
pub struct Measure(pub f64);

impl Measure {
    pub fn len(&self) -> Strict {
        Strict(self.0)
    }
    pub fn is_empty(&self) -> Strict {
        Strict(self.0)
    }
    pub fn sum<T>(&self) -> Strict {
        Strict(self.0)
    }
}

impl Shl<Measure> for u32 {
    type Output = Strict;
    fn shl(self, by: Measure) -> Strict {
        Strict(by.0)
    }
}

#[fuse]
pub fn lengths_of_ones_own(xs: &[i64], m: Measure) -> (usize, i64) {
    let n = m.len();
    let a = xs.iter().filter(|x| **x > 0 && n > 1).count();
    let b = xs.iter().fold(0, |a, x| a ^ x);
    (a, b)
}

#[fuse]
pub fn questions_of_ones_own(xs: &[i64], m: Measure) -> (usize, i64) {
    let n = m.is_empty();
    let a = xs.iter().filter(|x| **x > 0 && !n).count();
    let b = xs.iter().fold(0, |a, x| a ^ x);
    (a, b)
}

#[fuse]
pub fn sums_of_ones_own(xs: &[i64], m: Measure) -> (usize, i64) {
    let n = m.sum::<i64>();
    let a = xs.iter().filter(|x| **x > 0 && n > 1).count();
    let b = xs.iter().fold(0, |a, x| a ^ x);
    (a, b)
}

#[fuse]
pub fn shifts_of_ones_own(xs: &[i64], m: Measure) -> (usize, i64) {
    let n = 1u32 << m;
    let a = xs.iter().filter(|x| **x > 0 && n > 1).count();
    let b = xs.iter().fold(0, |a, x| a ^ x);
    (a, b)
}
