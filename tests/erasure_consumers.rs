//! The erasure law on what ends a chain, and on what follows it.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(consumers);

use common::law;

/// Where in the array a reference points: `min` and `max` promise which of several equals.
fn place<T: Copy>(xs: &[T], element: Option<&T>) -> Option<(usize, T)> {
    element.map(|e| {
        (
            (std::ptr::from_ref(e).addr() - xs.as_ptr().addr()) / size_of::<T>(),
            *e,
        )
    })
}

#[test]
fn sums_products_and_counts() {
    law!(floats, specials: |xs| consumers::float_sums(xs));
    law!(floats, specials: |xs| consumers::products(xs, &[3, -3, 5, 1, 2]));
    law!(integers, extremes: |ks| consumers::products(&[0.5, -0.0], ks));
    law!(integers, extremes: |xs| consumers::counts(xs));
    law!(integers, extremes: |xs| consumers::count_of_partial_worker(xs));
}

#[test]
fn the_sum_of_nothing_is_minus_zero() {
    let (sum, squares, positive) = fused::consumers::float_sums(&[]);
    assert!(sum == 0.0 && sum.is_sign_negative());
    assert!(squares == 0.0 && squares.is_sign_negative());
    assert!(positive == 0.0 && positive.is_sign_negative());
}

#[test]
fn folds_and_reductions() {
    law!(floats, specials: |xs| consumers::folds(xs));
    law!(integers, extremes: |xs| consumers::reduce(xs));
}

#[test]
fn least_and_greatest() {
    law!(integers, extremes: |xs| {
        let (least, greatest) = consumers::extremes(xs);
        (place(xs, least), place(xs, greatest))
    });
    law!(floats, specials: |xs| {
        let (least, greatest) = consumers::extremes_by(xs);
        (place(xs, least), greatest)
    });
    law!(integers, extremes: |xs| {
        let (least, greatest, owned) = consumers::extremes_by_key(xs);
        (place(xs, least), place(xs, greatest), owned)
    });
    law!(floats, specials: |xs| consumers::partial_order(xs));
    law!(integers, extremes: |xs| consumers::reference_into_intermediate(xs));
}

#[test]
fn any_and_all_stop_where_they_stopped() {
    law!(integers, extremes: |xs| consumers::any_and_all(xs));
    law!(integers, extremes: |xs| consumers::short_circuit(xs));
    // The hit is the first element; the next one would be a division by zero.
    assert_eq!(fused::consumers::short_circuit(&[1, 0, 0]), (true, true, 1));
}

#[test]
fn what_follows_a_consumer() {
    law!(integers, extremes: |xs| consumers::unwraps(xs));
    law!(integers, extremes: |xs| consumers::unwrap_or(xs));
    law!(floats, specials: |xs| consumers::arithmetic(xs));
    law!(floats, specials: |xs| consumers::chains_inside_an_expression(xs, &xs[xs.len() / 2..]));
    law!(float_points: |points| consumers::mean_of_fold(points));
}

#[test]
fn collections() {
    law!(integers, extremes: |xs| consumers::collect_into_set(xs));
    law!(integers, extremes: |xs| consumers::collect_by_turbofish(xs));
    law!(words: |words| consumers::collect_words(words));
}
