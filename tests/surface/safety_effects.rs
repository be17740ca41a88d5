//! Effects that must stay where they are written.

#![allow(
    clippy::disallowed_types,
    clippy::precedence,
    clippy::manual_contains,
    clippy::iter_count,
    clippy::redundant_closure,
    clippy::suspicious_map,
    clippy::map_clone,
    clippy::unnecessary_fold,
    clippy::ptr_arg,
    clippy::needless_borrow,
    clippy::let_and_return,
    clippy::manual_inspect,
    unused_assignments,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::{Add, Mul, Neg};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// What `rand` looks like to the macro.
pub struct Rng(pub u64);

impl Rng {
    pub fn next_u32(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as u32
    }

    pub fn draw(&mut self) -> u32 {
        self.next_u32()
    }

    pub fn sample(&mut self, below: i64) -> i64 {
        i64::from(self.next_u32()) % below.abs().max(1)
    }
}

#[fuse]
pub fn a_generator_in_a_binding(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let mut rng = Rng(7);
    let a: Vec<i64> = xs.iter().map(|x| x ^ i64::from(rng.next_u32())).collect();
    let b: Vec<i64> = xs.iter().map(|x| x ^ i64::from(rng.draw())).collect();
    (a, b)
}

#[fuse]
pub fn a_generator_behind_a_reference(xs: &[i64], rng: &mut Rng) -> (Vec<i64>, Vec<i64>) {
    let a: Vec<i64> = xs.iter().map(|x| rng.sample(*x)).collect();
    let b: Vec<i64> = xs.iter().map(|x| rng.sample(*x)).collect();
    (a, b)
}

pub struct Sampler {
    pub rng: Rng,
    pub xs: Vec<i64>,
    pub hits: Cell<i64>,
}

impl Sampler {
    #[fuse]
    pub fn a_generator_in_a_field(&mut self) -> (Vec<i64>, i64) {
        let Sampler { rng, xs, .. } = self;
        let a: Vec<i64> = xs.iter().map(|x| rng.sample(*x)).collect();
        let b: i64 = xs.iter().map(|x| rng.sample(*x) & 3).sum();
        (a, b)
    }

    fn set_hits(&self, x: i64) -> i64 {
        self.hits.replace(x) & 1023
    }

    /// A cell in a field of `self`.
    #[fuse]
    pub fn a_cell_of_self(&self) -> (Vec<i64>, i64) {
        let a: Vec<i64> = self
            .xs
            .iter()
            .map(|x| {
                self.hits.set(self.hits.get() + 1);
                x ^ self.hits.get()
            })
            .collect();
        let old = self.set_hits(5);
        let b: i64 = self.xs.iter().map(|x| x & self.hits.get()).sum();
        (a, b ^ old)
    }
}

#[fuse]
pub fn cells(xs: &[i64]) -> (i64, i64, i64) {
    let last = Cell::new(0);
    let steps: i64 = xs
        .iter()
        .map(|x| {
            let step = x & 15 ^ last.get();
            last.set(x & 15);
            step
        })
        .sum();
    let end: i64 = xs.iter().map(|x| x & last.get()).sum();
    (steps, end, last.get())
}

/// The cell is the element.
#[fuse]
pub fn cells_as_elements(cells: &[Cell<i64>]) -> (i64, i64, Vec<i64>) {
    let before: i64 = cells.iter().map(|cell| cell.get() & 7).sum();
    let replaced: i64 = cells.iter().map(|cell| cell.replace(before) & 7).sum();
    let after: Vec<i64> = cells.iter().map(|cell| cell.get()).collect();
    (before, replaced, after)
}

#[fuse]
pub fn shared_cells(xs: &[i64]) -> (i64, usize, Vec<i64>) {
    let log = RefCell::new(Vec::new());
    let a: i64 = xs
        .iter()
        .map(|x| {
            log.borrow_mut().push(*x);
            x & 7
        })
        .sum();
    let n = log.borrow().len();
    let b: Vec<i64> = xs.iter().map(|x| x ^ log.borrow().len() as i64).collect();
    (a, n, b)
}

