//! Questions about arrays that are made here: the loop that makes them answers.

use super::fuse;
use std::cell::Cell;

#[fuse(loops = 1)]
pub fn of_lengths(rows: &[Vec<i64>]) -> (Vec<usize>, bool, bool) {
    let lengths: Vec<usize> = rows.iter().map(|r| r.len()).collect();
    let empty = lengths.iter().any(|n| *n == 0);
    let long = lengths.iter().all(|n| *n > 2);
    (lengths, empty, long)
}

#[fuse(loops = 1)]
pub fn left_early(rows: &[Vec<i64>]) -> Option<Vec<usize>> {
    let lengths: Vec<usize> = rows.iter().map(|r| r.len()).collect();
    if lengths.iter().any(|n| *n == 7) {
        return None;
    }
    Some(lengths)
}

/// No element is asked about behind the one that decides.
#[fuse]
pub fn each_once(xs: &[i64]) -> (Vec<String>, bool, usize) {
    let calls = Cell::new(0);
    let texts: Vec<String> = xs.iter().map(|x| x.to_string()).collect();
    let found = texts.iter().any(|t| {
        calls.set(calls.get() + 1);
        t.len() > 2
    });
    (texts, found, calls.get())
}

/// A test that would fail behind the element that decides is not asked.
#[fuse]
pub fn may_fail(xs: &[i64]) -> (Vec<i64>, bool) {
    let halves: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    let found = halves
        .iter()
        .any(|h| *h == 0 || 10 / h > 1 && 7 / (h - 3) == 1);
    (halves, found)
}

#[fuse(loops = 1)]
pub fn of_texts(words: &[String]) -> (usize, bool) {
    let parts: Vec<&str> = words.iter().map(|w| w.trim()).collect();
    let all = parts.iter().all(|p| p.len() < 4 || p.starts_with('a'));
    let longest = parts.iter().map(|p| p.len()).max().unwrap_or(0);
    (longest, all)
}

/// The array has the name of what it was made of.
#[fuse]
pub fn shadowed_and_taken(xs: Vec<Option<u32>>) -> (Vec<u32>, usize, bool) {
    let xs: Vec<u32> = xs.into_iter().map(|x| x.unwrap_or(3)).collect();
    let large = xs.iter().filter(|x| **x > 9).count();
    let odd = xs.iter().any(|x| x % 2 == 1);
    (xs, large, odd)
}

/// Numbers that are kept nowhere.
#[fuse(loops = 1)]
pub fn of_numbers(xs: &[i64]) -> (i64, usize, bool, bool) {
    let folded: Vec<i64> = xs.iter().map(|x| x.rotate_left(3) ^ 5).collect();
    let mixed = folded.iter().fold(0, |a, x| a ^ x);
    let odd = folded.iter().filter(|x| **x & 1 == 1).count();
    let found = folded.iter().any(|x| *x == 45);
    let all = folded.iter().copied().all(|x| x < 1000 && x > -1000);
    (mixed, odd, found, all)
}

/// Floats, in order, with a way out behind.
#[fuse]
pub fn of_floats(xs: &[f64]) -> Result<(f64, f64), &'static str> {
    let scaled: Vec<f64> = xs.iter().map(|x| x * 0.5 - 1.0).collect();
    let sum: f64 = scaled.iter().sum();
    let high = scaled.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if scaled.iter().any(|s| s.is_nan()) {
        return Err("no number");
    }
    if !scaled.iter().all(|s| s.abs() < 1e12) {
        return Err("too large");
    }
    Ok((sum, high))
}

/// A test that would fail behind the element that decides, of numbers that are kept nowhere; and what makes them may fail behind it.
#[fuse]
pub fn of_numbers_may_fail(xs: &[i64]) -> (i64, bool) {
    let halves: Vec<i64> = xs.iter().map(|x| 1000 / (x - 7)).collect();
    let sum: i64 = halves.iter().map(|h| h & 15).sum();
    let found = halves.iter().any(|h| *h == 0 || 10 / h > 1 && 7 / (h - 3) == 1);
    (sum, found)
}
