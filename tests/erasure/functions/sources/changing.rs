//! Sources that change between two chains: emptied, swapped, written, behind cells and locks.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    unused_mut,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::{Mutex, RwLock};

/// `drain` empties what the other chain reads.
#[fuse]
pub fn drained(xs: &[i64]) -> (i64, Vec<i64>, usize, i64) {
    let mut queue: Vec<i64> = xs.to_vec();
    let before: i64 = queue.iter().map(|x| x & 7).sum();
    let n = queue.len() / 2;
    let half: Vec<i64> = queue.drain(..n).map(|x| x ^ 1).collect();
    let left = queue.iter().count();
    let after: i64 = queue.iter().map(|x| x & 7).sum();
    (before, half, left, after)
}

/// Passes that write between passes that read.
#[fuse]
pub fn changed_in_place(xs: &[i64]) -> (i64, i64, Vec<i64>) {
    let mut ys: Vec<i64> = xs.to_vec();
    let before: i64 = ys.iter().map(|x| x & 7).sum();
    ys.iter_mut().for_each(|y| *y ^= before);
    let after: i64 = ys.iter().map(|x| x & 7).sum();
    for y in ys.iter_mut() {
        *y = y.wrapping_add(after);
    }
    let last: Vec<i64> = ys.iter().map(|y| y ^ 5).collect();
    (before, after, last)
}

#[fuse]
pub fn values_changed(map: &mut BTreeMap<usize, i64>) -> (i64, i64, usize) {
    let before: i64 = map.values().map(|x| x & 7).sum();
    map.values_mut().for_each(|x| *x ^= 3);
    let after: i64 = map.values().map(|x| x & 7).sum();
    map.retain(|key, _| key % 2 == 0);
    let left = map.keys().count();
    (before, after, left)
}

pub struct Shared {
    pub cell: RefCell<Vec<i64>>,
    pub lock: Mutex<Vec<i64>>,
    pub many: RwLock<Vec<i64>>,
    pub log: Vec<i64>,
    pub data: Vec<i64>,
    pub scale: Cell<i64>,
    pub rc: Rc<RefCell<Vec<i64>>>,
}

impl Shared {
    #[must_use]
    pub fn new(xs: &[i64]) -> Shared {
        Shared {
            cell: RefCell::new(xs.to_vec()),
            lock: Mutex::new(xs.to_vec()),
            many: RwLock::new(xs.to_vec()),
            log: Vec::new(),
            data: xs.to_vec(),
            scale: Cell::new(3),
            rc: Rc::new(RefCell::new(xs.to_vec())),
        }
    }

    fn push(&self, x: i64) -> i64 {
        self.cell.borrow_mut().push(x);
        x
    }

    /// Each pass borrows for itself: a pass that changes the cell between them is allowed.
    #[fuse]
    pub fn borrowed_for_each_pass(&self) -> (i64, i64, i64) {
        let first: i64 = self.cell.borrow().iter().map(|x| x & 7).sum();
        let pushed = self.push(first);
        let second: i64 = self.cell.borrow().iter().map(|x| x & 7).sum();
        (first, pushed, second)
    }

    /// A lock that is taken twice by one loop never opens.
    #[fuse]
    pub fn locked_for_each_pass(&self) -> (i64, usize, i64) {
        let sum: i64 = self.lock.lock().unwrap().iter().map(|x| x & 7).sum();
        let odd = self
            .lock
            .lock()
            .unwrap()
            .iter()
            .filter(|x| **x & 1 == 1)
            .count();
        let all: i64 = self.many.read().unwrap().iter().fold(0, |a, x| a ^ x);
        (sum, odd, all)
    }

    /// A guard with a name is dropped where it is dropped.
    #[fuse]
    pub fn guard_with_a_name(&self) -> (i64, i64, i64) {
        let guard = self.cell.borrow();
        let first: i64 = guard.iter().map(|x| x & 7).sum();
        let second: i64 = guard.iter().fold(0, |a, x| a ^ x);
        drop(guard);
        let third = self.push(second);
        let guard = self.cell.borrow();
        let fourth: i64 = guard.iter().fold(third, |a, x| a ^ x);
        (first, second, fourth)
    }

    /// `scale` is a `Cell` that a call changes between two passes.
    #[fuse]
    pub fn scaled(&self) -> (i64, i64, i64) {
        let first: i64 = self.data.iter().map(|x| x & self.scale.get()).sum();
        self.scale.set(first);
        let second: i64 = self.data.iter().map(|x| x & self.scale.get()).sum();
        let old = self.scale.replace(9);
        (first, second, old)
    }

