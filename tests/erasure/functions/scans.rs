//! Running totals.

use super::fuse;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};

type Fixed = BuildHasherDefault<DefaultHasher>;

/// In the order in which it is iterated, which depends on its capacity.
fn in_order(set: HashSet<i64, Fixed>) -> Vec<i64> {
    Vec::from_iter(set)
}

/// A `scan` whose worker ends in `Some(..)` is a step; behind a filter, beside others, twice.
#[fuse]
pub fn running_totals(xs: &[i64], by: i64) -> (Vec<i64>, Vec<(usize, i64)>, Option<i64>, i64) {
    let sums: Vec<i64> = xs
        .iter()
        .scan(by, |sum, &x| {
            *sum = sum.wrapping_add(x);
            Some(*sum)
        })
        .collect();
    let highest = sums.iter().copied().max();
    let odd: Vec<(usize, i64)> = xs
        .iter()
        .filter(|x| **x % 2 != 0)
        .scan((0usize, 1i64), |state, x| {
            state.0 += 1;
            state.1 = state.1.wrapping_mul(*x);
            Some((state.0, state.1))
        })
        .collect();
    let last = odd.iter().fold(0, |s, (n, x)| s ^ x ^ *n as i64);
    (sums, odd, highest, last)
}

/// The state is made anew for each outer element.
#[fuse]
pub fn totals_of_rows(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
    let totals: Vec<i64> = xs
        .iter()
        .flat_map(|_| {
            ys.iter()
                .scan(0i64, |sum, y| {
                    *sum = sum.wrapping_add(*y);
                    Some(*sum)
                })
                .map(|sum| sum ^ 5)
        })
        .collect();
    let all: i64 = totals.iter().fold(0, |a, t| a.wrapping_add(*t));
    (totals, all)
}

/// A `scan` may end early for all that std knows, and tells a hashed collection so.
#[fuse]
pub fn hashed_totals(xs: &[i64]) -> (Vec<i64>, i64) {
    let totals: HashSet<i64, Fixed> = xs
        .iter()
        .scan(0i64, |sum, x| {
            *sum = sum.wrapping_add(*x);
            Some(*sum)
        })
        .collect();
    let least = xs.iter().fold(0, |a, x| a ^ x);
    let order = in_order(totals);
    (order, least)
}

/// Scans that end, return early, or hold what is not a number, drive their loops.
#[fuse]
pub fn scans_that_end(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<String>) {
    let until: Vec<i64> = xs
        .iter()
        .scan(0i64, |sum, x| {
            *sum = sum.wrapping_add(*x);
            if *sum > 1000 { None } else { Some(*sum) }
        })
        .collect();
    let returned: Vec<i64> = xs
        .iter()
        .scan(0i64, |sum, x| {
            if *x == -7 {
                return None;
            }
            *sum ^= x;
            Some(*sum)
        })
        .collect();
    let texts: Vec<String> = xs
        .iter()
        .take(20)
        .scan(String::new(), |all, x| {
            all.push_str(&x.to_string());
            Some(all.clone())
        })
        .collect();
    (until, returned, texts)
}

/// Each state begins with an element, of an array that may have none.
#[fuse(loops = 1)]
pub fn begun_with_elements(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
    let highest: Vec<i64> = xs
        .iter()
        .scan(xs[0], |high, x| {
            *high = (*high).max(*x);
            Some(*high)
        })
        .collect();
    let mixed: Vec<i64> = xs
        .iter()
        .scan(ys[ys.len() / 2], |state, x| {
            *state = state.rotate_left(1) ^ x;
            Some(*state)
        })
        .collect();
    let below = xs.iter().zip(&highest).filter(|(x, high)| x < high).count();
    (highest, mixed, below as i64)
}

