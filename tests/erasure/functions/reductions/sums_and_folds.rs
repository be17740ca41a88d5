//! What ends a chain, and what commonly follows it.

use super::fuse;

#[fuse]
pub fn float_sums(xs: &[f64]) -> (f64, f64, f64) {
    let sum: f64 = xs.iter().sum();
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    let positive: f64 = xs.iter().copied().filter(|x| *x > 0.0).sum();
    (sum, squares, positive)
}

#[fuse]
pub fn products(xs: &[f64], ks: &[i64]) -> (f64, i64) {
    let product: f64 = xs.iter().map(|x| 1.0 + x / 64.0).product();
    let wrapped: i64 = ks.iter().map(|k| k | 1).filter(|k| k.abs() < 4).product();
    (product, wrapped)
}

#[fuse]
pub fn counts(xs: &[i64]) -> (usize, usize, usize) {
    let all: usize = xs.iter().count();
    let even: usize = xs.iter().filter(|x| *x % 2 == 0).count();
    let found: usize = xs.iter().filter_map(|x| x.checked_abs()).count();
    (all, even, found)
}

/// A worker that panics is called even where only the number of its results matters.
#[fuse]
pub fn count_of_partial_worker(xs: &[i64]) -> usize {
    let quotients: usize = xs.iter().map(|x| 1000 / x).count();
    quotients + 1
}

#[fuse]
pub fn folds(xs: &[f64]) -> (f64, f64, (f64, f64)) {
    let strict: f64 = xs.iter().fold(0.0, |s, x| s * 0.5 + x);
    let greatest: f64 = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let range: (f64, f64) = xs.iter().fold((f64::MAX, f64::MIN), |(low, high), x| {
        (low.min(*x), high.max(*x))
    });
    // Of `0.0` and `-0.0`, `f64::min` and `f64::max` may return either; `+ 0.0` makes one of them.
    (strict, greatest + 0.0, (range.0 + 0.0, range.1 + 0.0))
}

#[fuse]
pub fn reduce(xs: &[i64]) -> (Option<i64>, i64) {
    let xor: Option<i64> = xs.iter().copied().reduce(|a, b| a ^ b);
    let sum: i64 = xs.iter().copied().reduce(|a, b| a + b).unwrap_or(7);
    (xor, sum)
}

/// `min` takes the first of equals, `max` the last: the references tell which.
#[fuse]
pub fn extremes(xs: &[i64]) -> (Option<&i64>, Option<&i64>) {
    let least: Option<&i64> = xs.iter().min();
    let greatest: Option<&i64> = xs.iter().max();
    (least, greatest)
}

#[fuse]
pub fn extremes_by(xs: &[f64]) -> (Option<&f64>, Option<f64>) {
    let least: Option<&f64> = xs.iter().min_by(|a, b| a.abs().total_cmp(&b.abs()));
    let greatest: Option<f64> = xs
        .iter()
        .copied()
        .max_by(|a, b| a.abs().total_cmp(&b.abs()));
    (least, greatest)
}

#[fuse]
pub fn extremes_by_key(xs: &[i64]) -> (Option<&i64>, Option<&i64>, Option<i64>) {
    let least: Option<&i64> = xs.iter().min_by_key(|x| **x & 7);
    let greatest: Option<&i64> = xs.iter().max_by_key(|x| **x & 7);
    let owned: Option<i64> = xs.iter().copied().max_by_key(|x| x.count_ones());
    (least, greatest, owned)
}

/// Comparing NaN panics.
#[fuse]
pub fn partial_order(xs: &[f64]) -> (f64, f64) {
    let least: f64 = xs
        .iter()
        .copied()
        .min_by(|a, b| a.partial_cmp(b).unwrap())
        .unwrap_or(0.0);
    let greatest: f64 = *xs
        .iter()
        .max_by(|a, b| a.partial_cmp(b).expect("a number"))
        .unwrap_or(&1.0);
    (least, greatest)
}

#[fuse]
pub fn any_and_all(xs: &[i64]) -> (bool, bool, bool) {
    let negative: bool = xs.iter().any(|x| *x < 0);
    let small: bool = xs.iter().all(|x| x.unsigned_abs() < 999);
    let none: bool = !xs.iter().copied().filter(|x| *x > 5).any(|x| x == 6);
    (negative, small, none)
}

/// After a 1, `any` must not divide any more.
#[fuse]
pub fn short_circuit(xs: &[i64]) -> (bool, bool, i64) {
    let hit: bool = xs.iter().any(|x| 100 / x > 90);
    let every: bool = xs.iter().map(|x| x & 1023).all(|x| x < 1000);
    let bits: i64 = xs.iter().fold(0, |s, x| s | x);
    (hit, every, bits)
}

#[fuse]
pub fn unwraps(xs: &[i64]) -> (i64, i64) {
    let least: i64 = *xs.iter().min().unwrap();
    let greatest: i64 = xs.iter().max().copied().expect("an element");
    (least, greatest)
}

#[fuse]
pub fn unwrap_or(xs: &[i64]) -> (i64, i64, Option<i64>) {
    let least: i64 = xs.iter().copied().min().unwrap_or(i64::MAX);
    let greatest: i64 = xs.iter().max().cloned().unwrap_or_default();
    let last: Option<i64> = xs.iter().max_by_key(|x| **x % 10).copied();
    (least, greatest, last)
}

