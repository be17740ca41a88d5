//! An iterator that is bound borrows what it runs over until it is consumed.

use loopfuse::fuse;

#[fuse]
fn assigned(xs: &[i64]) -> i64 {
    let mut v = xs.to_vec();
    let r = v.iter().map(|x| x + 1);
    v[0] = 1;
    v.iter().fold(0, |a, b| a ^ b) ^ r.max().unwrap_or(0)
}

#[fuse]
fn sorted(xs: &[i64]) -> (i64, usize) {
    let mut v = xs.to_vec();
    let r = v.iter();
    v.sort();
    (v.iter().fold(0, |a, b| a ^ b), r.count())
}

#[fuse]
fn changed_in_a_loop(xs: &[i64]) -> i64 {
    let mut v = xs.to_vec();
    let h = v.iter().rev();
    for x in v.iter_mut() {
        *x += 1;
    }
    let q = h.count() as i64;
    q + v.iter().fold(0, |a, b| a ^ b)
}

fn change(v: &mut Vec<i64>) {
    v.clear();
}

#[fuse]
fn handed_on(v: &mut Vec<i64>) -> i64 {
    let r = v.iter().map(|x| x + 1);
    change(v);
    v.iter().fold(0, |a, b| a ^ b) ^ r.fold(0, |a, b| a ^ b)
}

#[fuse]
fn taken(xs: &[i64]) -> (i64, i64) {
    let v: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let w = v.into_iter();
    (v.iter().fold(0, |a, b| a ^ b), w.fold(0, |a, b| a ^ b))
}

fn main() {}
