//! Loops that change the elements of an array where they stand.

use super::fuse;

/// One array: the second loop follows the first element by element.
#[fuse(loops = 1)]
pub fn scaled_and_summed(mut xs: Vec<f64>, s: f64) -> (Vec<f64>, f64, f64) {
    for x in xs.iter_mut() {
        *x = *x * s + 1.0;
    }
    let sum: f64 = xs.iter().sum();
    let largest = xs.iter().copied().fold(f64::MIN, f64::max);
    (xs, sum, largest)
}

/// The old sum, then the new one.
#[fuse]
pub fn before_and_after(xs: &mut [f64]) -> (f64, f64, f64) {
    let before: f64 = xs.iter().sum();
    xs.iter_mut().for_each(|x| *x *= 0.5);
    let after: f64 = xs.iter().sum();
    for x in xs.iter_mut() {
        *x -= after;
    }
    let last: f64 = xs.iter().map(|x| x * x).sum();
    (before, after, last)
}

/// Two updates of one array in one loop.
#[fuse(loops = 1)]
pub fn twice(xs: &mut Vec<i64>) -> (i64, Vec<i64>, usize) {
    for x in xs.iter_mut() {
        *x ^= 5;
    }
    for x in xs.iter_mut() {
        *x = (*x & 255) + 1;
    }
    let sum: i64 = xs.iter().sum();
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x % 2 == 1).collect();
    let mut even = 0;
    for x in xs.iter() {
        if x % 2 == 0 {
            even += 1;
        }
    }
    (sum, odd, even)
}

/// Sizes that are not known to be equal: `min` of two.
#[fuse]
pub fn shorter(xs: &mut [f64], ys: &[f64], a: f64) -> (f64, f64) {
    for (x, y) in xs.iter_mut().zip(ys) {
        *x += a * y;
    }
    let sum: f64 = xs.iter().sum();
    let other: f64 = ys.iter().map(|y| y * y).sum();
    (sum, other)
}

/// Sizes that are known.
#[fuse]
pub fn axpy(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64, f64) {
    let mut r: Vec<f64> = xs.iter().map(|x| x + 0.5).collect();
    let mut z = vec![0.0; xs.len()];
    let q: Vec<f64> = xs.iter().map(|x| x * x).collect();
    let alpha: f64 = q.iter().sum::<f64>() / (xs.len() + 1) as f64;
    for (z, x) in z.iter_mut().zip(xs) {
        *z += alpha * x;
    }
    for (r, q) in r.iter_mut().zip(&q) {
        *r -= alpha * q;
    }
    let norm: f64 = r.iter().map(|r| r * r).sum();
    let dot: f64 = r.iter().zip(&q).map(|(r, q)| r * q).sum();
    (z, r, norm, dot)
}

/// The later chain reads other elements too.
#[fuse]
pub fn neighbours(mut xs: Vec<i64>) -> (i64, i64, i64) {
    for x in xs.iter_mut() {
        *x &= 127;
    }
    let pairs: i64 = xs.windows(2).map(|pair| pair[0] * pair[1]).sum();
    let ends: i64 = xs
        .iter()
        .enumerate()
        .map(|(i, x)| x ^ xs[xs.len() - 1 - i])
        .sum();
    let skipped: i64 = xs.iter().skip(1).sum();
    (pairs, ends, skipped)
}

/// References into the array are kept.
#[fuse]
pub fn references(mut xs: Vec<i64>) -> (Option<i64>, Vec<i64>) {
    for x in &mut xs {
        *x = (*x).wrapping_mul(3);
    }
    let largest = xs.iter().max();
    let large: Vec<&i64> = xs.iter().filter(|x| **x > 30).collect();
    let mut last = None;
    for x in &xs {
        if x % 2 == 0 {
            last = Some(x);
        }
    }
    let large: Vec<i64> = large.into_iter().copied().collect();
    (largest.or(last).copied(), large)
}

