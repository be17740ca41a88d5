//! In edition 2018 `array.into_iter()` goes over references, and `dyn`-less or `async`-less code
//! of the time must still expand.

#![allow(
    array_into_iter,
    clippy::into_iter_on_ref,
    reason = "the edition's meaning is what is tested"
)]

use loopfuse::fuse;

/// `into_iter` on an array: references in this edition.
#[fuse]
pub fn doubled(xs: [i64; 3]) -> (Vec<i64>, i64) {
    let ys: Vec<i64> = xs.into_iter().map(|x: &i64| *x * 2).collect();
    let sum: i64 = ys.iter().sum();
    (ys, sum)
}

/// Sums of elements and of squares. `gen` is an ordinary name.
#[fuse]
pub fn sums(gen: &[i64]) -> (i64, i64) {
    let sum: i64 = gen.iter().sum();
    let squares: i64 = gen.iter().map(|x| x * x).sum();
    (sum, squares)
}

#[cfg(test)]
mod tests {
    #[test]
    fn values() {
        assert_eq!(super::doubled([1, 2, 3]), (vec![2, 4, 6], 12));
        assert_eq!(super::sums(&[1, 2, 3]), (6, 14));
    }
}
