//! Chains of rayon's over fields, of which only rustc knows what they are.

use super::fuse;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Slices, and what is none.
#[derive(Debug)]
pub struct Data<'a> {
    vector: Vec<i64>,
    slice: &'a [i64],
    boxed: Box<[i64]>,
    shared: Arc<Vec<i64>>,
    array: [i64; 7],
    rows: Vec<Vec<i64>>,
    floats: Vec<f64>,
    deque: VecDeque<i64>,
    map: BTreeMap<i64, i64>,
    set: BTreeSet<i64>,
    limit: i64,
}

impl<'a> Data<'a> {
    pub fn new(xs: &'a [i64]) -> Self {
        let mut deque: VecDeque<i64> = xs.iter().copied().collect();
        deque.rotate_left(xs.len() / 3);
        Data {
            vector: xs.to_vec(),
            slice: xs,
            boxed: xs.iter().map(|x| x / 2).collect(),
            shared: Arc::new(xs.to_vec()),
            array: [3, 1, -4, 1, 5, 9, 2],
            rows: xs.chunks(9).map(<[i64]>::to_vec).collect(),
            floats: xs.iter().map(|x| (x % 1000) as f64).collect(),
            deque,
            map: xs.iter().map(|x| (*x, x / 3)).collect(),
            set: xs.iter().copied().collect(),
            limit: 5,
        }
    }

    #[fuse]
    pub fn three(&self) -> (i64, Option<i64>, usize, Vec<i64>) {
        let sum: i64 = self.vector.par_iter().map(|x| x % 1000).sum();
        let most = self.vector.par_iter().map(|x| x % 17).max();
        let even = self.vector.par_iter().filter(|x| **x % 2 == 0).count();
        let above: Vec<i64> = self
            .vector
            .par_iter()
            .copied()
            .filter(|x| *x > self.limit)
            .collect();
        (sum, most, even, above)
    }

    /// What is found lives as long as the slice.
    #[fuse]
    pub fn borrowed(&self) -> (Option<&'a i64>, usize) {
        let greatest = self.slice.par_iter().max_by_key(|x| **x % 10);
        let count = self.slice.par_iter().filter(|x| **x > 5).count();
        (greatest, count)
    }

    #[fuse]
    pub fn in_step(&self) -> (i64, i64, Vec<i64>) {
        let dot: i64 = self
            .boxed
            .par_iter()
            .zip(&self.vector)
            .map(|(x, y)| (x % 99) * (y % 99))
            .sum();
        let apart: i64 = self
            .boxed
            .par_iter()
            .zip(self.shared.par_iter())
            .map(|(x, y)| x % 7 - y % 7)
            .sum();
        let less: Vec<i64> = (&self.boxed).into_par_iter().map(|x| x / 2).collect();
        (dot, apart, less)
    }

    #[fuse]
    pub fn pieces(&self) -> (i64, i64, usize) {
        let steps: i64 = self.vector.par_windows(3).map(|w| w[0] / 2 - w[2] / 2).map(|x| x % 9).sum();
        let firsts: i64 = self.array.par_chunks(2).map(|chunk| chunk[0]).sum();
        let rising = self.vector.par_windows(3).filter(|w| w[0] < w[1]).count();
        (steps, firsts, rising)
    }

    #[fuse]
    pub fn rows(&self, row: usize) -> (i64, usize, usize) {
        let sum: i64 = self.rows[row].par_iter().map(|x| x % 100).sum();
        let above = self.rows[row].par_iter().filter(|x| **x > self.limit).count();
        let all = self.rows.par_iter().map(|row| row.len()).sum();
        (sum, above, all)
    }

    #[fuse]
    pub fn floats(&self) -> (f64, f64, Vec<f64>, f64) {
        let least = self.floats.par_iter().copied().reduce(|| f64::INFINITY, f64::min);
        let most = self.floats.par_iter().copied().reduce_with(f64::max).unwrap_or(0.0);
        let halves: Vec<f64> = self.floats.par_iter().map(|x| x * 0.5 + 1.0).collect();
        let sum: f64 = halves.par_iter().sum();
        (least, most, halves, sum)
    }

    /// No slices.
    #[fuse]
    pub fn collections(&self) -> (i64, Vec<i64>, i64, i64, usize) {
        let sum: i64 = self.deque.par_iter().map(|x| x % 1000).sum();
        let thirds: Vec<i64> = self.deque.par_iter().copied().filter(|x| x % 3 == 0).collect();
        let products: i64 = self.map.par_iter().map(|(k, v)| (k % 10) * (v % 10)).sum();
        let keys: i64 = self.map.par_iter().map(|(k, _)| k % 10).sum();
        let members = self.set.par_iter().filter(|x| **x > self.limit).count();
        (sum, thirds, products, keys, members)
    }

    #[fuse]
    pub fn orders(&self, n: usize) -> (Vec<i64>, i64, Vec<i64>) {
        let back: Vec<i64> = self.vector.par_iter().rev().skip(1).map(|x| x / 2).collect();
        let steps: i64 = self.vector.par_iter().step_by(3).map(|x| x % 11).sum();
        let both: Vec<i64> = self
            .vector
            .par_iter()
            .chain(self.deque.par_iter())
            .take(n)
            .copied()
            .collect();
        (back, steps, both)
    }
}
