//! Bodies that do what nobody knows in the midst of a statement, beside chains that could tell and such that could not.

use super::fuse;
use std::cell::{Cell, RefCell};
use std::sync::Mutex;

/// Gives other numbers each time it is asked.
pub struct Dice(pub u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        assert!(self.0 >> 54 != 77, "the dice are lost");
        self.0 >> 40
    }

    fn seen(&mut self, x: f64) -> Option<f64> {
        let roll = self.roll();
        (roll % 3 != 0).then_some(x + roll as f64)
    }

    fn last(&self) -> f64 {
        self.0 as f64
    }
}

/// What a function gives, if it does not panic, and what it leaves behind.
fn with_dice<R>(xs: &[f64], play: impl FnOnce(&mut Dice) -> R) -> (Option<R>, u64) {
    let mut dice = Dice(xs.len() as u64 * 31);
    let played = std::panic::AssertUnwindSafe(|| play(&mut dice));
    let given = std::panic::catch_unwind(played).ok();
    (given, dice.0)
}

type Played<R> = (Option<R>, u64);

pub fn drawn_from(xs: &[f64]) -> Played<(Vec<f64>, f64, f64)> {
    with_dice(xs, |dice| drawn(xs, dice))
}

pub fn read_behind_the_loop(xs: &[f64]) -> Played<(f64, f64)> {
    with_dice(xs, |dice| read_behind(xs, dice))
}

pub fn left(xs: &[f64]) -> Played<Option<(Vec<f64>, f64, usize)>> {
    with_dice(xs, |dice| left_by_a_question_mark(xs, dice))
}

pub fn in_turn(xs: &[f64]) -> (Played<(f64, f64)>, Vec<f64>) {
    let log = RefCell::new(Vec::new());
    let played = with_dice(xs, |dice| two_of_them(xs, &log, dice));
    (played, log.into_inner())
}

pub fn by_a_match(xs: &[f64]) -> Played<(f64, f64, u64)> {
    with_dice(xs, |dice| matched(xs, dice))
}

#[fuse(loops = 1)]
fn drawn(xs: &[f64], dice: &mut Dice) -> (Vec<f64>, f64, f64) {
    let mut draws: Vec<f64> = Vec::new();
    for x in xs {
        let draw = dice.roll() as f64;
        draws.push(draw * x);
    }
    let sum: f64 = xs.iter().sum();
    let most = xs.iter().copied().fold(0.0, f64::max);
    (draws, sum, most)
}

/// What the dice hold is read by a closure, so the second loop waits for the first.
#[fuse(loops = 2)]
fn read_behind(xs: &[f64], dice: &mut Dice) -> (f64, f64) {
    let mut sum = 0.0;
    for x in xs {
        if let Some(y) = dice.seen(*x) {
            sum += y;
        }
    }
    let scaled: f64 = xs.iter().map(|x| x * dice.last()).sum();
    (sum, scaled)
}

/// A loop that panics is over before what stands in front of the other could be seen.
#[fuse]
pub fn around_a_panic(xs: &[i64], log: &Cell<i64>) -> (i64, i64) {
    let mut kept = 0;
    for x in xs {
        kept ^= x;
        log.replace(log.get() + 1);
    }
    let sum: i64 = xs.iter().sum();
    (kept, sum)
}

#[fuse]
pub fn locked(xs: &[i64], queue: &Mutex<Vec<i64>>) -> (usize, Vec<i64>) {
    let halves: Vec<i64> = xs.iter().map(|x| x >> 1).collect();
    for half in &halves {
        queue.lock().expect("nobody panics").push(*half);
    }
    let even = xs.iter().filter(|x| **x & 1 == 0).count();
    (even, halves)
}

/// The closure writes what the chain reads: rustc has it end between the two.
#[fuse]
pub fn through_a_closure(xs: &[f64]) -> (f64, f64) {
    let mut seen = vec![0.0; xs.len()];
    let mut at = 0;
    let mut note = |x: f64| {
        seen[at] = x * 0.5;
        at += 1;
        at
    };
    let mut total = 0;
    for x in xs {
        total += note(*x);
    }
    let sum: f64 = xs.iter().zip(&seen).map(|(x, y)| x * y).sum();
    (sum, total as f64)
}

struct Writer<'a>(&'a mut Vec<f64>);

impl Writer<'_> {
    fn put(&mut self, x: f64) -> usize {
        self.0.push(x * 2.0);
        self.0.len()
    }
}

/// The writer borrows what the chain reads behind it.
#[fuse]
pub fn through_a_writer(xs: &[f64]) -> (f64, usize) {
    let mut written = xs.to_vec();
    let mut writer = Writer(&mut written);
    let mut most = 0;
    for x in xs {
        most = most.max(writer.put(*x));
    }
    let sum: f64 = xs.iter().zip(written.iter().rev()).map(|(x, y)| x * y).sum();
    (sum, most)
}

