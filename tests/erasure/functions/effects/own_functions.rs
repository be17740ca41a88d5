//! Functions and methods of the file, into whose bodies the macro looks: whether they can panic, and what else they may do.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use std::cell::Cell;

pub use super::hidden_calls::{tell, told};

fn is_transition(a: u8, b: u8) -> bool {
    matches!((a, b), (b'A', b'G') | (b'G', b'A') | (b'C', b'T') | (b'T', b'C'))
}

fn complement(base: u8) -> u8 {
    match base {
        b'A' => b'T',
        b'C' => b'G',
        b'G' => b'C',
        b'T' => b'A',
        other => other,
    }
}

/// It calls another one.
fn is_folded(base: u8) -> bool {
    complement(base) < base && base != 7
}

/// It may panic, where numbers are checked.
fn grown(x: i64) -> i64 {
    x + 1
}

fn halved(x: i64) -> i64 {
    if x % 2 == 0 { x / 2 } else { x.wrapping_mul(3) }
}

/// It tells.
fn counted(x: i64) -> i64 {
    let by = tell(x);
    x ^ by
}

/// It never comes back from most.
fn odd_only(x: i64) -> i64 {
    match x % 2 {
        0 => panic!("even"),
        _ => x,
    }
}

fn clamped<T: PartialOrd>(x: T, most: T) -> T {
    if x > most { most } else { x }
}

#[fuse]
pub fn pairs(a: &[u8], b: &[u8]) -> (usize, usize, u32) {
    let different = a.iter().zip(b).filter(|(x, y)| x != y).count();
    let transitions = a.iter().zip(b).filter(|&(&x, &y)| is_transition(x, y)).count();
    let mut folded = 0;
    for (&x, _) in a.iter().zip(b) {
        if is_folded(x) {
            folded += 1;
        }
    }
    (different, transitions, folded)
}

#[fuse]
pub fn behind_a_check(bases: &[u8]) -> Result<(Vec<u8>, usize), usize> {
    for (at, &base) in bases.iter().enumerate() {
        if base == 255 {
            return Err(at);
        }
    }
    let mut pairs = Vec::new();
    for &base in bases {
        pairs.push(complement(base));
    }
    let folded = bases.iter().filter(|&&base| is_folded(base)).count();
    Ok((pairs, folded))
}

#[fuse]
pub fn that_panics_behind_a_check(xs: &[i64]) -> Result<i64, usize> {
    for (at, &x) in xs.iter().enumerate() {
        if x > 100 {
            return Err(at);
        }
    }
    let mut sum = 0i64;
    for &x in xs {
        sum = sum.wrapping_add(odd_only(halved(x)));
    }
    Ok(sum)
}

/// Panics of the second loop come behind the whole first one.
#[fuse]
pub fn that_tells(xs: &[i64]) -> (i64, i64) {
    let mut first = 0i64;
    for &x in xs {
        first = first.wrapping_add(counted(x));
    }
    let mut second = 0i64;
    for &x in xs {
        second = second.wrapping_add(counted(halved(x)));
        if second > 1_000_000 {
            panic!("too far");
        }
    }
    (first, second)
}

#[fuse]
pub fn that_may_overflow(xs: &[i64]) -> (i64, usize, i64) {
    let mut told = 0i64;
    for &x in xs {
        told ^= counted(x);
    }
    let mut sum = 0i64;
    for &x in xs {
        sum ^= grown(x);
    }
    let odd = xs.iter().filter(|&&x| halved(x) % 2 != 0).count();
    (told, odd, sum)
}

#[fuse]
pub fn by_other_names(xs: &[i64], grown: fn(i64) -> i64) -> (i64, i64, i64, i64) {
    let halved = |x: i64| tell(x);
    let mut a = 0i64;
    for &x in xs {
        a = a.wrapping_add(halved(x));
    }
    let mut b = 0i64;
    for &x in xs {
        b = b.wrapping_mul(5) ^ grown(x);
    }
    fn complement(x: i64) -> i64 {
        tell(x + 1)
    }
    let mut c = 0i64;
    for &x in xs {
        c = c.wrapping_mul(7) ^ complement(x);
    }
    let mut d = 0i64;
    for &x in xs {
        d = d.wrapping_add(clamped(x, 40));
    }
    (a, b, c, d)
}

