//! Loops in passes over one block after another: extrema of floats, divisions and roots beside what
//! is done one by one.

use super::fuse;

#[fuse(loops = 1)]
pub fn extremum_and_store(xs: &[f64]) -> (f64, Vec<f64>) {
    let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let doubled: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    (most, doubled)
}

#[fuse(loops = 1)]
pub fn statistics(xs: &[f64]) -> (usize, f64, f64, f64, f64) {
    let count = xs.iter().count();
    let sum: f64 = xs.iter().sum();
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let most = xs.iter().fold(f64::NEG_INFINITY, |most, x| most.max(*x));
    (count, sum, squares, least, most)
}

/// The smallest is the first operand where both are zeros, and so on: the order shows.
#[fuse(loops = 1)]
pub fn signs_and_nans(xs: &[f64]) -> (f64, f64, f64, Vec<f64>) {
    let first = xs.iter().fold(0.0, |least: f64, x| least.min(*x));
    let second = xs.iter().fold(-0.0, |most: f64, x| x.max(most));
    let absolute = xs.iter().map(|x| x.abs()).fold(f64::NAN, f64::max);
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x >= 0.0).collect();
    (first, second, absolute, kept)
}

/// What is read by later passes is stored, and is not.
#[fuse(loops = 1)]
pub fn read_back(xs: &[f64]) -> (Vec<f64>, f64, f64, f64) {
    let roots: Vec<f64> = xs.iter().map(|x| x.abs().sqrt()).collect();
    let shares: Vec<f64> = roots.iter().map(|root| 1.0 / root).collect();
    let total: f64 = shares.iter().sum();
    let least = roots.iter().copied().fold(f64::INFINITY, f64::min);
    let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (roots, total, least, most)
}

#[fuse(loops = 1)]
pub fn filtered(xs: &[f64]) -> (Vec<f64>, f64, usize, usize) {
    let thirds: Vec<f64> = xs.iter().map(|x| x / 3.0).collect();
    let large: Vec<f64> = thirds.iter().copied().filter(|x| *x > 0.1).collect();
    let sum: f64 = large.iter().sum();
    let count = thirds.iter().filter(|x| x.is_nan()).count();
    (large, sum, count, thirds.len())
}

/// The shorter one ends the loop, wherever a block of the longer one ends.
#[fuse(loops = 1)]
pub fn unequal(xs: &[f64], ys: &[f64]) -> (f64, Vec<f64>, f64) {
    let dot: f64 = xs.iter().zip(ys).map(|(x, y)| x * y).sum();
    let ratios: Vec<f64> = xs.iter().zip(ys).map(|(x, y)| x / y).collect();
    let gap = xs.iter().zip(ys).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
    (dot, ratios, gap)
}

#[fuse(loops = 1)]
pub fn positions(xs: &[f64]) -> (f64, Vec<(usize, f64)>, Vec<usize>) {
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let pairs: Vec<(usize, f64)> = xs.iter().copied().enumerate().collect();
    let places: Vec<usize> =
        xs.iter().enumerate().filter(|(_, x)| **x < 0.0).map(|(i, _)| i).collect();
    (least, pairs, places)
}

#[fuse(loops = 3)]
pub fn owners(xs: Vec<f64>, ys: Box<[f64]>, zs: [f64; 3]) -> (f64, f64, f64) {
    let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = xs.iter().sum();
    let others = ys.iter().sum::<f64>() + zs.iter().sum::<f64>();
    (most, sum, others)
}

#[fuse(loops = 2)]
pub fn boxed(ys: Box<[f64]>, zs: &mut [f32; 3]) -> (f64, f64, f32, Vec<f32>) {
    let most = ys.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = ys.iter().sum();
    let least = zs.iter().copied().fold(f32::INFINITY, f32::min);
    let doubled: Vec<f32> = zs.iter().map(|z| z + z).collect();
    (most, sum, least, doubled)
}

#[fuse(loops = 1)]
pub fn borrowed(xs: &Vec<f64>, ys: &Vec<f64>) -> (f64, f64) {
    let most = std::iter::zip(xs, ys).map(|(x, y)| x - y).fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = std::iter::zip(xs, ys).map(|(x, y)| x - y).sum();
    (most, sum)
}

