//! `for` loops and `for_each` that add up, count and push.

use super::fuse;
use std::cmp::{self, min};

#[fuse(loops = 1)]
pub fn two_sums(xs: &[f64]) -> (f64, f64) {
    let mut sum = 0.0;
    for x in xs {
        sum += x;
    }
    let mut squares = 0.0;
    for x in xs.iter() {
        squares += x * x;
    }
    (sum, squares)
}

#[fuse(loops = 1)]
pub fn beside_chains(xs: &[i64]) -> (i64, usize, Vec<i64>) {
    let total: i64 = xs.iter().map(|x| x & 7).sum();
    let mut odd = 0;
    for &x in xs {
        if x % 2 != 0 {
            odd += 1;
        }
    }
    let kept: Vec<i64> = xs.iter().copied().filter(|x| *x > 0).collect();
    (total, odd, kept)
}

/// The second loop needs what the first leaves.
#[fuse(loops = 2)]
pub fn mean_and_deviation(xs: &[f64]) -> (f64, f64, f64) {
    let mut sum = 0.0;
    for x in xs {
        sum += *x;
    }
    let mut largest = f64::MIN;
    for x in xs {
        if *x > largest {
            largest = *x;
        }
    }
    let mean = sum / xs.len() as f64;
    let mut spread = 0.0;
    for x in xs {
        spread += (x - mean) * (x - mean);
    }
    (mean, spread, largest)
}

/// The body reads what it writes.
#[fuse(loops = 1)]
pub fn running_sums(xs: &[f64]) -> (Vec<f64>, Vec<usize>, f64) {
    let mut sum = 0.0;
    let mut sums = Vec::new();
    for x in xs {
        sum += x;
        sums.push(sum);
    }
    let mut places = Vec::with_capacity(xs.len());
    for (i, x) in xs.iter().enumerate() {
        if *x > 0.0 {
            let place = places.len();
            places.push(i + place);
        }
    }
    let product: f64 = xs.iter().map(|x| 1.0 + x / 1e6).product();
    (sums, places, product)
}

/// Both loops write `acc`, over different arrays: order is everything.
#[fuse]
pub fn one_accumulator_twice(xs: &[f64]) -> (f64, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x * 0.5 + 1.0).collect();
    let mut acc = 0.1;
    for x in xs {
        acc = acc * 0.5 + x;
    }
    for y in &ys {
        acc = acc * 0.25 - y;
    }
    let mut other = 0.0;
    for x in xs {
        other += x;
    }
    (acc, other)
}

/// The loop reads what an earlier chain folds, and a later chain reads what the loop leaves.
#[fuse]
pub fn between_folds(xs: &[i64]) -> (i64, i64, i64) {
    let low: i64 = xs.iter().map(|x| x & 15).sum();
    let mut above = 0;
    for x in xs {
        if *x > low {
            above += 1;
        }
    }
    let scaled: i64 = xs.iter().map(|x| (x & 3) * above).sum();
    (low, above, scaled)
}

#[fuse(loops = 1)]
pub fn overflowing(xs: &[i64]) -> (i64, i64) {
    let mut product = 1_i64;
    for x in xs {
        product = product.wrapping_mul(*x) + 1;
    }
    let mut sum = 0_i64;
    for x in xs {
        sum += x;
    }
    (product, sum)
}

/// Panics in the middle; what was pushed is lost either way.
#[fuse]
pub fn panics_in_the_middle(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut out = Vec::new();
    for x in xs {
        assert!(*x != 500, "five hundred");
        out.push(1_000 / (x - 501));
    }
    let mut sum = 0;
    for x in xs {
        sum += x & 1;
    }
    (out, sum)
}

#[fuse(loops = 1)]
pub fn skips(xs: &[i64]) -> (i64, Vec<i64>, usize) {
    let mut sum = 0;
    for x in xs {
        if *x < 0 {
            continue;
        }
        let half = x / 2;
        if half % 3 == 0 {
            continue;
        }
        sum += half;
    }
    let mut out = Vec::new();
    for x in xs {
        match x & 3 {
            0 => out.push(0),
            1 => {
                let y = x ^ 5;
                out.push(y);
            }
            _ => {}
        }
    }
    let all = xs.iter().count();
    (sum, out, all)
}

