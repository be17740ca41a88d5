//! The erasure law on where chains start.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(sources);

use common::law;

#[test]
fn slices_vectors_and_boxes() {
    law!(integers, extremes: |xs| sources::slice(xs));
    law!(integers, extremes: |xs| sources::vector_reference(&xs.to_vec()));
    law!(integers, extremes: |xs| sources::boxed(xs.into()));
    law!(integers, extremes: |xs| sources::by_value(xs.to_vec()));
    law!(integers, extremes: |xs| sources::reference_into_iter(xs));
    law!(integers, extremes: |xs| sources::reference_as_iterable(xs, &xs[xs.len() / 3..].to_vec()));
}

#[test]
fn a_slice_that_changes_between_two_chains() {
    law!(integers, extremes: |xs| {
        let mut copy = xs.to_vec();
        (sources::mutable_slice(&mut copy), copy)
    });
}

#[test]
fn arrays() {
    for xs in [
        [1, 2, 3, 4, 5],
        [i64::MIN; 5],
        [0; 5],
        [6, i64::MAX, -6, 6, 6],
    ] {
        let (want, got) = (plain::sources::array(xs), fused::sources::array(xs));
        assert_eq!(want, got);
    }
    law!(floats, specials: |xs| sources::local_array(xs.first().copied().unwrap_or(-0.0)));
}

#[test]
fn ranges() {
    for n in common::SIZES {
        let low = n as i64;
        assert_eq!(plain::sources::range(n), fused::sources::range(n));
        for (low, high) in [(-low, low), (low, low), (low, -low), (-5, low)] {
            assert_eq!(
                plain::sources::inclusive_range(low, high),
                fused::sources::inclusive_range(low, high),
            );
        }
        assert_eq!(
            plain::sources::backward_range(low),
            fused::sources::backward_range(low)
        );
        assert_eq!(
            plain::sources::backward_range(-low),
            fused::sources::backward_range(-low)
        );
    }
}

#[test]
fn indexing_inside_workers() {
    law!(integers, extremes: |xs| sources::gather(xs));
    law!(integers, extremes: |xs| sources::gather_anywhere(xs, &xs[..xs.len() / 2]));
}

#[test]
fn rows_of_a_matrix() {
    law!(floats, specials: |xs| sources::rows(&xs.chunks(7).map(<[f64]>::to_vec).collect::<Vec<_>>()));
}
