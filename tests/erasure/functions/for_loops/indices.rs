//! Chains and loops over indices beside what makes or walks their arrays.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    clippy::redundant_clone,
    noop_method_call,
    reason = "they are written as people write them"
)]

use super::fuse;
use std::cell::{Cell, RefCell};

/// An array is read where it is made.
#[fuse(loops = 1)]
pub fn read_where_made(w: &[f64], n: usize) -> Vec<f64> {
    let roots: Vec<f64> = (0..n).map(|i| w[i].abs().sqrt()).collect();
    (0..n).map(|i| w[i] / roots[i]).collect()
}

/// By a loop that stores what it makes of it.
#[fuse(loops = 1)]
pub fn stored_beside(w: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let n = w.len();
    let roots: Vec<f64> = w.iter().map(|x| x.abs().sqrt()).collect();
    let mut parts = vec![0.0; n];
    for i in 0..n {
        parts[i] = w[i] - roots[i] * i as f64;
    }
    (roots, parts)
}

/// In a chain of its own, in a closure of the element's.
#[fuse(loops = 1)]
pub fn of_rows(rows: &[Vec<f64>], n: usize) -> (Vec<f64>, Vec<f64>) {
    let sums: Vec<f64> = (0..n).map(|i| rows[i].iter().sum::<f64>()).collect();
    let squares: Vec<f64> =
        (0..n).map(|i| rows[i].iter().map(|x| (x - sums[i]) * x).sum::<f64>()).collect();
    (sums, squares)
}

/// Written by a loop, read by a chain.
#[fuse(loops = 1)]
pub fn written_by_a_loop(w: &[f64], n: usize) -> f64 {
    let mut roots = vec![0.0; n];
    for i in 0..n {
        roots[i] = w[i].abs() + 1.0;
    }
    (0..n).map(|i| w[i] / roots[i]).sum()
}

/// The range runs over more, or less, than there is.
#[fuse]
pub fn of_another_length(w: &[f64], n: usize, m: usize) -> (Vec<f64>, Vec<f64>) {
    let roots: Vec<f64> = w.iter().map(|x| x.abs().sqrt()).collect();
    let firsts: Vec<f64> = (0..n).map(|i| roots[i] + 1.0).collect();
    let kept: Vec<f64> = w.iter().copied().filter(|x| *x > 0.0).collect();
    let seconds: Vec<f64> = (0..m).map(|i| kept[i] + firsts[i]).collect();
    (firsts, seconds)
}

/// It is longer, or another one, by then.
#[fuse]
pub fn another_by_then(w: &[f64], n: usize) -> (Vec<f64>, Vec<f64>, f64, f64) {
    let mut roots: Vec<f64> = (0..n).map(|i| w[i].abs().sqrt()).collect();
    roots.push(1.0);
    let firsts: Vec<f64> = (0..n).map(|i| roots[i] + 1.0).collect();
    let mut more: Vec<f64> = (0..n).map(|i| w[i] * 2.0).collect();
    let grown = (more.push(3.0), (0..n).map(|i| more[i]).sum::<f64>()).1;
    let roots: Vec<f64> = roots.iter().chain(&more).copied().collect();
    let all: f64 = (0..n).map(|i| roots[i] * 0.5).sum();
    (firsts, roots, grown, all)
}

/// References into the array outlive the turn.
#[fuse]
pub fn kept_references(n: usize) -> (usize, f64, f64) {
    let mut squares = vec![0.0f64; n];
    for i in 0..n {
        squares[i] = (i * i) as f64;
    }
    let mut kept: Vec<&f64> = Vec::new();
    for i in 0..n {
        kept.push(&squares[i]);
    }
    let kept = kept.len();
    let mut cubes = vec![0.0f64; n];
    let mut greatest = &0.0;
    for i in 0..n {
        cubes[i] = (i * i * i) as f64;
    }
    for i in 0..n {
        if cubes[i] > *greatest {
            greatest = &cubes[i];
        }
    }
    let mut halves = vec![0.0; n];
    let mut makers: Vec<Box<dyn Fn() -> f64 + '_>> = Vec::new();
    for i in 0..n {
        halves[i] = i as f64 * 0.5;
    }
    for i in 0..n {
        makers.push(Box::new({
            let halves = &halves;
            move || halves[i]
        }));
    }
    (kept, *greatest, makers.iter().map(|make| make()).sum())
}