/// An element of a cell is changed by what the loop calls.
#[fuse]
pub fn through_cells(cells: &[Cell<f64>], xs: &[f64]) -> (f64, f64, f64) {
    let mut turned = 0.0;
    for (cell, x) in cells.iter().zip(xs) {
        turned += cell.replace(x + 1.0);
    }
    let held: f64 = cells.iter().zip(xs).map(|(cell, x)| cell.get() * x).sum();
    let sum: f64 = xs.iter().sum();
    (turned, held, sum)
}

#[fuse(loops = 1)]
fn left_by_a_question_mark(xs: &[f64], dice: &mut Dice) -> Option<(Vec<f64>, f64, usize)> {
    let mut seen = Vec::new();
    for x in xs {
        let y = dice.seen(*x)?;
        seen.push(y);
    }
    let sum: f64 = xs.iter().sum();
    let many = xs.iter().filter(|x| **x > 0.0).count();
    Some((seen, sum, many))
}

/// Both may do anything: in their order.
#[fuse(loops = 2)]
fn two_of_them(xs: &[f64], log: &RefCell<Vec<f64>>, dice: &mut Dice) -> (f64, f64) {
    let mut one = 0.0;
    for x in xs {
        one += dice.seen(*x).unwrap_or(0.0);
        log.borrow_mut().push(one);
    }
    let mut other = 0.0;
    for x in xs {
        other += dice.roll() as f64 * x;
        log.borrow_mut().push(other);
    }
    (one, other)
}

/// A number that the body hands out by reference, and one that it counts.
#[fuse]
pub fn handed_out(xs: &[f64], step: impl Fn(&mut f64, f64) -> bool) -> (f64, u32, f64) {
    let mut state = 1.0;
    let mut many = 0;
    for x in xs {
        if step(&mut state, *x) {
            many += 1;
        }
    }
    let sum: f64 = xs.iter().map(|x| x * state).sum();
    let plain: f64 = xs.iter().sum();
    (sum + plain, many, state)
}

/// The state of a match that calls, in the place of a value.
#[fuse(loops = 1)]
fn matched(xs: &[f64], dice: &mut Dice) -> (f64, f64, u64) {
    let mut sum = 0.0;
    let mut odd = 0;
    for x in xs {
        let roll = match dice.roll() {
            0 => 1,
            roll if roll % 2 == 1 => {
                odd += 1;
                roll
            }
            roll => roll / 2,
        };
        sum += roll as f64 * x;
    }
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    (sum, least, odd)
}

trait Bump {
    fn bump(&mut self, x: f64) -> usize;
    fn bump_to(&mut self, x: f64) -> Option<f64>;
}

impl Bump for f64 {
    fn bump(&mut self, x: f64) -> usize {
        *self += x.abs() + 1.0;
        1
    }

    fn bump_to(&mut self, x: f64) -> Option<f64> {
        *self += x;
        (x > 0.0).then_some(x)
    }
}

fn step(k: &mut f64, x: f64) -> f64 {
    *k += x;
    *k
}

/// Methods borrow a number mutably, and nothing shows it.
#[fuse]
pub fn numbers_by_methods(xs: &[f64], mut k: f64) -> (usize, f64, f64) {
    let before: f64 = xs.iter().map(|x| x * k).sum();
    let mut n = 0;
    for x in xs {
        n += k.bump(*x);
    }
    let j = k;
    let behind: f64 = xs.iter().map(|x| x * j).sum();
    for x in xs {
        let mut go = || k.bump(*x);
        n += go();
    }
    let most = xs.iter().copied().fold(k, f64::max);
    (n, before + behind, most)
}

#[fuse]
pub fn numbers_by_reference(xs: &[f64], k: &mut f64, o: &mut Option<f64>) -> (f64, f64) {
    for x in xs {
        step(k, *x);
    }
    let sum: f64 = xs.iter().map(|x| x * *k).sum();
    let Some(k) = o else { return (sum, 0.0) };
    let mut t = 0.0;
    for x in xs {
        t += step(k, *x);
    }
    (xs.iter().map(|x| x * *k).sum::<f64>() + t, sum)
}

/// What a condition binds has the name of what it asks.
#[fuse]
pub fn named_alike(xs: &[f64], mut k: f64) -> (f64, f64) {
    let mut t = 0.0;
    for x in xs {
        if let Some(k) = k.bump_to(*x) {
            t += k;
        }
    }
    let sum: f64 = xs.iter().map(|x| x * k).sum();
    (t, sum)
}

