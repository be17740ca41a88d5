//! Arrays that are changed right behind the chain that makes them.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;

#[fuse(loops = 1)]
pub fn scaled(a: &[f64], g: f64) -> Vec<f64> {
    let mut v: Vec<f64> = a.iter().map(|x| x - 1.0).collect();
    for x in v.iter_mut() {
        *x *= g;
    }
    v
}

#[fuse(loops = 1)]
pub fn scaled_and_summed(a: &[f64], g: f64) -> (f64, Vec<f64>) {
    let mut v: Vec<f64> = a.iter().map(|x| x.abs()).collect();
    for x in &mut v {
        *x = (*x + g).sqrt() / *x;
    }
    let s = v.iter().sum();
    (s, v)
}

#[fuse(loops = 1)]
pub fn never_made(a: &[f64]) -> f64 {
    let mut v: Vec<f64> = a.iter().map(|x| x - 1.0).collect();
    v.iter_mut().for_each(|x| *x += 2.0 * *x);
    v.iter().sum()
}

// An index may be out of bounds, a sum too large, a divisor nothing.
#[fuse]
pub fn may_panic(a: &[i64], by: &[i64]) -> Vec<i64> {
    let mut v: Vec<i64> = a.iter().map(|x| x / 3).collect();
    for x in v.iter_mut() {
        *x %= by[0];
    }
    v
}

// Nobody mentions the element, or somebody needs the reference.
#[fuse]
pub fn of_another_value(a: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut v: Vec<f64> = a.iter().map(|x| x - 1.0).collect();
    for x in v.iter_mut() {
        *x = 0.5;
    }
    let mut w: Vec<f64> = a.iter().map(|x| x + 1.0).collect();
    for x in w.iter_mut() {
        *x = std::mem::replace(x, 2.0) + 1.0;
    }
    (v, w)
}

// It is changed again, or read in between, or told of itself.
#[fuse]
pub fn changed_again(a: &[f64]) -> (Vec<f64>, f64, Vec<f64>) {
    let mut v: Vec<f64> = a.iter().map(|x| x - 1.0).collect();
    for x in v.iter_mut() {
        *x *= 2.0;
    }
    v.push(1.0);
    let mut w: Vec<f64> = a.iter().map(|x| x + 1.0).collect();
    let first = w.first().copied().unwrap_or(0.0);
    for x in w.iter_mut() {
        *x -= first;
    }
    let mut u: Vec<f64> = a.iter().map(|x| x + 1.0).collect();
    let n = u.len() as f64;
    for x in u.iter_mut() {
        *x -= n;
    }
    (v, first, u)
}

// Another `x`, and another operand than a number.
#[fuse]
pub fn shadowed(a: &[f64], by: &f64) -> (Vec<f64>, Vec<f64>) {
    let x = 3.0;
    let mut v: Vec<f64> = a.iter().map(|y| y * x).collect();
    for x in v.iter_mut() {
        *x += by;
    }
    let mut w: Vec<f64> = a.iter().map(|y| y - x).collect();
    for y in w.iter_mut() {
        *y = [*y, x].iter().map(|y| *y * 2.0).sum();
    }
    (v, w)
}

// What makes them has an effect that what changes them must not come before.
#[fuse]
pub fn with_an_effect(a: &[i64], log: &mut Vec<i64>) -> Vec<i64> {
    let mut v: Vec<i64> = a
        .iter()
        .map(|x| {
            log.push(*x);
            x / 2
        })
        .collect();
    for x in v.iter_mut() {
        *x += 1;
    }
    v
}

#[fuse]
pub fn kept(a: &[i32]) -> Vec<i32> {
    let mut v: Vec<i32> = a.iter().copied().filter(|x| *x > 0).collect();
    for x in &mut v {
        *x = x.wrapping_mul(3);
    }
    v
}

/// Counts how often it is asked, in its last digit.
pub trait Bump {
    fn bump(&mut self) -> f64;
}

impl Bump for f64 {
    fn bump(&mut self) -> f64 {
        *self += 1.0;
        *self * 2.0
    }
}

// It needs the reference, and changes what is behind it before that is overwritten.
#[fuse]
pub fn by_a_method_of_ones_own(a: &[f64]) -> Vec<f64> {
    let mut v: Vec<f64> = a.iter().map(|x| x - 1.0).collect();
    for x in v.iter_mut() {
        *x = x.bump() + *x;
    }
    v
}

#[fuse(loops = 1)]
pub fn of_several_operators(a: &[f64], b: f64, c: f64) -> (Vec<f64>, f64) {
    let mut v: Vec<f64> = a.iter().map(|x| x + b).collect();
    for x in v.iter_mut() {
        *x -= b - c * *x;
    }
    let largest = v.iter().fold(f64::MIN, |m, x| m.max(*x));
    (v, largest)
}

#[fuse(loops = 1)]
pub fn clamped(a: &[i64], by: i64) -> Vec<i64> {
    let mut v: Vec<i64> = a.iter().map(|x| x / 3).collect();
    for x in &mut v {
        *x = (*x & by | 1).max(x.count_ones() as i64 - 3);
    }
    v
}
