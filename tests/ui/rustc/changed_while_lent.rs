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

fn main() {}