/// A point.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

impl Point {
    fn squared(&self) -> f64 {
        self.x * self.x + self.y * self.y
    }

    fn is_near(&self, other: &Point, by: f64) -> bool {
        (self.x - other.x).abs() < by && (self.y - other.y).abs() < by
    }

    fn told(&self) -> f64 {
        tell(self.x as i64) as f64
    }
}

#[fuse]
pub fn methods(points: &[Point], at: &Point) -> Result<(f64, usize, f64), usize> {
    for (i, p) in points.iter().enumerate() {
        if p.x.is_nan() {
            return Err(i);
        }
    }
    let mut sum = 0.0;
    for p in points {
        sum += p.squared();
    }
    let near = points.iter().filter(|p| p.is_near(at, 2.0)).count();
    let mut most = 0.0_f64;
    for p in points {
        let of = p.squared();
        if of > most {
            most = of;
        }
    }
    Ok((sum, near, most))
}

#[fuse]
pub fn methods_that_tell(points: &[Point]) -> Result<(f64, f64, usize), usize> {
    for (i, p) in points.iter().enumerate() {
        if p.x.is_nan() {
            return Err(i);
        }
    }
    let mut told = 0.0;
    for p in points {
        told += p.told();
    }
    let sum: f64 = points.iter().map(|p| p.squared()).sum();
    let near = points.iter().filter(|p| p.squared() > 3.0).count();
    Ok((told, sum, near))
}

/// Names that a body, a worker or a function that is looked into has of its own.
#[fuse]
pub fn hidden_by_patterns(xs: &[i64], by: &[fn(i64) -> i64]) -> (i64, i64, i64, i64) {
    let mut first = 0i64;
    for &x in xs {
        first ^= tell(x);
    }
    let mut second = 0i64;
    for (&x, halved) in xs.iter().zip(by) {
        second ^= halved(x);
    }
    let mut third = 0i64;
    for &x in xs {
        match tell as fn(i64) -> i64 {
            halved => third ^= halved(x),
        }
    }
    let mut fourth = 0i64;
    for &x in xs {
        fourth ^= by_a_closure(x);
    }
    (first, second, third, fourth)
}

fn by_a_closure(x: i64) -> i64 {
    let halved = |x: i64| tell(x);
    halved(x)
}

#[fuse]
pub fn worker_behind_a_check(xs: &[i64], by: &[fn(i64) -> i64]) -> Option<(i64, i64)> {
    let mut first = 0i64;
    for &x in xs {
        if x == 13 {
            return None;
        }
        first ^= x;
    }
    let second = xs.iter().zip(by).map(|(&x, halved)| halved(x)).fold(0i64, |a, b| a ^ b);
    Some((first, second))
}

struct Dropped;

impl Drop for Dropped {
    fn drop(&mut self) {
        tell(77);
    }
}

const DROPPED: Dropped = Dropped;

fn drops(x: i64) -> i64 {
    let _dropped = DROPPED;
    x
}

#[fuse]
pub fn constants_that_are_dropped(xs: &[i64]) -> (i64, i64, i64) {
    let mut first = 0i64;
    for &x in xs {
        first ^= tell(x);
    }
    let mut second = 0i64;
    for &x in xs {
        second ^= drops(x);
    }
    let mut third = 0i64;
    for &x in xs {
        let _dropped = DROPPED;
        third ^= x;
    }
    (first, second, third)
}

/// What is dropped where a method has taken it.
#[derive(Debug)]
pub struct Taken {
    /// A number.
    pub x: i64,
}

impl Taken {
    fn out(self) -> i64 {
        self.x ^ 5
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        tell(self.x);
    }
}

#[fuse]
pub fn taken_by_a_method(xs: &[i64]) -> (i64, i64) {
    let taken: Vec<Taken> = xs.iter().map(|x| Taken { x: *x }).collect();
    let mut first = 0i64;
    for &x in xs {
        first ^= tell(x);
    }
    let mut second = 0i64;
    for one in taken {
        second ^= one.out();
    }
    (first, second)
}

fn weighed(x: i64) -> i64 {
    x.wrapping_mul(3)
}

pub struct Scales {
    pub weighed: Vec<i64>,
    pub total: i64,
}