#[fuse]
pub fn locks(xs: &[i64], total: &Mutex<i64>) -> (Vec<i64>, Vec<i64>) {
    let a: Vec<i64> = xs
        .iter()
        .map(|x| {
            let mut t = total.lock().unwrap();
            *t ^= x;
            *t
        })
        .collect();
    let b: Vec<i64> = xs
        .iter()
        .map(|x| {
            let mut t = total.lock().unwrap();
            *t ^= x;
            *t
        })
        .collect();
    (a, b)
}

static COUNT: AtomicI64 = AtomicI64::new(0);

#[fuse]
pub fn atomics(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let start = COUNT.fetch_add(1, Ordering::SeqCst);
    let a: Vec<i64> = xs
        .iter()
        .map(|x| x ^ (COUNT.fetch_add(1, Ordering::SeqCst) - start))
        .collect();
    let b: Vec<i64> = xs
        .iter()
        .map(|x| x ^ (COUNT.load(Ordering::SeqCst) - start))
        .collect();
    COUNT.store(start, Ordering::SeqCst);
    (a, b)
}

/// The threads run side by side: were the second chain fused into the first, each would wait for
/// itself.
#[fuse]
pub fn threads(xs: &[i64]) -> (i64, usize) {
    let few = &xs[..xs.len().min(4)];
    let barrier = Arc::new(std::sync::Barrier::new(few.len()));
    let handles: Vec<thread::JoinHandle<i64>> = few
        .iter()
        .map(|x| {
            let (x, barrier) = (*x, Arc::clone(&barrier));
            thread::spawn(move || {
                barrier.wait();
                x ^ 1
            })
        })
        .collect();
    let results: Vec<i64> = handles
        .into_iter()
        .map(|handle| handle.join().unwrap())
        .collect();
    let sum: i64 = results.iter().map(|x| x & 7).sum();
    (sum, results.len())
}

/// A clock whose name says it is one, and one that is hidden in a function.
pub struct Clock(pub Cell<i64>);

impl Clock {
    pub fn now(&self) -> i64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }

    pub fn elapsed(&self, since: i64) -> i64 {
        mark(since);
        self.now() - since
    }
}

/// What is timed is between the two calls.
#[fuse]
pub fn timed(xs: &[Tracked], clock: &Clock) -> (i64, i64, i64, i64) {
    let start = clock.now();
    let a: i64 = xs.iter().map(|x| x.clone().into_label()).sum();
    let middle = clock.elapsed(start);
    let b: i64 = xs.iter().map(|x| x.clone().into_label() * 2).sum();
    (a, middle, b, clock.elapsed(start))
}

macro_rules! or_return {
    ($cond:expr, $value:expr) => {
        if $cond {
            return $value;
        }
    };
}

/// A macro may leave the function.
#[fuse]
pub fn a_macro_that_returns(xs: &[Tracked], limit: usize) -> i64 {
    let many = xs.iter().count();
    or_return!(many > limit, -1);
    let sum: i64 = xs.iter().map(|x| x.clone().into_label()).sum();
    or_return!(sum > 1000, -2);
    let twice: i64 = xs.iter().map(|x| x.clone().into_label() * 2).sum();
    sum + twice
}

/// A closure takes a value before its name gets another.
#[fuse]
pub fn captured_before_a_reassignment(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
    let mut k = 3;
    let scale = move |x: &i64| x & k;
    k = 5;
    let a: Vec<i64> = xs.iter().map(scale).collect();
    let b: Vec<i64> = xs.iter().map(move |x| x & k).collect();
    k = 9;
    let c: i64 = xs.iter().map(|x| x & k).sum();
    (a, b, c)
}

/// What comes behind a way out is not done by those who leave.
#[fuse]
pub fn ways_out(xs: &[Tracked], limit: i64) -> Result<i64, i64> {
    let least: i64 = xs.iter().map(|x| x.clone().into_label()).min().ok_or(0)?;
    if least > limit {
        return Err(least);
    }
    let greatest: i64 = xs.iter().map(|x| x.clone().into_label()).max().ok_or(1)?;
    let Some(first) = xs
        .iter()
        .map(|x| x.clone().into_label())
        .find(|x| *x > limit)
    else {
        return Err(greatest);
    };
    Ok(least + greatest + first)
}

