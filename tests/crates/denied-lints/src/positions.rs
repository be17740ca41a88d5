//! Chains in larger statements, in closures and futures.

use loopfuse::fuse;
use std::collections::BTreeMap;

/// What a series is described by.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Of whom.
    pub name: String,
    /// How many are positive.
    pub positive: usize,
    /// The sum of squares.
    pub energy: f64,
}

/// Fields, constructors, and a condition.
#[fuse]
#[must_use]
pub fn summary(name: &str, xs: &[f64]) -> Option<Summary> {
    let positive = xs.iter().filter(|x| **x > 0.0).count();
    if xs.iter().map(|x| x.abs()).sum::<f64>() > 1e6 {
        return None;
    }
    let name = name.to_owned();
    Some(Summary {
        name,
        positive,
        energy: xs.iter().map(|x| x * x).sum(),
    })
}

/// Arguments of methods and functions, `?`, `let else`.
///
/// # Errors
/// The number of elements, if none is positive.
#[fuse]
pub fn histogram(xs: &[i64]) -> Result<BTreeMap<i64, usize>, usize> {
    let mut counts = BTreeMap::new();
    let Some(least) = xs.iter().copied().filter(|x| *x > 0).min() else {
        return Err(xs.iter().filter(|x| **x < 0).count());
    };
    let most = xs
        .iter()
        .copied()
        .filter(|x| *x > 0)
        .max()
        .ok_or(xs.len())?;
    *counts.entry(least).or_default() += xs.iter().filter(|x| **x == least).count();
    *counts.entry(most).or_default() += xs.iter().filter(|x| **x == most).count();
    Ok(counts)
}

/// Matched, compared, borrowed.
#[fuse]
#[must_use]
pub fn spread(xs: &[i64]) -> i64 {
    let sum: i64 = xs.iter().map(|x| x & 7).sum();
    let width = match xs.iter().copied().reduce(i64::max) {
        Some(most) if most > sum => most - sum,
        Some(_) => sum,
        None => return 0,
    };
    let odd = xs.iter().filter(|x| **x & 1 == 1).count();
    let half = if odd > 3 { width / 2 } else { width };
    if let Some(least) = xs.iter().min_by_key(|x| x.abs()) {
        half + least
    } else {
        half
    }
}

/// Assignments to what was there before.
#[fuse]
pub fn accumulate(totals: &mut [f64], xs: &[f64]) -> f64 {
    let mut last = 0.0;
    for total in totals.iter_mut() {
        last = xs.iter().map(|x| x + last).sum();
        *total += xs.iter().map(|x| x * 0.5).sum::<f64>();
    }
    last += xs.iter().sum::<f64>();
    last
}

/// A closure with a body.
#[fuse]
#[must_use]
pub fn rows(rows: &[Vec<f64>]) -> Vec<(f64, f64)> {
    let of = |row: &[f64]| {
        let sum: f64 = row.iter().sum();
        let squares: f64 = row.iter().map(|x| x * x).sum();
        (sum, squares)
    };
    rows.iter().map(|row| of(row)).collect()
}

/// Chains on both sides of an `await`.
#[fuse]
pub async fn paused(xs: &[f64]) -> (f64, Vec<f64>) {
    let sum: f64 = xs.iter().sum();
    let doubled: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    std::future::ready(()).await;
    let rest = xs.iter().map(|x| x - sum).fold(0.0, f64::max);
    let all = xs.iter().filter(|x| **x > rest).count();
    (sum + all as f64, doubled)
}
