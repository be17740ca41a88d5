//! `filter_map` that says what it keeps and what becomes of it.

use super::fuse;

#[fuse(loops = 1)]
pub fn chosen(xs: &[f64], limit: f64) -> (Vec<f64>, f64) {
    let doubled: Vec<f64> = xs.iter().filter_map(|x| if *x < limit { Some(x * 2.0) } else { None }).collect();
    let sum = doubled.iter().sum();
    (doubled, sum)
}

/// The names of a pattern that one half alone mentions, and a block with statements.
#[fuse(loops = 1)]
pub fn numbered(xs: &[f64], ys: &[f64], limit: f64) -> (Vec<usize>, Vec<f64>, f64) {
    let places: Vec<usize> = xs.iter().enumerate().filter_map(|(i, x)| (*x < limit).then_some(i)).collect();
    let quotients: Vec<f64> = xs
        .iter()
        .zip(&ys[..xs.len()])
        .filter_map(|(&x, &y)| {
            if y > limit {
                let quotient = x / y;
                Some(quotient * quotient)
            } else {
                None
            }
        })
        .collect();
    let sum = xs.iter().sum();
    (places, quotients, sum)
}

/// What `then_some` takes is computed of all, and may fail.
#[fuse]
pub fn computed_of_all(ks: &[i64]) -> (Vec<i64>, i64) {
    let parts: Vec<i64> = ks.iter().filter_map(|k| (*k != 0).then_some(100 / k)).collect();
    let sum = ks.iter().fold(0i64, |sum, k| sum.wrapping_add(*k));
    (parts, sum)
}

#[fuse(loops = 1)]
pub fn computed_of_what_is_kept(ks: &[i64]) -> (Vec<i64>, i64) {
    let parts: Vec<i64> = ks.iter().filter_map(|k| (*k != 0).then(|| (i64::MAX / 2).wrapping_div(*k))).collect();
    let sum = ks.iter().fold(0i64, |sum, k| sum.wrapping_add(*k));
    (parts, sum)
}

/// It counts what it is asked, and how many of those it keeps.
#[fuse]
pub fn counting(ks: &[i64]) -> (Vec<i64>, u32, u32, i64) {
    let (mut asked, mut kept) = (0, 0);
    let odd: Vec<i64> = ks
        .iter()
        .filter_map(|k| {
            if {
                asked += 1;
                k & 1 == 1
            } {
                kept += 1;
                Some(*k)
            } else {
                None
            }
        })
        .collect();
    let sum = ks.iter().fold(0i64, |sum, k| sum.wrapping_add(*k));
    (odd, asked, kept, sum)
}

/// Elements that are moved are in neither half twice.
#[fuse]
pub fn moved(names: Vec<String>) -> (Vec<String>, usize) {
    let long: Vec<String> = names.into_iter().filter_map(|name| if name.len() > 1 { Some(name) } else { None }).collect();
    let letters = long.iter().map(|name| name.len()).sum();
    (long, letters)
}

/// `None` is a constant here: everything is kept.
#[fuse]
#[allow(non_upper_case_globals, reason = "it hides a name of the prelude")]
pub fn another_none(xs: &[f64]) -> (Vec<f64>, f64) {
    const None: Option<f64> = Some(0.5);
    let kept: Vec<f64> = xs.iter().filter_map(|x| if *x < 0.0 { Some(x * 2.0) } else { None }).collect();
    let sum = kept.iter().sum();
    (kept, sum)
}

/// What is stored of floats are integers, of few, of half and of nearly all.
#[fuse(loops = 1)]
pub fn rounded(xs: &[f64], limit: f64) -> (Vec<u8>, u64, Option<u8>) {
    let levels: Vec<u8> = xs.iter().filter(|x| **x < limit).map(|x| (x * 255.0) as u8).collect();
    let sum: u64 = levels.iter().map(|level| u64::from(*level)).sum();
    let most = levels.iter().copied().max();
    (levels, sum, most)
}

/// What takes long is computed of what is kept alone.
#[fuse(loops = 1)]
pub fn roots(xs: &[f64], limit: f64) -> (Vec<f64>, f64, usize) {
    let roots: Vec<f64> = xs.iter().filter(|x| **x > limit).map(|x| x.sqrt().ln()).collect();
    let sum = roots.iter().sum();
    let low = roots.iter().filter(|root| **root < 1.0).count();
    (roots, sum, low)
}

/// What reads the element that is kept, and not only what is stored of it, stays beside the store.
#[fuse]
pub fn stored_of_two(xs: &[(f64, i64)], limit: f64) -> (Vec<f64>, i64, f64) {
    let kept: Vec<f64> = xs.iter().filter(|x| x.0 < limit).map(|x| x.0 + 1.0).collect();
    let sum = kept.iter().sum();
    let places = xs.iter().filter(|x| x.0 < limit).fold(0i64, |sum, x| sum.wrapping_add(x.1));
    (kept, places, sum)
}

/// What `then` is called on is reached through references, and a half may bind the names of the other, or have them as fields.
#[fuse]
pub fn seen_through(xs: &[i64], flags: &[bool], on: &bool) -> (Vec<i64>, Vec<i64>, Vec<usize>, i64) {
    let chosen: Vec<i64> = xs.iter().filter_map(|&x| on.then_some(x)).collect();
    let flagged: Vec<i64> = xs.iter().zip(flags).filter_map(|(&x, flag)| flag.then(|| x)).collect();
    let places: Vec<usize> = flags.iter().enumerate().filter_map(|(i, flag)| flag.then_some(i)).collect();
    let sum = xs.iter().fold(0i64, |sum, x| sum.wrapping_add(*x));
    (chosen, flagged, places, sum)
}

pub struct Point {
    pub x: i64,
    pub y: i64,
}

#[fuse]
pub fn named_alike(xs: &[i64], ys: &[i64]) -> (Vec<(i64, i64)>, Vec<i64>, Vec<i64>, i64) {
    let points: Vec<Point> = xs
        .iter()
        .zip(ys)
        .filter_map(|(y, x)| if *x > 0 { Some(Point { x: *y, y: 0 }) } else { None })
        .collect();
    let shadowed: Vec<i64> = xs
        .iter()
        .zip(ys)
        .filter_map(|(a, b)| {
            if {
                let b = 5;
                *a > b
            } {
                Some(*b)
            } else {
                None
            }
        })
        .collect();
    let chained: Vec<i64> = xs
        .iter()
        .filter_map(|x| if *x > 0 && let Some(y) = x.checked_mul(2) { Some(y) } else { None })
        .collect();
    let sum = xs.iter().fold(0i64, |sum, x| sum.wrapping_add(*x));
    let points = points.iter().map(|point| (point.x, point.y)).collect();
    (points, shadowed, chained, sum)
}

/// What `!` gives need not be a `bool`.
#[derive(Clone, Copy)]
pub struct Flag(pub bool);

impl std::ops::Not for Flag {
    type Output = Flag;
    fn not(self) -> Flag {
        Flag(!self.0)
    }
}

impl Flag {
    fn then_some<T>(self, value: T) -> Option<T> {
        if self.0 { None } else { Some(value) }
    }
}

#[fuse]
pub fn another_not(xs: &[i64], flag: Flag) -> (Vec<i64>, i64) {
    let kept: Vec<i64> = xs.iter().filter_map(|x| (!flag).then_some(*x)).collect();
    let bits = kept.iter().fold(0, |a, b| a ^ b);
    (kept, bits)
}
