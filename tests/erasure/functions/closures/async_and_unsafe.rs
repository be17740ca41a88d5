//! Blocks that are regions of their own: bodies of closures, `async` and `unsafe` blocks.

use super::fuse;
use crate::common::ready;
use std::cell::Cell;
use std::rc::Rc;

#[fuse]
pub fn closure_in_a_call(rows: &[Vec<f64>]) -> Vec<(f64, f64)> {
    rows.chunks(2)
        .map(|pair| {
            let first: &[f64] = &pair[0];
            let sum: f64 = first.iter().sum();
            let squares: f64 = first.iter().map(|x| x * x).sum();
            (sum, squares)
        })
        .collect()
}

#[fuse]
pub fn typed_closure(xs: &[i64]) -> (i64, i64, i64) {
    let spread = |xs: &[i64]| -> Option<(i64, i64)> {
        let least = xs.iter().copied().min();
        let greatest = xs.iter().copied().max()?;
        Some((least?, greatest))
    };
    let (least, greatest) = spread(xs).unwrap_or((1, -1));
    let middle = spread(&xs[xs.len() / 2..]).map_or(0, |(a, b)| a ^ b);
    (least, greatest, middle)
}

/// The closure captures the field, not the whole.
pub struct Owner {
    data: Vec<i64>,
    name: String,
}

#[fuse]
pub fn captures(xs: Vec<i64>) -> (i64, usize, String) {
    let owner = Owner {
        data: xs,
        name: "owner".to_owned(),
    };
    let k = 3;
    let masked = || {
        let data: &[i64] = &owner.data;
        let sum: i64 = data.iter().map(|x| x & k).sum();
        let count = data.iter().filter(|x| **x & 1 == k & 1).count();
        (sum, count)
    };
    // Moved while the closure is alive: it must not have captured the name.
    let name = owner.name;
    let (sum, count) = masked();
    (sum, count, name)
}

/// A parameter of the closure that a pattern inside binds anew, as something else.
#[fuse]
pub fn shadowed_parameter(xs: &[i64]) -> usize {
    let longest = |ys: &[i64]| match ys.chunks(3).map(Rows).max_by_key(Rows::width) {
        Some(ys) => {
            let a: usize = ys.iter().count();
            let b: usize = ys.iter().filter(|y| *y > 1).count();
            a * 10 + b
        }
        None => 0,
    };
    longest(xs)
}

struct Rows<'a>(&'a [i64]);

impl Rows<'_> {
    fn width(&self) -> usize {
        self.0.len()
    }

    fn iter(&self) -> impl Iterator<Item = i64> {
        [7, 0, self.0.len() as i64].into_iter()
    }
}

#[fuse]
pub fn unsafe_block(xs: &[u32]) -> (u32, usize) {
    // SAFETY: the pointer and the length are those of one slice that is borrowed meanwhile.
    let (most, zeros) = unsafe {
        let pointer = xs.as_ptr();
        let again: &[u32] = std::slice::from_raw_parts(pointer, xs.len());
        let most = again.iter().fold(0_u32, |a, x| a | x);
        let zeros = again.iter().filter(|x| **x == 0).count();
        (most, zeros)
    };
    (most, zeros)
}

async fn tick() {}

fn sent<F: Future + Send>(future: F) -> F {
    future
}

#[fuse]
pub async fn awaiting(xs: Vec<i64>) -> (i64, Vec<i64>, usize) {
    let sum: i64 = xs.iter().map(|x| x & 7).sum();
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x & 1 == 1).collect();
    tick().await;
    let mut least = 7;
    for x in &xs {
        least &= x;
    }
    let most = xs.iter().map(|x| x & 7).max().map(|most| most ^ least);
    let n = wait_for(odd.iter().count(), xs.iter().filter(|x| **x > 1).count()).await;
    (sum + most.unwrap_or(0), odd, n)
}

async fn wait_for(a: usize, b: usize) -> usize {
    a ^ b
}

fn counted(xs: Vec<Rc<i64>>) -> usize {
    xs.len()
}

fn shared() -> &'static [Cell<i64>] {
    &[]
}

/// What is not `Send` is gone before the future is suspended, as a user sees it.
#[fuse]
pub async fn gone_before(xs: &[i64]) -> (usize, i64, i64) {
    let boxed: Vec<Rc<i64>> = xs.iter().map(|x| Rc::new(x & 7)).collect();
    let sum: i64 = xs.iter().map(|x| x & 3).sum();
    let n = counted(boxed);
    tick().await;
    let cells: &[Cell<i64>] = shared();
    let all: Vec<i64> = cells.iter().map(|c| c.get() & 1).collect();
    let some: i64 = cells.iter().map(|c| c.get() & 2).sum();
    tick().await;
    (n + all.len(), sum, some)
}

#[fuse]
pub fn async_block(xs: Vec<i64>) -> impl Future<Output = (i64, Option<i64>)> + Send {
    async move {
        let sum: i64 = xs.iter().map(|x| x & 7).sum();
        let most = xs.iter().copied().map(|x| x & 15).max();
        tick().await;
        (sum, most)
    }
}

/// The future borrows what its block mentions, so the name is still the user's.
#[fuse]
pub fn borrowing_block(xs: &[i64]) -> (i64, usize, Vec<i64>) {
    let ys: Vec<i64> = xs.iter().map(|x| x & 63).collect();
    let future = sent(async {
        let sum: i64 = ys.iter().sum();
        let zeros = ys.iter().filter(|y| **y == 0).count();
        (sum, zeros)
    });
    let (sum, zeros) = ready(future);
    (sum, zeros, ys)
}

pub fn run_awaiting(xs: &[i64]) -> (i64, Vec<i64>, usize) {
    ready(sent(awaiting(xs.to_vec())))
}

pub fn run_gone_before(xs: &[i64]) -> (usize, i64, i64) {
    ready(sent(gone_before(xs)))
}
