//! Programs of rayon's as people write them. Integers and what is collected are equal to the bit.

use super::fuse;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Particles as a structure with fields that chains read through `self`.
pub struct Particles {
    pub positions: Vec<i64>,
    pub masses: Vec<i64>,
    pub scale: i64,
}

impl Particles {
    pub fn new(xs: &[i64]) -> Self {
        Particles {
            positions: xs.to_vec(),
            masses: xs.iter().map(|x| x % 9).collect(),
            scale: 3,
        }
    }

    #[fuse]
    pub fn moments(&self) -> (i64, i64, i64) {
        let total: i64 = self.masses.par_iter().sum();
        let weighted: i64 = self
            .positions
            .par_iter()
            .zip(self.masses.par_iter())
            .map(|(position, mass)| (position % 1000) * mass * self.scale)
            .sum();
        let far = self.positions.par_iter().filter(|x| x.abs() > 500).count() as i64;
        (total, weighted, far)
    }

    #[fuse]
    pub fn advance(&mut self, by: i64) -> (i64, usize) {
        self.positions.par_iter_mut().for_each(|x| *x = (*x % 1000) + by);
        let scale = self.scale;
        self.positions
            .par_iter_mut()
            .zip(&self.masses)
            .for_each(|(x, mass)| *x += mass * scale);
        let most: i64 = self.positions.par_iter().map(|x| x % 77).sum();
        (most, self.positions.par_iter().filter(|x| **x % 2 == 0).count())
    }

    #[fuse]
    pub fn kept(&self, least: i64) -> Vec<&i64> {
        let kept: Vec<&i64> = self.positions.par_iter().filter(|x| **x >= least).collect();
        let other = self.masses.par_iter().filter(|mass| **mass >= least).count();
        assert!(other <= self.masses.len());
        kept
    }
}

#[fuse]
pub fn struct_fields(xs: &[i64]) -> (i64, i64, Option<(i64, i64)>) {
    #[derive(Clone, Copy)]
    struct Point {
        x: i64,
        y: i64,
    }
    let points: Vec<Point> = xs
        .par_iter()
        .enumerate()
        .map(|(index, x)| Point { x: x % 100, y: index as i64 % 50 })
        .collect();
    let east: i64 = points.par_iter().map(|point| point.x).sum();
    let inner: i64 = points.par_iter().map(|p| p.x * p.y).sum();
    let best = points.par_iter().max_by_key(|p| (p.x, p.y)).map(|p| (p.x, p.y));
    (east, inner, best)
}

/// Results, options, and other collections.
#[fuse]
pub fn collections(
    xs: &[i64],
) -> (Result<Vec<i64>, String>, Option<Vec<i64>>, HashSet<i64>, BTreeMap<i64, i64>, String) {
    let checked: Result<Vec<i64>, String> = xs
        .par_iter()
        .map(|x| if *x < 900 { Ok(x % 10) } else { Err("large".to_string()) })
        .collect();
    let options: Option<Vec<i64>> = xs.par_iter().map(|x| x.checked_add(1)).collect();
    let set: HashSet<i64> = xs.par_iter().map(|x| x % 100).collect();
    let map: BTreeMap<i64, i64> = xs.par_iter().map(|x| (x % 100, x % 100 + 1)).collect();
    let text: String = xs.par_iter().take(30).map(|x| format!("{x};")).collect();
    (checked, options, set, map, text)
}

