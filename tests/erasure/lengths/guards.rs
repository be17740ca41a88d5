//! The erasure law on what the source says about lengths.

use crate::common::law;
use crate::{fused, plain};

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
        law!(integers, extremes: |xs| lengths::guards::guarded(xs, part(xs)));
        law!(integers, extremes: |xs| lengths::guards::guarded_below(xs, part(xs)));
        law!(integers, extremes: |xs| lengths::guards::guarded_three_ways(xs, xs, part(xs)));
        law!(integers, extremes: |xs| lengths::guards::guarded_three_ways(part(xs), part(xs), part(xs)));
        law!(integers, extremes: |xs| lengths::guards::noticed(part(xs), xs));
        law!(integers, extremes: |xs| lengths::guards::changed_by_the_guard(part(xs).to_vec(), xs));
    }
}

#[test]
fn assertions_that_hold_and_fail() {
    for part in PARTS {
        law!(integers, extremes: |xs| lengths::guards::asserted(xs, part(xs)));
        law!(integers, extremes: |xs| lengths::guards::asserted_together(xs, part(xs), xs, xs.len()));
        law!(integers, extremes: |xs| lengths::guards::asserted_together(xs, xs, part(xs), xs.len()));
        law!(integers, extremes: |xs| lengths::guards::asserted_in_debug_builds(part(xs), xs));
        law!(integers, extremes: |xs| lengths::guards::asserted_perhaps(xs, part(xs)));
        law!(integers, extremes: |xs| lengths::guards::filled(xs, part(xs).len()));
    }
}

#[test]
fn lengths_that_change_and_names_that_move() {
    for part in PARTS {
        law!(integers, extremes: |xs| lengths::guards::shortened(xs.to_vec(), part(xs)));
        law!(integers, extremes: |xs| lengths::guards::shadowed(xs, part(xs)));
        law!(integers, extremes: |xs| {
            let (mut xs, mut ys) = (xs.to_vec(), part(xs).to_vec());
            (lengths::guards::mutable_slices(&mut xs, &mut ys), xs, ys)
        });
        law!(integers, extremes: |xs| {
            let (mut xs, mut ys) = (xs.to_vec(), part(xs).to_vec());
            (lengths::guards::mutable_vectors(&mut xs, &mut ys), xs, ys)
        });
    }
    law!(integers, extremes: |xs| lengths::guards::length_of_what_was(xs.to_vec(), 5));
}

#[test]
fn names_slices_and_ranges() {
    for part in PARTS {
        law!(integers, extremes: |xs| lengths::guards::least(xs, part(xs)));
        law!(integers, extremes: |xs| lengths::guards::least(part(xs), xs));
        law!(integers, extremes: |xs| lengths::guards::prefixes(xs, part(xs), part(xs).len()));
        law!(integers, extremes: |xs| lengths::guards::prefixes(part(xs), xs, xs.len() / 2));
        law!(integers, extremes: |xs| lengths::guards::tails(xs, part(xs)));
    }
    law!(integers, extremes: |xs| lengths::guards::one_less(xs, false));
    law!(integers, extremes: |xs| lengths::guards::one_less(xs, true));
    for n in -9..30 {
        assert_eq!(
            plain::lengths::guards::spans(n),
            fused::lengths::guards::spans(n),
            "{n}"
        );
    }
}

#[test]
fn lengths_in_types() {
    let (xs, ys) = ([1, 5, -3, 8], [2, 2, 7, i64::MIN]);
    assert_eq!(
        plain::lengths::guards::arrays(xs, &ys),
        fused::lengths::guards::arrays(xs, &ys)
    );
    assert_eq!(
        plain::lengths::guards::arrays([], &[]),
        fused::lengths::guards::arrays([], &[])
    );
}

#[test]
fn what_is_known_inside_a_block() {
    for part in PARTS {
        let small = |xs: &[i64]| xs.len() < 50;
        law!(integers, extremes: |xs| lengths::guards::known_inside(xs, part(xs), 3));
        law!(integers, extremes: |xs| lengths::guards::other_inside(xs, part(xs), 4));
        law!(integers, extremes: |xs| if small(xs) {
            lengths::guards::changed_inside(xs.to_vec(), part(xs))
        } else {
            0
        });
    }
}

#[test]
fn lengths_that_are_none() {
    law!(integers, extremes: |xs| lengths::guards::own_len(&lengths::guards::Ring::new(xs), xs, &xs[..xs.len() / 2]));
    for part in PARTS {
        law!(integers, extremes: |xs| lengths::guards::about(xs, part(xs), lengths::guards::About(xs.len())));
    }
}
