//! The erasure law on consumers that stay as written, between passes that are fused across them.

use crate::common::law;
use crate::common::tracked::{Tracked, drops};
use crate::fused;

#[test]
fn what_stops_early_stops_where_it_stopped() {
    law!(integers, extremes: |xs| {
        let (bits, found, mapped, place, common) = searches::find_and_compare::finds(xs);
        (bits, found.copied(), mapped, place, common)
    });
    law!(integers, extremes: |xs| {
        let (bits, place, found, folded, common) = searches::find_and_compare::from_the_end(xs);
        (bits, place, found.copied(), folded, common)
    });
    law!(integers, extremes: |xs| {
        let (odd, third, middle, end, many, sum) = searches::find_and_compare::places(xs);
        (odd, third, middle.copied(), end.copied(), many, sum)
    });
    law!(integers, extremes: |xs| searches::find_and_compare::tries(xs));
    law!(floats, specials: |xs| searches::find_and_compare::followed(xs));
    // The hit is the first element; the next one would be a division by zero.
    assert_eq!(
        fused::searches::find_and_compare::finds(&[1, 0]),
        (1, Some(&1), Some(2), Some(0), 0)
    );
    assert_eq!(
        fused::searches::find_and_compare::from_the_end(&[0, 1]).1,
        Some(1)
    );
}

#[test]
fn comparisons() {
    law!(floats, specials: |ys| {
        let (equal, other, order, sum, bits) = searches::find_and_compare::comparisons(&[2, 4, 7], ys);
        (equal, other, format!("{order:?}"), sum, bits)
    });
    law!(integers, extremes: |xs| {
        let (equal, other, order, sum, bits) = searches::find_and_compare::comparisons(xs, &[0.5, -2.0]);
        (equal, other, format!("{order:?}"), sum, bits)
    });
    law!(integers, extremes: |xs| searches::find_and_compare::lexical(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| searches::find_and_compare::lexical(xs, xs));
    law!(integers, extremes: |xs| searches::find_and_compare::sorted_or_not(xs));
    assert!(fused::searches::find_and_compare::comparisons(&[2, 4], &[]).0);
}

#[test]
fn results_of_invisible_types() {
    law!(integers, extremes: |xs| searches::find_and_compare::ones_own_sum(xs));
    law!(words: |words| {
        let (long, firsts, parsed, starts, bytes) = searches::find_and_compare::ones_own_collection(words);
        (long, firsts, parsed.is_ok(), starts, bytes)
    });
}

#[test]
fn arrays() {
    law!(integers, extremes: |xs| searches::find_and_compare::of_an_array_made_here(xs));
    law!(integers, extremes: |xs| searches::find_and_compare::array_from_a_fold(xs));
    law!(integers, extremes: |xs| searches::find_and_compare::sorted(xs));
}

#[test]
fn drops() {
    let twins = |xs: &[Tracked]| xs.iter().map(Tracked::twin).collect::<Vec<_>>();
    drops!(|xs| searches::find_and_compare::found_reference(&xs));
    drops!(|xs| {
        let ys = twins(&xs);
        searches::find_and_compare::clone_of_another(&[9, 1], xs, ys)
    });
    drops!(|xs| {
        let ys = twins(&xs);
        searches::find_and_compare::found_by_value(xs, ys)
    });
    drops!(|xs| {
        let ys = twins(&xs);
        searches::find_and_compare::collected_with_drops(&xs, ys)
    });
    drops!(|xs| {
        let ys = twins(&xs);
        searches::find_and_compare::compared_by_value(xs, ys)
    });
}