#[fuse(loops = 1)]
pub fn for_each(xs: &[i64]) -> (i64, Vec<i64>, i64) {
    let mut sum = 0;
    xs.iter().for_each(|x| sum += x & 7);
    let mut out = Vec::new();
    xs.iter().enumerate().for_each(|(i, x)| {
        if i % 2 == 0 {
            out.push(*x);
        }
    });
    let max = xs.iter().copied().fold(0, i64::max);
    (sum, out, max)
}

#[fuse(loops = 1)]
pub fn zipped(xs: &[f64]) -> (f64, Vec<f64>, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x * 2.0 - 1.0).collect();
    let mut dot = 0.0;
    for (x, y) in xs.iter().zip(&ys) {
        dot += x * y;
    }
    let mut out = Vec::new();
    for (i, (x, y)) in xs.iter().zip(ys.iter()).enumerate() {
        out.push(x + y * i as f64);
    }
    let norm: f64 = ys.iter().map(|y| y * y).sum();
    (dot, out, norm)
}

/// `ys` is read by loops alone, element by element: it is never built.
#[fuse(loops = 1)]
pub fn contracted(xs: &[f64]) -> (f64, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x.abs().sqrt()).collect();
    let mut low = f64::INFINITY;
    let mut high: f64 = f64::NEG_INFINITY;
    for y in &ys {
        low = low.min(*y);
        high = high.max(*y);
    }
    let mut sum = 0.0;
    for &y in &ys {
        sum += y;
    }
    (low + high, sum)
}

#[fuse]
pub fn over_ranges(xs: &[i64]) -> (i64, Vec<i64>, i64) {
    let n = xs.len();
    let mut sum = 0;
    for i in 0..n {
        sum += xs[i] & 3;
    }
    let mut out = Vec::with_capacity(n);
    for i in 0..n {
        out.push(xs[n - 1 - i]);
    }
    let mut weighted = 0;
    for i in 0..xs.len() {
        weighted ^= xs[i] * (i as i64 & 3);
    }
    (sum, out, weighted)
}

/// What the rest of a statement takes, its chains need not wait for.
#[fuse]
pub fn beside_what_the_tail_takes(xs: &[i64]) -> (i64, Vec<i64>, i64, i64) {
    let mut t = 0;
    let mut list: Vec<i64> = Vec::new();
    for x in xs {
        t ^= x;
        list.push(x ^ 1);
    }
    let mut last = xs.first();
    for x in xs {
        if x % 3 == 0 {
            last = Some(x);
        }
    }
    let both = (last, xs.iter().fold(2, |all: i64, x| all.rotate_left(3) ^ x), last.map_or(0, |x| x ^ t));
    (t, list, both.1 ^ both.2, xs.iter().fold(1, |all: i64, x| all.rotate_left(5) ^ x))
}

#[fuse(loops = 1)]
pub fn beside_a_tail(xs: &[i64]) -> (i64, i64) {
    let mut t = 0;
    for x in xs {
        t ^= x;
    }
    (t, xs.iter().fold(1, |all: i64, x| all.rotate_left(5) ^ x))
}

/// The rest of a statement takes one name, and its chain another, both of which a loop before it reads.
#[fuse]
pub fn both_are_taken(xs: Vec<String>, name: String) -> (String, Vec<String>, usize) {
    let mut length = 0;
    for x in &xs {
        length += x.len() ^ name.len();
    }
    (name, xs.into_iter().filter(|x| x.len() % 2 == 0).collect(), length)
}

/// What a chain is added to is changed by the loop behind it.
#[fuse]
pub fn added_to_before_a_change(xs: &[i64]) -> (i64, i64) {
    let mut t = 3;
    let first = t ^ xs.iter().fold(1, |all: i64, x| all.rotate_left(5) ^ x);
    for x in xs {
        t ^= x;
    }
    let second = t ^ xs.iter().fold(2, |all: i64, x| all.rotate_left(3) ^ x);
    t = 5;
    (first ^ t, second)
}

/// Orders of a day.
pub struct Book {
    pub orders: Vec<(String, f64)>,
    pub limit: f64,
}

impl Book {
    /// A method, with a name bound anew, an early return, elements that are not `Copy`, and a sum of floats.
    #[fuse]
    pub fn summary(&self, fee: f64) -> Option<(f64, Vec<&str>, f64)> {
        let mut total = 0.0;
        let mut names: Vec<&str> = Vec::new();
        for (name, amount) in &self.orders {
            if *amount > self.limit {
                break;
            }
            total += amount;
            names.push(name);
        }
        if names.is_empty() {
            return None;
        }
        let mut steps = Vec::new();
        let mut left = total;
        while left > fee && steps.len() < 50 {
            left -= fee;
            steps.push(left * 0.5);
        }
        let fee: f64 = steps.iter().sum();
        Some((total, names, fee + self.orders.iter().map(|(_, amount)| amount).sum::<f64>()))
    }
}

