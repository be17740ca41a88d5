//! What the source says about lengths, and what it only seems to say.

use super::fuse;

#[fuse]
pub fn guarded(xs: &[i64], ys: &[i64]) -> Option<(i64, i64)> {
    if xs.len() != ys.len() {
        return None;
    }
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    Some((a, b))
}

#[fuse]
pub fn guarded_three_ways(xs: &[i64], ys: &[i64], zs: &[i64]) -> (i64, i64, i64) {
    let n = xs.len();
    if n == 0 || ys.len() != n || !(zs.len() == n) {
        panic!("{n} are not {} and {}", ys.len(), zs.len());
    }
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    let c = zs.iter().fold(2, |s, z| s ^ (z << 2));
    (a, b, c)
}

/// The guard comes too late for the first two loops.
#[fuse]
pub fn guarded_below(xs: &[i64], ys: &[i64]) -> Vec<i64> {
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    if xs.len() != ys.len() {
        return vec![a, b];
    }
    let c = xs.iter().fold(2, |s, x| s ^ (x << 2));
    let d = ys.iter().fold(3, |s, y| s ^ (y << 3));
    vec![a, b, c, d]
}

#[fuse]
pub fn asserted(xs: &[i64], ys: &[i64]) -> (i64, Vec<i64>) {
    assert_eq!(xs.len(), ys.len(), "{} and {}", xs.len(), ys.len());
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b: Vec<i64> = ys.iter().map(|y| y ^ 1).collect();
    (a, b)
}

#[fuse]
pub fn asserted_together(xs: &[i64], ys: &[i64], zs: &[i64], n: usize) -> (i64, i64, i64, usize) {
    assert!(xs.len() == n && ys.len() == n);
    assert_eq!((zs.len(), n), (n, n));
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    let c = zs.iter().fold(2, |s, z| s ^ (z << 2));
    let d = (0..n).filter(|i| i % 3 == 0).count();
    (a, b, c, d)
}

/// True in debug builds only.
#[fuse]
pub fn asserted_in_debug_builds(xs: &[i64], ys: &[i64]) -> (i64, i64) {
    debug_assert!(xs.len() <= ys.len());
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    (a, b)
}

/// An alternative is no fact.
#[fuse]
pub fn asserted_perhaps(xs: &[i64], ys: &[i64]) -> (i64, i64) {
    assert!(xs.len() == ys.len() || ys.len() < xs.len());
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    (a, b)
}

/// A guard that does not leave says nothing.
#[fuse]
pub fn noticed(xs: &[i64], ys: &[i64]) -> (i64, i64, bool) {
    let mut equal = true;
    if xs.len() != ys.len() {
        equal = false;
    }
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    (a, b, equal)
}

/// The length that was asserted changes before the loops.
#[fuse]
pub fn shortened(mut xs: Vec<i64>, ys: &[i64]) -> (i64, i64) {
    assert_eq!(xs.len(), ys.len());
    xs.retain(|x| x % 2 == 0);
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    (a, b)
}

/// The guard itself changes the length.
#[fuse]
pub fn changed_by_the_guard(mut xs: Vec<i64>, ys: &[i64]) -> Option<(i64, i64)> {
    if xs.len() != ys.len() || xs.pop().is_none() {
        return None;
    }
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    Some((a, b))
}

/// The name means another array below.
#[fuse]
pub fn shadowed(xs: &[i64], ys: &[i64]) -> (i64, i64) {
    assert_eq!(xs.len(), ys.len());
    let xs = &xs[xs.len() / 2..];
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    (a, b)
}

/// `n` is the length of what `xs` was.
#[fuse]
pub fn length_of_what_was(mut xs: Vec<i64>, extra: i64) -> (usize, i64) {
    let n = xs.len();
    xs.push(extra);
    let a = (0..n).filter(|i| i % 2 == 0).count();
    let b = xs.iter().fold(0, |s, x| s ^ x);
    (a, b)
}

#[fuse]
pub fn least(xs: &[i64], ys: &[i64]) -> (usize, i64, i64) {
    let n = xs.len().min(ys.len());
    let a = (0..n).filter(|i| i % 2 == 0).count();
    let b = xs.iter().zip(ys).fold(0, |s, (x, y)| s ^ x ^ (y << 1));
    let c = xs.iter().fold(0, |s, x| s ^ (x << 1));
    (a, b, c)
}

#[fuse]
pub fn prefixes(xs: &[i64], ys: &[i64], n: usize) -> (i64, i64, i64) {
    let (left, right) = (&xs[..n], &ys[..n]);
    let first = &xs[..n];
    let second = &ys[..n];
    let a = first.iter().fold(0, |s, x| s ^ x);
    let b = second.iter().fold(1, |s, y| s ^ (y << 1));
    (a, b, (left.len() + right.len()) as i64)
}

#[fuse]
pub fn tails(xs: &[i64], ys: &[i64]) -> (i64, i64, usize) {
    assert_eq!(xs.len(), ys.len());
    let a = &xs[1..];
    let b = &ys[1..];
    let c = &xs[..xs.len() - 1];
    let s = a.iter().fold(0, |s, x| s ^ x);
    let t = b.iter().fold(1, |s, y| s ^ (y << 1));
    let u = c.iter().filter(|x| **x > 0).count();
    (s, t, u)
}

