//! Chains in statements that stay as they are: arguments, conditions, scrutinees, ways out.

use super::fuse;
use crate::common::tracked::{Tracked, mark};

fn logged<T: Copy>(log: &mut Vec<T>, value: T) -> T {
    log.push(value);
    value
}

fn pair(a: i64, b: usize) -> (i64, usize) {
    (a, b)
}

#[fuse]
pub fn arguments(xs: &[i64]) -> (i64, usize) {
    let least = xs.iter().map(|x| x & 7).fold(0, |a, x| a ^ x);
    pair(
        least ^ xs.iter().map(|x| x & 3).sum::<i64>(),
        xs.iter().filter(|x| **x > least).count() + xs.iter().filter(|x| **x < 0).count(),
    )
}

/// What a call before it does in the same statement, the chain must not see earlier.
#[fuse]
pub fn after_a_call(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut log = vec![1];
    let first: i64 = xs.iter().map(|x| x & 1).sum();
    let both = logged(&mut log, first) + log.iter().map(|x| x & 15).sum::<i64>();
    (log, both)
}

#[fuse]
pub fn pushed(xs: &[i64]) -> Vec<i64> {
    let mut out: Vec<i64> = Vec::new();
    let least = xs.iter().min().copied();
    out.push(xs.iter().map(|x| x & 3).sum::<i64>());
    out.push(out.iter().sum::<i64>());
    out.extend(least);
    out.extend(xs.iter().map(|x| x & 1).collect::<Vec<_>>());
    out
}

#[fuse]
pub fn condition(xs: &[f64]) -> f64 {
    let mean = xs.iter().map(|x| x * 0.5).sum::<f64>();
    if xs.iter().map(|x| x * x).sum::<f64>() > 3.0 {
        mean
    } else if xs.iter().any(|x| x.is_nan()) {
        -1.0
    } else {
        -mean
    }
}

#[fuse]
pub fn scrutinee(xs: &[i64], out: &mut Vec<i64>) -> i64 {
    let sum = xs.iter().map(|x| x & 63).sum::<i64>();
    match xs.iter().copied().filter(|x| x & 1 == 0).max() {
        Some(even) if even > sum => out.push(even),
        Some(_) => out.push(sum),
        None => return sum,
    }
    if let Some(least) = xs.iter().min() {
        out.push(*least);
    }
    let Some(greatest) = xs.iter().max() else {
        return -1;
    };
    *greatest
}

#[fuse]
pub fn question_mark(xs: &[i64]) -> Option<(i64, i64)> {
    let count = xs.iter().filter(|x| **x > 2).count();
    let least = xs.iter().copied().filter(|x| *x > 2).min()?;
    Some((least, count as i64))
}

#[fuse]
pub fn wrapped(xs: &[f64], limit: usize) -> Result<(f64, f64), usize> {
    let negative = xs.iter().filter(|x| **x < 0.0).count();
    if xs.iter().filter(|x| x.is_nan()).count() > limit {
        return Err(negative + xs.iter().filter(|x| **x > 0.0).count());
    }
    Ok((
        xs.iter().map(|x| x.abs()).sum(),
        xs.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    ))
}

pub struct Moments {
    pub sum: f64,
    pub squares: [f64; 2],
}

#[fuse]
fn moments(xs: &[f64]) -> Moments {
    Moments {
        sum: xs.iter().sum(),
        squares: [
            xs.iter().map(|x| x * x).sum::<f64>(),
            xs.iter().map(|x| x + x).sum::<f64>(),
        ],
    }
}

pub fn fields(xs: &[f64]) -> (f64, [f64; 2]) {
    let moments = moments(xs);
    (moments.sum, moments.squares)
}

#[fuse]
pub fn assignments(xs: &[i64]) -> (i64, i64, Vec<i64>) {
    let mut total = 5;
    let mut parts = vec![1, 2];
    total += xs.iter().map(|x| x & total).sum::<i64>();
    let odd = xs.iter().filter(|x| **x & 1 == 1).count();
    parts[odd % 2] = xs.iter().map(|x| x & 1023).sum::<i64>();
    let before = total;
    total = xs.iter().map(|x| x & 3).fold(0, |a, x| a ^ x) + before;
    (total, before, parts)
}