/// Exponential moving averages.
#[fuse(loops = 1)]
pub fn moving_averages(prices: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let fast: Vec<f64> = prices
        .iter()
        .scan(prices[0], |state, price| {
            *state += 0.15 * (price - *state);
            Some(*state)
        })
        .collect();
    let slow: Vec<f64> = prices
        .iter()
        .scan(prices[0], |state, price| {
            *state += 0.07 * (price - *state);
            Some(*state)
        })
        .collect();
    (fast, slow)
}

/// Steps that leave their element out.
#[fuse(loops = 1)]
pub fn counted_steps(xs: &[i64]) -> (Vec<i64>, Vec<u64>) {
    let by_three: Vec<i64> = xs
        .iter()
        .scan(0, |state, _| {
            let now = *state;
            *state += 3;
            Some(now)
        })
        .collect();
    let hashes: Vec<u64> = xs
        .iter()
        .scan(1u64, |state, _| {
            *state = state.wrapping_mul(0x9E37_79B9).rotate_left(7);
            Some(*state)
        })
        .collect();
    (by_three, hashes)
}

/// A running sum that is kept, with what is asked of it.
#[fuse]
pub fn coverage(deltas: &[i32], least: i32) -> (Vec<i32>, i32, i64, usize) {
    let depth: Vec<i32> = deltas
        .iter()
        .scan(0, |sum, d| {
            *sum += d;
            Some(*sum)
        })
        .collect();
    let most = depth.iter().copied().max().unwrap_or(0);
    let total = depth.iter().map(|&d| d as i64).sum::<i64>();
    let covered = depth.iter().filter(|&&d| d >= least).count();
    (depth, most, total, covered)
}

/// The largest and the smallest so far, from a number or not, and states that become no number. Which of two zeros `max` gives is not asked.
#[fuse]
pub fn so_far(xs: &[f64], first: f64) -> (Vec<f64>, f64, Vec<f64>, Vec<u64>) {
    let peaks: Vec<f64> = xs
        .iter()
        .scan(f64::NEG_INFINITY, |peak, &x| {
            *peak = peak.max(x * 0.5);
            Some(*peak + 0.0)
        })
        .collect();
    let falls: Vec<f64> = xs.iter().zip(&peaks).map(|(x, peak)| peak - x).collect();
    let worst = falls.iter().filter(|fall| **fall > 0.0).fold(0.0, |a: f64, b| a.max(*b));
    let low: Vec<f64> = xs
        .iter()
        .scan(first, |low, x| {
            *low = low.min(*x);
            Some(*low + 0.0)
        })
        .collect();
    let lost: Vec<u64> = xs
        .iter()
        .scan(1.0f64, |most, x| {
            if *x > 2.0 {
                *most = f64::NAN;
            }
            *most = f64::max(*most, *x);
            Some(if most.is_nan() { 0 } else { (*most + 0.0).to_bits() })
        })
        .collect();
    (peaks, worst, low, lost)
}

/// Assigned as a part of a pattern, in a loop, and in a branch.
#[fuse]
pub fn so_far_in_branches(xs: &[f64]) -> (Vec<u64>, Vec<f64>) {
    let bits = |x: f64| if x.is_nan() { 7 } else { (x + 0.0).to_bits() };
    let in_a_pattern: Vec<u64> = xs
        .iter()
        .scan(0.5f64, |most, x| {
            let twice;
            (*most, twice) = (*most * x, x + x);
            *most = most.max(twice);
            Some(if most.is_nan() { 7 } else { (*most + 0.0).to_bits() })
        })
        .collect();
    let least: Vec<f64> = xs
        .iter()
        .scan(f64::MAX, |least, x| {
            for by in [0.5, 2.0] {
                if *x < 1e6 {
                    *least = (*least).min(x * by);
                }
            }
            Some(*least + 0.0)
        })
        .collect();
    let sum = in_a_pattern.iter().fold(0u64, |a, b| a.rotate_left(3) ^ b);
    (vec![sum, bits(xs.len() as f64)], least)
}