/// Elements are numbered, and so is what they touch.
#[fuse(loops = 3)]
pub fn numbered(rows: &[Vec<f64>], ws: &[f64]) -> (f64, f64) {
    let mut means = vec![0.0; rows.len()];
    for (i, row) in rows.iter().enumerate() {
        means[i] = row.iter().sum::<f64>();
    }
    let mut spread = 0.0;
    for (i, row) in rows.iter().enumerate() {
        spread += row.iter().map(|x| (x - means[i]) * x).sum::<f64>();
    }
    (spread, ws.first().copied().unwrap_or(0.0))
}

/// Those that a filter keeps have other numbers.
#[fuse]
pub fn numbered_otherwise(xs: &[f64]) -> (f64, f64) {
    let mut all = vec![0.0; xs.len()];
    for (i, x) in xs.iter().filter(|x| **x > 0.0).enumerate() {
        all[i] = x * 2.0;
    }
    let mut sum = 0.0;
    for (i, x) in xs.iter().enumerate() {
        sum += x * all[i];
    }
    let mut shifted = vec![0.0; xs.len() + 1];
    for (i, x) in xs.iter().enumerate() {
        shifted[i] = *x;
    }
    let mut other = 0.0;
    for (x, i) in xs.iter().zip(1..) {
        other += x * shifted[i];
    }
    (sum, other)
}

/// Copies are made between the loops.
#[fuse(loops = 1)]
pub fn copied_between(base: &[f64], places: &[usize]) -> (Vec<f64>, Vec<f64>) {
    let mut more = base.to_vec();
    for &p in places {
        more[p] += 1.0;
    }
    let mut less = base.to_vec();
    for &p in places {
        less[p] -= base.len() as f64;
    }
    (more, less)
}

/// The copy of a copy is made of what was changed.
#[fuse]
pub fn copied_in_turn(base: &[f64], places: &[usize]) -> (Vec<f64>, Vec<f64>, usize) {
    let mut more: Vec<f64> = base.to_owned();
    for &p in places {
        more[p] += 1.0;
    }
    let mut less = more.clone();
    for &p in places {
        less[p] *= 0.5;
    }
    let again = base.clone();
    for &p in places {
        less[p] -= again[p];
    }
    (more, less, again.len())
}

/// Pushed, and read by index.
#[fuse(loops = 1)]
pub fn pushed_and_read(w: &[f64]) -> (Vec<f64>, f64) {
    let n = w.len();
    let mut twice = Vec::with_capacity(n);
    for i in 0..n {
        twice.push(w[i] * 2.0);
    }
    let sum: f64 = (0..n).map(|i| twice[i] * w[i]).sum();
    (twice, sum)
}

/// Not once a turn, or not all that is in it, or something else by then.
#[fuse]
pub fn pushed_otherwise(w: &[f64], n: usize) -> (Vec<f64>, f64, f64, f64) {
    let mut some: Vec<f64> = Vec::new();
    for i in 0..n {
        if w[i] > 0.0 {
            some.push(w[i]);
        }
    }
    let few: f64 = (0..some.len().min(n)).map(|i| some[i] + 1.0).sum();
    let mut double: Vec<f64> = Vec::new();
    for i in 0..n {
        double.push(w[i]);
        double.push(-w[i]);
    }
    let many: f64 = (0..n).map(|i| double[i] * 0.5).sum();
    let mut more = vec![1.0];
    for i in 0..n {
        more.push(w[i] * 3.0);
    }
    let shifted: f64 = (0..n).map(|i| more[i] * w[i]).sum();
    let mut cut: Vec<f64> = Vec::new();
    for i in 0..n {
        cut.push(w[i] * 4.0);
    }
    cut.truncate(n / 2);
    let rest: f64 = (0..n / 2).map(|i| cut[i]).sum();
    (some, few + many, shifted, rest)
}

