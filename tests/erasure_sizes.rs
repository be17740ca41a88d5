//! The erasure law on what the source says about lengths.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(sizes);

use common::law;

/// All of an input, and shorter parts of it.
type Part = fn(&[i64]) -> &[i64];

const PARTS: [Part; 4] = [
    |xs| xs,
    |xs| &xs[..xs.len() / 2],
    |xs| &xs[xs.len().min(1)..],
    |xs| &xs[..xs.len() - xs.len().min(1)],
];

#[test]
fn guards_that_are_taken_and_not() {
    for part in PARTS {
        law!(integers, extremes: |xs| sizes::guarded(xs, part(xs)));
        law!(integers, extremes: |xs| sizes::guarded_below(xs, part(xs)));
        law!(integers, extremes: |xs| sizes::guarded_three_ways(xs, xs, part(xs)));
        law!(integers, extremes: |xs| sizes::guarded_three_ways(part(xs), part(xs), part(xs)));
        law!(integers, extremes: |xs| sizes::noticed(part(xs), xs));
        law!(integers, extremes: |xs| sizes::changed_by_the_guard(part(xs).to_vec(), xs));
    }
}

#[test]
fn assertions_that_hold_and_fail() {
    for part in PARTS {
        law!(integers, extremes: |xs| sizes::asserted(xs, part(xs)));
        law!(integers, extremes: |xs| sizes::asserted_together(xs, part(xs), xs, xs.len()));
        law!(integers, extremes: |xs| sizes::asserted_together(xs, xs, part(xs), xs.len()));
        law!(integers, extremes: |xs| sizes::asserted_in_debug_builds(part(xs), xs));
        law!(integers, extremes: |xs| sizes::asserted_perhaps(xs, part(xs)));
        law!(integers, extremes: |xs| sizes::filled(xs, part(xs).len()));
    }
}

#[test]
fn lengths_that_change_and_names_that_move() {
    for part in PARTS {
        law!(integers, extremes: |xs| sizes::shortened(xs.to_vec(), part(xs)));
        law!(integers, extremes: |xs| sizes::shadowed(xs, part(xs)));
        law!(integers, extremes: |xs| {
            let (mut xs, mut ys) = (xs.to_vec(), part(xs).to_vec());
            (sizes::mutable_slices(&mut xs, &mut ys), xs, ys)
        });
        law!(integers, extremes: |xs| {
            let (mut xs, mut ys) = (xs.to_vec(), part(xs).to_vec());
            (sizes::mutable_vectors(&mut xs, &mut ys), xs, ys)
        });
    }
    law!(integers, extremes: |xs| sizes::length_of_what_was(xs.to_vec(), 5));
}

#[test]
fn names_slices_and_ranges() {
    for part in PARTS {
        law!(integers, extremes: |xs| sizes::least(xs, part(xs)));
        law!(integers, extremes: |xs| sizes::least(part(xs), xs));
        law!(integers, extremes: |xs| sizes::prefixes(xs, part(xs), part(xs).len()));
        law!(integers, extremes: |xs| sizes::prefixes(part(xs), xs, xs.len() / 2));
        law!(integers, extremes: |xs| sizes::tails(xs, part(xs)));
    }
    law!(integers, extremes: |xs| sizes::one_less(xs, false));
    law!(integers, extremes: |xs| sizes::one_less(xs, true));
    for n in -9..30 {
        assert_eq!(plain::sizes::spans(n), fused::sizes::spans(n), "{n}");
    }
}

#[test]
fn lengths_in_types() {
    let (xs, ys) = ([1, 5, -3, 8], [2, 2, 7, i64::MIN]);
    assert_eq!(plain::sizes::arrays(xs, &ys), fused::sizes::arrays(xs, &ys));
    assert_eq!(plain::sizes::arrays([], &[]), fused::sizes::arrays([], &[]));
}

#[test]
fn what_is_known_inside_a_block() {
    for part in PARTS {
        let small = |xs: &[i64]| xs.len() < 50;
        law!(integers, extremes: |xs| sizes::known_inside(xs, part(xs), 3));
        law!(integers, extremes: |xs| sizes::other_inside(xs, part(xs), 4));
        law!(integers, extremes: |xs| if small(xs) {
            sizes::changed_inside(xs.to_vec(), part(xs))
        } else {
            0
        });
    }
}

#[test]
fn lengths_that_are_none() {
    law!(integers, extremes: |xs| sizes::own_len(&sizes::Ring::new(xs), xs, &xs[..xs.len() / 2]));
    for part in PARTS {
        law!(integers, extremes: |xs| sizes::about(xs, part(xs), sizes::About(xs.len())));
    }
}
