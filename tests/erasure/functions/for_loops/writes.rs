//! `for` loops whose writes only seem to be independent: by operators, indices, stacks and fields of users' types.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unused_assignments,
    unused_mut,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::cell::{Cell, RefCell};
use std::ops::{AddAssign, Index, IndexMut};

/// Writes down what is added to it.
pub struct Noisy<'a> {
    pub name: i64,
    pub log: &'a RefCell<Vec<i64>>,
}

impl AddAssign<&i64> for Noisy<'_> {
    fn add_assign(&mut self, x: &i64) {
        self.log.borrow_mut().push(x & 15 ^ self.name);
    }
}

/// Operators of a user's, in two loops one after the other.
#[fuse]
pub fn operators_that_log(xs: &[i64], log: &RefCell<Vec<i64>>) {
    let mut a = Noisy { name: 100, log };
    let mut b = Noisy { name: 200, log };
    for x in xs {
        a += x;
    }
    for x in xs {
        b += x;
    }
    a.name = 300;
    for x in xs.iter() {
        a += x;
    }
}

/// A stack that is no `Vec`, and says on a shared list what was pushed.
pub struct Stack<'a>(pub &'a Cell<i64>, pub Vec<i64>);

impl Stack<'_> {
    fn push(&mut self, x: i64) {
        self.0.set(self.0.get() * 3 & 0xffff ^ x);
        self.1.push(self.0.get());
    }
}

#[fuse]
pub fn stacks(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let cell = Cell::new(1);
    let mut a = Stack(&cell, Vec::new());
    let mut b = Stack(&cell, Vec::new());
    for x in xs {
        a.push(*x);
    }
    for x in xs {
        b.push(x ^ 1);
    }
    (a.1, b.1)
}

/// Two loops push to one array: what the first pushes comes first.
#[fuse]
pub fn pushed_to_one_array(xs: &[i64], out: &mut Vec<i64>) -> (Vec<i64>, usize) {
    let mut own = Vec::new();
    for x in xs {
        own.push(x & 7);
        out.push(*x);
    }
    for x in xs {
        own.push(x & 8);
    }
    let n = own.len();
    xs.iter().for_each(|x| out.push(x ^ 1));
    for x in xs.iter().rev() {
        own.push(*x);
    }
    (own, n)
}

/// The second loop needs what the first has counted; the third what it left.
#[fuse]
pub fn depends(xs: &[i64]) -> (i64, i64, i64) {
    let mut total = 0;
    for x in xs {
        total += x & 7;
    }
    let mut off = 0;
    for x in xs {
        off ^= x & total;
    }
    for x in xs {
        total = total * 3 & 0xffff ^ x & off;
    }
    let last: i64 = xs.iter().map(|x| x & total).sum();
    (total, off, last)
}

/// A loop that may end early, in all ways.
#[fuse]
pub fn ends_early(xs: &[i64]) -> Option<(i64, i64, i64, i64)> {
    let (mut a, mut b, mut c, mut d) = (0, 0, 0, 0);
    for x in xs {
        if *x == 5 {
            break;
        }
        a ^= x;
    }
    for x in xs {
        if *x == 3 {
            continue;
        }
        b ^= x;
    }
    'outer: for x in xs {
        for y in xs {
            if y > x {
                continue 'outer;
            }
            c += 1;
            if c > 1000 {
                break 'outer;
            }
        }
    }
    for x in xs {
        if *x == 1_000_003 {
            return None;
        }
        d ^= x;
    }
    Some((a, b, c, d))
}

/// The variable of the loop hides the one that another loop writes.
#[fuse]
pub fn hidden(xs: &[i64]) -> (i64, i64, Vec<i64>) {
    let mut x = 1;
    let mut acc = 2;
    for y in xs {
        x ^= y;
    }
    for x in xs {
        acc ^= x;
    }
    let out: Vec<i64> = xs.iter().map(|acc| acc ^ x).collect();
    for acc in xs {
        x ^= acc & 3;
    }
    (x, acc, out)
}

/// Fields are written while others are read.
pub struct Totals {
    pub sum: i64,
    pub seen: Vec<i64>,
    pub data: Vec<i64>,
}

impl Totals {
    #[fuse]
    pub fn fill(&mut self, xs: &[i64]) -> (i64, i64) {
        for x in xs {
            self.sum ^= x;
        }
        for x in &self.data {
            self.seen.push(x ^ self.sum);
        }
        for x in self.data.iter_mut() {
            *x ^= self.sum;
        }
        let a: i64 = self.data.iter().map(|x| x & 7).sum();
        for x in &mut self.data {
            *x += 1;
        }
        let b: i64 = self.data.iter().map(|x| x & 7).sum();
        for (s, x) in self.seen.iter().zip(&self.data) {
            self.sum ^= s & x;
        }
        (a, b)
    }
}

impl Totals {
    /// What may have been given a reference into an array reaches that array, which is then in memory, mentioned or not.
    #[fuse]
    pub fn reached_through_self(&mut self, xs: &[i64]) -> Vec<i64> {
        let ys: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
        let zs: Vec<i64> = ys.iter().map(|y| y ^ 2).collect();
        for (at, z) in zs.iter().enumerate() {
            self.data[at] = *z;
        }
        for _ in zs.iter() {
            self.sum = 1;
        }
        ys
    }
}

