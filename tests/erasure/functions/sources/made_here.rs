//! Arrays that are made here, in words that are no chain, and read through views that would need them in memory.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    clippy::vec_init_then_push,
    clippy::same_item_push,
    clippy::needless_range_loop,
    unused_assignments,
    reason = "each is as small as the rule that it shows"
)]

use super::fuse;
use std::collections::{HashMap, HashSet};

/// What is left out of a view is computed all the same: it may panic.
#[fuse]
pub fn left_out_may_panic(xs: &[i64], at: i64) -> (i64, i64) {
    let first: Vec<i64> = xs.iter().map(|x| 1000 / (x - at)).collect();
    let a = first.iter().take(2).fold(0, |a: i64, y| a ^ y);
    let last: Vec<i64> = xs.iter().map(|x| 1000 / (x - at)).collect();
    let b = last.iter().skip(xs.len()).fold(0, |a: i64, y| a ^ y);
    (a, b)
}

/// A search stops before the elements that panic, but not before they are made.
#[fuse]
pub fn a_search_from_the_end(xs: &[i64], at: i64) -> (bool, Option<i64>) {
    let ys: Vec<i64> = xs.iter().map(|x| 1000 / (x - at)).collect();
    let some = ys.iter().rev().any(|y| *y == 0);
    let zs: Vec<i64> = xs.iter().map(|x| 1000 / (x - at)).collect();
    let found = zs.iter().rev().copied().find(|z| *z < 100);
    (some, found)
}

/// Every view, of an array of known length, of a filtered one, and of none at all.
#[fuse]
pub fn views(xs: &[i64], us: &[i64], n: usize) -> (Vec<i64>, i64, i64, i64, Vec<i64>) {
    let a: Vec<i64> = xs.iter().map(|x| x ^ 5).collect();
    let backward: Vec<i64> = a.iter().rev().map(|y| y & 1023).collect();
    let b: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 0).collect();
    let some = b.iter().skip(1).step_by(2).take(n + 3).fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let c: Vec<i64> = us.iter().zip(xs).map(|(u, x)| u ^ x).collect();
    let steps = c.windows(2).map(|w| w[1] ^ w[0]).fold(1, |a: i64, y| a.rotate_left(3) ^ y);
    let d: Vec<i64> = xs.iter().filter_map(|x| (x & 3 == 0).then_some(x | 1)).collect();
    let blocks = d.chunks(3).map(|c| c.iter().fold(c.len() as i64, |a, y| a ^ y)).fold(0, |a: i64, y| a.rotate_left(1) ^ y);
    let e: Vec<i64> = us.iter().rev().map(|u| !u).collect();
    let both: Vec<i64> = xs.iter().chain(&e).map(|y| y ^ n as i64).collect();
    (backward, some, steps, blocks, both)
}

/// A scan, and what ends by a test, have no other direction; a count from the end starts at a length.
#[fuse]
pub fn from_the_end(xs: &[i64], us: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<(usize, i64)>, i64) {
    let sums: Vec<i64> = xs.iter().scan(0, |s: &mut i64, x| { *s ^= *x; Some(*s) }).collect();
    let a: Vec<i64> = sums.iter().rev().copied().collect();
    let until: Vec<i64> = xs.iter().copied().take_while(|x| *x != 3).collect();
    let b: Vec<i64> = until.iter().rev().map(|x| x ^ 1).collect();
    let kept: Vec<i64> = us.iter().copied().filter(|u| u & 1 == 1).collect();
    let c: Vec<(usize, i64)> = kept.iter().enumerate().rev().map(|(i, y)| (i, *y)).collect();
    let pairs: Vec<i64> = xs.iter().zip(us).map(|(x, u)| x ^ u).collect();
    let d = pairs.iter().rev().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    (a, b, c, d)
}

/// Names that change between what makes an array and what reads it.
#[fuse]
pub fn changed_in_between(xs: &[i64], n: i64) -> (i64, i64, i64) {
    let mut k = n;
    let ys: Vec<i64> = xs.iter().map(|x| x ^ k).collect();
    k += 1;
    let a = ys.iter().rev().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let zs: Vec<i64> = xs.iter().map(|x| x & k).collect();
    let k = 7;
    let b = zs.iter().rev().fold(k, |a: i64, z| a.rotate_left(3) ^ z);
    let mut own = xs.to_vec();
    let copy: Vec<i64> = own.clone();
    own.push(n);
    own.iter_mut().for_each(|x| *x ^= 1);
    let c = copy.iter().fold(own.len() as i64, |a: i64, z| a.rotate_left(3) ^ z);
    (a, b, c)
}

