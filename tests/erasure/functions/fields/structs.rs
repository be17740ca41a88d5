//! Arrays of structs that the file declares, and statements between the loops over them.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use std::cell::Cell;
use std::ops::{Add, Deref};

#[derive(Clone, Debug, Default)]
pub struct Row {
    pub size: u64,
    pub weight: f64,
    pub dead: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Stats {
    pub total: f64,
    pub dead: usize,
    pub least: Option<u64>,
}

#[derive(Clone, Debug, Default)]
pub struct Table {
    pub rows: Vec<Row>,
    pub stats: Stats,
    pub seen: u64,
}

impl Table {
    #[fuse(loops = 1)]
    pub fn refresh(&mut self) {
        self.stats.total = self.rows.iter().map(|row| row.weight).sum::<f64>() / self.rows.len() as f64;
        self.stats.dead = self.rows.iter().filter(|row| row.dead).count();
        self.stats.least = self.rows.iter().map(|row| row.size).min();
    }

    #[fuse]
    pub fn changed_between(&mut self) -> (f64, f64) {
        let before: f64 = self.rows.iter().map(|row| row.weight).sum();
        for row in &mut self.rows {
            row.weight *= 0.5;
        }
        self.rows.retain(|row| !row.dead);
        let behind: f64 = self.rows.iter().map(|row| row.weight).sum();
        self.seen = self.rows.iter().map(|row| row.size).fold(0, |a, b| a ^ b);
        (before, behind)
    }

    #[fuse]
    pub fn by_a_method(&mut self) -> usize {
        self.stats.total = self.rows.iter().map(|row| row.weight).sum();
        self.note(3);
        self.stats.dead = self.rows.iter().filter(|row| row.size > self.seen).count();
        self.stats.dead + self.rows.iter().filter(|row| row.dead).count()
    }

    fn note(&mut self, by: u64) {
        self.seen += by;
        self.rows.truncate(5);
    }
}

#[fuse(loops = 1)]
pub fn left_between(rows: &[Row], stats: &mut Stats) -> Option<f64> {
    let total: f64 = rows.iter().map(|row| row.weight).sum();
    stats.total = total;
    if total.is_nan() {
        return None;
    }
    Some(rows.iter().map(|row| row.weight * row.weight).sum())
}

// Another type of that name, and a type parameter.
#[fuse]
pub fn another_row<Row: Deref<Target = (f64, bool)>>(rows: &[Row], log: &mut Vec<f64>) -> (f64, usize) {
    let sum: f64 = rows.iter().map(|row| row.0).sum();
    log.push(sum);
    let dead = rows.iter().filter(|row| row.1).count();
    (sum, dead)
}

/// What its fields show may be another thing behind a statement.
pub struct Counted {
    pub at: Cell<f64>,
    pub by: f64,
}

#[fuse]
pub fn cells(counted: &[Counted], first: &Counted) -> (f64, f64, f64) {
    let before: f64 = counted.iter().map(|one| one.by).sum();
    let all: f64 = counted.iter().map(|one| one.at.get()).sum();
    first.at.set(first.at.get() + 1.0);
    let behind: f64 = counted.iter().map(|one| one.at.get()).sum();
    (before, all, behind)
}

#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// An operator that has its say about the order.
impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        assert!(self.x < 1e6, "too far");
        Point { x: self.x + other.x, y: self.y - other.y }
    }
}

impl Point {
    fn length(&self) -> f64 {
        self.x.hypot(self.y)
    }
}

#[fuse(loops = 1)]
pub fn points(xs: &[f64]) -> (f64, f64, f64) {
    let points: Vec<Point> = xs.iter().map(|x| Point { x: *x, y: x * 0.5 }).collect();
    let length: f64 = points.iter().map(|point| point.length()).sum();
    let mut low = 0.5;
    for point in points {
        low = low * 0.5 + point.y;
    }
    (length, low, xs.iter().sum())
}

#[fuse]
pub fn added(xs: &[f64], kept: &mut Vec<f64>) -> (f64, f64) {
    let points: Vec<Point> = xs.iter().map(|x| Point { x: *x, y: 1.0 }).collect();
    let sum = points.iter().fold(Point { x: 0.0, y: 0.0 }, |a, b| a + *b);
    kept.push(sum.y);
    let ys: f64 = points.iter().map(|point| point.y).sum();
    (sum.x, ys)
}

/// A destructor that stands elsewhere.
#[derive(Debug)]
pub struct Held<'a> {
    pub by: f64,
    pub log: &'a Cell<f64>,
}

mod elsewhere {
    impl Drop for super::Held<'_> {
        fn drop(&mut self) {
            self.log.set(self.log.get() * 0.5 + self.by);
        }
    }
}

#[fuse]
pub fn dropped(xs: &[f64], log: &Cell<f64>) -> (f64, f64) {
    let held: Vec<Held<'_>> = xs.iter().map(|x| Held { by: *x, log }).collect();
    let sum: f64 = held.iter().map(|one| one.by).sum();
    let mut last = 0.0;
    for one in held {
        last = last * 0.5 + one.by + one.log.get();
    }
    (sum, last)
}

thread_local! {
    static CLONES: Cell<f64> = const { Cell::new(0.0) };
}

/// A `Copy` that counts how often it is cloned.
#[derive(Copy)]
pub struct Numbered {
    pub by: f64,
}

#[allow(clippy::expl_impl_clone_on_copy, reason = "it counts")]
impl Clone for Numbered {
    fn clone(&self) -> Self {
        CLONES.set(CLONES.get() * 0.5 + self.by);
        *self
    }
}

#[fuse]
pub fn cloned(numbered: &[Numbered]) -> (f64, f64) {
    CLONES.set(0.0);
    let once: Vec<Numbered> = numbered.iter().cloned().collect();
    let sum: f64 = once.iter().map(|one| one.by).sum();
    (sum, CLONES.get())
}

#[fuse(loops = 1)]
pub fn replaced(rows: &mut [Row], by: f64) -> usize {
    let mut low = 0;
    for row in rows.iter_mut() {
        row.weight = row.weight + by;
    }
    for row in rows.iter_mut() {
        if row.weight < 0.0 {
            row.weight = 0.0;
            row.dead = !row.dead;
            low += 1;
        }
    }
    low
}

/// What is replaced says so.
pub struct Slot<'a> {
    pub held: Held<'a>,
    pub by: f64,
}

#[fuse]
pub fn replaced_held<'a>(slots: &mut [Slot<'a>], log: &'a Cell<f64>) -> f64 {
    for slot in slots.iter_mut() {
        slot.held = Held { by: slot.by, log };
    }
    for slot in slots.iter_mut() {
        slot.by = slot.by * 0.5;
        slot.held = Held { by: slot.by, log };
    }
    log.get()
}