/// An accumulator beside the update, and one that the update reads.
#[fuse]
pub fn prefix_sums(mut xs: Vec<i64>) -> (Vec<i64>, i64, i64) {
    let mut sum = 0_i64;
    for x in xs.iter_mut() {
        sum = sum.wrapping_add(*x);
        *x = sum;
    }
    let checks = xs.iter().fold(0, |a, x| a ^ x);
    let against = xs.iter().filter(|x| **x < sum).count() as i64;
    (xs, checks, against)
}

/// The array was made by a chain.
#[fuse]
pub fn made_and_changed(xs: &[f64]) -> (Vec<f64>, f64) {
    let mut ys: Vec<f64> = xs.iter().map(|x| x + 1.0).collect();
    for y in ys.iter_mut() {
        *y *= 2.0;
    }
    let sum: f64 = ys.iter().sum();
    (ys, sum)
}

/// Only some elements are changed.
#[fuse]
pub fn some_of_them(xs: &mut [i64]) -> (i64, i64) {
    for x in xs.iter_mut().filter(|x| **x > 0) {
        *x = 0;
    }
    let sum = xs.iter().fold(0, |a, x| a ^ x);
    for (i, x) in xs.iter_mut().enumerate() {
        if i % 2 == 0 {
            continue;
        }
        *x = i as i64;
    }
    let other = xs.iter().fold(1, |a, x| a ^ x);
    (sum, other)
}

pub struct Body {
    pub at: (f64, f64),
    pub speed: (f64, f64),
}

#[fuse(loops = 1)]
pub fn bodies(bodies: &mut [Body], dt: f64) -> (f64, f64) {
    for body in bodies.iter_mut() {
        body.at.0 += body.speed.0 * dt;
        body.at.1 += body.speed.1 * dt;
    }
    let energy: f64 = bodies
        .iter()
        .map(|body| body.speed.0 * body.speed.0 + body.speed.1 * body.speed.1)
        .sum();
    let mut right = 0.0;
    for body in bodies.iter() {
        if body.at.0 > right {
            right = body.at.0;
        }
    }
    (energy, right)
}

pub fn call_bodies(xs: &[f64]) -> (f64, f64, Vec<f64>) {
    let mut all = xs
        .iter()
        .map(|x| Body {
            at: (*x, 1.0),
            speed: (x * 2.0, -x),
        })
        .collect::<Vec<_>>();
    let (energy, right) = bodies(&mut all, 0.25);
    (
        energy,
        right,
        all.iter().map(|body| body.at.0 - body.at.1).collect(),
    )
}

/// The array is emptied after the update, and grows after that.
#[fuse]
pub fn emptied(mut xs: Vec<i64>) -> (Vec<i64>, usize, i64) {
    for x in xs.iter_mut() {
        *x &= 63;
    }
    let sum: i64 = xs.iter().sum();
    let mut ys: Vec<i64> = xs.into_iter().map(|x| x + 1).collect();
    for y in &mut ys {
        *y += 1;
    }
    ys.push(sum);
    for y in &mut ys {
        *y ^= 1;
    }
    let n = ys.iter().filter(|y| **y % 2 == 0).count();
    (ys, n, sum)
}

/// Two arrays changed at once.
#[fuse]
pub fn both(xs: &mut [i64], ys: &mut [i64]) -> (i64, i64) {
    for (x, y) in xs.iter_mut().zip(ys.iter_mut()) {
        (*x, *y) = (*y, *x);
    }
    let a = xs.iter().fold(0, |a, x| a ^ x);
    let b = ys.iter().fold(7, |a, y| a ^ y);
    (a, b)
}

#[fuse]
pub fn strings(mut names: Vec<String>) -> (Vec<String>, usize) {
    for name in names.iter_mut() {
        name.push('!');
        if name.len() > 6 {
            *name = name.to_uppercase();
        }
    }
    let length = names.iter().map(|name| name.len()).sum::<usize>();
    (names, length)
}

/// The reference itself is taken.
#[fuse]
pub fn moved_reference(xs: &mut [i64], out: &mut Vec<i64>) {
    let low: i64 = xs.iter().map(|x| x & 1).sum();
    out.push(low);
    for x in xs {
        *x += 1;
        out.push(*x & 15);
    }
}