/// The type of a clone is that of the array, unless what is cloned is a reference to a reference.
#[fuse]
#[allow(suspicious_double_ref_op, reason = "it is what is tested")]
pub fn cloned(xs: &[i64], other: &Vec<i64>, behind: &&Vec<i64>) -> (Vec<i64>, i64, i64, usize) {
    let base: Vec<i64> = xs.iter().map(|x| x ^ 9).collect();
    let copy = base.clone();
    let doubled: Vec<i64> = copy.iter().map(|c| c.wrapping_mul(2)).collect();
    let total = base.iter().fold(0, |a: i64, b| a.rotate_left(5) ^ b);
    let theirs = other.clone();
    let least = theirs.iter().copied().fold(i64::MAX, i64::min);
    let same = behind.clone();
    let most = same.iter().copied().fold(i64::MIN, i64::max);
    let same: &Vec<i64> = same;
    (doubled, total ^ least, most, same.len() + theirs.len())
}

/// `vec![x; n]` evaluates both, and a literal has the type of the array.
#[fuse]
pub fn filled(xs: &[i64], n: usize) -> (u32, f64, usize, i64) {
    let ones: Vec<u8> = vec![255; n];
    let bits: u32 = ones.iter().map(|one| one.count_ones()).sum();
    let zeros: Vec<f64> = vec![-0.0; n];
    let zero: f64 = zeros.iter().sum();
    let rows: Vec<usize> = vec![xs.len(); 3];
    let most: usize = rows.iter().map(|row| row + 1).max().unwrap_or(0);
    let all: Vec<i64> = xs.to_vec();
    let folded = all.iter().fold(0, |a: i64, x| a.rotate_left(3) ^ x);
    (bits, zero, most, folded)
}

/// A loop that pushes: what it pushes is coerced, and what it runs over may be no iterator yet.
#[fuse]
pub fn pushed<'a>(xs: &'a [i64], rows: &'a [Vec<i64>]) -> (usize, i64, i64, Vec<i64>) {
    fn some(rows: &[Vec<i64>]) -> Vec<i64> {
        rows.iter().map(|row| row.len() as i64).collect()
    }
    let mut slices: Vec<&'a [i64]> = Vec::new();
    for row in rows {
        slices.push(row);
    }
    let longest = slices.iter().map(|slice| slice.len()).max().unwrap_or(0);
    let mut lengths: Vec<i64> = Vec::with_capacity(rows.len());
    for length in some(rows) {
        lengths.push(length ^ 1);
    }
    let folded = lengths.iter().fold(0, |a: i64, l| a ^ l);
    let mut odd: Vec<i64> = Vec::new();
    for x in xs {
        let y = x ^ 3;
        if y & 1 == 1 {
            odd.push(y >> 1);
        }
    }
    let sum = odd.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let mut kept: Vec<i64> = Vec::new();
    for x in xs.iter().rev() {
        kept.push(!x);
    }
    (longest, folded, sum, kept)
}

/// Halves that are only folded, one that is returned, and a `Vec` that is extended by references.
#[fuse]
pub fn halves(xs: &[i64], us: &[i64]) -> (i64, i64, usize, i64, Vec<i64>, usize, usize) {
    let (lows, highs): (Vec<i64>, Vec<i64>) = xs.iter().map(|x| (x & 15, x >> 4)).unzip();
    let a = lows.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let b = highs.iter().fold(0, |a: i64, y| a.rotate_left(5) ^ y);
    let (some, rest): (Vec<i64>, Vec<i64>) = xs.iter().copied().partition(|x| *x > 50);
    let n = some.len();
    let c = rest.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let (one, _): (Vec<i64>, Vec<i64>) = xs.iter().zip(us).unzip();
    let made: Vec<i64> = us.iter().map(|u| u ^ 1).collect();
    let (even, odd): (Vec<i64>, Vec<i64>) = made.iter().partition(|y| **y & 1 == 0);
    (a, b, n, c, one, even.len(), odd.len())
}

