//! Guards against empty and short arrays, which chains pass.

use super::fuse;
use crate::common::tracked::{Tracked, mark};

#[fuse(loops = 1)]
pub fn finite(xs: &[f64]) -> Option<(f64, f64, usize)> {
    let finite: Vec<f64> = xs.iter().copied().filter(|x| x.is_finite()).collect();
    if finite.is_empty() {
        return None;
    }
    let sum: f64 = finite.iter().sum();
    let max = finite.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Some((sum / finite.len() as f64, max, finite.len()))
}

/// What runs in vain cannot panic.
#[fuse(loops = 1)]
pub fn variance(xs: &[f64]) -> Result<f64, String> {
    let scaled: Vec<f64> = xs.iter().map(|x| x * 0.5).collect();
    if scaled.len() < 2 {
        return Err(format!("{} is too few", xs.len()));
    }
    let sum: f64 = scaled.iter().sum();
    let squares: f64 = scaled.iter().map(|x| x * x).sum();
    let mean = sum / scaled.len() as f64;
    Ok(squares / scaled.len() as f64 - mean * mean)
}

/// What runs in vain would panic: on one element, in a debug build or in any.
#[fuse(loops = 2)]
pub fn one_is_too_few(xs: &[i64]) -> Option<(i64, i64)> {
    let some: Vec<i64> = xs.iter().copied().filter(|x| x % 2 == 0).collect();
    if some.len() <= 1 {
        return None;
    }
    let sum: i64 = some.iter().sum();
    let quotients = some.iter().fold(0, |s, x| s ^ (100 / x));
    Some((sum, quotients))
}

/// The worker panics on every element that there is.
#[fuse]
pub fn nothing_to_panic_on(xs: &[i64]) -> i64 {
    let large: Vec<i64> = xs.iter().copied().filter(|x| *x > 1000).collect();
    if large.is_empty() {
        return -1;
    }
    large.iter().map(|x| 1 / (x - x)).fold(0, |s, x| s ^ x)
}

/// Either may be empty, and the other not.
#[fuse]
pub fn two(xs: &[i64], ys: &[i64]) -> Option<(i64, i64, i64)> {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x % 2 != 0).collect();
    let even: Vec<i64> = ys.iter().copied().filter(|y| y % 2 == 0).collect();
    if odd.is_empty() || even.is_empty() {
        return None;
    }
    let products: i64 = odd.iter().map(|x| 1000 / x).fold(0, |s, x| s ^ x);
    let quotients: i64 = even.iter().map(|y| 1000 / (y + 1)).fold(0, |s, y| s ^ y);
    let both: i64 = odd.iter().zip(&even).fold(0, |s, (x, y)| s ^ x ^ y);
    Some((products, quotients, both))
}

/// The initial value would panic.
#[fuse]
pub fn initial(xs: &[i64]) -> Option<i64> {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x % 2 != 0).collect();
    if odd.is_empty() {
        return None;
    }
    let folded = odd.iter().fold(100 / odd.len() as i64, |s, x| s ^ x);
    Some(folded)
}

/// A statement with an effect stands before the chain, and a guard before that.
#[fuse]
pub fn effects(xs: &[i64], log: &mut Vec<i64>) -> Option<i64> {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x % 2 != 0).collect();
    if odd.is_empty() {
        log.push(0);
        return None;
    }
    let low = odd.iter().fold(i64::MAX, |s, x| s.min(*x));
    log.push(low);
    if odd.len() == 0 {
        log.push(1);
    }
    let high = odd.iter().fold(low, |s, x| s.max(*x));
    Some(high)
}

/// The array is given away by the guard, and refers to what came before.
#[fuse]
pub fn given_away(xs: &[String]) -> Result<usize, Vec<String>> {
    let long: Vec<String> = xs.iter().filter(|x| x.len() > 3).cloned().collect();
    if long.is_empty() {
        return Err(long);
    }
    let longest: Option<&String> = long.iter().max_by_key(|x| x.len());
    let letters: usize = long.iter().map(|x| x.len()).sum();
    Ok(letters + longest.map_or(0, |x| x.len()))
}

/// The array changes behind the guard.
#[fuse]
pub fn changed(xs: &[i64]) -> i64 {
    let mut odd: Vec<i64> = xs.iter().copied().filter(|x| x % 2 != 0).collect();
    if odd.is_empty() {
        return 0;
    }
    odd.push(4);
    if odd.is_empty() {
        return 1;
    }
    odd.iter().fold(0, |s, x| s ^ x)
}