#[fuse]
pub fn arithmetic(xs: &[f64]) -> (f64, f64, f64) {
    let n = xs.len() as f64;
    let mean: f64 = xs.iter().sum::<f64>() / n;
    let variance: f64 = xs.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
    let deviation: f64 = variance.sqrt();
    (mean, variance, deviation)
}

/// Chains on both sides of an operator; a sum of nothing is -0.0.
#[fuse]
pub fn chains_inside_an_expression(xs: &[f64], ys: &[f64]) -> f64 {
    xs.iter().sum::<f64>() - ys.iter().map(|y| y * 2.0).sum::<f64>()
}

#[fuse]
pub fn mean_of_fold(points: &[(f64, f64)]) -> (f64, f64) {
    let x: f64 = points.iter().fold(0.0, |s, p| s + p.0) / points.len() as f64;
    let y: f64 = points.iter().fold(0.0, |s, p| s + p.1) / points.len() as f64;
    (x, y)
}

/// The greatest of an intermediate array: its element must outlive the loop.
#[fuse]
pub fn reference_into_intermediate(xs: &[i64]) -> (i64, usize) {
    let keys: Vec<i64> = xs.iter().map(|x| x & 63).collect();
    let greatest: Option<&i64> = keys.iter().max();
    let key: i64 = greatest.copied().unwrap_or(-1);
    let many: usize = keys.iter().filter(|k| **k == key).count();
    (key, many)
}

/// The collection is a set: as an array it would keep duplicates.
#[fuse]
pub fn collect_into_set(xs: &[i64]) -> (usize, i64) {
    let set: std::collections::BTreeSet<i64> = xs.iter().map(|x| x & 31).collect();
    let sum: i64 = set.iter().sum();
    (set.len(), sum)
}

#[fuse]
pub fn collect_by_turbofish(xs: &[i64]) -> (Vec<i64>, i64) {
    let ys = xs.iter().map(|x| x & 127).collect::<Vec<i64>>();
    let zs = ys.iter().map(|y| y + 1).collect::<Vec<_>>();
    let sum = zs.iter().sum::<i64>();
    (ys, sum)
}

#[fuse]
pub fn collect_words(words: &[String]) -> (String, Vec<usize>) {
    let joined: String = words.iter().map(|w| w.to_uppercase()).collect();
    let lengths: Vec<usize> = words.iter().map(|w| w.len()).collect();
    (joined, lengths)
}

/// States that are remainders, beside what looks at the same bytes.
#[fuse]
pub fn checksums(bytes: &[u8], by: u32) -> (u8, u16, u32, u32, usize) {
    let xor = bytes.iter().fold(0, |acc, b| acc ^ b);
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), &x| {
        let a = (a + x as u32) % 255;
        (a, (b + a) % 255)
    });
    let adler = bytes
        .iter()
        .fold(1, |a: u32, x| (a * 31 + u32::from(*x)) % 65521);
    let own = bytes
        .iter()
        .fold(by, |a, x| (a / 7).wrapping_add(by ^ u32::from(*x)));
    let digits = bytes.iter().filter(|x| x.is_ascii_digit()).count();
    (xor, (b << 8 | a) as u16, adler, own, digits)
}

/// The same beside a search, and with a state that overflows, or divides by nothing.
#[fuse]
pub fn checksums_that_fail(bytes: &[u8], from: u8) -> (u8, bool, i32) {
    let sum = bytes.iter().fold(from, |a, x| (a + (x & 15)) % 200);
    let ascii = bytes.iter().all(|x| x.is_ascii());
    let parts = bytes
        .iter()
        .fold(1i32, |a, x| a % 9 + 100 / (i32::from(*x) - 3));
    (sum, ascii, parts)
}

/// Runs of equal bytes beside counts of two kinds.
#[fuse]
pub fn runs_beside_counts(sequence: &[u8]) -> (usize, usize, usize, u32) {
    let strong = sequence
        .iter()
        .filter(|b| matches!(b, b'G' | b'C' | b'g' | b'c'))
        .count();
    let unknown = sequence.iter().filter(|&&b| b == b'N').count();
    let mut longest = 0;
    let mut run = 0;
    let mut previous = 0u8;
    for &b in sequence {
        if b == previous {
            run += 1;
        } else {
            run = 1;
            previous = b;
        }
        longest = longest.max(run);
    }
    let sum: u32 = sequence.iter().map(|b| u32::from(b & 1)).sum();
    (strong, unknown, longest, sum)
}

#[derive(Clone, Copy)]
pub enum Team {
    Red,
    Blue,
    Neutral,
}

pub struct Unit {
    pub team: Team,
    pub x: f32,
    pub health: i32,
}

/// What a `match` of variants gives beside the nearest of those that a filter keeps.
#[fuse]
pub fn by_variants(units: &[Unit], x: f32) -> (Option<usize>, usize, i32) {
    let away = |u: &Unit| (u.x - x) * (u.x - x);
    let nearest = units
        .iter()
        .enumerate()
        .filter(|(_, u)| matches!(u.team, Team::Red) && u.health > 0)
        .min_by(|(_, a), (_, b)| away(a).total_cmp(&away(b)))
        .map(|(i, _)| i);
    let near = units.iter().filter(|u| away(u) < 9.0).count();
    let health: i32 = units
        .iter()
        .map(|u| match u.team {
            Team::Blue => u.health.max(0) >> 16,
            Team::Red | Team::Neutral => 0,
        })
        .sum();
    (nearest, near, health)
}