/// Other names, and blocks whose names mean something outside.
#[fuse]
pub fn other_names(xs: &[i64], inner: i64) -> (i64, i64, i64, usize) {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let zs = &ys;
    let a = zs.iter().fold(0, |a: i64, z| a.rotate_left(3) ^ z);
    let most = zs.iter().copied().max().unwrap_or(inner);
    let made: Vec<i64> = {
        let inner: Vec<i64> = xs.iter().map(|x| x & 7).collect();
        inner.iter().map(|i| i ^ 2).collect()
    };
    let b = made.iter().fold(inner, |a: i64, m| a.rotate_left(3) ^ m);
    let built: Vec<i64> = {
        let mut pushed: Vec<i64> = Vec::new();
        for x in xs {
            pushed.push(x | 1);
        }
        pushed
    };
    let c = built.iter().map(|p| p >> 1).fold(0, |a: i64, p| a ^ p);
    (a ^ most, b, c, zs.len())
}

/// A worker that panics for an element behind the one that is found, and one that panics before it.
#[fuse]
pub fn found_before_a_panic(xs: &[i64], at: i64) -> (bool, Option<usize>, Option<i64>, bool) {
    let a: Vec<i64> = xs.iter().map(|x| 1000 / (x - at)).collect();
    let any = a.iter().any(|y| *y == xs[0]);
    let b: Vec<i64> = xs.iter().enumerate().map(|(i, x)| xs[i] / (x - at) + xs[xs.len() - 1 - i]).collect();
    let place = b.iter().position(|y| 7 / (y - 1) == 0);
    let c: Vec<i64> = xs.iter().filter(|x| **x != at).map(|x| 1000 / (x - at - 1)).collect();
    let found = c.iter().copied().find(|y| *y < 100);
    let d: Vec<i64> = xs.iter().zip(xs.iter().rev()).map(|(x, y)| x / (y - at)).collect();
    let all = d.iter().map(|y| 10 / (y + 1)).all(|y| y != 3);
    (any, place, found, all)
}

/// The closure of a search may count its calls, and change what it captures; it may look at what is stored.
#[fuse]
pub fn searches_with_effects(xs: &[i64], calls: &std::cell::Cell<usize>) -> (bool, usize, Option<i64>, usize) {
    let ys: Vec<i64> = xs.iter().map(|x| { calls.set(calls.get() + 1); x ^ 3 }).collect();
    let any = ys.iter().any(|y| { calls.set(calls.get() * 2 % 1_000_003); *y == 5 });
    let mut seen = 0;
    let zs: Vec<i64> = xs.iter().map(|x| x ^ 9).collect();
    let found = zs.iter().copied().find(|z| { seen += 1; *z > 40 });
    (any, calls.get(), found, seen)
}

/// What is found is a reference into the array, or is made one of something else.
#[fuse]
pub fn found_by_reference(xs: &[i64], words: &[&str]) -> (Option<i64>, Option<i64>, usize, Option<String>) {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 3).collect();
    let found = ys.iter().find(|y| **y > 40).copied();
    let zs: Vec<i64> = xs.iter().map(|x| x ^ 5).collect();
    let first = zs.iter().find_map(|z| if z & 1 == 0 { Some(z) } else { None });
    let first = first.map(|z| *z + 0);
    let lengths: Vec<usize> = words.iter().map(|word| word.len()).collect();
    let place = lengths.iter().position(|n| *n == 3).unwrap_or(lengths.len());
    let kept: Vec<u8> = words.iter().filter(|word| !word.is_empty()).map(|word| word.as_bytes()[0]).collect();
    let text: Option<String> = kept.iter().map(|byte| byte.is_ascii_alphabetic().then_some(*byte as char)).collect();
    (found, first, place, text)
}

/// Each way to cut what the elements are made of: ranges, slices in step, counted, from the end, a part, one behind another.
#[fuse]
pub fn searched_in_blocks(xs: &[i64], us: &[i64], k: usize, goal: i64) -> (bool, Option<usize>, bool, Option<usize>, Option<i64>, Option<i64>, bool) {
    let a: Vec<u32> = (0..xs.len() as u32).map(|i| i ^ 21).collect();
    let any = a.iter().any(|y| i64::from(*y) == goal);
    let b: Vec<i64> = xs.iter().zip(us).map(|(x, u)| x ^ u).collect();
    let place = b.iter().position(|y| *y == goal);
    let c: Vec<i64> = us.iter().enumerate().map(|(i, u)| u ^ i as i64).collect();
    let all = c.iter().all(|y| *y != goal);
    let d: Vec<i64> = xs.iter().rev().enumerate().map(|(i, x)| x ^ i as i64).collect();
    let last = d.iter().position(|y| *y == goal);
    let e: Vec<i64> = xs.iter().skip(k).map(|x| x ^ 1).collect();
    let skipped = e.iter().copied().find(|y| *y > goal);
    let f: Vec<i64> = xs.iter().take(k).zip(us.iter().skip(k)).map(|(x, u)| x ^ !u).collect();
    let taken = f.iter().find_map(|y| (*y > goal).then_some(y ^ 1));
    let g: Vec<i64> = xs.iter().chain(us).enumerate().map(|(i, y)| y ^ i as i64).collect();
    let behind = g.iter().skip(2).any(|y| *y == goal);
    (any, place, all, last, skipped, taken, behind)
}

