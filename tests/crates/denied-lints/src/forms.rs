//! Functions of every form that the attribute may stand on, and names that could clash with what
//! an expansion makes up.

use loopfuse::fuse;
use std::collections::BTreeSet;
use std::fmt::Display;

/// Measurements in the order they were taken.
#[derive(Clone, Debug, Default)]
pub struct Series {
    values: Vec<f64>,
}

impl Series {
    /// A series of these values.
    #[fuse]
    #[must_use]
    pub fn new(values: &[f64]) -> Self {
        let values: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
        Self { values }
    }

    /// Mean and variance.
    #[fuse]
    #[must_use]
    pub fn moments(&self) -> (f64, f64) {
        let values: &[f64] = &self.values;
        let count = values.len() as f64;
        let sum: f64 = values.iter().sum();
        let squares: f64 = values.iter().map(|value| value * value).sum();
        let mean = sum / count;
        (mean, squares / count - mean * mean)
    }

    /// Multiplies every value; gives back the largest.
    #[fuse]
    pub fn scale(&mut self, factor: f64) -> f64 {
        let scaled: Vec<f64> = self.values.iter().map(|value| value * factor).collect();
        let largest = scaled.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.values = scaled;
        largest
    }
}

/// Text of some kind of things.
pub trait Describe {
    /// All of them in a line.
    fn line(&self) -> String;

    /// How long the line is, in characters and in words.
    #[fuse]
    fn measure(&self) -> (usize, usize) {
        let line = self.line();
        let letters: Vec<char> = line.chars().collect();
        let spaces = letters.iter().filter(|letter| **letter == ' ').count();
        (letters.len(), spaces + 1)
    }
}

impl<T: Display> Describe for [T] {
    #[fuse]
    fn line(&self) -> String {
        let words: Vec<String> = self.iter().map(ToString::to_string).collect();
        words.join(" ")
    }
}

/// Pairs of neighbours, by any type that can be copied and compared.
#[fuse]
pub fn rises<T>(values: &[T]) -> usize
where
    T: Copy + PartialOrd,
{
    let later: Vec<T> = values.iter().skip(1).copied().collect();
    values.iter().zip(&later).filter(|(a, b)| *a < *b).count()
}

/// A dot product that is to be awaited.
#[fuse]
#[expect(clippy::unused_async, reason = "that it is async is the point")]
pub async fn dot(xs: Vec<i64>, ys: Vec<i64>) -> i64 {
    let products: Vec<i64> = xs.iter().zip(ys.iter()).map(|(x, y)| x * y).collect();
    products.iter().sum()
}

/// Nothing to fuse, at compile time.
#[fuse]
#[must_use]
pub const fn square(x: u64) -> u64 {
    x * x
}

/// Called from elsewhere.
#[fuse]
#[must_use]
pub extern "C" fn triangle(n: u64) -> u64 {
    (1..=n)
        .map(|i| i * i)
        .filter(|square| square % 2 == 1)
        .sum()
}

/// Names that an expansion would like to use, bound to other things.
#[fuse]
#[must_use]
pub fn clashing(xs: &[u32]) -> (Vec<u32>, u32) {
    #[expect(
        non_upper_case_globals,
        reason = "it shadows what an expansion may name"
    )]
    const i: u32 = 1;
    let n = 2;
    let item = 3;
    let len: Vec<u32> = xs.iter().map(|x| x * n + i).collect();
    let acc: u32 = len.iter().map(|r| r % item).sum();
    (len, acc)
}

/// Chains in the blocks of a function.
#[fuse]
#[must_use]
pub fn rows(table: &[Vec<i64>]) -> Vec<(i64, usize)> {
    let mut rows = Vec::new();
    for row in table {
        let positive: Vec<i64> = row.iter().copied().filter(|x| *x > 0).collect();
        let sum: i64 = positive.iter().sum();
        let count = positive.iter().filter(|x| **x % 2 == 1).count();
        rows.push((sum, count));
    }
    rows
}

/// Collections, halves, the last of all, and what stays as written beside them.
#[fuse(loops = 1)]
#[must_use]
pub fn kinds(words: &[String]) -> (BTreeSet<usize>, Box<[usize]>, Option<usize>, usize) {
    let lengths: BTreeSet<usize> = words.iter().map(String::len).collect();
    let boxed: Box<[usize]> = words.iter().map(|w| w.len() * 2).collect();
    let last = words.iter().map(String::len).last();
    let first = words.iter().position(|w| w.len() > 1).unwrap_or(0);
    let (_short, long): (Vec<usize>, Vec<usize>) =
        words.iter().map(String::len).partition(|n| *n < 2);
    (lengths, boxed, last, first + long.len())
}

/// Both halves of pairs.
#[fuse(loops = 1)]
#[must_use]
pub fn halves(xs: &[(f64, u32)]) -> (Vec<f64>, Vec<u32>, f64) {
    let (lows, mut highs): (Vec<f64>, Vec<u32>) = xs.iter().copied().unzip();
    let greatest = xs.iter().map(|x| x.0).fold(f64::NEG_INFINITY, f64::max);
    highs.push(1);
    (lows, highs, greatest)
}

macro_rules! define {
    ($(#[$attribute:meta])* $visibility:vis fn $name:ident($xs:ident: $type:ty) -> $result:ty $body:block) => {
        $(#[$attribute])*
        #[fuse]
        $visibility fn $name($xs: $type) -> $result $body
    };
}

define! {
    /// A function that a macro writes.
    #[must_use]
    pub fn total(xs: &[i64]) -> i64 {
        let doubled: Vec<i64> = xs.iter().map(|x| x * 2).collect();
        doubled.iter().sum()
    }
}

macro_rules! whole {
    ($item:item) => {
        #[fuse]
        $item
    };
}

whole! {
    /// A function that a macro passes on whole.
    #[must_use]
    pub fn extent(xs: &[i64]) -> Option<i64> {
        let least = xs.iter().copied().min()?;
        let greatest = xs.iter().copied().max()?;
        Some(greatest - least)
    }
}