/// A name that held another reference takes one into the array.
#[fuse]
pub fn taken_references(xs: &[f64]) -> (f64, usize, usize) {
    let n = xs.len();
    let mut doubled = vec![0.0f64; n];
    for i in 0..n {
        doubled[i] = xs[i] * 2.0;
    }
    let mut sum = 0.0;
    let mut last: &f64 = &1.0;
    for i in 0..n {
        sum += *last;
        last = &doubled[i];
    }
    let mut rows = vec![vec![0.0f64; 2]; n];
    let mut row: &[f64] = xs;
    for i in 0..n {
        rows[i][0] = xs[i];
    }
    for i in 0..n {
        if xs[i] > 0.0 {
            row = &rows[i];
        }
    }
    let long = row.len();
    let mut pairs = vec![vec![0.0f64; 2]; n];
    for i in 0..n {
        pairs[i][0] = i as f64;
    }
    let mut all: Vec<&[f64]> = vec![];
    for i in 0..n {
        all.push(&*pairs[i]);
    }
    let mut first: Option<&f64> = None;
    for i in 0..n {
        if i % 3 == 1 {
            first = (*pairs[i]).first();
        }
    }
    (sum + first.copied().unwrap_or(0.5), long, all.len())
}

/// The same of a loop that is rewritten beside one that had better be.
#[fuse]
pub fn lent_by_a_change(xs: &[f64], us: &[f64], n: usize) -> (Vec<f64>, f64) {
    let roots: Vec<f64> = (0..n).map(|i| us[i].abs().sqrt()).collect();
    let parts: Vec<f64> = (0..n).map(|i| us[i] / roots[i]).collect();
    let mut a: Vec<f64> = xs.to_vec();
    let mut last: Option<&f64> = None;
    for i in 0..a.len() {
        a[i] += 1.0;
        last = Some(&a[i]);
    }
    let s: f64 = a.iter().map(|x| x * 2.0).sum();
    (parts, s + last.copied().unwrap_or(0.5))
}

/// What is declared behind an array is dropped before it, and may hold a part of it until then.
#[fuse]
pub fn held_by_another(us: &[f64]) -> (f64, usize, f64, bool) {
    let mut more: Vec<f64> = Vec::new();
    let mut adders: Vec<Box<dyn Fn(f64) -> f64 + '_>> = Vec::new();
    let mut s = 0.0;
    for u in us {
        more.push(u + 1.0);
    }
    for u in us {
        s += u;
    }
    adders.push(Box::new(|x| x + more.len() as f64));
    let n = us.len();
    let mut twice = vec![0.0; n];
    let mut scaled: Vec<Box<dyn Fn(f64) -> f64 + '_>> = Vec::new();
    for i in 0..n {
        twice[i] = us[i] * 2.0;
    }
    let t: f64 = (0..n).map(|i| twice[i] - us[i]).sum();
    let of = &twice;
    scaled.push(Box::new(move |x| x * of.len() as f64));
    let mut pushed: Vec<f64> = Vec::new();
    let (sender, receiver) = std::sync::mpsc::channel::<&f64>();
    for u in us {
        pushed.push(u - 1.0);
    }
    let q: f64 = us.iter().map(|u| u * u).sum();
    for x in &pushed {
        sender.send(x).unwrap();
    }
    drop(sender);
    (s + t + q, adders.len(), receiver.iter().sum(), scaled.is_empty())
}

/// Drops what it holds, and is told.
pub struct Holder<'a>(pub RefCell<Vec<&'a [f64]>>);

impl Drop for Holder<'_> {
    fn drop(&mut self) {
        self.0.get_mut().clear();
    }
}

fn put<'a>(into: &mut Option<&'a [f64]>, array: &'a [f64]) {
    *into = Some(array);
}

