//! Names that mean what the scope says, not what their spelling suggests: lengths, items, callers.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    non_upper_case_globals,
    dead_code,
    unused_braces,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use std::collections::HashMap;
use std::panic::Location;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const N: usize = 2;

mod other {
    pub const N: usize = 5;
    pub const M: usize = 2;

    pub fn five() -> [i64; N] {
        [1; N]
    }
}

macro_rules! four {
    () => {
        const N: usize = 4;
    };
}

/// Two `N`s: the parameter's, and that of the body.
#[fuse]
pub fn inner_constant(xs: &[i64; N]) -> (i64, i64) {
    const N: usize = 4;
    let ys: [i64; N] = [1, 2, 3, 4];
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let b: i64 = ys.iter().sum();
    (a, b)
}

/// An item is seen in all of its block, from its first statement on.
#[fuse]
pub fn constant_after(xs: &[i64; N]) -> (i64, i64) {
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let ys: [i64; N] = [1, 2, 3, 4];
    let b: i64 = ys.iter().sum();
    const N: usize = 4;
    (a, b)
}

#[fuse]
pub fn imported_constant(xs: &[i64; N]) -> (i64, i64) {
    use other::{N, five};
    let ys: [i64; N] = five();
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let b: i64 = ys.iter().sum();
    (a, b)
}

#[fuse]
pub fn renamed_constant(xs: &[i64; N]) -> (i64, i64) {
    use other::{self, N as M};
    let ys: [i64; M] = [7; M];
    let zs: [i64; other::M] = [7; other::M];
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let b: i64 = ys.iter().sum();
    let c: i64 = zs.iter().sum();
    (a, b - c)
}

#[fuse]
pub fn constant_by_glob(xs: &[i64; N]) -> (i64, i64) {
    use other::*;
    let ys: [i64; N] = five();
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let b: i64 = ys.iter().sum();
    (a, b)
}

#[fuse]
pub fn constant_by_macro(xs: &[i64; N]) -> (i64, i64) {
    four!();
    let ys: [i64; N] = [1, 2, 3, 4];
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let b: i64 = ys.iter().sum();
    (a, b)
}

/// A parameter of the function, hidden by an item of its body.
#[fuse]
pub fn hidden_parameter<const N: usize>(xs: &[i64; N]) -> (i64, i64) {
    const N: usize = 4;
    let ys: [i64; N] = [1, 2, 3, 4];
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let b: i64 = ys.iter().sum();
    (a, b)
}

#[fuse]
pub fn computed_lengths(xs: &[i64; { N + 1 }], ys: [i64; N + 1]) -> (i64, i64, i64) {
    const N: usize = 4;
    let zs: [i64; N + 1] = [1; 5];
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let b: i64 = ys.iter().map(|y| y & 7).sum();
    let c: i64 = zs.iter().sum();
    (a, b, c)
}

/// What is known around a block is known of other names in it.
#[fuse]
pub fn constant_of_a_block(seed: i64) -> (i64, i64) {
    let zs = [seed; N];
    let ws: [i64; N] = [1; N];
    {
        const N: usize = 4;
        let ys: [i64; N] = [1, 2, 3, 4];
        let a: i64 = zs.iter().map(|z| z & 7).sum();
        let b: i64 = ys.iter().sum();
        let c: i64 = ws.iter().map(|w| w + 1).sum();
        (a + c, b)
    }
}

macro_rules! calls {
    () => {{
        static N: AtomicU64 = AtomicU64::new(0);
        N.fetch_add(1, Relaxed)
    }};
}

/// One static, however many versions a function might have.
#[fuse]
pub fn static_of_a_macro(xs: &[i64], ys: &[i64]) -> (u64, i64, i64) {
    let n = calls!();
    let a: i64 = xs.iter().zip(ys).map(|(x, y)| x ^ y).fold(0, |a, x| a ^ x);
    let b: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let c: i64 = ys.iter().fold(0, |a, y| a ^ y);
    (n, a, b ^ c)
}

#[fuse]
pub fn static_of_its_own(xs: &[i64], ys: &[i64]) -> (u64, i64, i64) {
    static N: AtomicU64 = AtomicU64::new(0);
    let n = N.fetch_add(1, Relaxed);
    let a: i64 = xs.iter().zip(ys).map(|(x, y)| x ^ y).fold(0, |a, x| a ^ x);
    let b: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let c: i64 = ys.iter().fold(0, |a, y| a ^ y);
    (n, a, b ^ c)
}

