//! The erasure law on single chains whose filter tests many elements at a time.

use crate::common::{law, ready};
use std::collections::VecDeque;

#[test]
fn columns_of_a_struct() {
    law!(floats, specials: |xs| filters::added_up::Columns::of(xs, |discounts| discounts).revenue());
    law!(floats, specials: |xs| {
        let columns = filters::added_up::Columns::of(xs, VecDeque::from);
        [filters::added_up::of_a_ring(&columns), filters::added_up::beside_a_ring(&columns)]
    });
}

#[test]
fn slices_in_step() {
    for limit in [-2.0, -0.5, 0.0, 0.9, f64::NAN] {
        law!(floats, specials: |xs| {
            let ys: Vec<f64> = xs.iter().rev().copied().take(600).collect();
            [
                filters::added_up::copied(xs, limit),
                filters::added_up::flat(xs, &ys, limit),
                filters::added_up::numbered(xs, limit),
                filters::added_up::product(xs),
                filters::added_up::filtered_again(xs, &ys),
            ]
        });
        law!(floats, specials: |xs| filters::added_up::folded(xs, limit));
        law!(floats, specials: |xs| {
            filters::added_up::folded_in_step(xs, &xs[xs.len() / 3..], limit)
        });
    }
}

#[test]
fn tests_that_may_fail() {
    for by in [0, 5, i64::MIN] {
        law!(integers, extremes: |xs| filters::added_up::that_may_fail(xs, by));
        law!(integers, extremes: |xs| filters::added_up::that_may_fail_behind(xs, by));
    }
    law!(integers, extremes: |xs| filters::added_up::of_bytes(xs, 3));
}

#[test]
fn in_one_loop() {
    for limit in [-2.0, -0.5, 0.0, 0.9, f64::NAN] {
        law!(floats, specials: |xs| {
            let ys: Vec<f64> = xs.iter().rev().copied().collect();
            filters::added_up::side_by_side(xs, &ys, limit)
        });
        law!(floats, specials: |xs| filters::added_up::moments(xs, limit));
        law!(floats, specials: |xs| filters::added_up::beside_a_sum(xs, limit));
        law!(floats, specials: |xs| filters::added_up::references(xs, limit));
        law!(floats, specials: |xs| filters::added_up::kept_and_added(xs, limit));
        law!(floats, specials: |xs| filters::added_up::scaled_first(xs, limit));
        law!(floats, specials: |xs| filters::added_up::Columns::of(xs, |_| ()).shares(limit));
        law!(floats, specials: |xs| {
            filters::added_up::shares_of_a_ring(&filters::added_up::Columns::of(xs, VecDeque::from), limit)
        });
        law!(floats, specials: |xs| ready(filters::added_up::suspended(xs.to_vec(), limit)));
        law!(floats, specials: |xs| {
            let weigh = |x: &f64| filters::added_up::Weighed { weight: *x, value: *x as f32 / 3.0 };
            filters::added_up::weighed(&xs.iter().map(weigh).collect::<Vec<_>>(), limit as f32)
        });
    }
}

#[test]
fn elements_that_are_far_apart() {
    law!(floats, specials: |xs| {
        let wide: Vec<filters::added_up::Wide> = xs.iter().map(|x| filters::added_up::Wide { a: *x, b: 1.5 - x, c: x / 2.0 }).collect();
        filters::added_up::of_wide(&wide)
    });
}

#[test]
fn integers_that_are_kept() {
    for by in [0, -5, i64::MAX] {
        law!(integers, extremes: |xs| filters::added_up::kept_integers(xs, by));
    }
    law!(floats, specials: |xs| {
        let ks: Vec<i64> = xs.iter().map(|x| *x as i64 % 1000).collect();
        filters::added_up::copied_behind(xs, &ks)
    });
    law!(integers, extremes: |xs| filters::added_up::converted::kept(xs));
}