/// What stops early ends the function, or stands in a condition; a `Result` ends with the first error.
#[fuse]
pub fn searched_in_conditions(xs: &[i64], goal: i64) -> Result<(Vec<i64>, String), String> {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    if ys.iter().any(|y| *y == goal) {
        return Err(format!("{goal} is in it"));
    }
    let zs: Vec<i64> = xs.iter().map(|x| 1000 / (x - goal)).collect();
    let checked: Vec<i64> = zs
        .iter()
        .map(|z| if *z == 77 { Err(format!("{z}")) } else { Ok(z ^ 2) })
        .collect::<Result<Vec<i64>, String>>()?;
    let signs: Vec<i64> = checked.iter().map(|y| y.signum()).collect();
    let text: String = signs.iter().map(|sign| if *sign < 0 { '-' } else { '+' }).collect();
    Ok((checked, text))
}

/// The type of the elements is that of the array, and nothing else says it.
#[fuse]
pub fn typed_by_the_array(xs: &[i64], words: &[&str]) -> (Vec<u8>, bool, i64, Option<u32>, usize) {
    let n = xs.len() as u8;
    let a: Vec<u8> = (0..3).map(|i| i * 120 + 1).collect();
    let back: Vec<u8> = a.iter().rev().map(|y| y ^ n).collect();
    let b: Vec<u8> = (0..3).map(|i| i * 85).collect();
    let any = b.iter().any(|y| y.count_ones() == 4);
    let c: Vec<i64> = words.iter().map(|word| word.parse().unwrap_or(7)).collect();
    let sum = c.iter().rev().map(|y| y.signum()).sum::<i64>();
    let d: Vec<u32> = words.iter().map(|word| word.parse().unwrap_or_default()).collect();
    let found = d.iter().copied().find(|y| y.is_power_of_two());
    let e: Vec<&str> = words.iter().map(|word| word.trim()).collect();
    let place = e.iter().position(|word| word.len() == 2).unwrap_or(9);
    (back, any, sum, found, place)
}

/// Ranges of integers whose type is found later, beside a search that asks for their elements.
#[fuse]
pub fn untyped_ranges(xs: &[i64]) -> (i64, bool, u8, bool, i64) {
    let a: i64 = (0..100).map(|i| i ^ 2).sum();
    let b = (0..100).any(|i: i64| i == xs.len() as i64);
    let m = 100;
    let c: u8 = (0..m).map(|i| i & 1).sum();
    let d = (0..m).all(|i| i < 99);
    let many: Vec<i64> = (0..m).map(|i| i64::from(i) ^ 3).collect();
    let e = many.iter().copied().find(|y| *y > 50).unwrap_or(0);
    (a, b, c, d, e)
}

/// The first elements, and those behind them: of what is cut, of what jumps, of what can do neither. All are made, for each may panic.
#[fuse]
pub fn first_and_last(xs: &[i64], us: &[i64], k: usize, at: i64) -> (i64, i64, i64, i64, i64, i64, f64) {
    let sums: Vec<i64> = xs.iter().zip(us).map(|(x, u)| x ^ u / (x - at)).collect();
    let a = sums.iter().take(k).map(|y| y ^ 1).fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let places: Vec<i64> = us.iter().enumerate().map(|(i, u)| i as i64 ^ u).collect();
    let b = places.iter().skip(k).filter(|y| **y % 2 == 0).fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let both: Vec<i64> = xs.iter().chain(us).map(|x| 1000 / (x - at)).collect();
    let c = both.iter().skip(k / 2).take(k).fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let pieces: Vec<i64> = xs.windows(3).map(|w| w[0] ^ w[1] & w[2]).collect();
    let d = pieces.iter().take(k).max().map_or(0, |y| *y);
    let every: Vec<i64> = us.iter().step_by(2).map(|u| u / (u - at)).collect();
    let e = every.iter().skip(1).copied().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let kept: Vec<i64> = xs.iter().copied().filter(|x| x & 3 != 0).collect();
    let f = kept.iter().take(k).fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let same: Vec<f64> = std::iter::repeat_n(0.1, k).collect();
    let g = same.iter().take(usize::MAX).map(|y| y * 3.0).sum::<f64>();
    (a, b, c, d, e, f, g)
}