    /// One field is read while another is written.
    #[fuse]
    pub fn one_field_written(&mut self) -> (i64, i64) {
        for x in self.data.iter() {
            self.log.push(x ^ 1);
        }
        let sum: i64 = self.log.iter().map(|x| x & 7).sum();
        let other: i64 = self.data.iter().map(|x| x & 7).sum();
        self.log.extend(self.data.iter().map(|x| x & sum));
        let more: i64 = self.log.iter().map(|x| x & 7).sum();
        (sum ^ other, more)
    }

    /// What a counted reference holds is changed under another name.
    #[fuse]
    pub fn counted(&self) -> (i64, i64) {
        let other = Rc::clone(&self.rc);
        let first: i64 = self.rc.borrow().iter().map(|x| x & 7).sum();
        other.borrow_mut().push(first);
        let second: i64 = self.rc.borrow().iter().map(|x| x & 7).sum();
        (first, second)
    }

    /// The worker of a pass changes what the next pass reads.
    #[fuse]
    pub fn changed_by_a_worker(&self) -> (i64, i64) {
        let first: i64 = self.data.iter().map(|x| self.push(*x) & 7).sum();
        let second: i64 = self.cell.borrow().iter().map(|x| x & 7).sum();
        (first, second)
    }
}

static TABLE: [i64; 5] = [3, 1, 4, 1, 5];
const PRIMES: [i64; 4] = [2, 3, 5, 7];

thread_local! {
    static LOCAL: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
}

#[fuse]
pub fn statics(xs: &[i64]) -> (i64, i64, i64, Vec<i64>) {
    let a: i64 = TABLE.iter().map(|x| x * 2).sum();
    let b: i64 = TABLE.iter().fold(1, |p, x| p * x);
    let c: i64 = PRIMES.iter().map(|p| p * 3).sum();
    let d: Vec<i64> = PRIMES.iter().zip(xs).map(|(p, x)| p ^ x).collect();
    (a, b, c, d)
}

#[fuse]
pub fn thread_locals(xs: &[i64]) -> (i64, i64) {
    LOCAL.with_borrow_mut(|local| local.clear());
    let a: i64 = xs
        .iter()
        .map(|x| {
            LOCAL.with_borrow_mut(|local| {
                local.push(*x);
                local.len() as i64
            })
        })
        .sum();
    let b: i64 = LOCAL.with_borrow(|local| local.iter().map(|x| x & 7).sum());
    (a, b)
}

/// The queue changes between the passes by methods.
#[fuse]
pub fn a_queue(xs: &[i64]) -> (i64, i64, Option<i64>, i64) {
    let mut queue: VecDeque<i64> = xs.iter().copied().collect();
    let a: i64 = queue.iter().map(|x| x & 7).sum();
    let first = queue.pop_front();
    let b: i64 = queue.iter().map(|x| x & 7).sum();
    queue.push_back(a);
    let c: i64 = queue.iter().fold(0, |a, x| a ^ x);
    (a, b, first, c)
}

/// The source is dropped, then its name bound again.
#[fuse]
pub fn dropped_and_bound_again(xs: &[i64]) -> (i64, i64) {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let a: i64 = ys.iter().map(|x| x & 7).sum();
    drop(ys);
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 2).collect();
    let b: i64 = ys.iter().map(|x| x & 7).sum();
    (a, b)
}

/// What is behind the reference is another array after the assignment.
#[fuse]
pub fn reassigned<'a>(mut xs: &'a [i64], ys: &'a [i64]) -> (i64, i64, i64, i64) {
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let text = String::from("a b");
    let mut words = text.as_str();
    let n = words.chars().count() as i64;
    xs = ys;
    words = "c d e";
    let b: i64 = xs.iter().map(|x| x & 7).sum();
    let m = words.chars().filter(|c| c.is_alphabetic()).count() as i64;
    (a, n, b, m)
}

/// A swap through `mem`.
#[fuse]
pub fn swapped(xs: &[i64]) -> (i64, i64) {
    let mut one: Vec<i64> = xs.to_vec();
    let mut two: Vec<i64> = vec![1, 2];
    let a: i64 = one.iter().map(|x| x & 7).sum();
    std::mem::swap(&mut one, &mut two);
    let b: i64 = one.iter().map(|x| x & 7).sum();
    let taken = std::mem::take(&mut two);
    let c: i64 = two.iter().map(|x| x & 7).sum();
    let d: i64 = taken.iter().map(|x| x & 15).sum();
    (a ^ b, c ^ d)
}