/// Literals by a `match`: of bytes, of characters, of narrow numbers that overflow, and such that are none of these.
#[fuse]
pub fn choices(bytes: &[u8], start: i8) -> (usize, i64, i8, u8, i64) {
    let gc = bytes.iter().filter(|byte| matches!(byte, b'G' | b'C' | b'g' | b'c')).count();
    let mut skew = 0i64;
    let mut narrow: i8 = start;
    let mut few: u8 = 0;
    let mut other = 0i64;
    for byte in bytes {
        match byte.to_ascii_uppercase() {
            b'G' => skew += 1,
            b'C' => skew -= 1,
            b'A' | b'T' => skew += 7,
            _ => {}
        }
        match byte {
            0 => narrow += 3,
            1 => narrow -= 5,
            _ => (),
        }
        match *byte % 16 {
            3 => {
                few += 1;
            }
            _ => {}
        }
        match char::from(*byte) {
            'a' => other += 2,
            'b' => other -= 1,
            'c' | 'd' => other *= 2,
            _ => other += 1,
        }
    }
    (gc, skew, narrow, few, other)
}

/// Names that the body, or the pattern of its elements, has for numbers of another type.
#[fuse]
pub fn choices_of_its_own(bytes: &[u8], mut pairs: Vec<(u8, u16)>) -> (usize, i64, u16) {
    let low = bytes.iter().filter(|byte| **byte < 40).count();
    let mut skew = 5i64;
    let mut all = 0u16;
    for byte in bytes {
        let mut skew = 1u8;
        match byte {
            0 => skew += 3,
            1 => skew += 5,
            _ => {}
        }
        all = all.wrapping_add(u16::from(skew));
    }
    for (byte, all) in pairs.iter_mut() {
        match byte {
            0 => *all += 1,
            _ => {}
        }
    }
    for (byte, mut skew) in pairs {
        match byte {
            2 => skew += 7,
            _ => {}
        }
        all = all.wrapping_mul(3).wrapping_add(skew);
    }
    skew -= all as i64;
    (low, skew, all)
}

/// Largest and smallest by the functions of `std::cmp`, however they are named.
#[allow(unused_qualifications, reason = "both ways to name it are looked at")]
#[fuse(loops = 1)]
pub fn by_functions(xs: &[i64]) -> (i64, i64, i64, i64) {
    let mut most = i64::MIN;
    for x in xs {
        most = std::cmp::max(most, *x);
    }
    let mut least = i64::MAX;
    for x in xs {
        least = cmp::min(least, *x);
    }
    let mut bounded = 0;
    for x in xs {
        bounded ^= min(*x, 100);
    }
    let mut sum = 0i64;
    for x in xs {
        sum = sum.wrapping_add(*x);
    }
    (most, least, bounded, sum)
}

/// Functions of the same names that tell each call.
#[fuse]
pub fn by_others_of_their_names(xs: &[i64]) -> (i64, i64, i64) {
    mod cmp {
        pub fn max(of: i64, x: i64) -> i64 {
            super::TOLD_BY.with(|told| told.set(told.get() * 3 + x));
            of.max(x)
        }
    }
    TOLD_BY.with(|told| told.set(0));
    let mut most = i64::MIN;
    for x in xs.iter().take(9) {
        most = cmp::max(most, *x & 7);
    }
    let mut other = 0;
    for x in xs.iter().take(9) {
        other = cmp::max(other, *x & 3);
    }
    let told = TOLD_BY.with(|told| told.get());
    (most, other, told)
}

thread_local!(static TOLD_BY: std::cell::Cell<i64> = const { std::cell::Cell::new(0) });

/// A reference to a number of the program stands in for none; the number is what is read.
#[fuse(loops = 1)]
pub fn or_a_reference(xs: &[f64]) -> (f64, f64, usize) {
    let most = *xs.iter().max_by(|x, y| x.partial_cmp(y).unwrap_or(cmp::Ordering::Equal)).unwrap_or(&-1.0);
    let least = *xs.iter().min_by(|x, y| x.partial_cmp(y).unwrap_or(cmp::Ordering::Equal)).unwrap_or(&0.5);
    let above = xs.iter().filter(|x| **x > 2.0).count();
    (most, least, above)
}