impl Scales {
    /// A closure that calls the function whose name it has.
    #[fuse]
    pub fn of_its_name(&mut self, xs: &[i64]) -> i64 {
        let weighed = |x: i64| x ^ weighed(x);
        for x in xs {
            self.total ^= x;
        }
        for x in xs {
            self.weighed.push(weighed(*x));
        }
        let weighed = |x: i64| weighed(x) & 0xff;
        let sum: i64 = xs.iter().map(|x| weighed(*x)).sum();
        sum ^ xs.iter().map(|x| weighed(x ^ 1)).sum::<i64>()
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Read(pub i64);

impl Read {
    /// It changes what it is lent.
    fn number(&self, last: &Cell<i64>) -> i64 {
        last.set(last.get() * 3 % 1001 + self.0 % 5);
        last.get()
    }
}

pub struct Meter {
    last: Cell<i64>,
}

impl Meter {
    fn advance(&self, x: i64) -> i64 {
        self.last.set(self.last.get() * 3 % 1001 + x % 5);
        self.last.get()
    }

    fn twice(&self, x: i64) -> i64 {
        self.advance(x) + self.advance(x + 1)
    }
}

thread_local!(static LAST: Cell<i64> = const { Cell::new(1) });

fn numbered(x: i64) -> i64 {
    LAST.with(|last| last.set(last.get() * 3 % 1001 + x % 5));
    LAST.with(Cell::get)
}

/// What the file shows of a function that a worker calls has an effect: each runs to its end, as written.
#[fuse]
pub fn that_act(reads: &[Read], xs: &[i64]) -> ([Vec<i64>; 2], [Vec<i64>; 2], [i64; 2]) {
    let last = Cell::new(1);
    let one: Vec<i64> = reads.iter().map(|read| read.number(&last)).collect();
    let other: Vec<i64> = reads.iter().map(|read| read.number(&last) + 1).collect();
    let meter = &Meter { last: Cell::new(1) };
    let first: Vec<i64> = xs.iter().map(|x| meter.advance(*x)).collect();
    let second: Vec<i64> = xs.iter().map(|x| meter.twice(*x)).collect();
    LAST.set(1);
    let least = xs.iter().map(|x| numbered(*x)).fold(i64::MAX, i64::min);
    let most = xs.iter().map(|x| numbered(*x)).fold(i64::MIN, i64::max);
    ([one, other], [first, second], [least, most])
}

/// What it calls gives nothing that it takes.
fn noted(x: i64) -> i64 {
    tell(x);
    x ^ 1
}

#[fuse]
pub fn that_note(xs: &[i64]) -> (i64, i64, f64) {
    let first = xs.iter().map(|x| noted(*x)).fold(0, |a, x| a ^ x);
    let second = xs.iter().map(|x| noted(*x | 1)).fold(0, |a, x| a | x);
    let most = xs.iter().map(|x| noted(*x & 0) as f64 - 1.0).fold(f64::NEG_INFINITY, f64::max);
    (first, second, most + 0.0)
}

/// What is called for nothing stands in a branch, under a name that says so, or is a method.
fn noted_somewhere(x: i64) -> i64 {
    match x & 3 {
        0 => drop(tell(x)),
        1 => {
            tell(x);
        }
        _ => {}
    }
    if x & 4 == 0 {
        let _ = tell(x);
    }
    x ^ 2
}

/// What it asks the file shows, and it does nothing.
struct Checked;

impl Checked {
    fn check(x: i64) {
        assert!(x < i64::MAX);
    }
}

fn checked(x: i64) -> i64 {
    Checked::check(x);
    x >> 1
}

/// As [`that_note`], and beside it what is looked into.
#[fuse]
pub fn that_note_somewhere(xs: &[i64]) -> (i64, i64, i64, i64) {
    let first = xs.iter().map(|x| noted_somewhere(*x)).fold(0, |a, x| a ^ x);
    let second = xs.iter().map(|x| noted_somewhere(*x | 1)).fold(0, |a, x| a | x);
    let third = xs.iter().map(|x| checked(*x)).fold(0, |a, x| a ^ x);
    let fourth = xs.iter().map(|x| checked(*x & 7)).fold(0, |a, x| a | x);
    (first, second, third, fourth)
}