/// The array is changed between two passes, in all the ways there are.
#[fuse]
pub fn changed_between_passes(xs: &[i64]) -> Vec<i64> {
    let mut ys: Vec<i64> = xs.iter().map(|x| x & 1023).collect();
    let mut out = Vec::new();
    out.push(ys.iter().map(|y| y & 7).sum::<i64>());
    ys.push(5);
    out.push(ys.iter().map(|y| y & 7).sum::<i64>());
    ys[0] = 77;
    out.push(ys.iter().map(|y| y & 7).sum::<i64>());
    ys.sort_unstable();
    out.push(ys.iter().fold(0, |a, y| a * 3 & 0xffff ^ y));
    ys.swap(0, 1 % xs.len().max(1));
    out.push(ys.iter().fold(0, |a, y| a * 3 & 0xffff ^ y));
    ys.dedup();
    out.push(ys.iter().count() as i64);
    if let Some(last) = ys.last_mut() {
        *last = 3;
    }
    out.push(ys.iter().fold(0, |a, y| a * 3 & 0xffff ^ y));
    {
        let zs = &mut ys;
        zs.clear();
    }
    out.push(ys.iter().count() as i64);
    out
}

/// An operator of a user's that logs.
#[derive(Clone, Copy)]
pub struct Noisy<'a>(pub i64, pub &'a RefCell<Vec<i64>>);

impl Add<i64> for Noisy<'_> {
    type Output = i64;

    fn add(self, other: i64) -> i64 {
        self.1.borrow_mut().push(self.0 + 1000);
        self.0 + other
    }
}

impl Mul<i64> for Noisy<'_> {
    type Output = i64;

    fn mul(self, other: i64) -> i64 {
        self.1.borrow_mut().push(self.0 + 2000);
        self.0 ^ other
    }
}

impl Neg for Noisy<'_> {
    type Output = i64;

    fn neg(self) -> i64 {
        self.1.borrow_mut().push(self.0 + 3000);
        -self.0
    }
}

fn pair(a: i64, b: i64) -> (i64, i64) {
    (a, b)
}

/// What an iterator does comes after the operator before it.
#[fuse]
pub fn an_operator_before_an_iterator(
    noisy: Noisy<'_>,
    it: impl Iterator<Item = i64>,
) -> (i64, i64) {
    pair(noisy + 1, it.map(|x| x & 7).sum::<i64>())
}

/// A statement with an operator between two iterators.
#[fuse]
pub fn an_operator_between_iterators(
    noisy: Noisy<'_>,
    first: impl Iterator<Item = i64>,
    second: impl Iterator<Item = i64>,
) -> (i64, i64, i64, i64) {
    let a: i64 = first.map(|x| x & 7).sum();
    let b = noisy * 2;
    let c: i64 = second.map(|x| x & 7).sum();
    let d = -noisy;
    (a, b, c, d)
}

/// An iterator in one statement with others.
#[fuse]
pub fn iterators_of_one_statement(
    first: impl Iterator<Item = i64>,
    second: impl Iterator<Item = i64>,
    third: impl Iterator<Item = i64>,
) -> (i64, Vec<i64>, usize) {
    (first.map(|x| x & 7).sum(), second.collect(), third.count())
}

/// A worker that reads what an iterator writes.
#[fuse]
pub fn an_iterator_that_writes_cells(
    cells: &[Cell<i64>],
    it: impl Iterator<Item = i64>,
) -> (i64, i64, i64) {
    let before: i64 = cells.iter().map(|cell| cell.get() & 255).sum();
    let between: i64 = it.map(|x| x & 1).sum();
    let after: i64 = cells.iter().map(|cell| cell.get() & 255).sum();
    (before, between, after)
}

// What was reported against clippy's `needless_collect`.

/// Collecting first ends the borrow of the map.
#[fuse]
pub fn a_borrow_that_must_end(map: &mut HashMap<i64, i64>) -> (usize, Vec<i64>) {
    let stale: Vec<i64> = map
        .iter()
        .filter(|(_, v)| **v & 1 == 1)
        .map(|(k, _)| *k)
        .collect();
    for key in &stale {
        map.remove(key);
    }
    let mut left: Vec<i64> = map.values().copied().collect();
    left.sort_unstable();
    (stale.len(), left)
}