#[fuse]
pub fn header(xs: &[i64]) -> Vec<usize> {
    let zeros = xs.iter().filter(|x| **x == 0).count();
    let mut out = Vec::new();
    for i in 0..xs.iter().filter(|x| **x & 7 == 7).count() {
        out.push(i + zeros);
    }
    out
}

/// What is matched is dropped at the end of the `match`, not of the block.
#[fuse]
pub fn dropped_with_the_match(ys: &[Tracked]) -> usize {
    let n = ys.iter().filter(|y| y.label() & 1 == 0).count();
    match ys
        .iter()
        .map(|y| y.clone())
        .reduce(|a, b| if b.label() > a.label() { b } else { a })
    {
        Some(_) => mark(1001),
        None => mark(1002),
    }
    mark(1003);
    if let Some(_) = ys.iter().map(|y| y.clone()).reduce(|a, _| a) {
        mark(1004);
    }
    mark(1005);
    n
}

struct Equal(Tracked);

impl PartialEq for Equal {
    fn eq(&self, other: &Equal) -> bool {
        self.0.label() == other.0.label()
    }
}

/// A comparison borrows: what it compares is dropped at the end of the statement.
#[fuse]
pub fn dropped_after_comparing(ys: &[Tracked]) -> (bool, usize) {
    let n = ys.iter().filter(|y| y.label() & 1 == 0).count();
    let some = ys
        .iter()
        .map(|y| Equal(y.clone()))
        .reduce(|_, b| b)
        .is_some();
    mark(1001);
    let odd = ys.iter().filter(|y| y.label() & 1 == 1).count();
    let equal = ys.iter().map(|y| Equal(y.clone())).reduce(|_, b| b)
        == ys.first().map(|y| Equal(y.clone()));
    mark(1002);
    (some && equal, n + odd)
}

/// The value of a block gets its type from the function.
#[fuse]
pub fn typed_by_the_context(xs: &[f64], take: bool) -> f64 {
    if take {
        let sum: f64 = xs.iter().sum();
        let _ = sum;
        xs.iter().fold(0.0, |a, x| a.max(*x))
    } else {
        let n = xs.iter().count();
        f64::from(n as u32).min(xs.iter().fold(1.0, |a, x| a.min(*x)))
    }
}

#[fuse]
pub fn labelled(xs: &[i64]) -> i64 {
    let odd = xs.iter().filter(|x| **x & 1 == 1).count();
    let found = 'search: {
        if odd > 3 {
            let sum: i64 = xs.iter().map(|x| x & 3).sum();
            break 'search sum ^ xs.iter().map(|x| x & 12).sum::<i64>();
        }
        xs.iter().map(|x| x & 1).sum::<i64>()
    };
    found
}

#[fuse]
pub fn shadowed(xs: &[i64]) -> (i64, Vec<i64>) {
    let Some(sum) = xs.iter().map(|x| x & 3).reduce(|a, b| a ^ b) else {
        return (0, Vec::new());
    };
    let xs: Vec<i64> = xs.iter().map(|x| x ^ sum).collect();
    let xs = hidden(
        xs.iter().map(|x| x & 1).sum::<i64>(),
        xs.iter().map(|x| x & 2).collect::<Vec<_>>(),
    );
    (sum, xs)
}

fn hidden(first: i64, mut rest: Vec<i64>) -> Vec<i64> {
    rest.push(first);
    rest
}

/// What may be crossed: branches, elements, references, closures.
#[fuse]
pub fn crossed(xs: &[i64], ys: Vec<i64>) -> (i64, i64, i64, Vec<i64>) {
    let sum: i64 = xs.iter().map(|x| x & 7).sum();
    let n = xs.len();
    let first = if n > 0 { xs[0] } else { -1 };
    let sign = match first.signum() {
        -1 => 3,
        0 => 2,
        _ => 1,
    };
    let half = &xs[n / 2..];
    let mask = |x: &i64| (x & 15) ^ sign;
    let masked: i64 = xs.iter().map(mask).fold(0, |a, x| a ^ x);
    let rest: i64 = half.iter().map(|x| x & 3).sum();
    let label = |k: usize| (ys.len() + k) as i64;
    let shifted: Vec<i64> = half.iter().map(|x| x & sign).collect();
    (sum + label(n), masked, rest, shifted)
}

