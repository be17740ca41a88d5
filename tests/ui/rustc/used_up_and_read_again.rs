//! A `&mut` that a loop takes as it is cannot be used again, and a reference to one is no iterator.

use loopfuse::fuse;

#[fuse]
fn by_a_chain(xs: &mut [i32]) -> i32 {
    for x in xs {
        *x += 1;
    }
    xs.iter().map(|x| x / 2).sum()
}

#[fuse]
fn by_a_loop(xs: &mut Vec<i32>) {
    for x in xs {
        *x += 1;
    }
    for x in xs {
        *x ^= 1;
    }
}

#[fuse]
fn by_reference(xs: &mut [u8]) -> (usize, u64) {
    let s: u64 = xs.iter().map(|x| *x as u64).sum();
    let n = (&xs).into_iter().filter(|x| **x > 3).count();
    (n, s)
}

fn main() {}
