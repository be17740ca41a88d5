//! Places that may be equally long, of types that an expansion does not see.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use std::collections::VecDeque;

pub struct Columns<T> {
    pub xs: T,
    pub ys: Vec<f64>,
    pub far: VecDeque<f64>,
    pub n: usize,
}

/// Says that it is longer than it is; forward by `iter`, backward by reference.
pub struct Odd(pub Vec<f64>);

pub struct Lies<'a>(std::slice::Iter<'a, f64>, usize);

impl<'a> Iterator for Lies<'a> {
    type Item = &'a f64;
    fn next(&mut self) -> Option<&'a f64> {
        self.0.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.1, Some(self.1))
    }
}

impl ExactSizeIterator for Lies<'_> {}

impl Odd {
    pub fn iter(&self) -> Lies<'_> {
        Lies(self.0.iter(), self.0.len() + 1)
    }
}

impl<'a> IntoIterator for &'a Odd {
    type Item = &'a f64;
    type IntoIter = std::iter::Rev<std::slice::Iter<'a, f64>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().rev()
    }
}

impl Columns<Vec<f64>> {
    #[fuse]
    pub fn fields(&self) -> (f64, f64, f64, usize) {
        let dot: f64 = self.xs.iter().zip(&self.ys).map(|(x, y)| x * y).sum();
        let x: f64 = self.xs.iter().sum();
        let y: f64 = self.ys.iter().sum();
        let mut far = 0;
        for (x, f) in self.xs.iter().zip(self.far.iter()) {
            if x < f {
                far += 1;
            }
        }
        (dot, x, y, far)
    }

    #[fuse]
    pub fn both_ways(&self) -> (usize, f64) {
        let positive = self.xs.iter().filter(|x| **x > 0.0).count();
        let mut sum = 0.0f64;
        for x in &self.xs {
            sum += x;
        }
        (positive, sum)
    }

    /// Another length behind a barrier, and between two zips.
    #[fuse]
    pub fn behind_barriers(&mut self) -> (f64, f64, f64, f64) {
        self.xs.push(1.5);
        let a: f64 = self.xs.iter().zip(self.ys.iter()).map(|(x, y)| x - y).sum();
        let b: f64 = self.xs.iter().map(|x| x * x).sum();
        self.ys.truncate(3);
        let c: f64 = self.ys.iter().zip(self.xs.iter()).map(|(x, y)| x + y).sum();
        let d: f64 = self.ys.iter().map(|y| y / 2.0).sum();
        (a, b, c, d)
    }

    #[fuse]
    pub fn counted(&self, pair: (usize, usize)) -> (f64, f64, usize) {
        let (n, m) = pair;
        let a: f64 = (0..self.n).map(|i| self.xs[i]).sum();
        let mut b = 0.0f64;
        for i in 0..self.n {
            b += self.xs[i] * 2.0;
        }
        let c: usize = (0..n).map(|i| i * m).sum::<usize>() + (0..n).map(|i| i ^ m).sum::<usize>();
        (a, b, c)
    }

    #[fuse]
    pub fn counted_and_changed(&mut self) -> (f64, f64, usize) {
        let a: f64 = (0..self.n).map(|i| self.xs[i]).sum();
        for _ in 0..3 {
            self.n /= 2;
        }
        let b: f64 = (0..self.n).map(|i| self.xs[i] * 0.5).sum();
        (a, b, self.n)
    }

    #[fuse]
    pub fn in_a_loop(&self) -> Vec<f64> {
        let mut out = Vec::new();
        for k in 0..self.n.min(5) {
            let part = &self.xs[k..];
            let a: f64 = part.iter().zip(self.ys.iter()).map(|(x, y)| x * y).sum();
            let b: f64 = self.ys.iter().map(|y| y - 1.0).sum();
            out.push(a);
            out.push(b);
        }
        out
    }
}

impl Columns<Odd> {
    #[fuse]
    pub fn odd(&self) -> (f64, f64, usize) {
        let dot: f64 = self.xs.iter().zip(&self.ys).map(|(x, y)| x * y).sum();
        let x: f64 = self.ys.iter().map(|y| y * 3.0).sum();
        let n = self.xs.iter().count();
        (dot, x, n)
    }

    #[fuse]
    pub fn two_orders(&self) -> (f64, f64) {
        let forward = self.xs.iter().fold(0.0, |a, x| a * 0.5 + x);
        let mut backward = 0.0f64;
        for x in &self.xs {
            backward = backward * 0.5 + x;
        }
        (forward, backward)
    }
}

/// A local, a part of a parameter, and what stands in a static for each call alone.
#[fuse]
pub fn locals(xs: &[f64], columns: &Columns<Vec<f64>>) -> (f64, f64, f64) {
    let found = columns.ys.iter().map(|y| y + 1.0).collect::<VecDeque<f64>>();
    let a: f64 = xs.iter().zip(found.iter()).map(|(x, y)| x * y).sum();
    let b: f64 = found.iter().map(|y| y * y).sum();
    let c: f64 = found.iter().zip(&columns.xs).map(|(x, y)| x - y).sum();
    (a, b, c)
}

pub type Lent<'a> = &'a mut Columns<Vec<f64>>;

/// A field behind another name of a `&mut`, changed by a loop between two ranges that end at it.
#[fuse]
pub fn lent(columns: Lent<'_>) -> (Vec<usize>, usize, usize) {
    let all: Vec<usize> = (0..columns.n).map(|i| i * 3).collect();
    for _ in 0..1 {
        columns.n /= 2;
    }
    let half: Vec<usize> = all.iter().zip(0..columns.n).map(|(x, k)| x + k).collect();
    let sum = all.iter().fold(0usize, |s, x| s + x);
    let count = half.len();
    (half, sum, count)
}
