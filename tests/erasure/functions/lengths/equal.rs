//! Arrays that are equally long in most calls, where nothing says so: two versions.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;

fn shortened(w: &[f64]) -> Vec<f64> {
    w[..w.len() / 2].to_vec()
}

#[fuse(loops = 1)]
pub fn weighted(w: &[f64], x: &[f64]) -> (f64, f64) {
    let mut total = 0.0;
    for i in 0..w.len() {
        total += w[i];
    }
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += w[i] * x[i];
    }
    (total, sum)
}

#[fuse(loops = 1)]
pub fn counted(w: &[f64], x: &[f64], n: usize) -> (f64, f64) {
    let mut total = 0.0;
    for wi in w {
        total += wi;
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += w[i] * x[i];
    }
    (total, sum)
}

#[fuse(loops = 1)]
pub fn of_a_local(w: &[f64], x: &[f64]) -> (f64, f64) {
    let halves: Vec<f64> = shortened(w);
    let total: f64 = halves.iter().sum();
    let sum: f64 = halves.iter().zip(x).map(|(a, b)| a * b).sum();
    (total, sum)
}

// Another `w`, which is not as long as the first.
#[fuse(loops = 1)]
pub fn shadowed(w: &[f64], x: &[f64]) -> (f64, f64) {
    let w: Vec<f64> = shortened(w);
    let total: f64 = w.iter().sum();
    let sum: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
    (total, sum)
}

// Both are called `w`: no test could tell them apart.
#[fuse]
pub fn shadowed_between(w: &[f64]) -> (f64, f64, f64) {
    let first: f64 = w.iter().sum();
    let x = w;
    let w: Vec<f64> = shortened(w);
    let total: f64 = w.iter().sum();
    let sum: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
    (first, total, sum)
}

#[fuse(loops = 1)]
pub fn changed_beside(w: &mut [f64], x: &[f64]) -> f64 {
    for (a, b) in w.iter_mut().zip(x) {
        *a *= b;
    }
    w.iter().sum()
}

#[fuse(loops = 1)]
pub fn two_changed(g: &mut [f32], h: &mut Vec<f32>, w: &[f32]) {
    for (g, w) in g.iter_mut().zip(w) {
        *g *= w;
    }
    for (h, w) in h.iter_mut().zip(w) {
        *h *= *w;
    }
}

#[fuse(loops = 1)]
pub fn made_from_a_number(n: usize, x: &[f64]) -> (f64, f64) {
    let w: Vec<f64> = (0..n).map(|i| i as f64).collect();
    let total: f64 = w.iter().sum();
    let sum: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
    (total, sum)
}

// As long as it was, or not any more.
#[fuse]
pub fn longer_in_between(w: &mut Vec<f64>, x: &[f64]) -> (f64, f64, f64) {
    let total: f64 = w.iter().sum();
    let sum: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
    w.push(total);
    let more: f64 = w.iter().zip(x).map(|(a, b)| a - b).sum();
    (total, sum, more + w.iter().sum::<f64>())
}

#[derive(Clone, Debug)]
pub struct Pair {
    pub y: Vec<f64>,
    pub p: Vec<f64>,
}

impl Pair {
    #[fuse(loops = 1)]
    pub fn moved(&mut self) {
        for (a, b) in self.y.iter_mut().zip(&self.p) {
            *a += b;
        }
        for b in self.p.iter_mut() {
            *b = 0.0;
        }
    }
}

// The test may borrow no more than the loop: `held` has borrowed `x` to change it.
#[fuse]
pub fn borrowed_meanwhile(w: &[f64], x: &mut Vec<f64>) -> f64 {
    let held = x.last_mut();
    let total: f64 = w.iter().sum();
    if let Some(held) = held {
        *held += total;
    }
    let sum: f64 = w.iter().zip(x.iter()).map(|(a, b)| a * b).sum();
    total + sum
}

#[fuse(loops = 1)]
pub fn with_raw_names(r#type: &[f64], r#match: &[f64]) -> (f64, f64) {
    let total: f64 = r#type.iter().sum();
    let sum: f64 = r#type.iter().zip(r#match).map(|(a, b)| a * b).sum();
    (total, sum)
}

#[fuse(loops = 1)]
pub fn up_to_a_raw_name(w: &[f64], r#in: usize) -> (f64, f64) {
    let mut total = 0.0;
    for x in w {
        total += x;
    }
    let mut sum = 0.0;
    for i in 0..r#in {
        sum += w[i] * 2.0;
    }
    (total, sum)
}

#[fuse(loops = 1)]
pub fn mean_or_nothing(w: &[f64], x: &[f64]) -> f64 {
    let total: f64 = w.iter().sum();
    let sum: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
    if total == 0.0 { 0.0 } else { sum / total }
}

// What stands as written comes before the first loop that relies on the lengths.
#[fuse(loops = 2)]
pub fn behind_another(w: &[f64], x: &[f64]) -> f64 {
    let mut out = vec![0.0; x.len()];
    for (o, (a, b)) in out.iter_mut().zip(w.iter().zip(x)) {
        *o = a * b;
    }
    let total: f64 = x.iter().sum();
    out.iter().map(|o| o / total).sum()
}

// The value borrows from a local, and so does a temporary.
#[fuse]
pub fn of_a_cell(w: &[f64], x: &[f64], last: &std::cell::RefCell<Vec<f64>>) -> f64 {
    let total: f64 = w.iter().sum();
    let sum: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
    last.borrow_mut().push(total + sum);
    last.borrow()[0]
}

/// Lengths of one's own.
#[allow(dead_code, reason = "it is there to be found")]
pub trait Len {
    fn len(self) -> usize;
}

impl Len for &mut [f64] {
    fn len(self) -> usize {
        2
    }
}

#[fuse(loops = 1)]
pub fn with_a_len_of_ones_own(w: &mut [f64], x: &[f64]) -> f64 {
    for (a, b) in w.iter_mut().zip(x) {
        *a *= b;
    }
    w.iter().sum()
}

#[fuse(loops = 1)]
#[deny(warnings)]
pub fn in_a_block_of_its_own(w: &[f64], x: &[f64], k: u8) -> f64 {
    let mut r = 0.0;
    {
        let total: f64 = w.iter().sum();
        let sum: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
        r += total + sum;
    }
    r + f64::from(k)
}
