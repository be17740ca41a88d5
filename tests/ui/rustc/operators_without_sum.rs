// A `+=` of somebody's makes no `Sum`, and only references are copied.
use loopfuse::fuse;
use std::ops::{AddAssign, MulAssign};

#[derive(Clone, Copy)]
struct Money(i64);

impl AddAssign<Money> for i64 {
    fn add_assign(&mut self, money: Money) {
        *self += money.0;
    }
}

impl MulAssign<&Money> for i64 {
    fn mul_assign(&mut self, money: &Money) {
        *self *= money.0;
    }
}

#[fuse]
fn sums(all: &[Money]) -> (i64, i64, i64) {
    let sum: i64 = all.iter().copied().sum();
    let bare: i64 = all.iter().map(|money| money.0).sum();
    let product: i64 = all.iter().filter(|money| money.0 > 1).product();
    (sum, bare, product)
}

#[fuse]
fn copied(boxes: Vec<Box<i64>>) -> (i64, usize) {
    let bare: Vec<i64> = boxes.into_iter().copied().collect();
    let sum = bare.iter().sum();
    (sum, bare.len())
}

fn main() {}
