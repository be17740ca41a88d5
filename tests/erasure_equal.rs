//! The erasure law on functions in two versions: for slices that are equally long, and for others.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(equal);

use common::law;

#[test]
fn floats_of_equal_and_of_other_lengths() {
    for shorter in [0, 1, 7] {
        law!(floats, specials: |xs| {
            let ys: Vec<f64> = xs.iter().rev().skip(shorter).map(|x| x * 0.5).collect();
            let zs = &xs[shorter.min(xs.len())..];
            equal::rows(xs, &ys);
            let model = equal::Model { bias: 0.25 };
            (
                (equal::weighted(xs, &ys), equal::weighted(&ys, xs), equal::weighted(&ys, zs)),
                (equal::three(xs, &ys, zs), equal::three(&ys, zs, &ys), equal::three(zs, xs, xs)),
                (model.error(xs, &ys), model.error(zs, &ys)),
            )
        });
    }
}

#[test]
fn integers_of_equal_and_of_other_lengths() {
    for shorter in [0, 1, 7] {
        law!(integers, extremes: |xs| {
            let ys: Vec<i64> = xs.iter().rev().skip(shorter).map(|x| x ^ 5).collect();
            let other = &xs[shorter.min(xs.len())..];
            (
                [equal::early(xs, &ys, false).map(|(x, y, z)| (*x, y, z)), equal::early(other, &ys, true).map(|(x, y, z)| (*x, y, z))],
                [equal::moved(xs, &ys, "a".to_owned(), |x| x ^ 3), equal::moved(other, &ys, "b".to_owned(), |x| !x)],
                [equal::lazily(xs, &ys).collect::<Vec<_>>(), equal::lazily(&ys, other).collect()],
            )
        });
    }
}
