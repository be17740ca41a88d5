//! Functions that a macro stamps out, in two versions by their lengths.

use super::fuse;

macro_rules! stamped {
    ($(fn $($tokens:tt)*)?) => {
        $(#[fuse] pub fn $($tokens)*)?
    };
}

// The attribute stands in a macro, and the function where that is called.
stamped! {
    fn by_a_macro(w: &[f64], x: &[f64]) -> (f64, f64) {
        let total: f64 = w.iter().sum();
        let sum: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
        (total, sum)
    }
}
