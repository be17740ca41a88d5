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
