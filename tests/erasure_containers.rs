//! The erasure law on what is collected into other collections than `Vec`, or into two.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(containers);

use common::law;
use common::tracked::{Tracked, drops};

/// Elements in the order of iteration.
fn elements<T>(collection: impl IntoIterator<Item = T>) -> Vec<T> {
    collection.into_iter().collect()
}

#[test]
fn collections() {
    law!(integers, extremes: |xs| {
        let (bits, (last, odd, queue), heap, list) = containers::ordered(xs);
        (bits, elements(last), elements(odd), elements(queue), heap, elements(list))
    });
    law!(words: |words| {
        let (bytes, lengths, pairs, long) = containers::hashed(words);
        let mut long = elements(long);
        long.sort();
        (bytes, lengths, pairs, long)
    });
    law!(words: |words| containers::texts(words));
    law!(integers, extremes: |xs| {
        let (low, sum, many) = containers::boxed(xs);
        (low.into_vec(), sum, many)
    });
}

#[test]
fn the_order_of_a_hashed_collection_is_kept_where_it_has_one() {
    law!(integers, extremes: |xs| containers::fixed(xs));
}

#[test]
fn lasts() {
    law!(integers, extremes: |xs| {
        let (last, positive, sum) = containers::lasts(xs);
        (last, positive.copied(), sum)
    });
    law!(integers, extremes: |xs| {
        let (last, sum) = containers::last_as_written(xs);
        (last.copied(), sum)
    });
}

#[test]
fn two_at_once() {
    law!(float_points: |xs| containers::unzipped(xs));
    law!(words: |words| containers::unzipped_words(words));
    law!(integers, extremes: |xs| containers::partitioned(xs));
    law!(integers, extremes: |xs| containers::partitioned_tail(xs));
    law!(integers, extremes: |xs| containers::pair_of_halves(xs));
    law!(integers, extremes: |xs| containers::halves_in_a_call(xs));
    law!(integers, extremes: |xs| containers::halves_elsewhere(xs, true));
    law!(integers, extremes: |xs| containers::halves_elsewhere(xs, false));
    law!(integers, extremes: |xs| {
        let (one, other) = containers::opaque_halves(xs);
        (elements(one.iter().map(|f| f(7))), elements(other.iter().map(|f| f())))
    });
    law!(integers, extremes: |xs| containers::halves_beside_another(xs));
    law!(words: |words| {
        let (short, long, plain, other) = containers::partitioned_words(words);
        let owned = |words: Vec<&String>| words.into_iter().cloned().collect::<Vec<_>>();
        (owned(short), owned(long), plain, other)
    });
}

#[test]
fn extremes_of_floats() {
    law!(floats, specials: |xs| {
        let (low, high, typed, total, least, short) = containers::float_extremes(xs);
        (low, high, typed, total, least.copied(), f64::from(short))
    });
}

#[test]
fn drops() {
    let twins = |xs: &[Tracked]| xs.iter().map(Tracked::twin).collect::<Vec<_>>();
    drops!(|xs| {
        let ys = twins(&xs);
        containers::last_by_value(xs, &ys)
    });
    drops!(|xs| containers::last_twin(&xs));
    drops!(|xs| {
        let ys = twins(&xs);
        containers::mapped_by_value(xs, ys)
    });
    drops!(|xs| {
        let (queue, sum) = containers::queued(&xs);
        (
            elements(queue)
                .iter()
                .map(Tracked::label)
                .collect::<Vec<_>>(),
            sum,
        )
    });
    for bad in [0, 3, 1024] {
        drops!(|xs| {
            let (odd, even, sum) = containers::partitioned_by_value(xs, bad);
            (odd.len(), even.len(), sum)
        });
        drops!(|xs| {
            let (twins, sum) = containers::unzipped_by_value(xs, bad);
            (twins.len(), sum)
        });
    }
}