/// The closure moves what the chain before it reads.
#[fuse]
pub fn closure_that_moves(xs: &[i64], ys: Vec<i64>) -> (i64, i64, usize) {
    let sum: i64 = ys.iter().map(|y| y & 7).sum();
    let owned = move || ys.len();
    let other: i64 = xs.iter().map(|x| x & 3).sum();
    (sum, other, owned())
}

/// An index that is out of bounds panics, whether or not a chain was to run before.
#[fuse]
pub fn panicking_index(xs: &[i64]) -> (i64, i64) {
    let least: i64 = xs.iter().map(|x| x & 7).sum();
    let third = xs[2];
    let most: i64 = xs.iter().map(|x| x & third).sum();
    (least, most)
}

/// Iterators that are bound first and consumed later.
#[fuse]
pub fn bound_first(xs: &[i64]) -> (i64, i64, Vec<i64>, i64) {
    let masked = xs.iter().map(|x| x & 7);
    let odd = xs.iter().filter(|x| **x & 1 == 1);
    let sum: i64 = masked.sum();
    let pairs = xs.iter().map(|x| x & 3);
    let many: Vec<i64> = odd.copied().collect();
    let products: i64 = xs.iter().zip(pairs).map(|(a, b)| a & b).sum();
    let mut seen = 0;
    let late = xs.iter().map(|x| x & 1);
    for x in late {
        seen += x;
    }
    (sum, products, many, seen)
}

/// What an iterator copied is assigned before it is consumed; what it borrowed cannot be.
#[fuse]
pub fn bound_before_a_change(xs: &[i64]) -> (i64, i64, i64) {
    let mut k = 3;
    let masked = xs.iter().map(move |x| x & k);
    k = 5;
    let sum: i64 = masked.sum();
    let other: i64 = xs.iter().map(|x| x & k).sum();
    let mut n = xs.len();
    let some = xs.iter().take(n / 2);
    n += 1;
    let half: i64 = some.map(|x| x & 1).sum();
    (sum + n as i64, other, half)
}

/// The name that the iterator mentions means something else where it is consumed.
#[fuse]
pub fn bound_before_a_shadow(xs: &[i64]) -> (i64, i64) {
    let k = 3;
    let masked = xs.iter().map(|x| x & k);
    let k = xs.iter().map(|x| x & 1).sum::<i64>();
    let inner = match k {
        k if k > 2 => 1,
        _ => 0,
    };
    (masked.sum::<i64>() + inner, k)
}

/// Consumed once, or not at all, or in another place.
#[fuse]
pub fn bound_and_perhaps_consumed(xs: &[i64], all: bool) -> (i64, usize) {
    let sum: i64 = xs.iter().map(|x| x & 7).sum();
    let odd = xs.iter().filter(|x| **x & 1 == 1);
    let even = xs.iter().filter(|x| **x & 1 == 0);
    let n = if all { odd.count() } else { 0 };
    let again = even.clone().count() + even.count();
    (
        sum + i64::from(all && xs.iter().any(|x| *x == 0)),
        n + again,
    )
}

fn kept<T>(value: T) -> T {
    value
}

/// What is read before an array is changed in place, through other names too, and behind it.
#[fuse]
pub fn around_a_change(xs: &mut [i64]) -> (i64, i64, i64, usize) {
    let some = &xs[xs.len() / 2..];
    let before: i64 = some.iter().map(|x| x & 7).sum();
    let odd = xs.iter().filter(|x| **x & 1 == 1).count();
    for x in xs.iter_mut() {
        *x ^= 1;
    }
    let rest = &xs[xs.len() / 2..];
    let after = kept(rest.iter().map(|x| x & 7).sum::<i64>());
    for x in xs.iter_mut() {
        *x &= 63;
    }
    let last = kept(xs.iter().map(|x| x & 15).sum::<i64>());
    let mut seen = 0;
    for x in xs.iter() {
        seen ^= x;
    }
    if xs.iter().map(|x| x & seen).sum::<i64>() > seen {
        seen += 1;
    }
    (before, after, last ^ seen, odd)
}
