//! Statements that write one value between loops.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    clippy::needless_range_loop,
    clippy::many_single_char_names,
    clippy::similar_names,
    clippy::explicit_counter_loop,
    reason = "they are written as people write them"
)]

use super::fuse;
use std::cell::RefCell;

/// Divided, rooted and pushed between loops over one slice.
#[fuse]
pub fn between(xs: &[f64], out: &mut Vec<f64>) -> (f64, f64, f64) {
    let mut s = 0.0;
    for x in xs {
        s += x;
    }
    s /= xs.len() as f64;
    let mut q = 0.0;
    for x in xs {
        q += x * x;
    }
    q = q.sqrt();
    out.push(q);
    let most = xs.iter().fold(0.0, |a, x| if *x > a { *x } else { a });
    out.push(xs.iter().map(|x| x * 0.5).sum());
    out.push(most);
    (s, q, most)
}

/// Rows, whose results are stored between the inner loops; the same names twice.
#[fuse]
pub fn rows(flat: &[f64], w: usize) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let h = if w == 0 { 0 } else { flat.len() / w };
    let mut a = vec![0.0; h];
    let mut b = vec![0.0; h];
    let mut c = Vec::new();
    for i in 0..h {
        let mut t = 0.0;
        for j in 0..w {
            t += flat[i * w + j];
        }
        a[i] = t;
        let mut t = 0.0;
        for j in 0..w {
            t += flat[i * w + j] * flat[i * w + j];
        }
        b[i] = t;
        c.push(a[i] - b[i]);
    }
    (a, b, c)
}

/// What is pushed decides a type that the next chain needs.
#[fuse]
pub fn decides_a_type(xs: &[f32], out: &mut Vec<f32>) -> (f32, usize) {
    let mut t = 0.0;
    let mut n = 0usize;
    for x in xs {
        n += usize::from(*x > 0.0);
    }
    t += 0.5;
    out.push(t);
    let raised = t.max(1.0);
    let m = xs.iter().copied().fold(raised, f32::max);
    (m, n)
}

/// A chain behind reads what is written, or changes what is read.
#[fuse]
pub fn not_past_each_other(xs: &mut Vec<i64>, sums: &mut Vec<i64>) -> (i64, i64, i64) {
    let mut s = 0i64;
    for x in xs.iter() {
        s ^= x;
    }
    sums.push(s);
    let all = sums.iter().fold(0, |a, x| a ^ x);
    let mut k = 3;
    k ^= xs.len() as i64;
    for x in xs.iter_mut() {
        *x ^= 1;
    }
    sums.push(xs.len() as i64);
    xs.clear();
    let mut left = 0;
    for x in xs.iter() {
        left ^= x;
    }
    (all, k, left)
}

/// A loop behind may leave.
#[fuse]
pub fn left(xs: &[i64], seen: &mut Vec<i64>) -> Option<i64> {
    let mut s = 0i64;
    for x in xs {
        s ^= x;
    }
    seen.push(s);
    for x in xs {
        if *x == 3 {
            return None;
        }
    }
    seen.push(1);
    Some(s)
}

/// What is stored may be out of range; what is called behind it notes that.
#[fuse]
pub fn out_of_range(xs: &[i64], at: usize, log: &RefCell<Vec<i64>>) -> (Vec<i64>, i64) {
    let mut sums = vec![0; 3];
    let mut s = 0i64;
    for x in xs {
        s ^= x;
    }
    sums[at] = s;
    let mut t = 0i64;
    for x in xs {
        log.borrow_mut().push(*x);
        t ^= x;
    }
    (sums, t)
}

fn noted(log: &RefCell<Vec<i64>>, x: i64) -> i64 {
    log.borrow_mut().push(x);
    x ^ 1
}

/// Two loops that call a function for what it gives, and that has an effect.
#[fuse]
pub fn called_in_turn(xs: &[i64], log: &RefCell<Vec<i64>>) -> (i64, i64) {
    let mut s = 0;
    for x in xs {
        s ^= noted(log, *x);
    }
    let mut t = 0;
    for x in xs {
        t ^= noted(log, *x ^ 100);
    }
    (s, t)
}

/// A value that is moved into the vector, and its name bound anew.
#[fuse]
pub fn moved(xs: &[i64], words: &mut Vec<String>) -> (i64, i64) {
    let word = format!("{xs:?}");
    let mut s = 0i64;
    for x in xs {
        s ^= x;
    }
    words.push(word);
    let word = 5i64;
    let mut t = 0i64;
    for x in xs {
        t ^= x & word;
    }
    (s, t)
}

/// An array whose making panics, and a reader that leaves before.
#[fuse]
pub fn made_before_it_is_read(xs: &[i64]) -> i64 {
    let ys: Vec<i64> = xs.iter().map(|x| 100 / x).collect();
    let mut s = 0;
    for y in ys.iter().skip(1) {
        if *y > 30 {
            return -5;
        }
        s ^= y;
    }
    s
}

/// What is written is read through a reference to what the loop behind writes.
#[fuse]
pub fn borrowed(xs: &[i64], mut ws: Vec<i64>) -> (Vec<i64>, i64, i64, Vec<i64>) {
    let mut out = Vec::new();
    let mut u = 0i64;
    let halves: i64 = xs.iter().map(|x| x / 2).fold(0, |a, x| a ^ x);
    let y = &u;
    out.push(*y);
    for x in xs {
        u ^= x;
    }
    let w = &ws;
    out.push(w.len() as i64);
    for x in xs {
        ws.push(*x);
    }
    (out, halves, u, ws)
}

