//! Loops of which one has a few turns fewer than the other.

use super::fuse;

#[fuse(loops = 1)]
pub fn steps_and_sum(xs: &[f64]) -> (f64, f64) {
    let steps: f64 = xs.windows(2).map(|w| (w[1] - w[0]).abs()).sum();
    let sum: f64 = xs.iter().sum();
    (steps, sum)
}

#[fuse(loops = 1)]
pub fn all_before_the_others(xs: &[f64]) -> (f64, f64, f64) {
    let sum: f64 = xs.iter().map(|x| x * 0.5).filter(|x| *x > -1.0).sum();
    let products: f64 = xs.iter().zip(&xs[1..]).map(|(a, b)| a * b).sum();
    let mut last = 0.25;
    for &x in xs {
        last = last * 0.5 + x;
    }
    (sum, products, last)
}

#[fuse(loops = 1)]
pub fn from_the_second(xs: &[f64]) -> (f64, usize, f64) {
    let mut most = xs[0];
    let mut at = 0;
    for i in 1..xs.len() {
        if xs[i] > most {
            most = xs[i];
            at = i;
        }
    }
    let mut sum = 0.0;
    for i in 0..xs.len() {
        sum += xs[i];
    }
    (most, at, sum)
}

/// What panics, in the first turns or in those behind, and which array is too short for it.
#[fuse]
pub fn panicking(xs: &[i32], d: i32) -> (i32, i32, Vec<i32>) {
    let quotients: i32 = xs.iter().map(|x| 1000 / (x - d)).sum();
    let products: i32 = xs[1..].iter().map(|x| 2000 / (x + d)).sum();
    let kept: Vec<i32> = xs.windows(3).map(|w| w[0] - 1 / (w[2] - d)).collect();
    (quotients, products, kept)
}

#[fuse(loops = 1)]
pub fn three_fewer(xs: &[i64]) -> (Vec<i64>, i64, Option<i64>) {
    let means: Vec<i64> = xs.windows(4).map(|w| w[0] ^ w[3] / 2).collect();
    let sum = xs.iter().fold(7_i64, |a, b| a.wrapping_mul(31).wrapping_add(*b));
    let least = xs.iter().copied().min();
    (means, sum, least)
}

/// Numbers of elements start at the first.
#[fuse(loops = 1)]
pub fn numbered(xs: &[f64]) -> (f64, f64) {
    let weighted: f64 = xs.iter().enumerate().map(|(i, x)| i as f64 * x).sum();
    let steps: f64 = xs.iter().skip(1).enumerate().map(|(i, x)| x / (i + 1) as f64).sum();
    (weighted, steps)
}

#[fuse(loops = 1)]
pub fn two_arrays(xs: &[f64], ys: &[f64; 6]) -> (f64, f64) {
    let product: f64 = ys.iter().zip(ys).map(|(x, y)| x * y).sum();
    let ratios: f64 = ys.windows(2).map(|w| w[1] / w[0] + xs[0]).sum();
    (product, ratios)
}

/// Ranges of other integers, some of which have no element, and one that ends where the type does.
#[fuse]
pub fn ranges(n: i32, m: u8) -> (i32, i32, u32, u32) {
    let squares: i32 = (0..n).map(|i| i * i).sum();
    let others: i32 = (1..n).map(|i| i ^ 5).sum();
    let all: u32 = (0..m).map(|i| u32::from(i) * 3).sum();
    let mut less = 0;
    for i in 1..m {
        less += u32::from(i) / 2;
    }
    (squares, others, all, less)
}

/// Where there is no element, the end wraps, or panics for that.
#[fuse]
pub fn up_to_the_last(xs: &[f64]) -> (f64, f64, f64) {
    let n = xs.len();
    let mut steps = 0.0;
    for i in 0..n - 1 {
        steps += xs[i + 1] - xs[i];
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += xs[i];
    }
    let products: f64 = (0..xs.len() - 1).map(|i| xs[i + 1] * xs[i]).sum();
    (steps, sum, products)
}

