//! The erasure law on functions of every kind.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(items);

use common::law;

#[test]
fn structs_come_out() {
    law!(floats, specials: |xs| {
        let items::Summary { mean, scaled } = items::struct_result(xs);
        (mean, scaled)
    });
    law!(floats, specials: |xs| {
        let items::Summary { mean, scaled } = items::struct_literal(xs);
        (mean, scaled)
    });
}

#[test]
fn methods() {
    law!(floats, specials: |xs| {
        let mut samples = items::Samples::new(xs);
        let read = (samples.scaled(), samples.of_field());
        let sum = samples.rescale(-0.75);
        (read, sum, samples.scale, samples.values.clone(), samples.into_positive())
    });
    law!(floats, specials: |xs| items::Norm::norm(xs));
}

#[test]
fn generics() {
    law!(floats, specials: |xs| items::generic_sum(xs, -0.5));
    law!(integers, extremes: |xs| items::generic_sum(xs, 3));
    law!(integers, extremes: |xs| {
        let (least, greatest, many) = items::generic_order(xs);
        (least.copied(), greatest, many)
    });
    law!(words: |words| {
        let (least, greatest, many) = items::generic_order(words);
        (least.cloned(), greatest, many)
    });
    law!(integers, extremes: |xs| items::generic_worker(xs, |x| x.wrapping_mul(x)));
    law!(integers, extremes: |xs| {
        let mut calls = 0;
        let out = items::generic_mutable_worker(xs, |x| {
            calls += 1;
            x ^ calls
        });
        (out, calls)
    });
    law!(floats, specials: |xs| (
        items::constant_length::<0>([]),
        items::constant_length(xs.first().map_or([1.0; 3], |x| [*x, -0.0, 2.0])),
    ));
    law!(integers, extremes: |xs| items::impl_trait(&xs[..xs.len().min(2000)]));
}

#[test]
fn lifetimes() {
    law!(words: |words| {
        let (matching, prefix, letters) = items::lifetimes(words, "ab");
        (matching.iter().map(|m| String::from(*m)).collect::<Vec<_>>(), prefix, letters)
    });
    law!(words: |words| items::longest(words).map(|w| (std::ptr::from_ref(w).addr(), w.clone())));
}

#[test]
fn elements_that_are_not_copy() {
    law!(words: |words| {
        let orders: Vec<items::Order> = words
            .iter()
            .map(|w| items::Order { customer: w.clone(), amounts: w.bytes().map(i64::from).collect() })
            .collect();
        let (large, turnover, customers) = items::user_structs(&orders);
        let large: Vec<(String, Vec<i64>)> = large.into_iter().map(|o| (o.customer, o.amounts)).collect();
        (large, turnover, customers, items::structs_by_value(orders))
    });
}

#[test]
fn tails_and_units() {
    law!(floats, specials: |xs| items::tail_chain(xs));
    law!(integers, extremes: |xs| {
        let mut out = vec![7];
        items::unit_result(xs, &mut out);
        out
    });
    law!(integers, extremes: |xs| items::nothing_to_fuse(xs.first().copied().unwrap_or(-1)));
}
