//! The erasure law on what is collected into other collections than `Vec`, or into two.

use crate::common::tracked::{Tracked, drops};
use crate::common::{law, ready};

/// Elements in the order of iteration.
fn elements<T>(collection: impl IntoIterator<Item = T>) -> Vec<T> {
    collection.into_iter().collect()
}

#[test]
fn collections() {
    law!(integers, extremes: |xs| {
        let (bits, (last, odd, queue), heap, list) = collections::ordered(xs);
        (bits, elements(last), elements(odd), elements(queue), heap, elements(list))
    });
    law!(words: |words| {
        let (bytes, lengths, pairs, long) = collections::hashed(words);
        let mut long = elements(long);
        long.sort();
        (bytes, lengths, pairs, long)
    });
    law!(words: |words| collections::texts(words));
    law!(integers, extremes: |xs| {
        let (low, sum, many) = collections::boxed(xs);
        (low.into_vec(), sum, many)
    });
}

#[test]
fn the_order_of_a_hashed_collection_is_kept_where_it_has_one() {
    law!(integers, extremes: |xs| collections::fixed(xs));
}

#[test]
fn lasts() {
    law!(integers, extremes: |xs| {
        let (last, positive, sum) = collections::lasts(xs);
        (last, positive.copied(), sum)
    });
    law!(integers, extremes: |xs| {
        let (last, sum) = collections::last_as_written(xs);
        (last.copied(), sum)
    });
}

#[test]
fn two_at_once() {
    law!(float_points: |xs| collections::unzipped(xs));
    law!(words: |words| collections::unzipped_words(words));
    law!(integers, extremes: |xs| collections::partitioned(xs));
    law!(integers, extremes: |xs| collections::partitioned_tail(xs));
    law!(integers, extremes: |xs| collections::pair_of_halves(xs));
    law!(integers, extremes: |xs| collections::halves_in_a_call(xs));
    law!(integers, extremes: |xs| collections::halves_elsewhere(xs, true));
    law!(integers, extremes: |xs| collections::halves_elsewhere(xs, false));
    law!(integers, extremes: |xs| {
        let (one, other) = collections::opaque_halves(xs);
        (elements(one.iter().map(|f| f(7))), elements(other.iter().map(|f| f())))
    });
    law!(integers, extremes: |xs| collections::halves_beside_another(xs));
    law!(words: |words| {
        let (short, long, plain, other) = collections::partitioned_words(words);
        let owned = |words: Vec<&String>| words.into_iter().cloned().collect::<Vec<_>>();
        (owned(short), owned(long), plain, other)
    });
}

#[test]
fn extremes_of_floats() {
    law!(floats, specials: |xs| {
        let (low, high, typed, total, least, short) = collections::float_extremes(xs);
        (low, high, typed, total, least.copied(), f64::from(short))
    });
}

#[test]
fn drops() {
    let twins = |xs: &[Tracked]| xs.iter().map(Tracked::twin).collect::<Vec<_>>();
    drops!(|xs| {
        let ys = twins(&xs);
        collections::last_by_value(xs, &ys)
    });
    drops!(|xs| collections::last_twin(&xs));
    drops!(|xs| {
        let ys = twins(&xs);
        collections::mapped_by_value(xs, ys)
    });
    drops!(|xs| {
        let (queue, sum) = collections::queued(&xs);
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
            let (odd, even, sum) = collections::partitioned_by_value(xs, bad);
            (odd.len(), even.len(), sum)
        });
        drops!(|xs| {
            let (twins, sum) = collections::unzipped_by_value(xs, bad);
            (twins.len(), sum)
        });
    }
}

#[test]
fn sets_in_asynchronous_functions() {
    law!(integers: |xs| ready(collections::sets_that_wait(xs)));
}

#[test]
fn halves_are_extended_by_what_they_hold_and_by_references() {
    law!(integers: |xs| {
        let held = collections::Held { xs: xs.to_vec() };
        collections::halves_of_references(&held)
    });
    law!(integers: |xs| collections::halves_without_a_type(xs));
}