/// The worker's effects come before the loop that reads its results.
#[fuse]
pub fn effects_before_the_reader(xs: &[i64], log: &mut Vec<i64>) -> bool {
    let mut seen = 0;
    let parts: Vec<i64> = xs
        .iter()
        .map(|x| {
            seen += 1;
            x ^ seen
        })
        .collect();
    log.push(seen);
    parts.iter().any(|x| *x == 3)
}

/// `any` alone would stop before the effects of the rest.
#[fuse]
pub fn effects_past_the_stop(xs: &[i64]) -> (bool, i64) {
    let count = Cell::new(0);
    let all: Vec<bool> = xs
        .iter()
        .map(|x| {
            count.set(count.get() + 1);
            *x > 0
        })
        .collect();
    let found = all.iter().any(|x| *x);
    (found, count.get())
}

/// The results are needed twice.
#[fuse]
pub fn needed_twice(xs: &[i64]) -> (usize, bool, Vec<i64>) {
    let evens: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 0).collect();
    let n = evens.len();
    let found = evens.contains(&4);
    (n, found, evens.into_iter().rev().collect())
}

/// Only the length is wanted, but what is counted has effects.
#[fuse]
pub fn counted_with_effects(xs: &[Tracked]) -> (usize, bool) {
    let made: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let n = made.len();
    mark(n as i64);
    (n, made.is_empty())
}

/// What the first pass mutates, the second captures.
#[fuse]
pub fn a_mutated_capture(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut greatest = i64::MIN;
    let running: Vec<i64> = xs
        .iter()
        .map(|x| {
            greatest = greatest.max(*x);
            greatest
        })
        .collect();
    let reached = running.iter().filter(|x| **x == greatest).count() as i64;
    (running, reached)
}

/// The loop over the results changes what they were made from.
#[fuse]
pub fn the_source_is_changed_by_the_reader(xs: &[i64]) -> Vec<i64> {
    let mut ys: Vec<i64> = xs.to_vec();
    let odd: Vec<usize> = ys
        .iter()
        .enumerate()
        .filter(|(_, y)| **y & 1 == 1)
        .map(|(i, _)| i)
        .collect();
    for i in odd.iter().rev() {
        ys.remove(*i);
    }
    let again: Vec<i64> = ys.iter().map(|y| y ^ 1).collect();
    again
}

fn advance(x: &i64, state: &mut i64) -> i64 {
    *state = state.wrapping_mul(31).wrapping_add(*x & 7);
    *state & 1023
}

/// What is read before the chain in one expression is read before it.
#[fuse]
pub fn a_state_read_before_the_chain(xs: &[i64], state: &mut i64) -> (i64, i64, i64) {
    let (before, sum, after) = (
        *state,
        xs.iter().map(|x| advance(x, state)).fold(0, |a, x| a ^ x),
        *state,
    );
    (before, sum, after)
}

#[fuse]
pub fn a_state_in_an_operand(xs: &[i64], state: &mut i64) -> i64 {
    *state ^ xs.iter().map(|x| advance(x, state)).fold(0, |a, x| a ^ x) ^ (*state & 15)
}

#[fuse]
pub fn a_state_in_arguments(xs: &[i64], state: &mut i64) -> (i64, i64) {
    pair(
        *state,
        xs.iter().map(|x| advance(x, state)).fold(0, |a, x| a ^ x),
    )
}

#[fuse]
pub fn a_state_of_unseen_type(xs: &[i64], state: &mut i64) -> (i64, i64, i64) {
    let state = lend(state);
    let (a, b) = (
        *state,
        xs.iter().map(|x| advance(x, state)).fold(0, |a, x| a ^ x),
    );
    let (c, _) = pair(
        *state,
        xs.iter().map(|x| advance(x, state)).fold(0, |a, x| a ^ x),
    );
    (a, b, c)
}

fn lend(state: &mut i64) -> &mut i64 {
    state
}