/// What a method sees of a simulation.
#[derive(Clone, Debug)]
pub struct World {
    pub bodies: Vec<(i64, i64)>,
    pub extra: Vec<i64>,
    pub total: i64,
}

impl World {
    #[must_use]
    pub fn new(xs: &[i64]) -> World {
        World {
            bodies: xs.iter().map(|x| (*x, x ^ 5)).collect(),
            extra: xs.to_vec(),
            total: 1,
        }
    }

    /// The array is lent by `self`, which is mentioned again below.
    #[fuse(loops = 2)]
    pub fn step(&mut self) -> (i64, i64) {
        let bodies: &mut [(i64, i64)] = &mut self.bodies;
        for b in bodies.iter_mut() {
            b.0 ^= b.1;
        }
        for b in bodies.iter_mut() {
            b.1 = b.1.wrapping_add(1);
        }
        let energy: i64 = bodies.iter().fold(0, |s, b| s ^ b.0 ^ b.1);
        let all: i64 = self.bodies.iter().fold(self.total, |s, b| s ^ b.1);
        (energy, all)
    }

    /// Two fields, lent at one time.
    #[fuse]
    pub fn two_fields(&mut self) -> (i64, i64) {
        let bodies: &mut [(i64, i64)] = &mut self.bodies;
        let extra: &[i64] = &self.extra;
        let before: i64 = extra.iter().fold(0, |s, x| s ^ x);
        for (b, x) in bodies.iter_mut().zip(extra) {
            b.0 ^= x;
        }
        let energy: i64 = bodies.iter().fold(before, |s, b| s ^ b.0);
        let after: i64 = extra.iter().fold(0, |s, x| s ^ (x & 7));
        (energy, after)
    }

    /// Lent a second time, to another name.
    #[fuse]
    pub fn lent_twice(&mut self) -> (i64, i64, i64) {
        let first: &mut [i64] = &mut self.extra;
        for x in first.iter_mut() {
            *x ^= 3;
        }
        let again: &[i64] = &self.extra;
        let sum: i64 = again.iter().fold(0, |s, x| s ^ x);
        let first: &mut [i64] = &mut self.extra;
        let before: i64 = first.iter().fold(0, |s, x| s ^ (x & 9));
        for x in first.iter_mut() {
            *x = x.wrapping_mul(3);
        }
        let after: i64 = self.extra.iter().fold(0, |s, x| s ^ x);
        (sum, before, after)
    }

    /// Pushed to through a reference.
    #[fuse]
    pub fn grown(&mut self) -> (usize, usize, i64) {
        let before = self.extra.iter().filter(|x| **x > 0).count();
        let list: &mut Vec<i64> = &mut self.extra;
        for b in &self.bodies {
            list.push(b.0);
        }
        let after = self.extra.iter().filter(|x| **x > 0).count();
        let folded: i64 = self.extra.iter().fold(0, |s, x| s ^ x);
        (before, after, folded)
    }
}

/// An array that is given away, and another in its place.
#[fuse(loops = 1)]
pub fn given_away(xs: Vec<f64>) -> (Vec<f64>, f64, usize) {
    let ys: Vec<f64> = xs.into_iter().map(|x| x * 0.5 + 1.0).collect();
    let sum: f64 = ys.iter().sum();
    let few = ys.iter().filter(|y| **y < 1.0).count();
    (ys, sum, few)
}

/// Elements of another size, in another collection, with a place for each.
#[fuse]
pub fn given_away_for_others(xs: Vec<i64>) -> (Vec<u8>, Option<u8>, Vec<u8>) {
    let ys: Vec<u8> = xs.into_iter().enumerate().map(|(i, x)| (x as u8).wrapping_add(i as u8)).collect();
    let greatest = ys.iter().copied().max();
    let zs: Vec<u8> = ys.iter().map(|y| y / 2).collect();
    let all: std::collections::VecDeque<u8> = zs.into_iter().map(|z| z ^ 1).collect();
    (ys, greatest, Vec::from(all))
}