/// What stands behind a chain, and between loops, decides the type of a literal.
#[fuse]
pub fn typed_between(row: &[f32], ks: &[i64]) -> (f32, f32, i64, i64) {
    let n = 2.0;
    let mean = row.iter().sum::<f32>() / n;
    let mut t = 0.0;
    for y in row {
        t += y * n.sqrt();
    }
    let k = 2;
    let mut a = 0i64;
    for x in ks {
        a ^= x;
    }
    let z = a ^ k;
    let b = ks.iter().map(|x| x ^ k.abs()).fold(0, |a, x| a ^ x);
    (mean, t, z, b)
}

/// Calls by other names: of a closure, of a parameter, of a function that is handed on.
#[fuse]
pub fn called_by_other_names(
    xs: &[i64],
    log: &RefCell<Vec<i64>>,
    g: &dyn Fn(i64) -> i64,
) -> (i64, i64) {
    let f = |x: i64| noted(log, x);
    let (mut s, mut t) = (0, 0);
    for x in xs {
        s ^= f(*x);
    }
    for x in xs {
        t ^= f(*x ^ 100);
    }
    for x in xs {
        s ^= g(*x);
    }
    for x in xs {
        t ^= g(*x ^ 5);
    }
    (s, t)
}

/// A word that is asked for its length before it is moved, where the second write cannot sink.
#[fuse]
pub fn asked_before_it_is_moved(
    xs: &[i64],
    word: String,
    words: &mut Vec<String>,
) -> (Vec<usize>, i64, usize) {
    let mut lengths: Vec<usize> = Vec::new();
    let mut s = 0i64;
    for x in xs {
        s ^= x;
    }
    lengths.push(word.len());
    words.push(word);
    let mut held = 0usize;
    for x in xs {
        held += words.len() + usize::from(*x > 0);
    }
    (lengths, s, held)
}

pub struct Loud<'a>(pub &'a RefCell<Vec<i64>>, pub i64);

impl std::ops::Add<i64> for &Loud<'_> {
    type Output = i64;
    fn add(self, other: i64) -> i64 {
        noted(self.0, self.1 + other)
    }
}

/// An operator that tells somebody, behind a write that may panic.
#[fuse]
pub fn loud_behind_a_panic(xs: &[i64], at: usize, loud: &Loud<'_>) -> (Vec<i64>, i64, i64) {
    let mut sums = vec![0; 2];
    let mut s = 0i64;
    for x in xs {
        s ^= x;
    }
    sums[at] = s;
    let told = loud + 1;
    let mut t = 0i64;
    for x in xs {
        t ^= x & 7;
    }
    (sums, told, t)
}

/// Under a condition, which the loop behind has nothing to do with; and one that it has.
#[fuse]
pub fn under_a_condition(xs: &[f64], at: i64) -> (f64, f64, f64, f64) {
    let mut sum: f64 = xs.iter().sum();
    if sum > 0.0 {
        sum /= 2.0;
    }
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    let mut most = xs.iter().copied().fold(f64::MIN, f64::max);
    if at > 2 && most < squares {
        most = 1.0;
    }
    let mut scaled = 0.0;
    for x in xs {
        scaled += x * most;
    }
    (sum, squares, most, scaled)
}

/// A condition that may fail, and one that looks at what the loop behind counts.
#[fuse]
pub fn under_a_condition_that_may_fail(xs: &[i64], by: i64) -> (i64, usize, i64) {
    let mut sum = 0i64;
    for x in xs {
        sum ^= x;
    }
    if 100 / by > 3 {
        sum = 7;
    }
    let mut count = 0usize;
    for x in xs {
        count += usize::from(*x > by);
    }
    if count > 2 {
        sum ^= 1;
    }
    let mut last = 0i64;
    for x in xs {
        last = last.wrapping_add(*x);
        count += 1;
    }
    (sum, count, last)
}

pub struct Bounds {
    pub low: f64,
    pub high: f64,
    pub turns: usize,
}

impl Bounds {
    /// What the second loop begins with stands behind the first.
    #[fuse]
    pub fn raised(&mut self, xs: &[f64]) {
        self.low = 0.0;
        for x in xs {
            self.low += x;
        }
        self.high = 1.0;
        for x in xs {
            self.high += x * x;
        }
        self.turns = xs.len();
    }
}

/// Above a loop that may fail, which others see by a reference; and above one that needs what was there before.
#[fuse]
pub fn raised_around_a_panic(xs: &[i64], total: &mut i64, by: i64) -> (i64, i64) {
    let mut quotients = 0i64;
    for x in xs {
        quotients ^= 100 / (x - by);
    }
    *total = 7;
    for x in xs {
        *total ^= x;
    }
    let mut seen = 3i64;
    let mut other = 0i64;
    for x in xs {
        other ^= x & seen;
    }
    seen = 12;
    for x in xs {
        seen ^= x;
    }
    (quotients ^ other, seen)
}

/// Above a loop that leaves, a write of what is borrowed meanwhile, and one that may fail.
#[fuse]
pub fn raised_above_a_way_out(xs: &[i64], total: &mut i64, by: i64) -> Option<i64> {
    let mut sum = 0i64;
    for x in xs {
        if *x == by {
            return None;
        }
        sum ^= x;
    }
    *total = by;
    for x in xs {
        *total ^= x >> 1;
    }
    let mut most = 5i64;
    let held = &most;
    let mut count = 0i64;
    for x in xs {
        count += i64::from(x > held);
    }
    most = 100 / by;
    for x in xs {
        most = most.max(*x);
    }
    Some(sum ^ count ^ most)
}