/// It may come by a part of an array through a name that is declared before either, or be a temporary behind a reference.
#[fuse]
pub fn held_by_way_of_another(us: &[f64]) -> (f64, usize) {
    let mut seen: Vec<&[f64]> = Vec::new();
    let mut found: Option<&[f64]> = None;
    let cell: Cell<&[f64]> = Cell::new(&[]);
    let mut more: Vec<f64> = Vec::new();
    let first = Holder(RefCell::new(Vec::new()));
    for u in us {
        more.push(u + 1.0);
    }
    let s: f64 = us.iter().sum();
    seen.push(&more);
    first.0.borrow_mut().push(seen[0]);
    let mut less: Vec<f64> = Vec::new();
    let second: &Holder = &Holder(RefCell::new(Vec::new()));
    for u in us {
        less.push(u - 1.0);
    }
    let q: f64 = us.iter().map(|u| u * u).sum();
    put(&mut found, &less);
    second.0.borrow_mut().push(found.unwrap_or(&[]));
    let mut twice: Vec<f64> = Vec::new();
    let third = Holder(RefCell::new(Vec::new()));
    for u in us {
        twice.push(u * 2.0);
    }
    let t: f64 = us.iter().map(|u| u + u).sum();
    cell.set(&twice);
    third.0.borrow_mut().push(cell.get());
    let held = first.0.borrow().len() + second.0.borrow().len() + third.0.borrow().len();
    (s + q + t, held)
}

/// Elements that are called may be `FnMut`.
#[fuse]
pub fn called_elements(us: &[f64], fs: &mut Vec<Box<dyn FnMut(f64) -> f64 + '_>>) -> (Vec<f64>, f64, f64, usize) {
    let n = us.len();
    let m = fs.len();
    let roots: Vec<f64> = (0..n).map(|i| us[i].abs().sqrt()).collect();
    let parts: Vec<f64> = (0..n).map(|i| us[i] / roots[i]).collect();
    let mut s = 0.0;
    for i in 0..fs.len() {
        s += fs[i](1.0);
    }
    let t: f64 = (0..m).map(|i| (fs[i])(2.0)).sum();
    let k = fs.iter().count();
    (parts, s, t, k)
}

/// Changes where a number's methods would not.
#[derive(Clone)]
pub struct Level(pub f64);

impl Level {
    fn clamp(&mut self, low: f64, high: f64) {
        self.0 = self.0.clamp(low, high);
    }

    fn abs(&mut self) -> f64 {
        self.0 = self.0.abs() + 1.0;
        self.0
    }

    fn max(&mut self, other: f64) -> f64 {
        if other > self.0 {
            self.0 = other;
        }
        self.0
    }
}

/// Methods of a user's type may have the names of a number's, and change it.
#[fuse]
pub fn named_like_numbers(us: &[f64], ws: &mut [Level], peak: &mut Level) -> (Vec<f64>, [f64; 7]) {
    let n = us.len();
    let roots: Vec<f64> = (0..n).map(|i| us[i].abs().sqrt()).collect();
    let parts: Vec<f64> = (0..n).map(|i| us[i] / roots[i]).collect();
    for i in 0..ws.len() {
        ws[i].clamp(2.0, 3.0);
    }
    let clamped: f64 = ws.iter().map(|w| w.0).sum();
    let mut all = 0.0;
    for i in 0..ws.len() {
        all += ws[i].abs();
    }
    let after: f64 = ws.iter().map(|w| w.0).sum();
    let again: f64 = (0..ws.len()).map(|i| ws[i].abs()).sum();
    let rising: f64 = us.iter().map(|u| peak.max(*u)).sum();
    let scaled: f64 = us.iter().map(|u| u / peak.0).sum();
    let mut own = Level(1.0);
    let mut steps = 0.0;
    for u in us {
        steps += own.max(*u);
    }
    let mut parted = 0.0;
    for u in us {
        parted += u / own.0;
    }
    (parts, [clamped, all, after, again, rising, scaled, steps + parted])
}