#[fuse]
pub fn atomics(xs: &[i64]) -> (usize, usize, Vec<i64>) {
    let counter = AtomicUsize::new(0);
    xs.par_iter().for_each(|x| {
        if *x > 10 {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    });
    let before = counter.load(Ordering::Relaxed);
    let odd = xs.par_iter().filter(|x| *x % 2 != 0).count();
    let seen = Mutex::new(Vec::new());
    xs.par_iter().for_each(|x| seen.lock().unwrap().push(*x));
    let mut seen = seen.into_inner().unwrap();
    seen.par_sort_unstable();
    (before, odd, seen)
}

#[fuse]
pub fn flat(xs: &[i64], ys: &[i64]) -> (i64, Vec<i64>, usize) {
    let ys = &ys[..ys.len().min(4)];
    let sum: i64 = xs.par_iter().flat_map_iter(|x| ys.iter().map(move |y| (x % 7) * (y % 7))).sum();
    let flat: Vec<i64> = xs.par_iter().flat_map(|x| vec![x % 5, x % 3]).collect();
    let count = xs.par_iter().flat_map(|x| ys.par_iter().map(move |y| x ^ y)).filter(|z| z % 2 == 0).count();
    (sum, flat, count)
}

#[fuse]
pub fn pieces(xs: &[i64]) -> (Vec<i64>, i64, i64, usize) {
    let sums: Vec<i64> = xs.par_chunks(7).map(|chunk| chunk.iter().map(|x| x % 100).sum::<i64>()).collect();
    let most = sums.par_iter().copied().max().unwrap_or(0);
    let rising: i64 = xs.par_windows(2).filter(|w| w[0] < w[1]).count() as i64;
    let steps: i64 = xs.par_windows(2).map(|w| (w[1] % 100) - (w[0] % 100)).sum();
    let exact = xs.par_chunks_exact(3).filter(|c| c[0] == c[2]).count();
    (sums, most + rising, steps, exact)
}

#[fuse]
pub fn by_value(xs: &[i64]) -> (Vec<String>, usize, i64) {
    let texts: Vec<String> = xs.par_iter().map(|x| x.to_string()).collect();
    let longest = texts.par_iter().map(String::len).max().unwrap_or_default();
    let upper: Vec<String> = texts.into_par_iter().map(|text| text + "!").collect();
    let sum: i64 = xs.to_vec().into_par_iter().map(|x| x % 3).sum();
    (upper, longest, sum)
}

#[fuse]
pub fn references<'a>(xs: &'a [i64], ys: &'a Vec<i64>) -> (i64, i64, Option<&'a i64>, Vec<(&'a i64, &'a i64)>) {
    let sum: i64 = xs.par_iter().map(|x| *x % 10).sum();
    let other: i64 = ys.par_iter().sum::<i64>() + ys.par_iter().map(|y| y * 2).sum::<i64>();
    let greatest = ys.par_iter().max();
    let pairs: Vec<(&i64, &i64)> = xs.par_iter().zip(ys.par_iter()).filter(|(x, y)| x < y).collect();
    (sum, other, greatest, pairs)
}

#[fuse]
pub fn map_reduce(xs: &[i64]) -> ((i64, i64), HashMap<i64, usize>, i64) {
    let both = xs
        .par_iter()
        .map(|x| (x % 100, 1))
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let histogram = xs
        .par_iter()
        .fold(HashMap::new, |mut map: HashMap<i64, usize>, x| {
            *map.entry(x % 10).or_default() += 1;
            map
        })
        .reduce(HashMap::new, |mut left, right| {
            for (key, count) in right {
                *left.entry(key).or_default() += count;
            }
            left
        });
    let folded = xs.par_iter().fold(|| 0i64, |acc, x| acc + x % 3).sum::<i64>();
    (both, histogram, folded)
}

#[fuse]
pub fn finds(xs: &[i64]) -> (bool, bool, Option<&i64>, Option<usize>, Option<i64>) {
    let positive = xs.par_iter().all(|x| *x >= 0);
    let big = xs.par_iter().any(|x| *x > 990);
    let first = xs.par_iter().find_first(|x| **x % 7 == 3);
    let place = xs.par_iter().position_first(|x| *x == 5);
    let mapped = xs.par_iter().find_map_first(|x| if x % 11 == 1 { Some(x.wrapping_mul(2)) } else { None });
    (positive, big, first, place, mapped)
}