/// A loop over the first elements, which writes names; and over those behind them, from their end.
#[fuse]
pub fn looped_over_the_first(xs: &[i64], k: usize) -> (i64, i64, Vec<i64>) {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 3).collect();
    let (mut a, mut b) = (1_i64, 0);
    for y in ys.iter().take(k) {
        a = a.rotate_left(5) ^ y;
        b += 1;
    }
    let zs: Vec<i64> = xs.iter().map(|x| x & 1023).collect();
    let last: Vec<i64> = zs.iter().skip(k).rev().map(|z| z ^ 1).collect();
    (a, b, last)
}

/// Pushed to without a word on what it holds: numbers, which the loop shows, and what it does not show.
#[fuse]
pub fn pushed_untyped(xs: &[i64], words: &[&str]) -> (i64, usize, f64, usize, u8) {
    let mut ys = Vec::new();
    for x in xs {
        ys.push(x ^ 3);
    }
    let a = ys.iter().fold(0, |a: i64, y| a.rotate_left(3) ^ y);
    let mut odd = Vec::with_capacity(xs.len());
    for &x in xs {
        if x & 1 == 1 {
            odd.push((x as f64).abs().sqrt());
        }
    }
    let root: f64 = odd.iter().sum();
    let mut all = Vec::new();
    for word in words {
        all.push(word.len());
    }
    let letters = all.iter().sum::<usize>();
    let mut small = vec![];
    for word in words {
        small.push(1);
        let _ = word;
    }
    let ones: u8 = small.iter().sum();
    (a, odd.len(), root, letters, ones)
}

/// Divided by reference, where the halves are what the function gives, or said by the call.
#[fuse]
pub fn divided_at_the_end(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 3).collect();
    let (even, odd) = ys.iter().partition::<Vec<i64>, _>(|y| **y & 1 == 0);
    let both: Vec<i64> = even.iter().chain(&odd).map(|y| y & 7).collect();
    both.iter().partition(|y| **y > 3)
}

/// Hashed collections of as many elements as an array has, and of some of them.
#[fuse]
pub fn hashed(xs: &[i64], us: &[i64]) -> (Vec<i64>, Vec<(i64, usize)>, usize) {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 3).collect();
    let set: HashSet<i64> = ys.iter().map(|y| y & 15).collect();
    let kept: Vec<i64> = us.iter().copied().filter(|u| u & 1 == 0).collect();
    let map: HashMap<i64, usize> = kept.iter().enumerate().map(|(i, u)| (u & 31, i)).collect();
    let zs: Vec<i64> = us.iter().map(|u| u ^ 9).collect();
    let some = zs.iter().filter(|z| **z & 2 == 0).map(|z| z & 63).collect::<HashSet<i64>>();
    let (mut set, mut map) = (Vec::from_iter(set), Vec::from_iter(map));
    set.sort_unstable();
    map.sort_unstable();
    (set, map, some.len())
}

/// Windows and chunks of what is made block by block: longer than a block, shorter than a window; what no window holds may panic.
#[fuse]
pub fn neighbours(xs: &[i64], us: &[i64], at: i64) -> (i64, Option<i64>, f64, Vec<i64>, i64) {
    let ys: Vec<i64> = xs.iter().map(|x| 1000 / (x - at)).collect();
    let steps = ys.windows(2).map(|w| w[1] ^ w[0]).fold(1, |a: i64, y| a.rotate_left(3) ^ y);
    let products: Vec<i64> = xs.iter().zip(us).map(|(x, u)| x & u).collect();
    let best = products.chunks(3).map(|c| c.iter().fold(c.len() as i64, |a, y| a ^ y)).max();
    let roots: Vec<f64> = us.iter().enumerate().map(|(i, u)| (i as f64).sqrt() + (u & 7) as f64).collect();
    let rough: f64 = roots.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).abs()).sum();
    let both: Vec<i64> = xs.iter().chain(us).map(|x| x ^ 9).collect();
    let firsts: Vec<i64> = both.chunks(4).map(|c| c[0]).collect();
    let places: Vec<i64> = (0..xs.len() as i64).map(|i| i * i / (i - at)).collect();
    let last = places.chunks(7).filter(|c| c.len() < 7).map(|c| c[0]).fold(0, |a: i64, y| a ^ y);
    (steps, best, rough, firsts, last)
}