/// Handles of a written type to a local.
#[fuse]
pub fn handles(xs: &[f64], on: bool) -> (usize, f64) {
    let (mut k, mut j, mut i) = (0.0, 1.0, 2.0);
    let r: &mut f64 = &mut k;
    let p: Option<&mut f64> = if on { Some(&mut j) } else { None };
    let mut cells: [&mut f64; 1] = [&mut i];
    let mut n = 0;
    for x in xs {
        n += r.bump(*x);
    }
    if let Some(p) = p {
        for x in xs {
            n += p.bump(*x);
        }
    }
    for x in xs {
        *cells[0] += x;
        cells = [cells[0]];
    }
    let sum: f64 = xs.iter().map(|x| x * k).sum();
    let other: f64 = xs.iter().map(|x| x * j).sum();
    let last: f64 = xs.iter().map(|x| x * i).sum();
    (n, sum + other + last)
}

struct Shared<'a>(RefCell<&'a mut f64>);

impl Shared<'_> {
    fn put(&self, x: f64) -> f64 {
        **self.0.borrow_mut() += x;
        x
    }
}

/// A shared reference to what holds a mutable one.
#[fuse]
pub fn shared_handles(xs: &[f64]) -> (f64, f64) {
    let (mut k, mut j) = (1.0, 2.0);
    let log: &Shared<'_> = &Shared(RefCell::new(&mut k));
    let cell = Cell::from_mut(&mut j);
    let swap: &dyn Fn(f64) -> f64 = &|x| cell.replace(x);
    let mut t = 0.0;
    for x in xs {
        let y = log.put(*x);
        t += y;
    }
    for x in xs {
        t += swap(*x);
    }
    let sum: f64 = xs.iter().map(|x| x * k).sum();
    let other: f64 = xs.iter().map(|x| x * j).sum();
    (t, sum + other)
}

type Slot<'a> = &'a mut f64;

/// The written type is another name of a mutable reference.
#[fuse]
pub fn another_name(xs: &[f64], k: Slot<'_>) -> (usize, f64, f64) {
    let mut j = 1.0;
    let slot: Slot<'_> = &mut j;
    let mut n = 0;
    for x in xs {
        n += k.bump(*x);
    }
    for x in xs {
        n += slot.bump(*x);
    }
    let sum: f64 = xs.iter().map(|x| x * *k).sum();
    let other: f64 = xs.iter().map(|x| x * j).sum();
    (n, sum, other)
}

/// Gives what there is.
pub struct Grid(pub Vec<f64>);

impl std::ops::Index<std::ops::RangeTo<usize>> for Grid {
    type Output = [f64];

    fn index(&self, range: std::ops::RangeTo<usize>) -> &[f64] {
        &self.0[..range.end.min(self.0.len())]
    }
}

#[fuse]
pub fn shorter_parts(grid: &Grid, ys: &[f64], n: usize) -> (f64, f64, f64) {
    let sum: f64 = grid[..n].iter().sum();
    let twice: f64 = ys[..n].iter().map(|y| y * 2.0).sum();
    let last = (0..n).map(|i| ys[i]).sum();
    (sum, twice, last)
}

/// What a condition binds reaches what it is asked of, which nobody has noted.
#[fuse]
pub fn bound_by_a_condition(xs: &[f64], mut held: Option<Dice>) -> (u64, f64, u64) {
    let mut rolls = 0;
    for x in xs {
        if let Some(dice) = &mut held {
            rolls += dice.roll() >> 20;
        }
        if let Some(dice) = held.as_ref()
            && dice.last() > *x
        {
            rolls += 1;
        }
    }
    let seen = xs.iter().map(|x| x * held.as_ref().map_or(1.0, Dice::last)).sum();
    (rolls, seen, held.map_or(0, |dice| dice.0))
}

/// Keeps what it is given where others see it.
pub struct Noisy<'a> {
    /// Where that is.
    pub log: &'a RefCell<Vec<i64>>,
    /// Its number.
    pub number: i64,
    /// What is its own.
    pub own: Vec<i64>,
}

impl Noisy<'_> {
    fn push(&mut self, x: i64) {
        self.log.borrow_mut().push(self.number ^ x);
        self.number = self.number.wrapping_add(1);
    }

    fn clear(&mut self) {
        self.log.borrow_mut().push(self.number);
    }
}

/// Methods of elements that are called like std's, and std's.
#[fuse]
pub fn called_like_std(noisy: &mut [Noisy<'_>], pairs: &mut Vec<(i64, Noisy<'_>)>) -> i64 {
    for one in noisy.iter_mut() {
        one.push(1);
        one.own.push(one.number);
    }
    for one in noisy.iter_mut() {
        one.clear();
    }
    for (number, one) in pairs.iter_mut() {
        one.push(*number);
    }
    pairs.iter_mut().for_each(|(_, one)| one.clear());
    noisy.iter().map(|one| one.number).fold(0, i64::wrapping_add)
}