#[fuse]
pub fn captures(xs: &[i64], table: &HashMap<i64, i64>, factor: &i64) -> (i64, Vec<i64>, usize) {
    let offset = 5;
    let names = ["a", "bb", "ccc"];
    let weight = |x: i64| x * factor + offset;
    let sum: i64 = xs.par_iter().map(|x| weight(x % 10)).sum();
    let looked: Vec<i64> = xs.par_iter().filter_map(|x| table.get(&(x % 10)).copied()).collect();
    let letters: usize = xs.par_iter().map(|x| names[(x & 1) as usize].len()).sum();
    (sum, looked, letters)
}

#[fuse]
pub fn move_closures(xs: &[i64], factor: i64) -> (i64, Vec<i64>, i64) {
    let sum: i64 = xs.par_iter().map(move |x| (x % 10) * factor).sum();
    let ys: Vec<i64> = xs.par_iter().map(move |&x| x % 10 + factor).collect();
    let zs: i64 = ys.par_iter().copied().map(i64::abs).sum();
    (sum, ys, zs)
}

pub fn score(x: &i64) -> i64 {
    (x % 31).pow(2)
}

#[fuse]
pub fn functions(xs: &[i64]) -> (Vec<i64>, i64, Option<i64>) {
    let scores: Vec<i64> = xs.par_iter().map(score).collect();
    let total = scores.par_iter().sum::<i64>();
    let best = xs.par_iter().map(score).max();
    (scores, total, best)
}

#[fuse]
pub fn in_loops(xs: &[i64], rounds: usize) -> Vec<i64> {
    let mut state: Vec<i64> = xs.par_iter().map(|x| x % 100).collect();
    for round in 0..rounds {
        let shift = round as i64;
        let most = state.par_iter().copied().max().unwrap_or(0);
        let least = state.par_iter().copied().min().unwrap_or(0);
        let next: Vec<i64> = state.par_iter().map(|x| (x + shift) * 2 - most + least).collect();
        state = next;
        state.par_iter_mut().enumerate().for_each(|(i, x)| *x = (*x + i as i64) % 100);
    }
    state
}

#[fuse]
pub fn matrix(xs: &[i64], width: usize) -> (Vec<i64>, Vec<i64>, i64) {
    let rows: Vec<&[i64]> = xs.chunks(width + 1).collect();
    let sums: Vec<i64> = rows.par_iter().map(|row| row.iter().map(|x| x % 50).sum()).collect();
    let maxima: Vec<i64> = rows.par_iter().map(|row| row.iter().copied().max().unwrap_or(0)).collect();
    let n = rows.len();
    let trace: i64 = (0..n).into_par_iter().map(|i| rows[i].first().map_or(0, |x| x % 9)).sum();
    (sums, maxima, trace)
}

#[fuse]
pub fn sieve(n: usize) -> (usize, Vec<usize>, u64) {
    let is_prime = |k: usize| k > 1 && (2..).take_while(|d| d * d <= k).all(|d| k % d != 0);
    let count = (0..n).into_par_iter().filter(|&k| is_prime(k)).count();
    let primes: Vec<usize> = (0..n).into_par_iter().filter(|&k| is_prime(k)).collect();
    let sum: u64 = (1..=n as u64).into_par_iter().map(|k| k * k).sum();
    (count, primes, sum)
}

#[fuse]
pub fn words(texts: &[String]) -> (usize, Vec<String>, Option<&String>, usize) {
    let letters: usize = texts.par_iter().map(|text| text.chars().count()).sum();
    let upper: Vec<String> = texts.par_iter().map(|text| text.to_uppercase()).collect();
    let longest = texts.par_iter().max_by_key(|text| text.len());
    let threes = texts.par_iter().filter(|text| text.contains('3')).count();
    (letters, upper, longest, threes)
}

#[fuse]
pub fn option_chain(xs: &[i64]) -> Option<i64> {
    let least = xs.par_iter().min()?;
    let most = xs.par_iter().max()?;
    let middle = (least / 2) + (most / 2);
    let below = xs.par_iter().filter(|x| **x < middle).count();
    let above = xs.par_iter().filter(|x| **x > middle).count();
    Some(middle ^ (below as i64) ^ (above as i64))
}

