//! The erasure law on what a panic says, and where.

use crate::common::{law, told};

#[test]
fn places_of_panics() {
    for by in [0, 1, -1, 7] {
        law!(integers, extremes: |xs| told(|| panics::places::quotients(xs, by)));
        law!(integers, extremes: |xs| told(|| panics::places::in_parentheses(xs, by)));
    }
    for number in [0, 1, 9] {
        law!(integers: |xs| told(|| panics::places::beside_chains(xs, number)));
        law!(integers: |xs| told(|| panics::places::behind_chains(xs, number)));
    }
    for which in 0..5 {
        law!(integers, extremes: |xs| told(|| panics::places::beside_single_chains(xs, which)));
    }
}
