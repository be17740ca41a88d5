//! The erasure law on single chains whose filter tests many elements at a time.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(kept);

use common::law;
use std::collections::VecDeque;

#[test]
fn columns_of_a_struct() {
    law!(floats, specials: |xs| kept::Columns::of(xs, |discounts| discounts).revenue());
    law!(floats, specials: |xs| {
        let columns = kept::Columns::of(xs, VecDeque::from);
        [kept::of_a_ring(&columns), kept::beside_a_ring(&columns)]
    });
}

#[test]
fn slices_in_step() {
    for limit in [-2.0, -0.5, 0.0, 0.9, f64::NAN] {
        law!(floats, specials: |xs| {
            let ys: Vec<f64> = xs.iter().rev().copied().take(600).collect();
            [
                kept::copied(xs, limit),
                kept::flat(xs, &ys, limit),
                kept::numbered(xs, limit),
                kept::product(xs),
                kept::filtered_again(xs, &ys),
            ]
        });
        law!(floats, specials: |xs| kept::folded(xs, limit));
        law!(floats, specials: |xs| {
            kept::folded_in_step(xs, &xs[xs.len() / 3..], limit)
        });
    }
}

#[test]
fn tests_that_may_fail() {
    for by in [0, 5, i64::MIN] {
        law!(integers, extremes: |xs| kept::that_may_fail(xs, by));
        law!(integers, extremes: |xs| kept::that_may_fail_behind(xs, by));
    }
    law!(integers, extremes: |xs| kept::of_bytes(xs, 3));
}

#[test]
fn elements_that_are_far_apart() {
    law!(floats, specials: |xs| {
        let wide: Vec<kept::Wide> = xs.iter().map(|x| kept::Wide { a: *x, b: 1.5 - x, c: x / 2.0 }).collect();
        kept::of_wide(&wide)
    });
}