#[fuse]
pub fn spans(n: i64) -> (usize, usize, usize, usize, i64) {
    let a = (0..n).filter(|i| i % 2 == 0).count();
    let b = (1..=n).filter(|i| i % 3 == 0).count();
    let c = (0..=n).filter(|i| i % 2 == 0).count();
    let d = (1..n).filter(|i| i % 2 == 0).count();
    let e = (-2..n).fold(0, |s, i| s ^ i);
    (a, b, c, d, e)
}

/// One less than nothing is a panic, or a very long range; neither is the empty one.
#[fuse]
pub fn one_less(xs: &[i64], short: bool) -> (usize, usize) {
    let n = if short { 0 } else { xs.len() };
    let a = (0..n.wrapping_sub(1).min(50))
        .filter(|i| i % 2 == 0)
        .count();
    let b = (0..n.saturating_sub(1)).filter(|i| i % 2 == 1).count();
    (a, b)
}

#[fuse]
pub fn arrays<const N: usize>(xs: [i64; N], ys: &[i64; N]) -> (i64, i64, usize) {
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    let c = (0..N).filter(|i| i % 2 == 0).count();
    (a, b, c)
}

#[fuse]
pub fn filled(xs: &[i64], n: usize) -> (i64, i64, usize) {
    let ones = vec![1_i64; n];
    assert_eq!(ones.len(), xs.len());
    let a = xs.iter().zip(&ones).fold(0, |s, (x, y)| s ^ x ^ y);
    let b = xs.iter().fold(0, |s, x| s ^ (x << 1));
    let c = (0..n).filter(|i| i % 2 == 0).count();
    (a, b, c)
}

/// A mutable slice keeps its length, whatever happens to its elements.
#[fuse]
pub fn mutable_slices(xs: &mut [i64], ys: &mut [i64]) -> (i64, i64) {
    assert_eq!(xs.len(), ys.len());
    if let Some(first) = xs.first_mut() {
        *first = 3;
    }
    ys.reverse();
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    (a, b)
}

/// A vector behind `&mut` does not.
#[fuse]
pub fn mutable_vectors(xs: &mut Vec<i64>, ys: &mut Vec<i64>) -> (i64, i64) {
    assert_eq!(xs.len(), ys.len());
    xs.truncate(2);
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    (a, b)
}

#[fuse]
pub fn known_inside(xs: &[i64], ys: &[i64], rounds: i64) -> i64 {
    let n = xs.len();
    assert_eq!(ys.len(), n);
    let mut result = 0;
    for round in 0..rounds {
        let a = xs.iter().fold(0, |s, x| s ^ (x << round));
        let b = ys.iter().fold(round, |s, y| s ^ y);
        let c = (0..n).filter(|i| i % 2 == 0).count();
        result ^= a ^ (b << 1) ^ c as i64;
    }
    result
}

/// Inside the loop `ys` is another array.
#[fuse]
pub fn other_inside(xs: &[i64], ys: &[i64], rounds: usize) -> i64 {
    assert_eq!(ys.len(), xs.len());
    let mut result = 0;
    for ys in ys.chunks(3).take(rounds) {
        let a = xs.iter().fold(0, |s, x| s ^ x);
        let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
        result ^= a ^ b;
    }
    result
}

/// Of a vector that may change, nothing is known inside.
#[fuse]
pub fn changed_inside(mut xs: Vec<i64>, ys: &[i64]) -> i64 {
    assert_eq!(ys.len(), xs.len());
    let mut result = 0;
    while xs.len() * 2 > ys.len() {
        let a = xs.iter().fold(0, |s, x| s ^ x);
        let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
        result ^= a ^ (b << 1);
        xs.pop();
    }
    result
}

/// A length of one's own type, with a `len` that is none.
pub struct Ring(Vec<i64>);

impl Ring {
    pub fn new(xs: &[i64]) -> Ring {
        Ring(xs.to_vec())
    }

    #[must_use]
    pub fn len(&self) -> usize {
        7
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    pub fn iter(&self) -> std::slice::Iter<'_, i64> {
        self.0.iter()
    }
}

#[fuse]
pub fn own_len(ring: &Ring, xs: &[i64], ys: &[i64]) -> (i64, i64, i64) {
    if ring.is_empty() || xs.len() != ring.len() {
        return (0, 0, 0);
    }
    let a = ring.iter().fold(0, |s, x| s ^ x);
    let b = xs.iter().fold(1, |s, y| s ^ (y << 1));
    let c = ys.iter().fold(2, |s, y| s ^ (y << 2));
    (a, b, c)
}

/// Equal to a number of one's own means what one likes.
#[derive(Clone, Copy, Debug)]
pub struct About(pub usize);

impl PartialEq<About> for usize {
    fn eq(&self, other: &About) -> bool {
        self.abs_diff(other.0) < 3
    }
}

#[fuse]
pub fn about(xs: &[i64], ys: &[i64], n: About) -> (i64, i64) {
    assert_eq!(xs.len(), n);
    assert!(ys.len() == n);
    let a = xs.iter().fold(0, |s, x| s ^ x);
    let b = ys.iter().fold(1, |s, y| s ^ (y << 1));
    (a, b)
}