/// Values that are replaced are dropped where they are replaced.
#[fuse]
pub fn replaced(xs: &[Tracked]) -> (Option<i64>, usize) {
    let mut best: Option<Tracked> = None;
    let mut kept: Vec<Tracked> = Vec::new();
    for x in xs {
        if x.label() % 3 == 1 {
            best = Some(x.clone());
        }
    }
    mark(1);
    for x in xs {
        kept.push(x.clone());
    }
    for x in &kept {
        if x.label() % 4 == 1 {
            best = Some(x.clone());
        }
    }
    mark(2);
    (best.as_ref().map(|b| b.label()), kept.len())
}

/// Each write through its index moves it on.
pub struct Ring(pub Vec<i64>, pub Cell<usize>);

impl Index<usize> for Ring {
    type Output = i64;
    fn index(&self, i: usize) -> &i64 {
        &self.0[(i + self.1.get()) % self.0.len()]
    }
}

impl IndexMut<usize> for Ring {
    fn index_mut(&mut self, i: usize) -> &mut i64 {
        self.1.set(self.1.get() + 3);
        let n = self.0.len();
        &mut self.0[(i + self.1.get()) % n]
    }
}

#[fuse]
pub fn rings(xs: &[i64], ring: &mut Ring) -> (i64, Vec<i64>) {
    let mut sum = 0;
    for (i, x) in xs.iter().enumerate() {
        ring[i] ^= x;
    }
    for (i, x) in xs.iter().enumerate() {
        sum ^= x & ring[i];
    }
    let out: Vec<i64> = (0..xs.len()).map(|i| ring[i]).collect();
    (sum, out)
}

#[fuse]
pub fn histograms(xs: &[i64], bins: &mut [usize], other: &mut [usize; 8]) -> (usize, usize) {
    let n = bins.len();
    for x in xs {
        bins[x.unsigned_abs() as usize % n] += 1;
    }
    for x in xs {
        other[(x & 7) as usize] += 1;
    }
    let most = bins.iter().copied().max().unwrap_or(0);
    for b in bins.iter_mut() {
        *b = 0;
    }
    (most, other.iter().sum())
}

/// A `move` closure has copied what the body writes.
#[fuse]
pub fn copied_before(xs: &[i64]) -> (i64, i64) {
    let mut c = 3_i64;
    for x in xs.iter().map(move |x| x.wrapping_mul(c)) {
        c = c.wrapping_add(x);
    }
    (c, xs.iter().fold(0, |a, x| a ^ x))
}

/// What is written through a reference is read by its own name.
#[fuse]
pub fn written_under_another_name(xs: &[i64]) -> (i64, Vec<i64>, i64, Vec<i64>) {
    let mut acc = 0;
    let r = &mut acc;
    for x in xs {
        *r ^= x;
    }
    let k = acc;
    let a: Vec<i64> = xs.iter().map(|x| x & k).collect();
    let mut out: Vec<i64> = Vec::new();
    let w = &mut out;
    for x in xs {
        w.push(x & 7);
    }
    for x in xs {
        w.push(x & 3);
    }
    let sum: i64 = out.iter().sum();
    let b: Vec<i64> = xs.iter().map(|x| x ^ sum).collect();
    (k, a, sum, b)
}

impl Totals {
    #[fuse]
    pub fn fields_under_other_names(&mut self, xs: &[i64]) -> (i64, i64) {
        let sum = &mut self.sum;
        for x in xs {
            *sum ^= x;
        }
        let a: i64 = xs.iter().map(|x| x & self.sum).sum();
        let Totals { seen, data, .. } = self;
        for x in data.iter() {
            seen.push(x & 7);
        }
        for x in seen.iter_mut() {
            *x += 1;
        }
        let b: i64 = self.seen.iter().map(|x| x & 15).sum();
        (a, b)
    }
}

/// Elements are written in another order than they are read in.
#[fuse]
pub fn scattered(xs: &[i64], order: &[usize]) -> (Vec<i64>, Vec<i64>, i64) {
    let n = xs.len();
    let mut out = vec![0; n];
    for (i, x) in xs.iter().enumerate() {
        out[n - 1 - i] = *x;
    }
    let next: Vec<i64> = out.iter().map(|y| y ^ 1).collect();
    let mut other = vec![0; n];
    for (i, x) in order.iter().zip(&next) {
        other[*i] += x & 31;
    }
    let mut last = 0;
    for (i, x) in other.iter().enumerate() {
        out[i] = x + last;
        last = out[n - 1 - i] & 15;
    }
    let sum: i64 = out.iter().zip(&other).map(|(a, b)| a & b).sum();
    (next, other, sum)
}

/// A sum that starts again, and a difference to the element before.
#[fuse]
pub fn carried(xs: &[i64]) -> (i64, Vec<i64>, i64) {
    let (mut total, mut before) = (0, 0);
    let mut steps = Vec::new();
    for x in xs {
        total += x & 63;
        if total > 100 {
            total = 0;
        }
        steps.push(x.wrapping_sub(before));
        before = *x;
    }
    for step in &steps {
        before ^= step;
    }
    (total, steps, before)
}
