//! An array that is taken where it is walked for the last time, while somebody refers into it, or again in the next turn.

use loopfuse::fuse;

#[fuse]
fn by_an_array(xs: &[f64]) -> (f64, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let big: Vec<&f64> = ys.iter().filter(|y| **y > 1.0).collect();
    let s: f64 = ys.iter().sum();
    let t = ys.into_iter().fold(0.0, |a, y| a - y);
    (s + *big[0], t)
}

#[fuse]
fn by_the_largest(xs: &[f64]) -> (f64, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let m = ys.iter().max_by(|a, b| a.total_cmp(b));
    let s: f64 = ys.iter().sum();
    let mut t = 0.0;
    for y in ys {
        t = t * 0.5 + y;
    }
    (s + *m.unwrap(), t)
}

#[fuse]
fn by_what_is_pushed(ys: Vec<i64>) -> (Vec<&'static i64>, i64) {
    let mut kept = Vec::new();
    for y in &ys {
        if *y > 3 {
            kept.push(y);
        }
    }
    let mut t = 0;
    for y in ys {
        t ^= y;
    }
    (kept, t)
}

#[fuse]
fn in_each_turn(ys: Vec<f64>, turns: usize) -> (f64, f64) {
    let (mut sum, mut last) = (0.0, 0.0);
    for _ in 0..turns {
        let of: f64 = ys.iter().sum();
        for y in ys {
            last = last * 0.5 + y;
        }
        sum += of;
    }
    (sum, last)
}

#[fuse]
fn in_each_call(ys: Vec<f64>) -> (f64, f64) {
    let of = || {
        let sum: f64 = ys.iter().sum();
        let mut last = 0.0;
        for y in ys {
            last = last * 0.5 + y;
        }
        (sum, last)
    };
    of();
    of()
}

fn main() {}
