//! What is moved away is gone for the loops behind it, also where those would run before.

use loopfuse::fuse;

struct P {
    a: Vec<i64>,
}

#[fuse]
fn renamed(xs: &[i64]) -> (i64, Vec<i64>) {
    let v: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let w = v;
    (v.iter().fold(0, |a, b| a ^ b), w)
}

#[fuse]
fn wrapped(xs: &[i64]) -> (i64, Option<Vec<i64>>) {
    let v: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let w = Some(v);
    (v.iter().fold(0, |a, b| a ^ b), w)
}

#[fuse]
fn paired(xs: &[i64]) -> (i64, (Vec<i64>, i32)) {
    let v: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let w = (v, 1);
    (v.iter().fold(0, |a, b| a ^ b), w)
}

#[fuse]
fn in_a_struct(xs: &[i64]) -> (i64, P) {
    let v: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let w = P { a: v };
    (v.iter().fold(0, |a, b| a ^ b), w)
}

#[fuse]
fn captured(xs: &[i64]) -> (i64, usize) {
    let v: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let f = move || v.len();
    (v.iter().fold(0, |a, b| a ^ b), f())
}

#[fuse]
fn by_a_method(xs: &[i64]) -> (Box<[i64]>, i64) {
    let v: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let w = v.into_boxed_slice();
    (w, v.iter().fold(0, |a, b| a ^ b))
}

#[fuse]
fn borrowed(xs: &[i64]) -> (Vec<i64>, i64) {
    let v: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let r: Vec<&i64> = v.iter().filter(|x| **x > 1).collect();
    let w = v;
    (w, r.iter().fold(0, |a, b| a ^ **b))
}

#[fuse]
fn in_the_tail(xs: &[i64]) -> (Vec<i64>, i64) {
    let v: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    (v, v.iter().sum())
}

#[fuse]
fn pushed(xs: &[f64]) -> (Vec<f64>, f64) {
    let mut v = Vec::new();
    for x in xs {
        v.push(x * 2.0);
    }
    (v, v.iter().sum())
}

#[fuse]
fn dropped(xs: &[i64]) -> i64 {
    let mut v: Vec<i64> = Vec::new();
    for x in xs {
        v.push(x ^ 1);
    }
    drop(v);
    v.iter().fold(0, |a, b| a ^ b)
}

#[fuse]
fn perhaps_dropped(xs: &[i64], c: bool) -> i64 {
    let mut v: Vec<i64> = Vec::new();
    for x in xs {
        v.push(x ^ 1);
    }
    if c {
        drop(v);
    }
    v.iter().fold(0, |a, b| a ^ b)
}

#[fuse]
fn while_its_largest_is_held(xs: &[f64]) -> (f64, usize) {
    let v: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let m = v.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
    let f = move || v.len();
    (*m, f())
}

fn main() {}
