//! Statements that are written as chains: what they must keep of how they were written.

use super::fuse;
use std::iter::Sum;

/// From the end, std would ask for what a shorter side leaves out, and for what a `take` does; it would not ask for what a `skip` does.
#[fuse]
pub fn left_out_by_what_makes_it(xs: &[i64], us: &[i64], k: usize) -> [i64; 5] {
    let a: Vec<i64> = us.iter().zip(xs.iter().map(|x| 1000 / x)).map(|(u, x)| u ^ x).collect();
    let a = a.iter().rev().fold(0, |sum, y| (sum ^ y).rotate_left(3));
    let b: Vec<i64> = xs.iter().map(|x| 1000 / x).zip(us).map(|(x, u)| x ^ u).collect();
    let b = b.iter().rev().fold(1, |sum, y| (sum ^ y).rotate_left(3));
    let c: Vec<i64> = xs.iter().map(|x| 2000 / x).take(k).collect();
    let c = c.iter().rev().fold(2, |sum, y| (sum ^ y).rotate_left(3));
    let d: Vec<i64> = us.iter().map(|u| 2000 / (u - 3)).skip(k).collect();
    let d = d.iter().rev().fold(3, |sum, y| (sum ^ y).rotate_left(3));
    let e: Vec<i64> = xs.iter().map(|x| 3000 / x).step_by(k + 1).collect();
    let e = e.iter().rev().fold(4, |sum, y| (sum ^ y).rotate_left(3));
    [a, b, c, d, e]
}

/// Adds numbers, and references to them from a hundred on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Either(pub i64);

impl Sum<i64> for Either {
    fn sum<I: Iterator<Item = i64>>(numbers: I) -> Either {
        Either(numbers.fold(0, i64::wrapping_add))
    }
}

impl<'a> Sum<&'a i64> for Either {
    fn sum<I: Iterator<Item = &'a i64>>(numbers: I) -> Either {
        Either(numbers.fold(100, |sum, number| sum.wrapping_add(*number)))
    }
}

/// Adds references alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lent(pub i64);

impl<'a> Sum<&'a i64> for Lent {
    fn sum<I: Iterator<Item = &'a i64>>(numbers: I) -> Lent {
        Lent(numbers.fold(0, |sum, number| sum.wrapping_add(*number)))
    }
}

/// A sum of references is not that of what they point to.
#[fuse]
pub fn sums_of_references(xs: &[i64]) -> (Either, Lent, Either) {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 5).collect();
    let either: Either = ys.iter().rev().sum();
    let zs: Vec<i64> = xs.iter().map(|x| x ^ 6).collect();
    let lent = zs.iter().skip(1).sum::<Lent>();
    let us: Vec<i64> = xs.iter().map(|x| x ^ 7).collect();
    (either, lent, us.iter().take(3).sum())
}

/// An element that is not pushed is gone on from: in a closure there is no loop to go on with.
#[fuse]
pub fn gone_on_from(xs: &[i64]) -> (i64, usize) {
    let mut ys: Vec<i64> = Vec::new();
    for x in xs {
        let y = match x {
            3 => continue,
            y => *y,
        };
        ys.push(y ^ 1);
    }
    let mut zs: Vec<i64> = Vec::new();
    for x in xs {
        let z = if *x > 100 { break } else { x ^ 4 };
        zs.push(z);
    }
    (ys.iter().fold(0, |sum, y| sum ^ y), zs.iter().filter(|z| **z > 0).count())
}

/// Not a vector, whose methods are called as those of one.
pub struct Odd(pub Vec<i64>);

impl Odd {
    #[allow(missing_docs, reason = "named as that of a slice")]
    pub fn to_vec(&self) -> Vec<i64> {
        self.0.iter().map(|x| x ^ 9).collect()
    }
}

/// What a name is where it is bound anew says nothing of what it was before.
#[fuse]
pub fn bound_anew_behind(xs: Odd, us: &Odd) -> i64 {
    let ys: Vec<i64> = xs.to_vec();
    let a = ys.iter().fold(0, |sum, y| sum ^ y);
    let zs: Vec<i64> = us.to_vec();
    let b = zs.iter().fold(1, |sum, y| sum ^ y.rotate_left(7));
    let xs: Vec<i64> = vec![a, b];
    let us: &[i64] = &xs;
    xs.iter().fold(0, |sum, x| sum ^ x) + us.len() as i64
}

/// Behind what leaves some out, nobody knows how many there are.
#[fuse]
pub fn left_out_and_reversed(xs: &[i64], k: usize) -> [i64; 3] {
    let a: Vec<i64> = xs.iter().map(|x| x ^ 9).collect();
    let a = a.iter().skip(k).take(k + 1).rev().fold(0, |sum, y| (sum ^ y).rotate_left(3));
    let b: Vec<i64> = xs.iter().map(|x| x ^ 10).collect();
    let b = b.iter().take(9).enumerate().rev().fold(1, |sum, (i, y)| (sum ^ y).rotate_left(3) ^ i as i64);
    let c: Vec<i64> = xs.iter().map(|x| x ^ 11).collect();
    let c = c.iter().step_by(2).rev().skip(k).fold(2, |sum, y| (sum ^ y).rotate_left(3));
    [a, b, c]
}