/// Integers, and references, are compared by the same names.
#[fuse(loops = 1)]
pub fn other_elements(xs: &[i64]) -> (i64, Option<i64>, Vec<i64>) {
    let most = xs.iter().copied().fold(i64::MIN, i64::max);
    let seen = xs.iter().fold(None, |seen: Option<i64>, x| seen.max(Some(*x)));
    let quotients: Vec<i64> = xs.iter().map(|x| 1000 / x).collect();
    (most, seen, quotients)
}

/// Strings are given from pass to pass by nobody.
#[fuse(loops = 1)]
pub fn texts(words: &[String]) -> (String, Vec<String>, usize) {
    let last = words.iter().fold(String::new(), |last, word| last.max(word.clone()));
    let upper: Vec<String> = words.iter().map(|word| word.to_uppercase()).collect();
    let longest = upper.iter().map(|word| word.len()).fold(0, usize::max);
    (last, upper, longest)
}

pub struct Scaled(pub f64);

impl Scaled {
    #[fuse(loops = 1)]
    pub fn by(&self, xs: &[f64], limit: impl Fn(f64, &f64) -> f64) -> (f64, f64, Vec<f64>) {
        let scaled: Vec<f64> = xs.iter().map(|x| x / self.0).collect();
        let most = scaled.iter().fold(f64::NEG_INFINITY, |most, x| most.max(*x));
        let limited = xs.iter().fold(0.0, limit);
        (most, limited, scaled)
    }
}

#[fuse]
pub fn inside(xs: &[f64], times: usize) -> Vec<(f64, f64)> {
    let mut results = Vec::new();
    for round in 0..times {
        let most = xs.iter().map(|x| x * round as f64).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = xs.iter().sum();
        results.push((most, sum));
    }
    results
}

/// A worker that may panic, in the first pass and in the last.
#[fuse(loops = 1)]
pub fn panicking(xs: &[f64], weights: &[f64]) -> (f64, Vec<f64>, f64) {
    let parts: Vec<f64> = xs.iter().map(|x| x / 7.0).collect();
    let sum: f64 = xs.iter().enumerate().map(|(i, x)| x * weights[i]).sum();
    let most = xs.iter().fold(0.0, |most: f64, x| most.max(*x + weights[7]));
    (sum, parts, most)
}

#[fuse(loops = 1)]
pub async fn suspended(xs: Vec<f64>) -> (f64, Vec<f64>) {
    let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let doubled: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    std::future::ready(()).await;
    (most, doubled)
}

/// What drives these loops can be read but once.
#[fuse(loops = 1)]
pub fn driven(xs: &[f64]) -> (Vec<f64>, f64, f64, f64) {
    let gaps: Vec<f64> = xs.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let widest = gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = gaps.iter().copied().fold(f64::INFINITY, f64::min);
    let sum: f64 = gaps.iter().sum();
    (gaps, widest, least, sum)
}

#[fuse(loops = 1)]
pub fn counted(n: usize) -> (Vec<f64>, f64, f64) {
    let roots: Vec<f64> = (0..n).map(|i| (i as f64).sqrt()).collect();
    let shares: Vec<f64> = roots.iter().map(|root| 1.0 / (1.0 + root)).collect();
    let total: f64 = shares.iter().sum();
    let most = roots.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (roots, total, most)
}

/// Nobody keeps what the first pass would have to hand over.
#[fuse(loops = 1)]
pub fn driven_and_contracted(xs: &[f64]) -> (f64, f64) {
    let gaps: Vec<f64> = xs.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let widest = gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = gaps.iter().sum();
    (widest, sum)
}

/// An array that the loop changes where it stands.
#[fuse]
pub fn in_place(xs: &mut [f64]) -> (f64, f64, Vec<f64>) {
    for x in xs.iter_mut() {
        *x = *x / 3.0;
    }
    let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = xs.iter().sum();
    let roots: Vec<f64> = xs.iter().map(|x| x.sqrt()).collect();
    (most, sum, roots)
}

/// The body of a `for` loop beside an extremum.
#[fuse(loops = 1)]
pub fn with_a_body(xs: &[f64]) -> (f64, f64, Vec<f64>) {
    let mut total: f64 = 0.0;
    let mut large: Vec<f64> = Vec::new();
    for x in xs.iter() {
        total += *x;
        if *x > 0.5 {
            large.push(*x);
        }
    }
    let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (most, total, large)
}