#[fuse]
pub fn result_chain(texts: &[String]) -> Result<i64, std::num::ParseIntError> {
    let numbers = texts
        .par_iter()
        .map(|text| text.parse::<i64>())
        .collect::<Result<Vec<_>, _>>()?;
    let sum: i64 = numbers.par_iter().map(|x| x % 10).sum();
    let most: Option<i64> = numbers.par_iter().copied().max();
    Ok(sum + most.unwrap_or(0) % 10)
}

#[fuse]
pub fn generic_work<T, F>(xs: &[T], work: F) -> (Vec<i64>, i64)
where
    T: Sync,
    F: Fn(&T) -> i64 + Sync,
{
    let all: Vec<i64> = xs.par_iter().map(|x| work(x)).collect();
    let sum: i64 = xs.par_iter().map(|x| work(x) % 5).sum();
    (all, sum)
}

#[fuse]
pub fn joined(xs: &[i64]) -> (i64, i64) {
    let (left, right) = xs.split_at(xs.len() / 2);
    let (a, b) = rayon::join(
        || left.par_iter().map(|x| x % 10).sum::<i64>(),
        || {
            let sum: i64 = right.par_iter().map(|x| x % 10).sum();
            let odd = right.par_iter().filter(|x| *x % 2 != 0).count();
            sum + odd as i64
        },
    );
    (a, b)
}

#[fuse]
pub fn tuples(pairs: &[(i64, String)]) -> (i64, Vec<&str>, Vec<i64>, Vec<usize>) {
    let sum: i64 = pairs.par_iter().map(|(number, _)| number % 10).sum();
    let names: Vec<&str> = pairs.par_iter().map(|(_, name)| name.as_str()).collect();
    let (numbers, lengths): (Vec<i64>, Vec<usize>) =
        pairs.par_iter().map(|(number, name)| (*number, name.len())).unzip();
    (sum, names, numbers, lengths)
}

#[fuse]
pub fn inferred(xs: &[i64]) -> i64 {
    let doubled: Vec<_> = xs.par_iter().map(|&x| (x % 100) * 2).collect();
    let halves = xs.par_iter().map(|&x| (x % 100) / 2).collect::<Vec<_>>();
    let total: i64 = doubled.par_iter().zip(halves.par_iter()).map(|(a, b)| a - b).sum();
    let most = doubled.par_iter().max().copied().unwrap_or(0);
    total + most + halves.len() as i64
}

#[fuse]
pub fn rest(xs: &[i64]) -> (Vec<i64>, i64, Vec<Vec<i64>>, i64) {
    let backwards: Vec<i64> = xs.par_iter().rev().copied().collect();
    let skipped: i64 = xs.par_iter().skip(2).step_by(3).map(|x| x % 10).sum();
    let chunks: Vec<Vec<i64>> = xs.par_iter().copied().chunks(4).collect();
    let chained: i64 = xs.par_iter().chain(xs.par_iter()).map(|x| x % 10).sum();
    (backwards, skipped, chunks, chained)
}

/// A closure that takes a parameter by pattern, nested data, early `return` behind.
#[fuse]
pub fn nested_data(rows: &[Vec<i64>]) -> Result<(i64, Vec<usize>), String> {
    if rows.par_iter().any(|row| row.len() > 1_000_000) {
        return Err("too long".into());
    }
    let lengths: Vec<usize> = rows.par_iter().map(Vec::len).collect();
    let total: i64 = rows
        .par_iter()
        .map(|row| {
            let mut sum = 0;
            for x in row {
                if *x < 0 {
                    continue;
                }
                sum += x % 10;
            }
            sum
        })
        .sum();
    Ok((total, lengths))
}

