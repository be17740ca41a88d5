//! Loops that write, iterators bound before they are consumed, and lengths that are not what they
//! seem.

#![allow(
    clippy::assign_op_pattern,
    clippy::explicit_counter_loop,
    clippy::explicit_iter_loop,
    clippy::iter_count,
    clippy::manual_memcpy,
    clippy::manual_filter,
    clippy::manual_find,
    clippy::manual_flatten,
    clippy::manual_range_patterns,
    clippy::manual_unwrap_or_default,
    clippy::map_clone,
    clippy::needless_range_loop,
    clippy::precedence,
    clippy::ptr_arg,
    clippy::redundant_clone,
    clippy::same_item_push,
    clippy::shadow_unrelated,
    clippy::suspicious_map,
    clippy::unnecessary_fold,
    clippy::unused_enumerate_index,
    clippy::vec_init_then_push,
    clippy::while_let_loop,
    clippy::while_let_on_iterator,
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

// Iterators that are bound first.

#[fuse]
pub fn bound_first(xs: &[i64]) -> (i64, i64, i64, Option<i64>) {
    let n = 3;
    let k = 5;
    let part = xs.iter().take(n).map(|x| x ^ k);
    let n = 7;
    let rest = xs.iter().skip(n);
    let k = 9;
    let a: i64 = part.fold(0, |a, x| a ^ x & k);
    let b: i64 = rest.clone().fold(0, |a, x| a ^ x);
    let mut rest = rest;
    let first = rest.next().copied();
    let c: i64 = rest.map(|x| x & 7).sum();
    (a, b, c, first)
}

/// What is never asked for is never computed.
#[fuse]
pub fn never_asked(xs: &[i64], ask: bool) -> (i64, Vec<i64>) {
    let _quotients = xs.iter().map(|x| 100 / (x / i64::MAX));
    let maybe = xs.iter().map(|x| 100 / x);
    let sum: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let got: Vec<i64> = if ask { maybe.collect() } else { Vec::new() };
    (sum, got)
}

#[fuse]
pub fn pulled(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut it = xs.iter().map(|x| x ^ 1);
    let mut pairs = Vec::new();
    while let Some(a) = it.next() {
        let b = it.next().unwrap_or(0);
        pairs.push(a & b);
    }
    let left: i64 = it.sum();
    let mut peekable = xs.iter().peekable();
    while peekable.next_if(|x| **x & 1 == 0).is_some() {}
    let odd = peekable.count() as i64;
    (pairs, left + odd)
}

/// A worker's state is dropped with the iterator, not with the loop of another.
#[fuse]
pub fn bound_with_state(xs: &[Tracked]) -> (i64, i64) {
    let held = Tracked::new(9000);
    let it = xs.iter().map(move |x| x.label() + held.label());
    mark(1);
    let a: i64 = xs.iter().map(|x| x.label()).sum();
    let b: i64 = it.sum();
    mark(2);
    (a, b)
}

// Lengths.

/// Only asked in debug builds.
#[fuse]
pub fn lengths_in_debug(xs: &[i64], ys: &[i64]) -> (i64, i64, i64) {
    debug_assert_eq!(xs.len(), ys.len());
    let a: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let b: i64 = ys.iter().fold(0, |a, y| a ^ y);
    let c: i64 = xs.iter().zip(ys).fold(0, |a, (x, y)| a ^ x & y);
    (a, b, c)
}

/// The fact holds of the arrays of that time.
#[fuse]
pub fn lengths_that_change(xs: &[i64], ys: &[i64], zs: &[i64]) -> Option<(i64, i64, i64, usize)> {
    if xs.len() != ys.len() {
        return None;
    }
    let n = xs.len();
    let a: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let ys = zs;
    let b: i64 = ys.iter().fold(0, |a, y| a ^ y);
    let mut own: Vec<i64> = xs.to_vec();
    own.push(4);
    let c: i64 = (0..n).map(|i| i as i64).fold(a, |a, i| a ^ i);
    let d = own.iter().filter(|x| **x > c).count();
    Some((a, b, c, d))
}

/// A length that was taken before the array changed, in all the ways there are.
#[fuse]
pub fn lengths_taken_before(xs: &[i64], flag: bool) -> Vec<i64> {
    let mut v: Vec<i64> = xs.iter().map(|x| x & 7).collect();
    let mut out = Vec::new();
    let n = v.len();
    v.push(1);
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let n = v.len();
    let w = &mut v;
    w.push(2);
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let n = v.len();
    if flag {
        v.clear();
    }
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let n = v.len();
    let mut grow = |x| v.push(x);
    grow(3);
    grow(4);
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let n = v.len();
    for x in xs {
        v.push(x & 1);
    }
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let n = v.len();
    let mut other = vec![1, 2, 3];
    std::mem::swap(&mut v, &mut other);
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    let c: i64 = other.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b, c]);
    let n = v.len();
    v = other;
    let a: usize = (0..n).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    let m = v.len();
    while v.len() > 2 {
        v.pop();
    }
    let a: usize = (0..m).map(|i| i & 3).sum();
    let b: i64 = v.iter().map(|x| x ^ 5).sum();
    out.extend([a as i64, b]);
    out
}

/// The fact was true before the array changed.
#[fuse]
pub fn asserted_before(xs: &[i64], ys: &mut Vec<i64>) -> (i64, i64, i64) {
    assert_eq!(xs.len(), ys.len());
    let a: i64 = xs.iter().zip(ys.iter()).map(|(x, y)| x & y & 7).sum();
    ys.push(3);
    let b: i64 = xs.iter().map(|x| x & 7).sum();
    let c: i64 = ys.iter().map(|x| x & 7).sum();
    (a, b, c)
}

/// Rows grow in place.
#[fuse]
pub fn rows_in_place(rows: &mut [Vec<i64>]) -> (usize, usize, i64) {
    let before: usize = rows.iter().map(|row| row.len()).sum();
    for row in rows.iter_mut() {
        row.push(3);
    }
    let after: usize = rows.iter().map(|row| row.len()).sum();
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] ^= i as i64;
    }
    let firsts: i64 = rows.iter().map(|row| row[0] & 7).sum();
    (before, after, firsts)
}

/// `||` and `&&` say other things.
#[fuse]
pub fn guards_of_lengths(xs: &[i64], ys: &[i64], zs: &[i64]) -> Option<(i64, i64, i64)> {
    if xs.len() != ys.len() && xs.len() != zs.len() {
        return None;
    }
    let a: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let b: i64 = ys.iter().fold(0, |a, x| a ^ x);
    let c: i64 = zs.iter().fold(0, |a, x| a ^ x);
    Some((a, b, c))
}

/// A guard that does not leave.
#[fuse]
pub fn guard_that_stays(xs: &[i64], ys: &[i64]) -> (i64, i64, usize) {
    let mut uneven = 0;
    if xs.len() != ys.len() {
        uneven += 1;
    }
    let a: i64 = xs.iter().fold(0, |a, x| a ^ x);
    let b: i64 = ys.iter().fold(0, |a, x| a ^ x);
    (a, b, uneven)
}