/// Tests whose sides may both run, and tests whose second side may not.
#[fuse(loops = 1)]
pub fn tests_of_several_sides(xs: &[i64], weights: &[i64]) -> (usize, usize, usize, Vec<i64>) {
    let inside = xs.iter().filter(|x| **x > -3 && **x < 5 || **x == 7).count();
    let outside = xs.iter().filter(|x| !(**x > -3 && **x < 5)).count();
    let heavy = xs.iter().filter(|x| **x != 0 && 100 / **x > 2 && weights[0] != **x).count();
    let small: Vec<i64> = xs.iter().copied().filter(|x| (*x >= 0 || *x < -9) && *x < 100).collect();
    (inside, outside, heavy, small)
}

/// One comparison keeps the extremum of floats, if the accumulator is visibly no NaN.
#[fuse(loops = 1)]
pub fn compared(xs: &[f64]) -> (f64, f64, f64, f64, (f64, f64, f64)) {
    let sum: f64 = xs.iter().sum();
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let most = xs.iter().fold(-1.5_f64, |most, x| f64::max(most, *x));
    let farthest: f64 = xs.iter().map(|x| (x - 0.25).abs()).fold(0.0, |a: f64, b| a.max(b));
    let all = xs.iter().fold((f64::MAX, std::f64::MIN, 0.0), |(low, high, sum), &x| {
        (low.min(x), high.max(x), sum + x)
    });
    (sum, least, most, farthest, all)
}

/// An accumulator that may be NaN takes whatever comes; and what is compared is not the accumulator.
#[fuse(loops = 1)]
pub fn compared_twice(xs: &[f64]) -> (f64, f64, f64, f64, f64) {
    let start = 0.5 * 3.0;
    let sum: f64 = xs.iter().sum();
    let first = xs.iter().copied().fold(f64::NAN, f64::min);
    let unknown = xs.iter().copied().fold(start, f64::max);
    let other = xs.iter().copied().fold(1.0, |a: f64, b| b.max(a));
    let strange = xs.iter().copied().fold(f64::INFINITY, |a, b| (b - 1.0).min(b) + a * 0.0);
    (sum, first, unknown, other, strange)
}

/// In lanes, over blocks.
#[fuse(loops = 1)]
pub fn compared_in_lanes(xs: &[f64], ys: &[f32]) -> (f64, f32, f64, Vec<f64>) {
    let least = xs.iter().zip(ys).map(|(x, _)| x * 2.0).fold(f64::INFINITY, f64::min);
    let most = xs.iter().zip(ys).map(|(_, y)| *y).fold(f32::MIN, |most, y| most.max(y));
    let both: Vec<f64> = xs.iter().zip(ys).map(|(x, y)| x + f64::from(*y)).collect();
    let greatest = both.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (least, most, greatest, both)
}

#[fuse(loops = 1)]
pub fn compared_in_windows(xs: &[f64]) -> (Vec<f64>, f64, f64) {
    let sums: Vec<f64> = xs.windows(2).map(|pair| pair[0] + pair[1]).collect();
    let least = sums.iter().copied().fold(f64::INFINITY, f64::min);
    let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (sums, least, most)
}

/// Beside a filter nothing is vectorised.
#[fuse(loops = 1)]
pub fn compared_beside_a_filter(xs: &[f64]) -> (Vec<f64>, f64) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (kept, most)
}

/// Of no elements there is no extremum, and of NaN alone it is NaN.
#[fuse(loops = 1)]
pub fn reduced(xs: &[f64]) -> (Option<f64>, Option<f64>, Option<f64>, f64) {
    let least = xs.iter().copied().reduce(f64::min);
    let most = xs.iter().map(|x| x * 2.0).reduce(f64::max);
    let other = xs.iter().copied().reduce(|a, b| a.max(b));
    let sum: f64 = xs.iter().sum();
    (least, most, other, sum)
}

