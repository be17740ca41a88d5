//! Loops over fields, which may be slices or anything else.

use super::fuse;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Debug;

pub mod lists {
    use super::fuse;
    pub type Items = Vec<f64>;
    include!("fields_over.rs");
}

pub mod boxes {
    use super::fuse;
    pub type Items = Box<[f64]>;
    include!("fields_over.rs");
}

pub mod queues {
    use super::fuse;
    pub type Items = std::collections::VecDeque<f64>;
    include!("fields_over.rs");
}

pub mod linked {
    use super::fuse;
    pub type Items = std::collections::LinkedList<f64>;
    include!("fields_over.rs");
}

pub mod guarded {
    use super::fuse;
    pub type Items = super::Guarded;
    include!("fields_over.rs");
}

/// A collection whose iterator must be dropped.
#[derive(Debug)]
pub struct Guarded(Vec<f64>);

/// Borrows until it is dropped.
pub struct Guard<'a>(std::slice::Iter<'a, f64>, &'a Vec<f64>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        assert!(self.0.len() <= self.1.len());
    }
}

impl<'a> Iterator for Guard<'a> {
    type Item = &'a f64;
    fn next(&mut self) -> Option<&'a f64> {
        self.0.next()
    }
}

impl Guarded {
    pub fn iter(&self) -> Guard<'_> {
        Guard(self.0.iter(), &self.0)
    }
}

impl<'a> IntoIterator for &'a Guarded {
    type Item = &'a f64;
    type IntoIter = Guard<'a>;
    fn into_iter(self) -> Guard<'a> {
        self.iter()
    }
}

impl FromIterator<f64> for Guarded {
    fn from_iter<I: IntoIterator<Item = f64>>(items: I) -> Self {
        Guarded(items.into_iter().collect())
    }
}

/// Its elements are made for each iterator, and are not `Copy`.
#[derive(Debug)]
pub struct Words(pub Vec<String>);

impl Words {
    pub fn iter(&self) -> impl Iterator<Item = String> {
        self.0.iter().cloned()
    }
}

pub struct Text {
    pub words: Words,
    pub lines: Vec<String>,
}

impl Text {
    #[fuse(loops = 1)]
    pub fn by_value(&self) -> (Vec<String>, usize, Vec<String>) {
        let long: Vec<String> = self.words.iter().filter(|w| w.len() > 2).collect();
        let bytes: usize = self.words.iter().map(|w| w.len()).sum();
        let loud: Vec<String> = self
            .words
            .iter()
            .map(|w| w.to_uppercase())
            .filter(|w| w.len() < 5)
            .collect();
        (long, bytes, loud)
    }

    #[fuse(loops = 1)]
    pub fn by_reference(&self) -> (Vec<String>, usize, Vec<&str>) {
        let long: Vec<String> = self.lines.iter().filter(|w| w.len() > 2).cloned().collect();
        let bytes: usize = self.lines.iter().map(|w| w.len()).sum();
        let short: Vec<&str> = self
            .lines
            .iter()
            .filter(|w| w.len() < 3)
            .map(|w| w.as_str())
            .collect();
        (long, bytes, short)
    }
}

/// Columns of one table, and a row of another kind of column.
#[derive(Debug)]
pub struct Table {
    pub prices: Vec<f64>,
    pub counts: Vec<i64>,
    pub lately: VecDeque<f64>,
    pub orders: VecDeque<i64>,
    pub pairs: (Vec<i32>, [f64; 5]),
    pub points: Vec<Point>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub name: String,
}

impl Table {
    #[fuse(loops = 1)]
    pub fn zipped(&self) -> (Vec<f64>, f64, f64) {
        let worth: Vec<f64> = self
            .prices
            .iter()
            .zip(&self.counts)
            .map(|(p, c)| (p * *c as f64).abs().sqrt())
            .collect();
        let sum: f64 = worth.iter().sum();
        let most = worth.iter().copied().fold(0.0, f64::max);
        (worth, sum, most)
    }

