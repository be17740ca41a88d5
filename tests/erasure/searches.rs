//! `any`, `all`, `find`, `position`, comparisons: what may stop early.

mod asked;
mod beside_sums;
mod checks;
mod find_and_compare;
mod one_that_asks;
mod together;
