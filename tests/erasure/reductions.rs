//! Sums, products, counts, folds, minima and maxima.

mod called;
mod counted;
mod extrema;
mod held;
mod many_elements;
mod narrow_numbers;
mod several;
mod sums_and_folds;