/// Within the tokens of a macro of std's, too.
#[fuse]
pub fn static_in_a_string(xs: &[i64], ys: &[i64]) -> (String, i64, i64) {
    let n = format!("{} {}", calls!(), {
        static M: AtomicU64 = AtomicU64::new(0);
        M.fetch_add(1, Relaxed)
    });
    let a: i64 = xs.iter().zip(ys).map(|(x, y)| x ^ y).fold(0, |a, x| a ^ x);
    let b: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let c: i64 = ys.iter().fold(0, |a, y| a ^ y);
    (n, a, b ^ c)
}

/// All of it by `iter`, all but the first by `&`.
#[derive(Clone)]
pub struct Tail(pub Vec<i64>);

impl Tail {
    pub fn iter(&self) -> std::slice::Iter<'_, i64> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Tail {
    type Item = &'a i64;
    type IntoIter = std::iter::Skip<std::slice::Iter<'a, i64>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().skip(1)
    }
}

#[fuse]
pub fn by_reference_and_by_method(h: &Tail) -> (i64, Vec<i64>) {
    let h: Tail = h.clone();
    let mut t = 0;
    for x in &h {
        t ^= x;
    }
    let r: Vec<i64> = h.iter().map(|x| x ^ 1).collect();
    (t, r)
}

pub struct Holder {
    pub h: Tail,
}

impl Holder {
    #[fuse]
    pub fn field_by_both(&self) -> (i64, i64, i64) {
        let mut t = 0;
        for x in &self.h {
            t ^= x;
        }
        let a = (&self.h).into_iter().fold(0, |a, x| a ^ x);
        let r = self.h.iter().map(|x| x & 7).fold(0, |a, x| a ^ x);
        (t, a, r)
    }
}

/// Of a type of std's they are the same.
#[fuse]
pub fn map_by_both(map: &HashMap<i64, i64>) -> (i64, i64) {
    let mut t = 0;
    for (key, value) in map {
        t ^= key & value;
    }
    let r = map.iter().map(|(k, v)| k ^ v).fold(0, |a, x| a ^ x);
    (t, r)
}

#[track_caller]
fn here(_: &i64) -> (u32, u32) {
    let here = Location::caller();
    (here.line(), here.column())
}

/// In a closure, `here` is called by the closure; in the body, by whoever called this function.
#[track_caller]
#[fuse]
pub fn caller_above(xs: &[i64]) -> (Option<(u32, u32)>, i64) {
    let a = xs.iter().map(|x| here(x)).max();
    let b = xs.iter().map(|x| x & 7).fold(0, |a, x| a ^ x);
    (a, b)
}

#[fuse]
#[track_caller]
pub fn caller_below(xs: &[i64]) -> (Option<(u32, u32)>, i64) {
    let a = xs.iter().map(|x| here(x)).max();
    let b = xs.iter().map(|x| x & 7).fold(0, |a, x| a ^ x);
    (a, b)
}

#[cfg_attr(all(), inline, track_caller)]
#[fuse]
pub fn caller_by_condition_above(xs: &[i64]) -> (Option<(u32, u32)>, i64) {
    let a = xs.iter().map(|x| here(x)).max();
    let b = xs.iter().map(|x| x & 7).fold(0, |a, x| a ^ x);
    (a, b)
}

#[fuse]
#[cfg_attr(all(), inline, track_caller)]
pub fn caller_by_condition_below(xs: &[i64]) -> (Option<(u32, u32)>, i64) {
    let a = xs.iter().map(|x| here(x)).max();
    let b = xs.iter().map(|x| x & 7).fold(0, |a, x| a ^ x);
    (a, b)
}

/// Without the attribute it is the closure in both forms, fused or not.
#[fuse]
pub fn called_in_the_body(xs: &[i64]) -> (Option<(u32, u32)>, i64) {
    let a = xs.iter().map(|x| here(x)).max();
    let b = xs.iter().map(|x| x & 7).fold(0, |a, x| a ^ x);
    (a, b)
}