/// Elements with destructors, some of which go on and some of which are written beside.
#[fuse]
pub fn given_away_texts(xs: Vec<String>) -> (Vec<String>, Vec<usize>, usize) {
    let mark = String::from("!");
    let add = |mut x: String| {
        x.push_str(&mark);
        x
    };
    let ys: Vec<String> = xs.into_iter().map(add).collect();
    let lengths: Vec<usize> = ys.iter().filter(|y| y.len() > 3).map(|y| y.len()).collect();
    let all = ys.iter().map(|y| y.len()).sum();
    (ys, lengths, all)
}

/// A worker that panics in the middle.
#[fuse]
pub fn given_away_and_divided(xs: Vec<i64>, by: i64) -> (Vec<i64>, i64) {
    let ys: Vec<i64> = xs.into_iter().map(|x| 100 / (x - by)).collect();
    let sum = ys.iter().fold(0, |sum: i64, y| sum.wrapping_add(*y));
    (ys, sum)
}

/// Each call has what it keeps on the stack.
#[fuse]
pub fn sorted(xs: &[i64]) -> Vec<i64> {
    let Some((first, rest)) = xs.split_first() else {
        return Vec::new();
    };
    let less: Vec<i64> = rest.iter().copied().filter(|x| x < first).collect();
    let others: Vec<i64> = rest.iter().copied().filter(|x| x >= first).collect();
    let mut all = sorted(&less);
    all.push(*first);
    all.extend(sorted(&others));
    all
}

/// More arrays than have room on the stack, of elements that borrow.
#[fuse(loops = 1)]
pub fn five_parts(xs: &[String]) -> String {
    let a: Vec<&str> = xs.iter().filter(|x| x.len() > 2).map(|x| x.as_str()).collect();
    let b: Vec<&String> = xs.iter().filter(|x| x.len() < 3).collect();
    let c: Vec<usize> = xs.iter().filter(|x| x.len() % 2 == 0).map(|x| x.len()).collect();
    let d: Vec<char> = xs.iter().filter_map(|x| x.chars().last()).collect();
    let e: Vec<(usize, &str)> = xs.iter().enumerate().filter(|(i, _)| i % 3 == 0).map(|(i, x)| (i, &x[..])).collect();
    format!("{a:?} {b:?} {c:?} {d:?} {e:?}")
}

/// The elements of a row that is a `&mut` itself, by `&mut row[..]`: `&mut row` does not compile.
#[fuse]
pub fn elements_of_a_lent_row(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut all: Vec<i64> = xs.to_vec();
    let mut kept: i64 = 0;
    for row in all.chunks_mut(3) {
        let elements: &mut [i64] = &mut row[..];
        for x in elements.iter_mut() {
            *x ^= 3;
        }
        kept ^= elements.iter().fold(0, |all, x| all ^ x);
    }
    (all, kept)
}

/// Two fields by slices of one element type each: neither can come to hold the other.
#[fuse(loops = 1)]
pub fn fields_lent_as_slices(all: &mut (Vec<i64>, Vec<i64>)) -> i64 {
    let xs: &mut [i64] = &mut all.0[..];
    let ys: &mut [i64] = &mut all.1[..];
    assert_eq!(xs.len(), ys.len());
    for x in xs.iter_mut() {
        *x ^= 3;
    }
    for (y, x) in ys.iter_mut().zip(xs.iter()) {
        *y ^= x & 5;
    }
    ys.iter().fold(0, |all, y| all ^ y)
}

/// A reference behind `&mut` comes to hold another array.
#[fuse]
pub fn a_slice_assigned_through_a_reference(xs: &[i64], ys: &[i64]) -> (i64, i64, i64) {
    let mut xs: Vec<i64> = xs.to_vec();
    let mut ys: Vec<i64> = ys.to_vec();
    assert_eq!(xs.len(), ys.len());
    let mut first: &mut [i64] = &mut xs[..];
    let lent: &mut &mut [i64] = &mut first;
    let before: i64 = lent.iter().fold(0, |all, x| all ^ x);
    *lent = &mut ys[..];
    for x in lent.iter_mut() {
        *x ^= 3;
    }
    let after: i64 = lent.iter().fold(0, |all, x| all ^ x);
    let all: i64 = ys.iter().fold(0, |all, x| all ^ (x & 9));
    (before, after, all)
}
