//! State that workers change: generators, cells, locks, atomics, threads.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unused_assignments,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use std::cell::{Cell, RefCell};
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

fn advance(x: &i64, state: &mut i64) -> i64 {
    *state = state.wrapping_mul(31).wrapping_add(*x & 7);
    *state & 1023
}

fn pair(a: i64, b: i64) -> (i64, i64) {
    (a, b)
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
