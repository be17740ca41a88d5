//! Arrays of which a loop stores each element at its counter.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    clippy::toplevel_ref_arg,
    reason = "they are written as people write them"
)]

use super::fuse;

/// Read once, and given back; without a type, and with it; over places, and over elements with their places.
#[fuse]
pub fn stored(xs: &[f64], us: &[i64]) -> (f64, Vec<f64>, f64, usize, Vec<i64>, i64) {
    let n = xs.len();
    let mut ys = vec![0.0; n];
    for i in 0..n {
        ys[i] = xs[i] * 2.0;
    }
    let sum: f64 = ys.iter().sum();
    let mut zs = vec![0.0; n];
    for (i, x) in xs.iter().enumerate() {
        let half = x / 2.0;
        zs[i] = half + i as f64;
    }
    let most = zs.iter().copied().fold(f64::MIN, f64::max);
    let mut places: Vec<usize> = vec![0; us.len()];
    for i in 0..places.len() {
        places[i] = i * 3;
    }
    let all = places.iter().sum::<usize>();
    let mut ws = vec![-1i64; us.len()];
    for i in 0..us.len() {
        ws[i] = us[i] ^ 5;
    }
    let mixed = ws.iter().fold(0, |a: i64, w| a.rotate_left(3) ^ w);
    (sum, zs, most, all, ws, mixed)
}

/// A loop that panics has stored a part, which nobody sees.
#[fuse]
pub fn stored_up_to_a_panic(us: &[i64], at: i64) -> (i64, Vec<i64>) {
    let mut ys = vec![0; us.len()];
    for (i, u) in us.iter().enumerate() {
        ys[i] = 1000 / (u - at);
    }
    let mixed = ys.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    (mixed, ys)
}

/// Not each element at its own place: some are left out, or are stored twice, or elsewhere.
#[fuse]
pub fn stored_elsewhere(us: &[i64], vs: &[i64]) -> [i64; 6] {
    let n = us.len();
    let mixed = |ys: &[i64]| ys.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let mut a = vec![7i64; n];
    for i in 1..n {
        a[i] = us[i] ^ us[i - 1];
    }
    let sum = a.iter().fold(0, |a: i64, y| a ^ y);
    let mut b = vec![7i64; n];
    for (i, u) in us.iter().enumerate() {
        let i = n - 1 - i;
        b[i] = u ^ 3;
    }
    let back = b.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let mut c = vec![7i64; n];
    for (i, u) in us.iter().enumerate() {
        if u & 1 == 0 {
            c[i] = u ^ 3;
        }
    }
    let even = c.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let mut d = vec![7i64; n];
    for (i, v) in vs.iter().enumerate().take(n) {
        d[i] = v ^ 3;
    }
    let other = d.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let mut e = vec![7i64; n];
    for (i, _) in us.iter().enumerate() {
        e[i] = e[i / 2] ^ us[i];
    }
    (0..e.len()).for_each(|i| e[i] = e[i].rotate_left(1));
    [sum, back, even, other, mixed(&e), mixed(&d)]
}

/// Names that are bound anew between the array and its loop, or before both: another length.
#[fuse]
pub fn stored_under_other_names(us: &[i64], vs: &[i64]) -> [i64; 4] {
    let n = us.len().min(vs.len());
    let mut a = vec![7i64; n];
    let n = n / 2;
    for i in 0..n {
        a[i] = us[i] ^ 5;
    }
    let first = a.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let n = us.len();
    let us = &us[..us.len() / 2];
    let mut b = vec![7i64; n];
    for (i, u) in us.iter().enumerate() {
        b[i] = u ^ 5;
    }
    let second = b.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let mut m = vs.len();
    let mut c = vec![7i64; m];
    m /= 2;
    for i in 0..m {
        c[i] = vs[i] ^ 5;
    }
    let third = c.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let mut grown = vs.to_vec();
    let mut d = vec![7i64; grown.len()];
    grown.truncate(3);
    for (i, v) in grown.iter().enumerate() {
        d[i] = v ^ 5;
    }
    let fourth = d.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    [first, second, third, fourth]
}