    /// One side is a slice, the other is not.
    #[fuse(loops = 1)]
    pub fn mixed(&self) -> (Vec<f64>, f64) {
        let ratios: Vec<f64> = self
            .prices
            .iter()
            .zip(self.lately.iter())
            .map(|(p, l)| p / l)
            .collect();
        let sum: f64 = ratios.iter().sum();
        (ratios, sum)
    }

    #[fuse(loops = 1)]
    pub fn integers(&self) -> (Option<i64>, Option<&i64>, i64, Vec<i64>) {
        let most = self.counts.iter().copied().max();
        let least = self.counts.iter().min();
        let bits = self.counts.iter().fold(0, |s, x| s ^ x);
        let even: Vec<i64> = self.counts.iter().copied().filter(|x| x & 1 == 0).collect();
        (most, least, bits, even)
    }

    /// The same of a deque, and of floats that are ordered by their bits.
    #[fuse(loops = 2)]
    pub fn ordered(&self) -> (Option<i64>, Option<&i64>, Option<&i64>, Vec<i64>, Option<u64>, usize) {
        let most = self.orders.iter().copied().max();
        let least = self.orders.iter().min();
        let last = self.orders.iter().max();
        let tripled: Vec<i64> = self.orders.iter().map(|x| x.wrapping_mul(3)).collect();
        let bits = self.prices.iter().map(|p| p.to_bits()).max();
        let all = self.prices.iter().filter(|p| p.is_nan()).count();
        (most, least, last, tripled, bits, all)
    }

    /// Strings are compared as they are.
    #[fuse(loops = 1)]
    pub fn names(&self) -> (Option<&Point>, Option<String>, usize) {
        let first = self.points.iter().min_by(|p, q| p.name.cmp(&q.name));
        let last = self.points.iter().map(|p| p.name.clone()).max();
        let bytes: usize = self.points.iter().map(|p| p.name.len()).sum();
        (first, last, bytes)
    }

    #[fuse]
    pub fn widths(&self) -> (Vec<i32>, Vec<i64>, Vec<f32>) {
        let narrow: Vec<i32> = self.counts.iter().map(|x| *x as i32).collect();
        let wide: Vec<i64> = self.counts.iter().map(|x| x ^ 3).collect();
        let singles: Vec<f32> = self.counts.iter().map(|x| *x as f32 / 3.0).collect();
        (narrow, wide, singles)
    }

    #[fuse(loops = 2)]
    pub fn tuples(&self) -> (Vec<i32>, i64, f64, Vec<f64>) {
        let odd: Vec<i32> = self.pairs.0.iter().copied().filter(|x| x & 1 == 1).collect();
        let sum: i64 = self.pairs.0.iter().map(|x| i64::from(*x)).sum();
        let five: f64 = self.pairs.1.iter().sum();
        let high: Vec<f64> = self.pairs.1.iter().copied().filter(|x| *x > 1.0).collect();
        (odd, sum, five, high)
    }

    #[fuse(loops = 1)]
    pub fn structs(&self) -> (Vec<String>, f64, Vec<Point>) {
        let left: Vec<String> = self
            .points
            .iter()
            .filter(|p| p.x < 0.0)
            .map(|p| p.name.clone())
            .collect();
        let sum: f64 = self.points.iter().map(|p| p.y).sum();
        let right: Vec<Point> = self.points.iter().filter(|p| p.x >= 0.0).cloned().collect();
        (left, sum, right)
    }

    /// A local of a type that is not visible.
    #[fuse(loops = 1)]
    pub fn bound(&self) -> (Vec<f64>, f64) {
        let prices = &self.prices;
        let low: Vec<f64> = prices.iter().copied().filter(|x| *x < 1.0).collect();
        let sum: f64 = prices.iter().sum();
        (low, sum)
    }

