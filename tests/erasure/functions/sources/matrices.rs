//! Arrays of ndarray: shapes, elements by index, rows and columns.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    clippy::redundant_clone,
    reason = "they are written as people write them"
)]

use super::fuse;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2, Axis};
use std::ops::{Add, Mul};

/// Stored by index, read in step, in arrays that are made from their shapes.
#[fuse(loops = 1)]
pub fn in_step(x: &Array2<f64>) -> (Array1<f64>, Array1<f64>, f64) {
    let n = x.nrows();
    let mut first = Array1::zeros(n);
    for i in 0..n {
        first[i] = x[[i, 0]] * 2.0;
    }
    let mut second = Array1::<f64>::zeros(n);
    for i in 0..x.nrows() {
        second[i] = first[i] + x[[i, 1]];
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += second[i] * x[[i, 0]];
    }
    (first, second, sum)
}

/// Rows, and what is not a row.
#[fuse]
pub fn rows_and_columns(x: &Array2<f64>) -> (Array2<f64>, f64, f64, f64) {
    let (n, p) = x.dim();
    let mut z = Array2::<f64>::zeros((n, p));
    for i in 0..n {
        for j in 0..p {
            z[[i, j]] = x[[i, j]] - 1.0;
        }
    }
    let mut distance = 0.0;
    for i in 0..n {
        for j in 0..p {
            distance += (z[[i, j]] - x[[i, j]] * 0.5).powi(2);
        }
    }
    let mut crossed = 0.0;
    for i in 0..n.min(p) {
        for j in 0..n.min(p) {
            crossed += z[[j, i]] * (i as f64);
        }
    }
    let mut below = 0.0;
    for i in 1..n {
        below += z[[i - 1, 0]] * z[[i, 0]];
    }
    (z, distance, crossed, below)
}

/// Chains over rows, columns and axes.
#[fuse]
pub fn along_axes(x: ArrayView2<'_, f64>) -> (Vec<f64>, f64, Vec<f64>, Vec<usize>) {
    let sums: Vec<f64> = x.axis_iter(Axis(0)).map(|row| row.sum()).collect();
    let first = x.axis_iter(Axis(0)).map(|row| row[0]).sum::<f64>();
    let means: Vec<f64> = x.columns().into_iter().map(|c| c.sum() / c.len() as f64).collect();
    let lengths: Vec<usize> = x.columns().into_iter().map(|c| c.len()).collect();
    (sums, first, means, lengths)
}

/// Collected into what is made of a `Vec`.
#[fuse(loops = 1)]
pub fn collected(y: &ArrayView1<'_, f64>, w: &Array1<f64>) -> (Array1<f64>, Array1<f64>) {
    let products: Array1<f64> = y.iter().zip(w.iter()).map(|(a, b)| a * b).collect();
    let sums = y.iter().zip(w.iter()).map(|(a, b)| a + b).collect::<Array1<f64>>();
    (products, sums)
}

/// Through `&mut`, and by views that change it.
#[fuse]
pub fn changed(x: &mut Array2<f64>, y: &mut Array1<f64>, k: usize) -> (f64, usize) {
    for i in 0..y.len() {
        y[i] += 1.0;
    }
    let mut column = x.column_mut(0);
    for i in 0..column.len() {
        column[i] *= 2.0;
    }
    let mut sum = 0.0;
    for i in 0..y.len() {
        sum += y[i];
    }
    *y = Array1::zeros(k);
    let mut rest = 0;
    for i in 0..y.len() {
        rest += usize::from(y[i] == 0.0);
    }
    (sum, rest)
}

/// References to elements are kept.
#[fuse]
pub fn kept(x: &Array1<f64>) -> (usize, f64) {
    let mut twice = Array1::<f64>::zeros(x.len());
    for i in 0..x.len() {
        twice[i] = x[i] * 2.0;
    }
    let mut kept: Vec<&f64> = Vec::new();
    for i in 0..x.len() {
        kept.push(&twice[i]);
    }
    let mut views: Vec<ArrayView1<'_, f64>> = Vec::new();
    let mut table = Array2::<f64>::ones((x.len(), 2));
    for i in 0..x.len() {
        table[[i, 1]] = x[i];
    }
    for i in 0..x.len() {
        views.push(table.row(i));
    }
    (kept.len(), views.iter().map(|row| row[1]).sum())
}