#[fuse(loops = 1)]
pub fn reduced_twice(xs: &[f64]) -> (Option<f64>, Option<f64>, Vec<f64>) {
    let least = xs.iter().copied().reduce(f64::min);
    let most = xs.iter().copied().reduce(f64::max);
    let twice: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    (least, most, twice)
}

/// Integers of one width are added, and of another compared.
#[fuse(loops = 1)]
pub fn mixed_widths(xs: &[i64]) -> (Option<u8>, Option<i16>, u32, i64) {
    let most = xs.iter().map(|x| *x as u8).max();
    let least = xs.iter().map(|x| *x as i16).min();
    let sum: u32 = xs.iter().map(|x| u32::from(*x as u8)).sum();
    let total: i64 = xs.iter().map(|x| x % 100).sum();
    (most, least, sum, total)
}

/// What is stored in one pass is added up in the next, beside extrema of its own width.
#[fuse(loops = 1)]
pub fn made_and_added(xs: &[i64]) -> (Vec<u8>, u64, Option<u8>, Option<u8>, usize) {
    let low: Vec<u8> = xs.iter().map(|x| ((x >> 3) & 0xff) as u8).collect();
    let sum: u64 = low.iter().map(|x| u64::from(*x)).sum();
    let most = low.iter().copied().max();
    let least = low.iter().copied().min();
    let count = low.iter().count();
    (low, sum, most, least, count)
}

/// Of arrays of two widths, one made of the other, only the lengths are left.
#[fuse]
pub fn lengths_alone(xs: &[i64]) -> usize {
    let letters: Vec<char> = xs.iter().map(|_| 'b').collect();
    let ones: Vec<u16> = letters.iter().map(|_| 1).collect();
    letters.len() + ones.len()
}

/// The same of what may be a slice.
#[fuse]
pub fn lengths_of_halves(xs: &[i64]) -> usize {
    let (_, ys) = xs.iter().map(|x| (*x, *x)).unzip::<_, _, Vec<_>, Vec<_>>();
    let letters: Vec<char> = ys.iter().map(|_| 'b').collect();
    let ones = letters.iter().map(move |_| 1u16).collect::<Vec<u16>>();
    letters.len() + ones.len()
}

/// Tests, a sum, an extremum of what a method makes, and floats.
#[fuse(loops = 1)]
pub fn samples(xs: &[i16]) -> (Option<i32>, i64, usize, Vec<f32>) {
    let peak = xs.iter().map(|x| i32::from(*x).abs()).max();
    let energy: i64 = xs.iter().map(|x| i64::from(*x) * i64::from(*x)).sum();
    let clipped = xs.iter().filter(|x| **x == i16::MAX || **x == i16::MIN).count();
    let floats: Vec<f32> = xs.iter().map(|x| f32::from(*x) / 32768.0).collect();
    (peak, energy, clipped, floats)
}

/// Each counts bits in a pass of its own.
#[fuse(loops = 1)]
pub fn bits(xs: &[i64]) -> (u32, Option<u32>, Option<u32>, i64) {
    let ones: u32 = xs.iter().map(|x| x.count_ones()).sum();
    let zeros = xs.iter().map(|x| x.leading_zeros()).max();
    let fewest = xs.iter().map(|x| (*x).trailing_zeros() + 1).min();
    let any = xs.iter().fold(0, |a, x| a | x);
    (ones, zeros, fewest, any)
}

/// Numbers have methods of other names and types if somebody gives them any.
pub trait Magnitude {
    fn abs(&self) -> f32;
}

impl Magnitude for u64 {
    fn abs(&self) -> f32 {
        -(*self as f32)
    }
}

#[fuse]
pub fn others_methods(xs: &[u64]) -> (u32, Option<i32>, u64) {
    let ones: u32 = xs.iter().map(|x| x.count_ones()).sum();
    let least = xs.iter().map(|x| x.abs() as i32).min();
    let any = xs.iter().fold(0, |a, x| a | x);
    (ones, least, any)
}

#[fuse(loops = 1)]
pub fn bytes(xs: &[u8], ys: &[u8]) -> (Option<u8>, Option<u8>, u64, u8) {
    let most = xs.iter().zip(ys).map(|(x, _)| *x as u8).max();
    let least = xs.iter().zip(ys).map(|(_, y)| u8::from(*y)).min();
    let sum: u64 = xs.iter().zip(ys).map(|(x, y)| u64::from(*x) * u64::from(*y)).sum();
    let low: u8 = xs.iter().zip(ys).map(|(x, _)| *x & 1).sum();
    (most, least, sum, low)
}