/// In a loop, with `continue` and `break`.
#[fuse]
pub fn rows(rows: &[Vec<i64>]) -> (i64, usize) {
    let (mut all, mut count) = (0, 0);
    for row in rows {
        let kept: Vec<i64> = row.iter().copied().filter(|x| x % 3 != 0).collect();
        if kept.is_empty() {
            continue;
        }
        let low = kept.iter().fold(i64::MAX, |s, x| s.min(*x));
        let odd = kept.iter().filter(|x| **x % 2 != 0).count();
        if kept.len() > 4 {
            break;
        }
        all ^= low;
        count += odd;
    }
    (all, count)
}

/// Elements whose drop shows, and a mark between.
#[fuse]
pub fn watched(xs: &[Tracked]) -> Option<i64> {
    let twins: Vec<Tracked> = xs
        .iter()
        .filter(|x| x.label() % 3 == 0)
        .map(|x| x.twin())
        .collect();
    if twins.is_empty() {
        mark(2);
        return None;
    }
    let sum: i64 = twins.iter().map(|t| t.label()).sum();
    mark(1);
    Some(sum)
}

#[fuse(loops = 1)]
pub fn found(xs: &[f64]) -> Option<(f64, f64, f64)> {
    let low = xs.iter().copied().reduce(f64::min)?;
    let high = xs.iter().copied().reduce(f64::max)?;
    let sum: f64 = xs.iter().sum();
    Some((low, high, sum))
}

/// What was found are references.
#[fuse(loops = 1)]
pub fn found_or(xs: &[i64]) -> Result<(i64, i64), String> {
    let low = *xs.iter().min().ok_or("nothing")?;
    let high = *xs
        .iter()
        .max()
        .ok_or_else(|| format!("nothing in {}", xs.len()))?;
    Ok((low, high))
}

/// Before the second pass there is another array of that name.
#[fuse]
pub fn found_in_another(xs: &[i64], ys: &[i64]) -> Option<(i64, i64)> {
    let low = xs.iter().copied().min()?;
    let xs = ys;
    let product = xs.iter().map(|x| 100 / x).max()?;
    Some((low, product))
}

/// The first pass may find nothing although there is something to panic on.
#[fuse]
pub fn found_some(xs: &[i64]) -> Option<(i64, i64)> {
    let low = xs.iter().copied().filter(|x| *x > 990).min()?;
    let quotient = xs.iter().map(|x| 100 / (x - x)).max()?;
    Some((low, quotient))
}

/// Only one of the two arrays of the second pass was looked at.
#[fuse]
pub fn found_in_one(xs: &[i64], ys: &[i64]) -> Option<(i64, i64)> {
    let low = ys.iter().copied().min()?;
    let quotient = xs
        .iter()
        .map(|x| 100 / x)
        .zip(ys)
        .map(|(q, y)| q ^ y)
        .max()?;
    Some((low, quotient))
}

#[fuse(loops = 1)]
pub fn found_or_else(xs: &[i64], log: &mut Vec<i64>) -> (i64, i64) {
    let Some(low) = xs.iter().copied().min() else {
        log.push(-1);
        return (0, 0);
    };
    let folded = xs.iter().fold(0, |s, x| s ^ x);
    (low, folded)
}

/// A place is gone where the first pass finds nothing.
pub struct Rows {
    pub rows: Vec<Vec<i64>>,
    pub all: Vec<i64>,
}

impl Rows {
    #[fuse(loops = 1)]
    #[must_use]
    pub fn range(&mut self) -> Option<(i64, i64)> {
        let low = *self.all.iter().min()?;
        let high = *self.all.iter().max()?;
        self.all.push(low ^ high);
        Some((low, high))
    }

    #[fuse]
    #[must_use]
    pub fn of_a_row(&self, index: usize) -> Option<(i64, i64)> {
        let low = *self.all.iter().min()?;
        let high = *self.rows[index].iter().max()?;
        Some((low, high))
    }

    /// The place changes behind a guard.
    #[fuse]
    #[must_use]
    pub fn changed(&mut self) -> Option<(i64, i64, i64)> {
        let low = *self.all.iter().min()?;
        self.all.push(7);
        let high = *self.all.iter().max()?;
        let odd = self.all.iter().fold(0, |s, x| s ^ x);
        Some((low, high, odd))
    }
}

/// An array grows behind the question whether it is empty: the loop must have built it.
#[fuse]
pub fn grown_behind_a_guard(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let mut odd: Vec<i64> = xs.iter().copied().filter(|x| x % 2 != 0).collect();
    let even: Vec<i64> = xs.iter().copied().filter(|x| x % 2 == 0).collect();
    if odd.is_empty() {
        return (even, Vec::new());
    }
    odd.push(4);
    (odd, even)
}
