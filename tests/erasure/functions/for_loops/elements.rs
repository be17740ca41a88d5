//! Loops over all indices of an array beside what walks its elements.

use super::fuse;
use std::cell::Cell;
use std::ops::AddAssign as _;

#[fuse(loops = 1)]
pub fn scaled(w: &mut [f64], t: f64) -> f64 {
    for i in 0..w.len() {
        w[i] *= t;
    }
    w.iter().map(|x| x * x).sum()
}

#[fuse(loops = 1)]
pub fn normalised(w: &mut Vec<f64>, t: f64) -> Vec<f64> {
    let n = w.len();
    for x in w.iter_mut() {
        *x *= t;
    }
    let mut sums = vec![0.0; n];
    let mut sum = 0.0;
    for j in 0..n {
        if w[j].is_nan() {
            continue;
        }
        sum += w[j] * j as f64;
        sums[j] = sum;
    }
    sums
}

/// What panics in the midst leaves as much behind.
#[fuse(loops = 1)]
fn shifted(w: &mut [i64], by: i64) -> i64 {
    for i in 0..w.len() {
        w[i] = w[i] * by - i as i64;
    }
    let mut bits = i64::MIN;
    for (i, x) in w.iter().enumerate() {
        bits ^= x ^ i as i64;
    }
    bits
}

pub fn shifted_by(xs: &[i64], by: i64) -> (Vec<i64>, Option<i64>) {
    let mut xs = xs.to_vec();
    let shifted = std::panic::AssertUnwindSafe(|| shifted(&mut xs, by));
    let bits = std::panic::catch_unwind(shifted).ok();
    (if bits.is_some() { xs } else { Vec::new() }, bits)
}

/// The name of the length is another one, and the vector grows.
#[fuse]
pub fn not_all_of_it(xs: &[f64], n: usize) -> (Vec<f64>, f64, f64) {
    let mut w = xs.to_vec();
    let first = w.iter().sum::<f64>();
    let n = n.min(w.len());
    for i in 0..n {
        w[i] += 1.0;
    }
    let len = w.len();
    w.push(7.0);
    for i in 0..len {
        w[i] *= 2.0;
    }
    let second = w.iter().sum::<f64>();
    (w, first, second)
}

/// Elements of others, and of the same array, at other places.
#[fuse]
pub fn at_other_places(w: &mut [f64], u: &mut [f64]) -> (f64, f64) {
    let n = u.len().min(w.len());
    for i in 0..w.len() {
        w[i] += w[w.len() - 1 - i];
    }
    let sum = w.iter().sum::<f64>();
    for i in 0..n {
        w[i] -= u[i];
        u[i] = w[i] * 0.5;
    }
    let rest = w.iter().zip(u.iter()).map(|(x, y)| x - y).sum::<f64>();
    (sum, rest)
}

#[fuse]
pub fn in_closures_and_texts(w: &mut Vec<f64>, texts: &mut Vec<String>) -> f64 {
    for i in 0..w.len() {
        let half = || w[i] * 0.5;
        texts.push(format!("{}", half()));
    }
    for i in 0..w.len() {
        texts.push(format!("{i} of {w:?}"));
        w[i] += 1.0;
    }
    w.iter().sum()
}

#[fuse]
pub fn bound_anew(w: &mut [f64]) -> (f64, f64) {
    for i in 0..w.len() {
        let i = i / 2;
        w[i] += 1.0;
    }
    let mut inner = 0.0;
    for i in 0..w.len() {
        let w = [1.0, 2.0];
        inner += w[i % 2];
    }
    let sum: f64 = w.iter().sum();
    (sum, inner)
}

/// Loops in the body, a vector of the loop's own, and methods of the elements.
#[fuse]
pub fn with_loops_inside(xs: &[f64], rows: &[Vec<f64>]) -> (Vec<f64>, f64, f64) {
    let mut w = vec![0.25; rows.len()];
    for i in 0..w.len() {
        for x in &rows[i] {
            w[i] += x;
        }
        w[i] = w[i].abs().max(0.5).sqrt();
    }
    let most = w.iter().copied().fold(f64::MIN, f64::max);
    (w, most, xs.first().copied().unwrap_or(0.0))
}

