//! Chains among other statements: walls, shadowing, control flow, nested blocks, cross and gather.

use super::fuse;
use crate::common::tracked::mark;

#[fuse]
pub fn call_between(xs: &[i64], log: &mut Vec<i64>) -> (i64, i64) {
    let first: i64 = xs.iter().map(|x| x & 3).sum();
    log.push(first);
    let second: i64 = xs.iter().map(|x| x & 5).sum();
    log.push(second);
    (first, second)
}

/// The worker reads `scale`, which changes between the chains.
#[fuse]
pub fn assignment_between(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
    let mut scale = 2;
    let first: Vec<i64> = xs.iter().map(|x| x & scale).collect();
    scale = 5;
    let second: Vec<i64> = xs.iter().map(|x| x & scale).collect();
    scale += 1;
    (first, second, scale)
}

#[fuse]
pub fn vector_that_grows(xs: &[i64]) -> (usize, i64) {
    let mut ys: Vec<i64> = xs.iter().copied().filter(|x| *x > 0).collect();
    let before: usize = ys.iter().count();
    ys.push(-1);
    ys.extend_from_slice(&[-2, -3]);
    let after: i64 = ys.iter().fold(0, |s, y| s ^ y);
    (before, after)
}

#[fuse]
pub fn sorted_between(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let mut ys: Vec<i64> = xs.iter().map(|x| x & 255).collect();
    let before: Vec<i64> = ys.iter().map(|y| y + 1).collect();
    ys.sort_unstable();
    let after: Vec<i64> = ys.iter().map(|y| y + 1).collect();
    (before, after)
}

#[fuse]
pub fn shadowed(xs: &[f64]) -> (Vec<f64>, f64) {
    let xs: Vec<f64> = xs.iter().map(|x| x + 0.5).collect();
    let xs: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let total: f64 = xs.iter().sum();
    let xs: Vec<f64> = xs.iter().map(|x| x / total).collect();
    (xs, total)
}

/// The name that a worker captured is bound anew before the next chain.
#[fuse]
pub fn shadowed_capture(xs: &[i64]) -> (i64, i64) {
    let k = 3;
    let first: i64 = xs.iter().map(|x| x & k).sum();
    let k = first & 12;
    let second: i64 = xs.iter().map(|x| x & k).sum();
    (first, second)
}

#[fuse]
pub fn early_return(xs: &[i64]) -> Result<Vec<i64>, i64> {
    let sum: i64 = xs.iter().map(|x| x & 1).sum();
    if sum % 2 == 1 {
        return Err(sum);
    }
    let halves: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    Ok(halves)
}

/// Where the function returns early, the chain behind it must not run: it would panic.
#[fuse]
pub fn guarded_by_return(xs: &[i64]) -> Option<(i64, i64)> {
    let zeros: usize = xs.iter().filter(|x| **x == 0).count();
    if zeros > 0 {
        return None;
    }
    let least: i64 = xs.iter().map(|x| 1_000_000 / x).min()?;
    let greatest: i64 = xs.iter().map(|x| 1_000_000 / x).max()?;
    Some((least, greatest))
}

#[fuse]
pub fn question_mark(words: &[String]) -> Result<(usize, Vec<usize>), std::num::ParseIntError> {
    let lengths: Vec<usize> = words.iter().map(|w| w.len()).collect();
    let first: usize = lengths
        .first()
        .map_or("x", |l| if *l > 0 { "3" } else { "" })
        .parse()?;
    let total: usize = lengths.iter().sum();
    Ok((first + total, lengths))
}

#[fuse]
pub fn in_branches(xs: &[i64], ascending: bool) -> (Vec<i64>, i64) {
    if ascending {
        let ys: Vec<i64> = xs.iter().map(|x| x & 7).collect();
        let sum: i64 = ys.iter().sum();
        (ys, sum)
    } else {
        let ys: Vec<i64> = xs.iter().map(|x| -(x & 7)).collect();
        let sum: i64 = ys.iter().sum();
        (ys, sum)
    }
}

#[fuse]
pub fn in_a_loop(rows: &[Vec<f64>]) -> Vec<(f64, Vec<f64>)> {
    let mut out = Vec::new();
    for row in rows {
        let sum: f64 = row.iter().sum();
        let scaled: Vec<f64> = row.iter().map(|x| x / sum).collect();
        if scaled.len() < 3 {
            continue;
        }
        out.push((sum, scaled));
    }
    out
}