/// Which of equal elements is kept shows in its address.
#[fuse(loops = 1)]
pub fn kept_references(xs: &[i64]) -> (Option<*const i64>, Option<*const i64>, i64) {
    let least = xs.iter().min();
    let most = xs.iter().max();
    let sum: i64 = xs.iter().map(|x| x % 100).sum();
    (least.map(std::ptr::from_ref), most.map(std::ptr::from_ref), sum)
}

#[fuse(loops = 1)]
pub fn kept_integers(xs: &[i64]) -> (Option<i64>, Option<i64>, Vec<i64>) {
    let least = xs.iter().copied().min();
    let most = xs.iter().copied().max();
    let halves: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    (least, most, halves)
}

/// Faster apart than as one.
#[fuse(loops = 2)]
pub fn singles(xs: &[f32]) -> (f32, Vec<f32>) {
    let sum: f32 = xs.iter().sum();
    let twice: Vec<f32> = xs.iter().map(|x| x * 2.0).collect();
    (sum, twice)
}

/// Faster apart than as one.
#[fuse(loops = 2)]
pub fn by_key(xs: &[i64]) -> (Option<&i64>, i64) {
    let nearest = xs.iter().min_by_key(|x| **x % 7);
    let sum: i64 = xs.iter().map(|x| x % 100).sum();
    (nearest, sum)
}

/// Steps in locals are operators, too: what they divide is done on several elements at once.
#[fuse(loops = 1)]
pub fn roots(xs: &[f64]) -> (Vec<f64>, f64, f64) {
    let roots: Vec<f64> = xs
        .iter()
        .map(|x| {
            let mut root = 0.5 + 0.5 * x;
            root = 0.5 * (root + x / root);
            root /= 1.0 + root;
            let half: f64 = root / 2.0;
            half + x / root
        })
        .collect();
    let sum: f64 = roots.iter().sum();
    let squares: f64 = roots.iter().map(|x| x * x).sum();
    (roots, sum, squares)
}

fn newton(x: f64) -> f64 {
    let start = 0.5 + 0.5 * x;
    0.5 * (start + x / start)
}

/// So are functions, which rustc may have on several elements at once if it has them inline.
#[fuse(loops = 1)]
pub fn by_function(xs: &[f64]) -> (Vec<f64>, f64, Vec<f64>, f64) {
    let called: Vec<f64> = xs.iter().map(|x| newton(*x) * 2.0).collect();
    let sum: f64 = called.iter().sum();
    let named: Vec<f64> = xs.iter().copied().map(newton).collect();
    let product: f64 = named.iter().product();
    (called, sum, named, product)
}

/// Loops over rows, of which one pass each has its own, and what reads their results.
#[fuse(loops = 1)]
pub fn rows(rows: &[Vec<f64>]) -> (Vec<f64>, Vec<f64>, Vec<f64>, f64, f64, usize) {
    let sums: Vec<f64> = rows.iter().map(|row| row.iter().sum()).collect();
    let tops: Vec<f64> = rows.iter().map(|row| row.iter().copied().fold(f64::MIN, f64::max)).collect();
    let off: Vec<f64> = rows
        .iter()
        .zip(&sums)
        .map(|(row, sum)| row.iter().map(|x| x - sum).sum::<f64>())
        .collect();
    let all: f64 = sums.iter().sum();
    let best = tops.iter().copied().fold(f64::MIN, f64::max);
    let long = rows.iter().filter(|row| row.len() > 2).count();
    (sums, tops, off, all, best, long)
}

/// Extrema of integers of nothing, beside arrays that are stored in one pass over all that there is.
#[fuse(loops = 1)]
pub fn of_nothing(xs: &[i64]) -> (Option<i64>, i64, Vec<i64>, Vec<i64>) {
    let most = xs.iter().map(|&x| x).max();
    let least = xs.iter().copied().min().unwrap_or(7);
    let first: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let second: Vec<i64> = xs.iter().map(|x| x ^ 2).collect();
    (most, least, first, second)
}