/// Elements of a type parameter, and of a type that is watched when it is dropped.
#[fuse]
pub fn of_others<T: Copy + Add<Output = T> + Mul<Output = T>>(
    x: &Array1<T>,
    names: &[String],
) -> (Vec<T>, Vec<T>, Array1<String>, usize) {
    let mut squares = Vec::new();
    for i in 0..x.len() {
        squares.push(x[i] * x[i]);
    }
    let mut sums = Vec::new();
    for i in 0..x.len() {
        sums.push(x[i] + x[i]);
    }
    let mut texts = Array1::from_elem(names.len(), String::new());
    for i in 0..names.len() {
        texts[i] = names[i].clone();
    }
    let mut bytes = 0;
    for i in 0..names.len() {
        bytes += texts[i].len();
    }
    (squares, sums, texts, bytes)
}

/// Fewer rows than are asked for, and lengths that differ.
#[fuse]
pub fn out_of_bounds(x: &Array1<f64>, y: &Array1<f64>) -> (f64, f64) {
    let mut first = 0.0;
    for i in 0..x.len() {
        first += x[i];
    }
    let mut second = 0.0;
    for i in 0..x.len() {
        second += y[i];
    }
    (first, second)
}

/// Collected only to be walked: a `Vec` would do, and none is built.
#[fuse(loops = 1)]
pub fn collected_and_walked(y: &ArrayView1<'_, f64>, w: &Array1<f64>, n: usize) -> (f64, f64) {
    let parts: Array1<f64> = (0..n).map(|i| w[i] * y[i]).collect();
    let squares = parts.iter().map(|p| p * p).sum::<f64>();
    let mut weighted = 0.0;
    for (i, p) in parts.iter().enumerate() {
        weighted += p * y[i];
    }
    (squares, weighted)
}

/// What ndarray adds up it adds up in another order, and its ranges are others.
#[fuse]
pub fn collected_and_asked(y: &Array1<f64>) -> (f64, f64, Array1<f64>) {
    let halves: Array1<f64> = y.iter().map(|v| v * 0.5).collect();
    let squares = halves.iter().map(|h| h * h).sum::<f64>();
    let sum = halves.sum();
    let thirds = y.iter().map(|v| v / 3.0).collect::<Array1<f64>>();
    let least = thirds.iter().copied().fold(thirds[[0]], f64::min);
    (squares + sum, least, thirds + 1.0)
}

/// There is another array behind the reference by then.
#[fuse]
pub fn replaced(x: &[f64], y: &mut Array1<f64>, z: &mut Array1<f64>, k: usize) -> (f64, Vec<f64>) {
    let n = y.len();
    *y = Array1::zeros(k);
    let mut s = 0.0;
    for i in 0..n {
        s += x[i];
    }
    for i in 0..y.len() {
        s -= x[i] * 0.5;
    }
    let m = z.len();
    std::mem::swap(y, z);
    let twice: Vec<f64> = (0..m).map(|i| x[i]).collect();
    let again: Vec<f64> = (0..z.len()).map(|i| twice[i] * 2.0).collect();
    (s, again)
}

/// Called as nalgebra's: one index counts the elements, column by column.
#[derive(Clone, Debug, PartialEq)]
pub struct DMatrix<T>(usize, Vec<T>);

impl DMatrix<f64> {
    fn zeros(rows: usize, columns: usize) -> Self {
        DMatrix(rows, vec![0.0; rows * columns])
    }
}

impl<T> std::ops::Index<usize> for DMatrix<T> {
    type Output = T;

    fn index(&self, i: usize) -> &T {
        &self.1[i]
    }
}

impl<T> std::ops::IndexMut<usize> for DMatrix<T> {
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.1[i]
    }
}

impl<T> std::ops::Index<(usize, usize)> for DMatrix<T> {
    type Output = T;

    fn index(&self, (i, j): (usize, usize)) -> &T {
        &self.1[i + j * self.0]
    }
}

/// An element by its number is no row.
#[fuse]
pub fn counted_by_columns(x: &[f64], rows: usize) -> (Vec<f64>, f64) {
    let n = x.len();
    let mut m = DMatrix::<f64>::zeros(rows, 3);
    for i in 0..n {
        m[i] = x[i] * 2.0;
    }
    let mut s = 0.0;
    for i in 0..n {
        if i < rows {
            s += m[(i, 1)] * x[i];
        }
    }
    (m.1, s)
}