/// A state goes on from the turns before the loop.
#[fuse(loops = 1)]
pub fn states(xs: &[f64]) -> (f64, f64, f64) {
    let mean = xs.iter().scan(0.0, |s, x| { *s = 0.9 * *s + 0.1 * x; Some(*s) }).fold(0.0, |a: f64, b| a - b);
    let mut low = f64::INFINITY;
    let mut swings = 0.0;
    for &x in xs {
        if x < low {
            low = x;
        } else if x > 2.0 {
            continue;
        }
        swings += x;
    }
    let turns: f64 = xs.windows(2).map(|w| w[0] - w[1]).sum();
    (mean, swings, turns)
}

/// What an array of all elements is made of is not peeled, nor what is counted.
#[fuse]
pub fn arrays_and_counts(xs: &[f64]) -> (Vec<f64>, usize, f64, f64) {
    let doubled: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let many = xs.iter().map(|x| x + 1.0).count();
    let steps: f64 = xs.windows(2).map(|w| w[1] - w[0]).sum();
    let pairs: f64 = doubled.iter().zip(&xs[1..]).map(|(a, b)| a * b).sum();
    (doubled, many, steps, pairs)
}

/// What leaves the function in its first turn, and what then has not run.
#[fuse]
pub fn left_early(xs: &[f64], log: &mut Vec<f64>) -> Option<f64> {
    let mut sum = 0.0;
    for &x in xs {
        if x > 3.0 {
            return None;
        }
        sum += x;
    }
    for w in xs.windows(2) {
        log.push(w[1] - w[0]);
    }
    let last: f64 = xs.iter().map(|x| x * 3.0).sum();
    Some(sum + last)
}

/// Elements that are changed between two loops over all of them, and over all but the last.
#[fuse]
pub fn changed_between(xs: &mut [f64]) -> (f64, f64, f64) {
    let n = xs.len();
    let before: f64 = xs.iter().sum();
    for i in 0..n.saturating_sub(1) {
        xs[i] += xs[i + 1];
    }
    let behind: f64 = xs.iter().map(|x| x * 2.0).sum();
    for x in &mut xs[1..] {
        *x *= 0.5;
    }
    let last: f64 = xs.iter().sum();
    (before, behind, last)
}

/// Numbers of elements that are no numbers of turns, beside what is written by those.
#[fuse]
pub fn numbered_in_step(xs: &mut [f64], ws: &[f64]) -> (f64, f64) {
    let n = ws.len().min(xs.len());
    let (xs, ws) = (&mut xs[..n], &ws[..n]);
    for i in 0..n.saturating_sub(1) {
        xs[i] = 0.5 * ws[i];
    }
    let mut sum = 0.0;
    for (i, w) in ws.iter().enumerate() {
        sum += xs[i] * w;
    }
    for i in 1..ws.len() {
        xs[i] = ws[i] - 1.0;
    }
    let mut last = 0.0;
    for i in 0..ws.len() {
        last = last * 0.25 + xs[i];
    }
    (sum, last)
}

pub trait Head {
    fn take(self, n: usize) -> Vec<f64>;
}

impl Head for std::slice::Iter<'_, f64> {
    fn take(self, n: usize) -> Vec<f64> {
        self.as_slice()[..n.min(self.len())].to_vec()
    }
}

/// A method of iterators that is the user's, of a name that the loop calls std's by.
#[fuse(loops = 1)]
pub fn beside_a_method_of_ones_own(xs: &[f64]) -> (f64, f64) {
    let sum: f64 = xs.iter().sum();
    let steps: f64 = xs.windows(2).map(|w| w[1] - w[0]).sum();
    (sum, steps + Head::take(xs.iter(), 1).len() as f64)
}

pub trait Backwards {
    fn iter(&self) -> std::iter::Rev<std::slice::Iter<'_, f64>>;
}

impl Backwards for Vec<f64> {
    fn iter(&self) -> std::iter::Rev<std::slice::Iter<'_, f64>> {
        self.as_slice().iter().rev()
    }
}

/// A method of the user's is not what a `for` calls.
#[fuse(loops = 1)]
pub fn by_a_method_of_ones_own(xs: &Vec<f64>) -> (f64, f64) {
    let mut last = 0.0;
    for &x in xs {
        last = last * 0.5 + x;
    }
    let steps: f64 = xs.windows(2).map(|w| w[1] - w[0]).sum();
    (last, steps)
}