/// Changed behind the loop, in all the ways in which an element can be.
#[fuse]
pub fn stored_and_changed(xs: &[f64], k: usize) -> (f64, f64, f64, f64, Vec<f64>) {
    use std::ops::AddAssign;
    let n = xs.len();
    let k = k % n.max(1);
    let mut a = vec![0.0; n + 1];
    let mut ys = vec![0.0; n];
    for i in 0..n {
        ys[i] = xs[i] * 2.0;
    }
    let before: f64 = ys.iter().sum();
    if n > 0 {
        ys[k] += 1.0;
    }
    let mut zs = vec![0.0; n];
    for i in 0..n {
        zs[i] = xs[i] * 3.0;
    }
    let second: f64 = zs.iter().sum();
    if n > 0 {
        zs[k].add_assign(1.0);
    }
    let mut ws = vec![0.0; n];
    for i in 0..n {
        ws[i] = xs[i] * 4.0;
    }
    let third: f64 = ws.iter().sum();
    if n > 0 {
        let one = &mut ws[k];
        *one = 1.0;
    }
    a[0] = ys.iter().sum::<f64>() + zs.iter().sum::<f64>();
    (before, second, third, ws.iter().sum(), a)
}

/// What an element is made of says which integers they are.
#[fuse]
pub fn stored_by_inference(us: &[i64]) -> (u64, Vec<u8>, usize, f32) {
    let n = us.len();
    let mut a = vec![0; n];
    for i in 0..n {
        a[i] = (us[i] as u64) >> 60;
    }
    let high = a.iter().sum();
    let mut b = vec![0; n];
    for i in 0..n {
        b[i] = us[i] as u8;
    }
    let zeros = b.iter().filter(|b| **b == 0).count();
    let mut c = vec![1.5; 10];
    for i in 0..10 {
        c[i] = i as f32 / 3.0;
    }
    let thirds = c.iter().sum();
    (high, b, zeros, thirds)
}

/// Two arrays of one loop, stored, pushed to, or one of each; of a length that is a name, and of a capacity that is one.
#[fuse]
pub fn two_of_one_loop(xs: &[f64], us: &[i64]) -> (f64, Vec<f64>, Vec<f64>, i64, Vec<i64>, f64) {
    let n = xs.len();
    let mut ys = vec![0.0; n];
    let mut zs = vec![0.0; n];
    for i in 0..n {
        let half = xs[i] * 0.5;
        ys[i] = half + 1.0;
        zs[i] = half - 1.0;
    }
    let sum: f64 = ys.iter().sum();
    let m = us.len();
    let mut low: Vec<i64> = Vec::with_capacity(m);
    let mut high = vec![];
    for u in us {
        low.push(u & 0xff);
        high.push(u >> 8);
    }
    let mixed = low.iter().fold(0, |a: i64, l| a.rotate_left(3) ^ l);
    let mut roots = vec![0.0; n];
    let mut signs: Vec<f64> = Vec::new();
    for (i, x) in xs.iter().enumerate() {
        signs.push(x.signum());
        roots[i] = x.abs().sqrt();
    }
    let all = roots.iter().zip(&signs).map(|(r, s)| r * s).sum::<f64>();
    (sum, ys, zs, mixed, high, all)
}

/// What is pushed is given back, too; the second value may panic where the first is stored.
#[fuse]
pub fn pushed_and_given_back(us: &[i64], at: i64) -> (Vec<i64>, i64, Vec<i64>, Vec<i64>, usize) {
    let mut ys = Vec::with_capacity(us.len());
    for u in us {
        ys.push(u ^ 21);
    }
    let mixed = ys.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let mut even: Vec<i64> = Vec::new();
    for u in us {
        if u & 1 == 0 {
            even.push(u >> 1);
        }
    }
    let zeros = even.iter().filter(|half| **half == 0).count();
    let mut first: Vec<i64> = Vec::new();
    let mut second: Vec<i64> = Vec::new();
    for &u in us {
        first.push(u ^ 1);
        second.push(1000 / (u - at));
    }
    let some = first.iter().chain(&second).filter(|v| **v > 2).count();
    (ys, mixed, even, second, zeros + some)
}

/// Halves that are both kept, one of them read.
#[fuse]
pub fn halves_given_back(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
    let (ys, zs): (Vec<f64>, Vec<f64>) = xs.iter().map(|x| (x * 2.0, x * 3.0)).unzip();
    let sum: f64 = ys.iter().sum();
    (ys, zs, sum)
}