#[fuse]
pub fn comparisons(xs: &[i64]) -> (Option<(usize, &i64)>, Option<i64>, Option<&i64>) {
    let best = xs.par_iter().enumerate().max_by(|(_, a), (_, b)| (*a % 50).cmp(&(*b % 50)));
    let least = xs.par_iter().map(|x| x.rotate_left(7)).min_by_key(|x| x.abs_diff(3));
    let by = xs.par_iter().min_by(|a, b| b.cmp(a));
    (best, least, by)
}

#[fuse]
pub fn shadows(xs: Vec<i64>) -> (Vec<i64>, usize) {
    let xs: Vec<i64> = xs.into_par_iter().map(|x| x % 50).collect();
    let xs: Vec<i64> = xs.into_par_iter().filter(|x| *x > 0).collect();
    let n = xs.par_iter().filter(|x| **x > 25).count();
    (xs, n)
}

#[fuse]
pub fn mixed(xs: &[i64]) -> (i64, i64, Vec<i64>, i64) {
    let evens: Vec<i64> = xs.par_iter().copied().filter(|x| x % 2 == 0).collect();
    let sum: i64 = evens.iter().map(|x| x % 10).sum();
    let squares: Vec<i64> = xs.iter().map(|x| (x % 10) * (x % 10)).collect();
    let total: i64 = squares.par_iter().sum();
    let both: Vec<i64> = squares.par_iter().zip(xs).map(|(a, b)| a ^ b).collect();
    let last: i64 = both.iter().zip(&squares).map(|(a, b)| (a % 5) + b).sum();
    (sum, total, both, last)
}

/// Many ranges of pieces, of what is given away, and of folds.
#[fuse]
pub fn many_ranges(xs: &[i64], texts: Vec<String>) -> (Vec<i64>, i64, i64, Vec<String>, usize, Vec<i64>) {
    let sums: Vec<i64> = xs.par_chunks(3).with_min_len(2).map(|c| c.iter().map(|x| x % 10).sum::<i64>()).collect();
    let firsts: i64 = xs.par_chunks(3).map(|c| c[0] % 10).sum();
    let steps: i64 = xs.par_windows(4).with_min_len(5).map(|w| w[3] % 10 - w[0] % 10).sum();
    let long: Vec<String> =
        texts.into_par_iter().with_min_len(2).map(|text| text + "?").filter(|text| text.len() > 3).collect();
    let letters = xs
        .par_iter()
        .with_min_len(4)
        .fold(|| 0, |sum, x| sum + (x % 7) as usize % 3)
        .reduce(|| 0, |a, b| a + b);
    let even = xs
        .par_iter()
        .fold(Vec::new, |mut kept, x| {
            if x % 2 == 0 {
                kept.push(*x);
            }
            kept
        })
        .reduce(Vec::new, |mut left, mut right| {
            left.append(&mut right);
            left
        });
    (sums, firsts, steps, long, letters, even)
}

/// An array that is made, read, and emptied.
#[fuse]
pub fn emptied(xs: &[i64]) -> (Vec<i64>, Vec<String>, usize) {
    let halves: Vec<i64> = xs.par_iter().with_min_len(3).map(|x| x / 2).collect();
    let odd: Vec<i64> = halves.into_par_iter().filter(|x| x % 2 != 0).collect();
    let texts: Vec<String> = xs.par_iter().map(|x| format!("{x}")).collect();
    let twice: Vec<String> = texts.into_par_iter().with_min_len(2).map(|text| text.clone() + &text).collect();
    let letters = twice.par_iter().map(|text| text.len()).sum();
    (odd, twice, letters)
}

/// What a filter kept is counted: a range does not know how much those before it keep.
#[fuse]
pub fn numbered(xs: &[i64]) -> (Vec<i64>, Vec<(usize, i64)>, usize) {
    let kept: Vec<i64> = xs.par_iter().copied().filter(|x| x % 3 != 0).collect();
    let numbered: Vec<(usize, i64)> = kept
        .par_iter()
        .with_min_len(3)
        .map(|x| x ^ 1)
        .enumerate()
        .collect();
    let places: usize = numbered.par_iter().map(|(place, _)| *place).sum();
    (kept, numbered, places)
}
