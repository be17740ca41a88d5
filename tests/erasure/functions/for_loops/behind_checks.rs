//! Loops over structs and texts behind a loop that may leave, and texts that are taken apart before one.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use std::cell::Cell;

/// A row of a file.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// If it has one.
    pub weight: Option<f64>,
    /// How much.
    pub amount: f64,
}

/// What counts how often it was looked at.
#[derive(Clone, Debug)]
pub struct Looked {
    /// How often.
    pub times: Cell<i64>,
    /// At what.
    pub at: i64,
}

impl Looked {
    fn look(&self) -> i64 {
        self.times.set(self.times.get() + self.at);
        self.times.get()
    }
}

#[fuse]
pub fn rows(rows: &[Row]) -> Result<(f64, usize, f64), usize> {
    for (at, row) in rows.iter().enumerate() {
        if row.amount > 90.0 {
            return Err(at);
        }
    }
    let mut sum = 0.0;
    for row in rows {
        sum += row.amount;
    }
    let named = rows.iter().filter(|row| !row.name.is_empty()).count();
    let weights: f64 = rows.iter().map(|row| row.weight.unwrap_or(1.0)).sum();
    Ok((sum, named, weights))
}

#[fuse]
pub fn rows_of_a_reference(rows: &Vec<Row>, most: &f64) -> Option<(f64, Vec<f64>)> {
    for row in rows {
        if row.amount > *most {
            return None;
        }
    }
    let mut amounts = Vec::new();
    for row in rows.iter() {
        amounts.push(row.amount * 2.0);
    }
    let first = rows.iter().map(|row| row.amount).sum::<f64>();
    Some((first, amounts))
}

/// Cells may change on the way.
#[fuse]
pub fn looked_at(all: &[Looked]) -> Result<(i64, i64), i64> {
    for one in all {
        if one.look() > 300 {
            return Err(one.times.get());
        }
    }
    let mut sum = 0i64;
    for one in all {
        sum ^= one.times.get();
    }
    let at = all.iter().map(|one| one.at).fold(0i64, |a, b| a ^ b);
    Ok((sum, at))
}

#[fuse]
pub fn fields(line: &str) -> Result<(f64, usize), std::num::ParseFloatError> {
    let fields: Vec<&str> = line.split(',').map(str::trim).filter(|s| !s.is_empty()).collect();
    let mut values = Vec::new();
    for field in &fields {
        let value: f64 = field.parse()?;
        if value < 0.0 {
            return Ok((value, 0));
        }
        values.push(value);
    }
    let mut sum = 0.0;
    for value in &values {
        sum += value;
    }
    Ok((sum, values.len()))
}

#[fuse]
pub fn lengths(text: &str, by: char) -> Option<(usize, usize, Vec<usize>)> {
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches('.')).collect();
    for word in &words {
        if word.contains(by) {
            return None;
        }
    }
    let long = words.iter().filter(|word| word.starts_with("a") || word.ends_with('e')).count();
    let lengths: Vec<usize> = words.iter().map(|word| word.len()).collect();
    let all = text.chars().filter(|c| c.is_alphabetic()).count();
    Some((long, all, lengths))
}

/// `windows` of none, and parts of a text at a place that is none, panic.
#[fuse]
pub fn that_panic(xs: &[i64], text: &str, at: usize) -> Result<(usize, usize), i64> {
    for &x in xs {
        if x > 50 {
            return Err(x);
        }
    }
    let pairs = xs.windows(0).count();
    let halves = text.lines().map(|line| line.split_at(at).0.len()).sum::<usize>();
    Ok((pairs, halves))
}

#[fuse]
pub fn halves(xs: &[i64], text: &str, at: usize) -> Result<usize, i64> {
    for line in text.lines() {
        if line == "-" {
            return Err(0);
        }
    }
    let halves = text.lines().map(|line| line.split_at(at).0.len()).sum::<usize>();
    let repeated = xs.iter().map(|x| "ab".repeat(usize::try_from(*x % 3).unwrap_or(0)).len()).sum::<usize>();
    Ok(halves + repeated)
}
