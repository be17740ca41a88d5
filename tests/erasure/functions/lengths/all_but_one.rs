//! All elements but one, in two ways, each of which panics where there is none.

use super::fuse;

#[fuse]
pub fn indices(xs: &[i64]) -> (i64, i64) {
    let n = xs.len();
    let a: i64 = (1..n).map(|i| xs[i] ^ xs[i - 1]).sum();
    let b: i64 = xs[1..].iter().map(|x| x & 7).sum();
    (a, b)
}

#[fuse]
pub fn windows(xs: &[i64]) -> (i64, i64, i64) {
    let a: i64 = xs.windows(2).map(|w| w[1] & w[0] & 15).sum();
    let b: i64 = (1..xs.len()).map(|i| xs[i] & xs[i - 1] & 3).sum();
    let c: i64 = xs[1..].iter().map(|x| x & 5).sum();
    (a, b, c)
}

#[fuse]
pub fn products(xs: &[i64]) -> (i64, i64) {
    let n = xs.len();
    let a: i64 = (0..n - 1).map(|i| xs[i] * xs[i + 1]).sum();
    let b: i64 = xs[..n - 1].iter().map(|x| x * 7).sum();
    (a, b)
}

#[fuse]
pub fn held(xs: &[i64]) -> (i64, i64) {
    let n = xs.len();
    let a: i64 = (1..=n - 1).map(|i| xs[i] & 31).sum();
    let b: i64 = (0..n - 1).map(|i| xs[i] | 1).fold(0, |p, x| p ^ x);
    (a, b)
}

/// A part that may be longer than all of it.
#[fuse]
pub fn parts(xs: &[i64], n: usize) -> (i64, i64) {
    let a: i64 = xs[..n].iter().map(|x| x & 9).sum();
    let b: i64 = (0..n).map(|i| xs[i] & 17).sum();
    (a, b)
}

#[fuse(loops = 1)]
pub fn parts_of_slices(xs: &[i64]) -> (i64, i64, Vec<i64>) {
    let n = xs.len();
    let a: i64 = xs[1..].iter().map(|x| x & 5).sum();
    let b: i64 = xs[..n - 1].iter().map(|x| (x & 255) * 7).sum();
    let c: Vec<i64> = xs[1..n].iter().map(|x| x ^ 3).collect();
    (a, b, c)
}

/// Of nothing `n - 1` wraps where it does not panic, and `take` has all there is.
#[fuse]
pub fn taken(xs: &[i64], m: usize) -> (i64, i64, i64) {
    let n = xs.len();
    let a: i64 = xs.iter().take(n - 1).map(|x| x & 5).sum();
    let b: i64 = xs.iter().skip(1).map(|x| x & 9).sum();
    let c: i64 = xs.iter().take(m - 1).map(|x| x & 3).sum();
    (a, b, c)
}

/// One part ends before it begins, or behind the end.
#[fuse]
pub fn cut_anywhere(xs: &[i64], from: usize, to: usize) -> (i64, i64) {
    let a: i64 = xs[from..to].iter().map(|x| x & 5).sum();
    let b: i64 = xs[..to - from].iter().map(|x| x & 9).sum();
    (a, b)
}

/// Parts by `skip` and `take`, of which there may be nothing left.
#[fuse(loops = 1)]
pub fn left_out(xs: &[i64], m: usize) -> (i64, i64, Vec<i64>) {
    let a: i64 = xs.iter().skip(m).take(70).map(|x| (x & 255) * 5).sum();
    let b: i64 = xs.iter().skip(m).take(70).map(|x| (x & 255) * 7).sum();
    let c: Vec<i64> = xs.iter().skip(m).take(70).map(|x| x ^ 3).collect();
    (a, b, c)
}

#[fuse(loops = 1)]
pub fn beside_the_next(xs: &[i64]) -> (i64, i64, usize) {
    let a: i64 = xs.iter().zip(xs.iter().skip(1)).map(|(x, y)| (x & 255) * (y & 255)).sum();
    let b: i64 = xs.iter().skip(1).map(|x| x & 7).sum();
    let c = xs.iter().zip(xs.iter().skip(1)).filter(|(x, y)| x < y).count();
    (a, b, c)
}

/// A copy that leaves out elements is no part of a slice any more.
#[fuse]
pub fn copied_and_left_out(xs: &[i64], m: usize) -> (i64, i64, i64, usize) {
    let a: i64 = xs.iter().copied().skip(m).map(|x| x & 5).sum();
    let b: i64 = xs.iter().copied().skip(m).map(|x| x & 9).sum();
    let c: i64 = xs.iter().cloned().take(m).map(|x| x & 3).sum();
    let d = xs.iter().cloned().take(m).filter(|x| *x > 3).count();
    (a, b, c, d)
}

/// Of nothing the ends wrap, or panic.
#[fuse]
pub fn short_of(xs: &[i64]) -> (i64, i64, i64) {
    let n = xs.len();
    let a: i64 = xs.windows(2).map(|w| w[1] & w[0]).sum();
    let b: i64 = (0..n - 1).map(|i| xs[i] ^ xs[i + 1]).fold(0, |s: i64, x| s.wrapping_add(x));
    let c: i64 = (1..=n - 1).map(|i| xs[i] & 3).sum();
    (a, b, c)
}

/// Of one the middle wraps.
#[fuse]
pub fn middle(xs: &[i64]) -> (i64, i64, usize, Vec<i64>) {
    let a: i64 = xs.windows(3).map(|w| (w[0] & 7) - (w[2] & 7)).sum();
    let b: i64 = (1..xs.len() - 1).map(|i| xs[i - 1] ^ xs[i + 1]).fold(0, |s: i64, x| s ^ x);
    let c = (0..xs.len() - 2).filter(|i| xs[*i] > xs[*i + 1]).count();
    let d = (1..=xs.len() - 2).map(|i| xs[i] >> 1).collect();
    (a, b, c, d)
}

/// Nothing wraps below a guard, of whatever form.
#[fuse]
pub fn guarded(xs: &[i64], ys: &[i64], n: usize) -> (i64, i64, i64, i64, i64) {
    assert!(n >= 1 && n <= xs.len());
    let e: i64 = (0..n - 1).map(|i| xs[i] & 3).sum();
    let f: i64 = (1..=n - 1).map(|i| xs[i] & 5).sum();
    if xs.is_empty() || 2 > ys.len() {
        return (0, 0, 0, 0, 0);
    }
    let a: i64 = (0..xs.len() - 1).map(|i| xs[i] & xs[i + 1]).sum();
    let b: i64 = xs.iter().skip(1).map(|x| x & 7).sum();
    let m = ys.len();
    let c: i64 = (1..=m - 1).map(|i| ys[i] & ys[i - 1]).sum();
    let d: i64 = ys.windows(2).map(|w| w[0] & 7).sum();
    (a + b, c, d, e, f)
}

/// What was known of a name is not of another of that name, nor above the guard.
#[fuse]
pub fn another(xs: &[i64], ys: &[i64]) -> (i64, i64, i64, i64) {
    let n = ys.len();
    let above: i64 = ys.iter().skip(1).map(|y| y & 3).sum();
    if n == 0 {
        return (above, 0, 0, 0);
    }
    let n = xs.len();
    let a: i64 = (0..n - 1).map(|i| xs[i] & 9).sum();
    let b: i64 = xs.iter().skip(1).map(|x| x & 7).sum();
    let c: i64 = (0..ys.len() - 1).map(|i| ys[i] & 1).sum();
    (above, a, b, c)
}
