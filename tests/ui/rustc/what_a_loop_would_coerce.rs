//! A `let` of an expansion coerces, a chain does not.

use loopfuse::fuse;

#[fuse]
fn elements(xs: &[String]) -> (usize, usize) {
    let ys: Vec<&str> = xs.iter().filter(|x| x.len() > 1).collect();
    let n = ys.iter().map(|y| y.len()).sum();
    let most = ys.iter().map(|y| y.len()).max().unwrap_or(0);
    (n, most)
}

#[fuse]
fn arguments(xs: &[String]) -> (usize, usize) {
    let n = xs.iter().map(|x: &str| x.len()).sum();
    let most = xs.iter().map(str::len).max().unwrap_or(0);
    (n, most)
}

#[fuse]
fn in_pairs(xs: &[i32]) -> usize {
    let v: Vec<(usize, &dyn std::fmt::Debug)> = xs.iter().enumerate().collect();
    v.iter().map(|d| d.0).sum()
}

#[fuse]
fn deeper(xs: &[f64]) -> usize {
    use std::{any::Any, cell::RefCell, rc::Rc};
    let v: Vec<Rc<RefCell<dyn Any>>> = xs.iter().map(|x| Rc::new(RefCell::new(*x))).collect();
    v.iter().filter(|s| s.borrow().is::<f64>()).count()
}

fn main() {}