/// Two arrays of which the second is made of the first, or at another counter, or read in between: no pairs.
#[fuse]
pub fn two_that_are_no_pairs(us: &[i64]) -> [i64; 3] {
    let n = us.len();
    let mut a = vec![0i64; n];
    let mut b = vec![0i64; n];
    for i in 0..n {
        a[i] = us[i] ^ 5;
        b[i] = a[i] ^ a[0];
    }
    let first = b.iter().fold(0, |x: i64, y| x.rotate_left(3) ^ y);
    let mut c = vec![0i64; n];
    let mut d = vec![0i64; n];
    for (i, u) in us.iter().enumerate() {
        let j = n - 1 - i;
        c[i] = u ^ 5;
        d[j] = u ^ 7;
    }
    let second = d.iter().zip(&c).fold(0, |x: i64, (y, z)| x.rotate_left(3) ^ y ^ z);
    let mut e = vec![1i64; n];
    let mut f: Vec<i64> = Vec::new();
    let ones: i64 = e.iter().sum();
    for i in 0..n {
        e[i] = us[i] & 3;
        f.push(us[i] & 7);
    }
    let third = e.iter().zip(&f).fold(ones, |x: i64, (y, z)| x.rotate_left(3) ^ y ^ z);
    [first, second, third]
}

macro_rules! counted {
    ($name:ident = $value:expr) => {
        let mut $name: usize = $value;
    };
}

/// An element that a pattern lends, and a length that a macro has bound and that changes in between.
#[fuse]
pub fn stored_and_lent(us: &[i64]) -> (i64, i64, Vec<i64>) {
    let n = us.len();
    let mut ys = vec![0i64; n];
    for (i, u) in us.iter().enumerate() {
        ys[i] = u ^ 5;
    }
    let first = ys.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    if n > 0 {
        let ref mut lent = ys[0];
        *lent = 7;
    }
    counted!(m = n);
    let mut zs = vec![1i64; m];
    m /= 2;
    for i in 0..m {
        zs[i] = us[i] ^ 9;
    }
    let second = zs.iter().fold(ys.len() as i64, |a: i64, z| a.rotate_left(3) ^ z);
    (first, second, ys)
}

/// The length is a name that means another number where the loop stands, or an array that is gone there.
#[fuse]
pub fn length_of_another_time(xs: &[f64], k: usize, v: Vec<i64>) -> (f64, f64, f64, f64, usize) {
    let k = k.min(xs.len());
    let mut ys = vec![0.0; k];
    let k = k + 1;
    for i in 0..ys.len() {
        ys[i] = xs[i] * k as f64;
    }
    let sum: f64 = ys.iter().sum();
    let squares: f64 = ys.iter().map(|y| y * y).sum();
    let mut zs = vec![0.5; v.len()];
    let moved = v;
    for i in 0..zs.len() {
        zs[i] = i as f64 * 0.25;
    }
    let other: f64 = zs.iter().sum();
    let least = zs.iter().copied().fold(f64::MAX, f64::min);
    (sum, squares, other, least, moved.len())
}

/// The room that was asked for is there, if the array is; and what there is no room for panics.
#[fuse]
pub fn room(xs: &[f64], most: usize) -> (bool, f64, f64, bool, f64) {
    let mut ys: Vec<f64> = Vec::with_capacity(100);
    for x in xs {
        ys.push(x * 2.0);
    }
    let sum: f64 = ys.iter().sum();
    let mut zs = Vec::with_capacity(most);
    for x in xs {
        zs.push(x * 3.0);
    }
    let squares: f64 = zs.iter().map(|z| z * z).sum();
    let mut us: Vec<f64> = Vec::with_capacity(xs.len());
    for x in xs {
        if *x > 0.0 {
            us.push(x - 1.0);
        }
    }
    let least = us.iter().copied().fold(f64::MAX, f64::min);
    (ys.capacity() >= 100, sum, squares, us.capacity() >= xs.len(), least)
}

/// Closures of a block that has two versions: one type for both.
pub struct Steps {
    pub xs: Vec<f64>,
    pub ys: Vec<f64>,
}

impl Steps {
    #[fuse]
    pub fn closures(&self, rounds: usize) -> f64 {
        let mut steps = Vec::new();
        let mut reached = 0.0;
        for _ in 0..rounds {
            let dot: f64 = self.xs.iter().zip(&self.ys).map(|(x, y)| x * y).sum();
            let sum: f64 = self.xs.iter().sum();
            steps.push(move || dot / sum);
        }
        for step in &steps {
            reached += step();
        }
        reached
    }
}
