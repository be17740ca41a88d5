//! Checks of all elements that leave the function where one fails, and sums behind them.

use super::fuse;

#[fuse(loops = 1)]
pub fn summed(xs: &[f64]) -> Result<(f64, f64, usize), String> {
    if xs.iter().any(|x| !x.is_finite()) {
        return Err(format!("{} elements", xs.len()));
    }
    let sum: f64 = xs.iter().sum();
    let mut squares = 0.0;
    for x in xs {
        squares += x * x;
    }
    let positive = xs.iter().filter(|x| **x > 0.0).count();
    Ok((sum, squares, positive))
}

/// What the closure calls an element means something else where the function is left.
#[fuse(loops = 1)]
pub fn named_alike(xs: Vec<f64>, x: f64, seen: &[f64]) -> Result<f64, (f64, Vec<f64>)> {
    if !xs.iter().copied().all(|x: f64| x < 0.9) {
        return Err((x, seen.to_vec()));
    }
    let total: f64 = xs.iter().map(|y| y * x).sum();
    Ok(total)
}

/// The last check before the sum; those before leave first.
#[fuse(loops = 2)]
pub fn one_after_the_other(xs: &[f64]) -> Result<f64, &'static str> {
    if xs.is_empty() {
        return Err("nothing");
    }
    if xs.iter().any(|x| x.is_nan()) {
        return Err("no number");
    }
    if xs.iter().any(|&x| x < -0.9) {
        return Err("negative");
    }
    let sum: f64 = xs.iter().sum();
    Ok(sum)
}

/// What runs before the check panics, or not, before it leaves; what runs behind it does not if it does.
#[fuse]
pub fn around_panics(xs: &[f64], ks: &[i32]) -> Option<(f64, i32, f64)> {
    let first: f64 = xs.iter().map(|x| x * 0.5).sum();
    let tenth = 10 / (ks.len() as i32 - 3);
    if xs.iter().any(|x| *x > 0.9) {
        return None;
    }
    let sum: f64 = xs.iter().sum();
    let all: i32 = ks.iter().map(|k| k * 1_000_000).sum();
    Some((first + sum, all, f64::from(tenth)))
}

/// In a loop, which the check goes on with; in a closure, which it leaves.
#[fuse]
pub fn inside(rows: &[Vec<f64>], limit: f64) -> (Option<f64>, f64) {
    let row = |row: &[f64]| -> Option<f64> {
        if row.iter().any(|x| *x > limit) {
            return None;
        }
        let sum: f64 = row.iter().sum();
        Some(sum)
    };
    let mut most = 0.0;
    for xs in rows {
        if xs.iter().any(|x| x.is_nan()) {
            continue;
        }
        let sum: f64 = xs.iter().sum();
        most = if sum > most { sum } else { most };
    }
    (rows.first().and_then(|first| row(first)), most)
}

/// A test that counts, and one that panics, run as often as written.
#[fuse]
pub fn tests_with_effects(xs: &[f64], asked: &mut u32) -> Result<f64, u32> {
    if xs.iter().any(|x| {
        *asked += 1;
        *x > 0.9
    }) {
        return Err(*asked);
    }
    let weights = [1.0, 2.0, 3.0];
    if xs.iter().any(|x| weights[(*x * 2.0) as usize] > 2.5 || *x < -100.0) {
        return Err(0);
    }
    let sum: f64 = xs.iter().sum();
    Ok(sum)
}

/// What is stored is stored behind the check.
#[fuse(loops = 2)]
pub fn stored(xs: &[f64]) -> Result<(f64, Vec<f64>), f64> {
    if xs.iter().any(|x| x.is_nan()) {
        return Err(0.5);
    }
    let sum: f64 = xs.iter().sum();
    let halves: Vec<f64> = xs.iter().map(|x| x * 0.5).collect();
    Ok((sum, halves))
}

/// Some rows are passed over by a `continue` that belongs to the loop around the check.
#[fuse]
pub fn goes_on(rows: &[Vec<f64>], skip: bool) -> Option<f64> {
    let mut total = 0.0;
    let mut i = 0;
    while i < rows.len() {
        let xs: &[f64] = &rows[i];
        i += 1;
        if xs.iter().any(|x| x.is_nan()) {
            if skip {
                continue;
            }
            return None;
        }
        let sum: f64 = xs.iter().sum();
        total += sum;
    }
    Some(total)
}
