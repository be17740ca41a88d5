//! Sources that are not what their methods' names say, or that change while they are read.

#![allow(
    clippy::iter_count,
    clippy::len_zero,
    clippy::needless_range_loop,
    clippy::redundant_closure,
    clippy::ptr_arg,
    clippy::should_implement_trait,
    clippy::type_complexity,
    clippy::unnecessary_fold,
    clippy::disallowed_types,
    clippy::suspicious_map,
    clippy::map_clone,
    unused_mut,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::io::BufRead;
use std::ops::{Deref, Index};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, RwLock};

// Iterators whose `next` has an effect.

/// A channel that is read twice has other messages the second time.
#[fuse]
pub fn a_channel_read_twice(rx: Receiver<i64>) -> (i64, i64, usize) {
    let first: i64 = rx.try_iter().take(2).fold(0, |a, x| a ^ x);
    let second: i64 = rx.iter().map(|x| x & 7).sum();
    let third = rx.iter().count();
    (first, second, third)
}

/// So has one that is read by two loops.
#[fuse]
pub fn a_channel_in_two_loops(rx: Receiver<i64>) -> (i64, usize) {
    let (mut sum, mut count) = (0, 0);
    for x in &rx {
        sum ^= x;
    }
    for _ in &rx {
        count += 1;
    }
    (sum, count)
}

#[must_use]
pub fn filled(xs: &[i64]) -> Receiver<i64> {
    let (sender, receiver) = channel();
    for x in xs {
        sender.send(*x).expect("the receiver is there");
    }
    receiver
}

/// A reader is read to its end by the first chain.
#[fuse]
pub fn a_reader_in_two_parts(mut reader: impl BufRead) -> (Vec<usize>, Vec<usize>) {
    let mut lines = reader.by_ref().lines();
    let header: Vec<usize> = lines
        .by_ref()
        .take(2)
        .map(|line| line.unwrap().len())
        .collect();
    let body: Vec<usize> = lines.map(|line| line.unwrap().len() * 2).collect();
    (header, body)
}

/// Both iterators log: the first is read to its end before the second is begun.
#[fuse]
pub fn two_iterators_in_order(
    first: impl Iterator<Item = i64>,
    second: impl Iterator<Item = i64>,
) -> (Vec<i64>, i64) {
    let one: Vec<i64> = first.map(|x| x ^ 1).collect();
    let two: i64 = second.map(|x| x & 3).sum();
    (one, two)
}

/// One iterator and an array: what the iterator does is done between the passes over the array.
#[fuse]
pub fn an_iterator_between_two_passes(
    xs: &[Cell<i64>],
    effects: impl Iterator<Item = i64>,
) -> (i64, i64, i64) {
    let before: i64 = xs.iter().map(|x| x.get() & 255).sum();
    let between: i64 = effects.map(|x| x & 1).sum();
    let after: i64 = xs.iter().map(|x| x.get() & 255).sum();
    (before, between, after)
}

/// `&mut I` is an iterator that is still there after it has been read.
#[fuse]
pub fn a_borrowed_iterator<I: Iterator<Item = i64>>(it: &mut I) -> (Vec<i64>, Vec<i64>) {
    let first: Vec<i64> = it.take(3).map(|x| x ^ 1).collect();
    let rest: Vec<i64> = it.map(|x| x ^ 2).collect();
    (first, rest)
}

#[fuse]
pub fn by_reference(mut it: impl Iterator<Item = i64>) -> (Vec<i64>, Vec<i64>, i64) {
    let first: Vec<i64> = it.by_ref().take_while(|x| *x > 0).collect();
    let second: Vec<i64> = it.by_ref().take(2).map(|x| x ^ 2).collect();
    let rest: i64 = it.map(|x| x & 3).sum();
    (first, second, rest)
}

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

// Places that hide something.

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

// Methods of users' types that are called like those of std.

/// All its methods give something else than one expects, and each call is counted.
pub struct Odd {
    pub xs: Vec<i64>,
    pub calls: Cell<i64>,
}

impl Odd {
    #[must_use]
    pub fn new(xs: &[i64]) -> Odd {
        Odd {
            xs: xs.to_vec(),
            calls: Cell::new(0),
        }
    }

    fn call(&self) -> i64 {
        self.calls.set(self.calls.get() + 1);
        self.calls.get()
    }

    /// Not an iterator at all.
    pub fn lines(&self) -> Lines {
        Lines(self.xs.len() as i64)
    }

    pub fn values(&self) -> Lines {
        Lines(self.call())
    }

    pub fn windows(&self, n: usize) -> Vec<i64> {
        vec![n as i64; 3]
    }
}

/// Has all the methods of an iterator and is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lines(pub i64);

impl Lines {
    #[must_use]
    pub fn map(self, f: impl Fn(i64) -> i64) -> Lines {
        Lines(f(self.0))
    }
    #[must_use]
    pub fn filter(self, f: impl Fn(&i64) -> bool) -> Lines {
        Lines(i64::from(f(&self.0)))
    }
    #[must_use]
    pub fn rev(self) -> Lines {
        Lines(-self.0)
    }
    #[must_use]
    pub fn take(self, n: i64) -> Lines {
        Lines(self.0 + n)
    }
    #[must_use]
    pub fn skip(self, n: i64) -> Lines {
        Lines(self.0 - n)
    }
    #[must_use]
    pub fn chain(self, other: Lines) -> Lines {
        Lines(self.0 * 10 + other.0)
    }
    #[must_use]
    pub fn sum(self) -> i64 {
        self.0 + 1
    }
    #[must_use]
    pub fn count(self) -> i64 {
        self.0 + 2
    }
    #[must_use]
    pub fn find(self, x: i64) -> i64 {
        self.0 * x
    }
    #[must_use]
    pub fn last(self) -> i64 {
        self.0
    }
}

