//! Arrays that are collected as long as no element fails.
//! `tests/SAFETY.md` names the rule that each function shows.

use super::super::fuse;
use std::num::ParseFloatError;

/// What is read behind it is made in its loop.
#[fuse]
pub fn mean(text: &str) -> Result<f64, ParseFloatError> {
    let numbers = text
        .split(',')
        .map(|word| word.trim().parse::<f64>())
        .collect::<Result<Vec<_>, _>>()?;
    let sum: f64 = numbers.iter().sum();
    Ok(sum / numbers.len() as f64)
}

/// The error is another type, and the array is kept.
#[fuse]
pub fn kept(text: &str) -> Result<(Vec<f64>, f64), Box<dyn std::error::Error>> {
    let numbers: Vec<f64> = text
        .split(',')
        .map(|word| word.trim().parse::<f64>())
        .collect::<Result<_, _>>()?;
    let most = *numbers
        .iter()
        .max_by(|a, b| a.total_cmp(b))
        .ok_or("nothing")?;
    Ok((numbers, most))
}

/// What each element does beside is done until the first that fails.
#[fuse]
pub fn until_it_fails(xs: &[i64], log: &mut Vec<i64>) -> Option<(usize, Vec<i64>)> {
    let kept = xs
        .iter()
        .map(|x| {
            log.push(*x);
            (x % 7 != 3).then_some(x ^ 1)
        })
        .collect::<Option<Vec<i64>>>()?;
    let odd = kept.iter().filter(|x| **x % 2 != 0).count();
    Some((odd, kept))
}

/// A sum that overflows does so behind the last element, not before one that fails.
#[fuse]
pub fn overflows(xs: &[i64]) -> Result<i64, String> {
    let checked = |x: &i64| {
        if *x == 13 { Err(format!("{x}")) } else { Ok(*x) }
    };
    let numbers: Vec<i64> = xs.iter().map(checked).collect::<Result<Vec<i64>, String>>()?;
    Ok(numbers.iter().sum())
}

/// What panics in a later reader panics behind the last element.
#[fuse]
pub fn divides(xs: &[i64], by: i64) -> Result<Vec<i64>, i64> {
    let numbers: Vec<i64> = xs
        .iter()
        .map(|x| if *x == 5 { Err(*x) } else { Ok(*x) })
        .collect::<Result<_, _>>()?;
    let parts = numbers.iter().map(|x| x.wrapping_add(1) / by).collect();
    Ok(parts)
}

/// Elements with a destructor are collected as written.
#[fuse]
pub fn words(text: &str) -> Result<(usize, Vec<String>), String> {
    let words: Vec<String> = text
        .split(',')
        .map(|word| if word.is_empty() { Err(word.to_owned()) } else { Ok(word.to_owned()) })
        .collect::<Result<Vec<String>, String>>()?;
    let long = words.iter().map(|word| word.len()).sum();
    Ok((long, words))
}

/// In a closure the question leaves the closure.
#[fuse]
pub fn in_a_closure(rows: &[&str]) -> Vec<Option<f64>> {
    rows.iter()
        .map(|row| {
            let numbers: Vec<f64> = row
                .split(',')
                .map(|word| word.trim().parse::<f64>().ok())
                .collect::<Option<Vec<f64>>>()?;
            let sum: f64 = numbers.iter().sum();
            let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            Some(sum - least)
        })
        .collect()
}

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

mod errors {
    pub type Result<T> = std::result::Result<T, std::num::ParseFloatError>;
}

/// What is parsed follows from what is collected.
#[fuse]
pub fn inferred(text: &str) -> Outcome<(f64, f32, usize)> {
    let doubles = text.split(',').map(|word| word.trim().parse()).collect::<Result<Vec<f64>, _>>()?;
    let singles: Vec<f32> = text.split(',').map(|word| word.trim().parse()).collect::<errors::Result<_>>()?;
    let sum: f64 = doubles.iter().sum();
    let most = singles.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let many = text.split(',').map(str::len).collect::<Vec<_>>();
    Ok((sum, most, many.iter().filter(|n| **n > 1).count()))
}