#[fuse]
pub fn in_a_nested_block(xs: &[i64]) -> (i64, i64) {
    let inner = {
        let ys: Vec<i64> = xs.iter().map(|x| x ^ 9).collect();
        let least: i64 = ys.iter().copied().min().unwrap_or(0);
        least
    };
    let outer: i64 = xs.iter().map(|x| x & inner).sum();
    (inner, outer)
}

/// Only the second of the two operands may run.
#[fuse]
pub fn lazy_operands(xs: &[i64]) -> (bool, bool) {
    let safe = !xs.is_empty() && xs.iter().map(|x| 10 / x).count() > 2;
    let wild = xs.is_empty() || xs.iter().any(|x| *x > 2);
    (safe, wild)
}

#[fuse]
pub fn match_arms(xs: &[i64]) -> i64 {
    let positive: usize = xs.iter().filter(|x| **x > 0).count();
    match positive {
        0 => xs.iter().map(|x| x & 3).sum(),
        1 => xs.iter().map(|x| x & 5).sum(),
        _ => {
            let ys: Vec<i64> = xs.iter().map(|x| x & 9).collect();
            ys.iter().map(|y| y + 1).sum()
        }
    }
}

/// Effects outside of workers keep their order.
#[fuse]
pub fn marked(xs: &[i64]) -> (i64, i64) {
    mark(1);
    let first: i64 = xs.iter().map(|x| x & 3).sum();
    mark(first);
    let second: i64 = xs.iter().map(|x| x & 5).sum();
    mark(second);
    (first, second)
}

/// A worker with an effect: its chain stays where and what it was.
#[fuse]
pub fn counting_worker(xs: &[i64]) -> (Vec<i64>, i64, i64) {
    let mut calls = 0;
    let numbered: Vec<i64> = xs
        .iter()
        .map(|x| {
            calls += 1;
            x ^ calls
        })
        .collect();
    let at_first: i64 = calls;
    let even: i64 = xs
        .iter()
        .filter(|x| {
            calls += 1;
            **x % 2 == 0
        })
        .fold(0, |s, x| s ^ x);
    (numbered, even, at_first + calls)
}

#[fuse]
pub fn cross(xs: &[f64], ys: &[f64]) -> (Vec<(f64, f64)>, f64) {
    let pairs: Vec<(f64, f64)> = xs
        .iter()
        .flat_map(|a| ys.iter().map(move |b| (*a, *b)))
        .collect();
    let least: f64 = pairs
        .iter()
        .fold(f64::INFINITY, |m, (a, b)| m.min((a - b).abs()));
    (pairs, least)
}

#[fuse]
pub fn cross_of_filtered(xs: &[i64]) -> (usize, i64) {
    let low: Vec<i64> = xs.iter().copied().filter(|x| x & 63 == 1).collect();
    let high: Vec<i64> = xs.iter().copied().filter(|x| x & 63 == 62).collect();
    let products: Vec<i64> = low
        .iter()
        .flat_map(|a| high.iter().map(move |b| (a & 255) * (b & 255)))
        .collect();
    let many: usize = products.iter().filter(|p| **p > 900).count();
    let sum: i64 = products.iter().sum();
    (many, sum)
}

#[fuse]
pub fn gather_what_was_computed(xs: &[f64]) -> (Vec<f64>, f64) {
    let n = xs.len();
    let smooth: Vec<f64> = (0..n)
        .map(|i| {
            if i == 0 {
                xs[0]
            } else {
                (xs[i - 1] + xs[i]) / 2.0
            }
        })
        .collect();
    let rough: Vec<f64> = (0..n).map(|i| xs[i] - smooth[n - 1 - i]).collect();
    let energy: f64 = rough.iter().map(|r| r * r).sum();
    (smooth, energy)
}

/// `debug_assert!` and `println!`-like macros between chains.
#[fuse]
pub fn macros_between(xs: &[i64]) -> (String, i64) {
    let sum: i64 = xs.iter().map(|x| x & 7).sum();
    let text = format!("{sum} of {}", xs.len());
    assert!(sum >= 0, "{text}");
    let most: i64 = xs.iter().map(|x| x & 7).max().unwrap_or(sum);
    (text, most)
}

/// Nobody asks for what one loop makes, and the value of the block waits for nothing.
#[fuse]
pub fn a_value_behind_a_loop_for_nothing(xs: &[i32], ys: &[i32]) -> i32 {
    let _a: Vec<i32> = xs.iter().copied().filter(|x| x * 2 > 3).collect();
    let _b: Vec<i32> = xs.iter().copied().filter(|x| x * 3 > 3).collect();
    ys.iter().fold(0, |all, y| all ^ y)
}
