//! The erasure law on arrays of which a loop stores each element.

use crate::common::law;

#[test]
fn each_element_at_its_place() {
    law!(floats, specials: |xs| sources::stored::stored(xs, &[3, 1 << 40, -7][..xs.len() % 4]));
    law!(integers: |xs| sources::stored::stored_by_inference(xs));
    for at in [3, 5, i64::MAX - 7] {
        law!(integers: |xs| sources::stored::stored_up_to_a_panic(xs, at));
    }
}

#[test]
fn elsewhere_or_changed() {
    law!(integers: |xs| sources::stored::stored_elsewhere(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| sources::stored::stored_and_lent(xs));
    law!(integers: |xs| sources::stored::stored_under_other_names(xs, &xs[xs.len() / 2..]));
    law!(floats, specials: |xs| sources::stored::stored_and_changed(xs, 5));
}

#[test]
fn two_arrays_of_one_loop() {
    law!(floats, specials: |xs| sources::stored::two_of_one_loop(xs, &[3, 1 << 40, -7, 0][..xs.len() % 5]));
    law!(floats, specials: |xs| sources::stored::halves_given_back(xs));
    law!(integers: |xs| sources::stored::two_that_are_no_pairs(xs));
    for at in [3, 5, i64::MAX - 7] {
        law!(integers: |xs| sources::stored::pushed_and_given_back(xs, at));
    }
}

#[test]
fn of_another_time() {
    for k in [0, 2, 40] {
        law!(floats: |xs| sources::stored::length_of_another_time(xs, k, vec![1; k / 2]));
    }
    for most in [0, 7, usize::MAX] {
        law!(floats: |xs| sources::stored::room(xs, most));
    }
    law!(floats, specials: |xs| {
        let steps = sources::stored::Steps { xs: xs.to_vec(), ys: xs.iter().rev().copied().collect() };
        steps.closures(xs.len() % 4)
    });
}
