//! Functions that zip some of their parameters and run over others alone: in two versions.

use super::fuse;

#[fuse]
pub fn weighted(prices: &[f64], weights: &[f64]) -> (f64, f64, f64) {
    let both: f64 = prices.iter().zip(weights).map(|(p, w)| p * w).sum();
    let all: f64 = weights.iter().sum();
    let most = prices.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (both, all, most)
}

#[fuse]
pub fn three(xs: &[f64], ys: &[f64], zs: &[f64]) -> (Vec<f64>, f64, Vec<f64>, usize) {
    let sums: Vec<f64> = xs.iter().zip(ys.iter().zip(zs)).map(|(x, (y, z))| x + y + z).collect();
    let last: f64 = zs.iter().sum();
    let kept: Vec<f64> = ys.iter().copied().filter(|y| *y > 0.0).collect();
    let above = xs.iter().zip(&kept).filter(|(x, y)| x > y).count();
    (sums, last, kept, above)
}

/// Leaves early, in both.
#[fuse]
pub fn early<'a>(xs: &'a [i64], ys: &'a [i64], all: bool) -> Option<(&'a i64, i64, usize)> {
    let first = xs.first()?;
    if ys.is_empty() && !all {
        return None;
    }
    let dot = xs.iter().zip(ys).fold(0_i64, |s, (x, y)| s.wrapping_add(x.wrapping_mul(*y)));
    let sum = ys.iter().fold(0_i64, |s, y| s ^ y);
    let positive = xs.iter().filter(|x| **x > 0).count();
    Some((first, dot ^ sum, positive))
}

/// What is moved is moved in both.
#[fuse]
pub fn moved(xs: &[i64], ys: &[i64], name: String, mut f: impl FnMut(i64) -> i64) -> (String, i64, usize) {
    let pairs = xs.iter().zip(ys.iter()).filter(|(x, y)| x < y).count();
    let most = ys.iter().copied().max().unwrap_or(0);
    let least = xs.iter().copied().min().unwrap_or(0);
    let longer = name + "!";
    (longer, f(most).wrapping_sub(f(least)), pairs)
}

/// Its own type for each version there could not be.
#[fuse]
pub fn lazily<'a>(xs: &'a [i64], ys: &'a [i64]) -> impl Iterator<Item = i64> + 'a {
    let dot = xs.iter().zip(ys).fold(0_i64, |s, (x, y)| s.wrapping_add(x.wrapping_mul(*y)));
    let sum = ys.iter().fold(0_i64, |s, y| s ^ y);
    xs.iter().map(move |x| x ^ dot ^ sum)
}

pub struct Model {
    pub bias: f64,
}

impl Model {
    #[fuse]
    pub fn error<T: Copy + Into<f64>>(&self, xs: &[T], ys: &[f64]) -> Result<(f64, f64), String> {
        let se: f64 = xs.iter().zip(ys).map(|(x, y)| ((*x).into() + self.bias - y).powi(2)).sum();
        let mean: f64 = ys.iter().sum();
        let bad = ys.iter().any(|y| y.is_infinite());
        if bad { Err(format!("{se}")) } else { Ok((se, mean)) }
    }
}

#[fuse]
pub fn rows(xs: &[f64], ys: &[f64]) {
    let n = xs.iter().zip(ys).filter(|(x, y)| x == y).count();
    let s: f64 = ys.iter().sum();
    assert!(n <= xs.len() && (s.is_nan() || s == s));
}

/// Vectors, of which one is moved away in both versions.
#[fuse]
pub fn vectors(xs: Vec<i64>, ys: &Vec<i64>) -> (i64, i64, i64, Vec<i64>) {
    let dot = xs.iter().zip(ys).fold(0_i64, |s, (x, y)| s.wrapping_add(x.wrapping_mul(*y)));
    let bits = ys.iter().fold(0_i64, |s, y| s ^ y);
    let steps: i64 = (0..ys.len() - 1).map(|i| ys[i] & ys[i + 1]).fold(0, |s, x| s ^ x);
    let kept = xs.into_iter().zip(ys).filter(|(x, y)| x < y).map(|(x, _)| x).collect();
    (dot, bits, steps, kept)
}