    pub fn reassociated(&self) -> (f64, f64) {
        #[fuse(reassociate, loops = 1)]
        fn both(table: &Table) -> (f64, f64) {
            let most = table.prices.iter().copied().fold(f64::MIN, f64::max);
            let least = table.prices.iter().copied().fold(f64::MAX, f64::min);
            (most, least)
        }
        both(self)
    }
}

/// Of a type that is not known here either.
pub struct Generic<T> {
    pub items: Vec<T>,
}

impl<T: Clone + PartialOrd + Debug> Generic<T> {
    #[fuse(loops = 1)]
    pub fn around(&self, limit: &T) -> (Vec<T>, Vec<T>, usize) {
        let below: Vec<T> = self.items.iter().filter(|x| *x < limit).cloned().collect();
        let above: Vec<T> = self.items.iter().filter(|x| *x > limit).cloned().collect();
        let equal = self.items.iter().filter(|x| *x == limit).count();
        (below, above, equal)
    }
}

/// What is generic is the collection.
pub struct Held<C> {
    pub items: C,
}

impl<C> Held<C>
where
    for<'a> &'a C: IntoIterator<Item = &'a f64>,
{
    #[fuse]
    pub fn collected(&self, limit: f64) -> (Vec<f64>, Vec<f64>, f64) {
        let mut low = Vec::new();
        for x in &self.items {
            if *x < limit {
                low.push(*x);
            }
        }
        let high: Vec<f64> = (&self.items).into_iter().copied().filter(|x| *x > limit).collect();
        let sum: f64 = (&self.items).into_iter().map(|x| x / 2.0).sum();
        (low, high, sum)
    }
}

pub struct Maps {
    pub hashed: HashMap<i64, f64>,
    pub ordered: BTreeMap<i64, f64>,
    pub maybe: Option<f64>,
    pub counted: Counted,
}

impl Maps {
    #[fuse(loops = 3)]
    pub fn maps(&self) -> (Vec<i64>, f64, Vec<f64>, Vec<i64>, Vec<f64>, usize) {
        let mut keys: Vec<i64> = self.hashed.iter().filter(|(_, v)| **v > 0.0).map(|(k, _)| *k).collect();
        let most = self.hashed.iter().map(|(_, v)| *v).fold(f64::MIN, f64::max);
        let values: Vec<f64> = self.ordered.iter().map(|(_, v)| v / 3.0).collect();
        let even: Vec<i64> = self.ordered.iter().map(|(k, _)| *k).filter(|k| k & 1 == 0).collect();
        let some: Vec<f64> = self.maybe.iter().copied().filter(|x| *x > 1.0).collect();
        let one = self.maybe.iter().count();
        keys.sort();
        (keys, most, values, even, some, one)
    }

    #[fuse(loops = 1)]
    pub fn counted(&self) -> (Vec<f64>, f64, usize, usize) {
        let low: Vec<f64> = self.counted.iter().copied().filter(|x| *x < 0.5).collect();
        let halves: Vec<f64> = self.counted.iter().map(|x| x / 2.0).collect();
        let sum: f64 = halves.iter().sum();
        let begun = self.counted.begun.get();
        (low, sum, halves.len(), usize::from(begun > 0))
    }
}

/// Says when it is iterated over.
#[derive(Debug, Default)]
pub struct Counted {
    pub items: Vec<f64>,
    pub begun: Cell<usize>,
}

impl Counted {
    pub fn iter(&self) -> std::slice::Iter<'_, f64> {
        self.begun.set(self.begun.get() + 1);
        self.items.iter()
    }
}

/// Other fields are borrowed for good meanwhile.
#[fuse(loops = 1)]
pub fn beside(table: &mut Table, scale: f64) -> (Vec<f64>, f64) {
    let points = &mut table.points;
    points.clear();
    let shares: Vec<f64> = table.prices.iter().map(|p| p / scale).collect();
    let sum: f64 = shares.iter().sum();
    points.push(Point {
        x: sum,
        y: scale,
        name: String::new(),
    });
    (shares, sum)
}