/// A type whose methods are called like an iterator's, once: nothing is fused with it.
#[fuse]
pub fn no_iterator(odd: &Odd) -> (i64, i64, i64, i64, i64) {
    let a = odd.lines().find(3);
    let b = odd.lines().rev().last();
    let c = odd.values().last();
    let d = odd.windows(2).len() as i64;
    (a, b, c, d, odd.calls.get())
}

#[fuse]
pub fn no_iterator_either(lines: Lines) -> (i64, i64) {
    let a = lines.map(|x| x + 1).filter(|x| *x > 2).count();
    let b = lines.take(3).skip(1).chain(lines).sum();
    (a, b)
}

/// An index that gives another row.
pub struct Rows(pub Vec<Vec<i64>>);

impl Index<usize> for Rows {
    type Output = [i64];

    fn index(&self, i: usize) -> &[i64] {
        &self.0[i % self.0.len()]
    }
}

#[fuse]
pub fn rows_by_index(rows: &Rows, i: usize) -> (i64, i64, Vec<i64>) {
    let a: i64 = rows[i].iter().map(|x| x & 7).sum();
    let b: i64 = rows[i].iter().fold(0, |a, x| a ^ x);
    let j = i + 1;
    let c: Vec<i64> = rows[j]
        .iter()
        .zip(rows[i].iter())
        .map(|(x, y)| x ^ y)
        .collect();
    (a, b, c)
}

pub struct Wrapped(pub Vec<i64>);

impl Deref for Wrapped {
    type Target = Vec<i64>;

    fn deref(&self) -> &Vec<i64> {
        &self.0
    }
}

#[fuse]
pub fn dereferenced(xs: &Wrapped, ys: &mut Wrapped) -> (i64, i64, Vec<i64>) {
    let a: i64 = xs.iter().map(|x| x & 7).sum();
    let b: i64 = xs.iter().fold(0, |a, x| a ^ x);
    ys.0.push(a);
    let c: Vec<i64> = xs.iter().zip(ys.iter()).map(|(x, y)| x ^ y).collect();
    (a, b, c)
}

/// Elements that are made anew by each pass, and whose drops show: as many as are written.
pub struct Bag(pub i64);

impl Bag {
    pub fn iter(&self) -> impl Iterator<Item = Tracked> + use<> {
        (1..=self.0).map(Tracked::new)
    }
}

/// Three passes make three elements of each, not four.
#[fuse]
pub fn made_anew_three_times(bag: &Bag) -> (i64, usize, i64) {
    let sum: i64 = bag.iter().map(|x| x.label()).sum();
    let odd = bag.iter().filter(|x| x.label() & 1 == 1).count();
    let all: i64 = bag.iter().fold(0, |a, x| a ^ x.label());
    mark(1);
    (sum, odd, all)
}

/// A cursor: two passes in step do not see what two passes one after the other see.
pub struct Cursor<'a> {
    pub rest: Cell<&'a [i64]>,
}

pub struct Steps<'c, 'a>(&'c Cursor<'a>);

impl Iterator for Steps<'_, '_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        let (first, rest) = self.0.rest.get().split_first()?;
        self.0.rest.set(rest);
        Some(*first)
    }
}

impl<'a> Cursor<'a> {
    #[must_use]
    pub fn steps(&self) -> Steps<'_, 'a> {
        Steps(self)
    }
}

/// `steps` is not on the list of sources.
#[fuse]
pub fn a_cursor(xs: &[i64]) -> (i64, i64, usize) {
    let cursor = Cursor {
        rest: Cell::new(xs),
    };
    let some: i64 = cursor.steps().take(3).map(|x| x & 7).sum();
    let more: i64 = cursor.steps().take(2).map(|x| x & 7).sum();
    let rest = cursor.steps().count();
    (some, more, rest)
}

// Things that were taken from a place.

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

/// Goes on where it stopped: its methods have the names of sources and take `&mut self`.
pub struct Lexer {
    pub words: Vec<String>,
    pub at: usize,
}

pub struct Words<'a>(&'a mut Lexer);

impl Iterator for Words<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let word = self.0.words.get(self.0.at)?;
        self.0.at += 1;
        Some(word.len())
    }
}

impl Lexer {
    pub fn iter(&mut self) -> Words<'_> {
        Words(self)
    }

    pub fn lines(&mut self) -> Words<'_> {
        Words(self)
    }

    #[fuse]
    pub fn of_itself(&mut self) -> (usize, usize, usize) {
        let a: usize = self.iter().take(3).sum();
        let b: usize = self.iter().take(3).map(|n| n * 2).sum();
        let c = self.lines().count();
        (a, b, c)
    }
}

pub struct Parser {
    pub lexer: Lexer,
}

impl Parser {
    #[fuse]
    pub fn of_a_field(&mut self) -> (usize, usize) {
        let a: usize = self.lexer.lines().take(3).sum();
        let b: usize = self.lexer.lines().take(3).map(|n| n * 2).sum();
        (a, b)
    }
}

#[fuse]
pub fn a_lexer_behind_a_reference(lexer: &mut Lexer) -> (usize, usize, usize) {
    let a: usize = lexer.iter().take(2).sum();
    let at = lexer.at;
    let b: usize = lexer.iter().take(2).map(|n| n + at).sum();
    (a, at, b)
}
