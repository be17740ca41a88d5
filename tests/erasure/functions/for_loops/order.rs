//! `for` loops that read what others write, under its own name or another: they keep their order.

use super::fuse;

/// A loop over what a loop has filled.
#[fuse]
pub fn filled_then_read(xs: &[i64]) -> (Vec<i64>, i64, usize) {
    let mut out = Vec::new();
    for x in xs {
        if *x > 3 {
            out.push(x & 31);
        }
    }
    let mut sum = 0;
    for y in &out {
        sum += *y;
    }
    let count = out.iter().filter(|y| **y > 4).count();
    (out, sum, count)
}

/// A reader of the accumulator stands before the loop that writes it.
#[fuse]
pub fn read_before_written(xs: &[i64]) -> (i64, i64, i64) {
    let mut k = 3;
    let first: i64 = xs.iter().map(|x| (x & 7) * k).sum();
    for x in xs {
        k += x & 1;
    }
    let second: i64 = xs.iter().map(|x| (x & 7) ^ k).sum();
    let copy = k;
    for x in xs {
        k ^= x;
    }
    (first, second, copy ^ k)
}

/// The name of the accumulator means three variables.
#[fuse]
pub fn shadowed(xs: &[i64]) -> (i64, i64, i64) {
    let mut t = 0;
    for x in xs {
        t += x & 3;
    }
    let first = t;
    let mut t = 1;
    for t in xs {
        let _copy = t;
    }
    for x in xs {
        t ^= x & 9;
    }
    let second = t;
    let mut t = 2;
    for x in xs {
        let t = &mut t;
        *t ^= x & 5;
    }
    (first, second, t)
}

/// `best` holds a reference into `ys`, which must therefore stay in memory.
#[fuse]
pub fn reference_kept(xs: &[i64]) -> (Option<i64>, usize) {
    let ys: Vec<i64> = xs.iter().map(|x| x & 63).collect();
    let mut best = None;
    for y in &ys {
        if y % 7 == 3 {
            best = Some(y);
        }
    }
    let positive = ys.iter().filter(|y| **y > 0).count();
    (best.copied(), positive)
}

#[fuse]
pub fn references_pushed(xs: &[i64]) -> (i64, usize) {
    let ys: Vec<i64> = xs.iter().map(|x| x & 63).collect();
    let mut large = Vec::new();
    for y in &ys {
        if *y > 30 {
            large.push(y);
        }
    }
    (large.iter().map(|y| **y).sum(), large.len())
}

#[fuse]
pub fn through_parameters(xs: &[i64], total: &mut i64, out: &mut Vec<i64>) -> i64 {
    for x in xs {
        *total += x & 255;
    }
    for x in xs {
        out.push(x ^ 1);
    }
    let mut last = 0;
    for x in xs {
        last = *x;
    }
    last
}

pub fn call_through_parameters(xs: &[i64]) -> (i64, i64, Vec<i64>) {
    let (mut total, mut out) = (5, vec![1]);
    let last = through_parameters(xs, &mut total, &mut out);
    (last, total, out)
}

/// `r` reaches `total`; so does a reader of `total` itself.
#[fuse]
pub fn through_a_borrow(xs: &[i64]) -> (i64, i64, i64) {
    let mut total = 1_i64;
    let before: i64 = xs.iter().map(|x| x & total).sum();
    let r = &mut total;
    for x in xs {
        *r += x & 7;
    }
    let after: i64 = xs.iter().map(|x| x & total).sum();
    (before, after, total)
}

/// `view` is given a reference to `total` after it was made.
#[fuse]
pub fn borrowed_later(xs: &[i64]) -> (i64, i64) {
    let zero = 0_i64;
    let mut total = 1_i64;
    let mut view = &zero;
    if xs.len() > 2 {
        view = &total;
    }
    let seen: i64 = xs.iter().map(|x| (x & 7) + *view).sum();
    for x in xs {
        total += x & 1;
    }
    (seen, total)
}

/// The array is written at indices, then read: in another loop.
#[fuse]
pub fn written_at_indices(xs: &[i64]) -> (Vec<i64>, i64, i64) {
    let mut ys = xs.to_vec();
    let mut zs = vec![0_i64; xs.len()];
    let before: i64 = zs.iter().map(|z| z + 1).sum();
    for (i, x) in xs.iter().enumerate() {
        zs[i] = x & 63;
    }
    let after: i64 = zs.iter().sum();
    ys[..].reverse();
    for i in 0..xs.len() {
        zs[i] ^= ys[i];
    }
    (zs, before, after)
}

/// Inside of a block, a name from outside may be borrowed by another.
#[fuse]
pub fn nested(xs: &[i64]) -> (i64, i64, i64) {
    let mut total = 0_i64;
    let mut seen = 0_i64;
    let mut rest = 0_i64;
    for round in 0..3_i64 {
        let r = &mut total;
        if round > 0 {
            let start = *r;
            let masked: i64 = xs.iter().map(|x| x & start).sum();
            seen ^= masked;
            for x in xs {
                *r += x & round;
            }
            for x in xs {
                rest ^= x & start;
            }
            let again: i64 = xs.iter().map(|x| x & total).sum();
            seen ^= again;
        }
    }
    (total, seen, rest)
}

/// The state of a generator is no accumulator.
pub struct Counter(pub i64);

impl Counter {
    pub fn tick(&mut self) -> i64 {
        self.0 = self.0.wrapping_mul(31) + 7;
        self.0 & 15
    }
}

#[fuse]
pub fn generators(xs: &[i64]) -> (i64, i64, i64) {
    let mut counter = Counter(1);
    let mut a = 0;
    for x in xs {
        a += counter.tick() & x;
    }
    let mut b = 0;
    for x in xs {
        b += counter.tick() & x;
    }
    (a, b, counter.0)
}

/// Loops that leave early, and loops in loops, stay as written.
#[fuse]
pub fn left_alone(xs: &[i64]) -> (i64, i64, Option<i64>) {
    let mut sum = 0;
    for x in xs {
        if *x > 900 {
            break;
        }
        sum += x;
    }
    let mut pairs = 0;
    for x in xs.iter().take(20) {
        for y in xs.iter().take(20) {
            pairs += (x ^ y) & 1;
        }
    }
    let mut first = None;
    for x in xs {
        if first.is_none() && *x % 5 == 0 {
            first = Some(*x);
        }
    }
    (sum, pairs, first)
}

#[fuse]
pub fn in_the_tail(xs: &[i64], out: &mut Vec<i64>) {
    let low: i64 = xs.iter().map(|x| x & 1).sum();
    out.push(low);
    for x in xs {
        out.push(*x);
    }
}

pub fn call_in_the_tail(xs: &[i64]) -> Vec<i64> {
    let mut out = Vec::new();
    in_the_tail(xs, &mut out);
    out
}

#[fuse(loops = 1)]
pub fn two_in_the_tail(xs: &[i64], out: &mut Vec<i64>, sum: &mut i64) {
    for x in xs {
        out.push(*x);
    }
    for x in xs {
        *sum += x & 7;
    }
}

pub fn call_two_in_the_tail(xs: &[i64]) -> (Vec<i64>, i64) {
    let (mut out, mut sum) = (Vec::new(), 3);
    two_in_the_tail(xs, &mut out, &mut sum);
    (out, sum)
}