/// What changes or leaves between an array and what reads it: the loop may do so by a method, and before a worker panics.
#[fuse]
pub fn changed_by_a_loop(table: &mut [i64], grown: &mut Vec<i64>, us: &[i64]) -> i64 {
    let ys: Vec<i64> = table.iter().map(|x| x ^ 7).collect();
    for t in table.iter_mut() {
        *t = t.wrapping_add(1);
    }
    let a = ys.iter().rev().fold(1, |sum: i64, y| (sum ^ y).rotate_left(3));
    let zs: Vec<i64> = grown.iter().map(|x| x ^ 7).collect();
    for u in us {
        grown.push(*u);
    }
    a ^ zs.iter().rev().fold(1, |sum: i64, z| (sum ^ z).rotate_left(3))
}

/// A loop that leaves behind an array that could not be made.
#[fuse]
pub fn left_by_a_loop(xs: &[i64], us: &[i64]) -> i64 {
    let ys: Vec<i64> = xs.iter().map(|x| 100 / x).collect();
    for u in us {
        if *u % 3 == 0 {
            return 0;
        }
    }
    ys.iter().rev().fold(1, |sum: i64, y| (sum ^ y).rotate_left(3))
}

/// Two numbers, one of which is named as an array.
pub struct Pair {
    /// The array's.
    pub inner: i64,
    /// The other.
    pub outer: i64,
}

/// A field that is named as an array is another thing.
#[fuse]
pub fn field_of_that_name(pairs: &[Pair]) -> i64 {
    let outer: Vec<i64> = {
        let inner: Vec<i64> = pairs.iter().map(|pair| pair.inner ^ (pair.outer >> 1)).collect();
        inner
    };
    let a = outer.iter().fold(0, |sum, y| sum ^ y);
    a ^ outer.iter().fold(1, |sum: i64, y| (sum ^ y).rotate_left(3))
}

/// Has a length of its own.
pub trait Long {
    /// That.
    fn len(&self) -> usize;
}

impl Long for Vec<i64> {
    fn len(&self) -> usize {
        1000
    }
}

/// An array that is seen as something else.
#[fuse]
pub fn seen_as_another(xs: &[i64]) -> (i64, usize) {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let long: &dyn Long = &ys;
    let a = ys.iter().fold(0, |sum, y| sum ^ y);
    (a, long.len())
}

fn lent(table: &[i64], at: usize) -> &i64 {
    &table[at]
}

/// A `Vec` is extended by references as by values, and collected of values alone.
#[fuse]
pub fn halves_of_references(table: &[i64]) -> [i64; 4] {
    let (a, b): (Vec<i64>, Vec<i64>) = (0..table.len()).map(|i| (lent(table, i), i as i64)).unzip();
    let a = a.iter().fold(0, |sum, y| sum ^ y);
    let b = b.iter().fold(0, |sum, y| sum ^ y);
    let (c, d): (Vec<i64>, Vec<i64>) = (0..table.len()).map(|i| lent(table, i)).partition(|y| **y > 5);
    let c = c.iter().fold(0, |sum: i64, y| (sum ^ y).rotate_left(3));
    let d = d.iter().fold(0, |sum: i64, y| (sum ^ y).rotate_left(3));
    [a, b, c, d]
}

/// References that a loop keeps beyond its turn are into an array that is there.
#[fuse]
pub fn kept_of_views(us: &[f64]) -> (usize, usize, bool, f64, usize) {
    let a: Vec<f64> = us.iter().map(|u| u + 1.0).collect();
    let mut pairs: Vec<&[f64]> = Vec::new();
    for c in a.windows(2) {
        pairs.push(c);
    }
    let b: Vec<f64> = us.iter().map(|u| u + 2.0).collect();
    let mut last: Option<&f64> = None;
    for x in b.iter().rev() {
        last = Some(x);
    }
    let c: Vec<f64> = us.iter().map(|u| u + 3.0).collect();
    let mut firsts: Vec<&f64> = Vec::new();
    c.chunks(2).for_each(|chunk| firsts.extend(chunk.first()));
    let d: Vec<f64> = us.iter().map(|u| u + 4.0).collect();
    let mut before: Option<&[f64]> = None;
    let mut rising = 0;
    for chunk in d.chunks(2) {
        if before.is_some_and(|before| before[0] < chunk[0]) {
            rising += 1;
        }
        before = Some(chunk);
    }
    let sum = firsts.iter().copied().sum();
    (pairs.len(), rising, last.is_some(), sum, firsts.len())
}