/// What nobody knows is called with the element.
#[fuse]
pub fn handed_out(w: &mut [f64], step: fn(&mut f64) -> f64) -> (f64, f64) {
    let mut steps = 0.0;
    for i in 0..w.len() {
        steps += step(&mut w[i]);
    }
    let sum: f64 = w.iter().sum();
    (steps, sum)
}

/// The slice is another one when the loop begins.
#[fuse]
pub fn assigned_anew<'a>(mut w: &'a mut [f64], u: &'a mut [f64]) -> f64 {
    let n = w.len();
    w = u;
    for i in 0..n {
        w[i] *= 2.0;
    }
    w.iter().map(|x| x * x).sum()
}

#[fuse]
pub fn taken(mut w: &mut [f64], first: usize) -> f64 {
    let n = w.len();
    if first <= n {
        w = &mut w[first..];
    }
    for i in 0..n {
        w[i] -= 1.0;
    }
    w.iter().map(|x| x * x).sum::<f64>() + n as f64
}

/// The bound is as long as the array no more.
#[fuse]
pub fn longer_by_then(xs: &[f64], k: usize) -> (Vec<f64>, f64) {
    let mut queue = xs.to_vec();
    let mut w = vec![0.5; queue.len()];
    if k > 0 {
        queue.push(1.0);
    }
    for i in 0..queue.len() {
        w[i] += 2.0;
    }
    let sum = w.iter().map(|x| x * x).sum();
    (w, sum)
}

#[fuse]
pub fn asked_again(c: &Cell<usize>, n: &mut usize) -> (f64, f64) {
    let mut w = vec![1.0; c.get()];
    c.set(2);
    for i in 0..c.get() {
        w[i] *= 2.0;
    }
    let first = w.iter().sum();
    let mut u = vec![1.0; *n];
    *n /= 2;
    for i in 0..*n {
        u[i] += 1.0;
    }
    (first, u.iter().map(|x| x * x).sum())
}

trait Bump {
    fn bump(&mut self);
}

impl Bump for f64 {
    fn bump(&mut self) {
        *self += 1.0;
    }
}

/// Methods that change the element, or may.
#[fuse]
pub fn by_methods(w: &mut [f64]) -> f64 {
    for i in 0..w.len() {
        w[i].bump();
    }
    for i in 0..w.len() {
        w[i].add_assign(0.5);
    }
    w.iter().map(|x| x * x).sum()
}

/// An element leaves the function by reference.
#[fuse]
fn lent<'a>(w: &'a mut Vec<f64>, out: &mut f64) -> Result<f64, &'a mut f64> {
    for i in 0..w.len() {
        if w[i] < -0.5 {
            return Err(&mut w[i]);
        }
        w[i] += 1.0;
    }
    let sum: f64 = w.iter().map(|x| x * x).sum();
    *out = sum;
    w.push(sum);
    Ok(sum)
}

pub fn lent_by(xs: &[f64]) -> (Vec<f64>, f64, Result<f64, f64>) {
    let (mut w, mut out) = (xs.to_vec(), 0.0);
    let lent = lent(&mut w, &mut out).map_err(|x| *x);
    (w, out, lent)
}

/// The length has no other use, and the counter's name stands in a literal and in a text.
#[fuse(loops = 1)]
pub fn no_other_use(w: &mut [i64], ok: bool) -> i64 {
    let n = w.len();
    for i in 0..n {
        assert!(ok, "not initialised");
        w[i] ^= 3i64;
    }
    w.iter().fold(0, |a, x| a ^ x)
}

/// The counter is somebody else's name in the body.
#[fuse(loops = 1)]
pub fn other_names(w: &mut [f64], o: Option<f64>) -> f64 {
    for i in 0..w.len() {
        w[i] *= o.map_or(1.0, |i| i * 2.0);
    }
    w.iter().map(|x| x * x).sum()
}
