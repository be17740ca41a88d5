//! The erasure law on where chains start.

use crate::common::law;
use crate::{fused, plain};

#[test]
fn slices_vectors_and_boxes() {
    law!(integers, extremes: |xs| sources::arrays_and_ranges::slice(xs));
    law!(integers, extremes: |xs| sources::arrays_and_ranges::vector_reference(&xs.to_vec()));
    law!(integers, extremes: |xs| sources::arrays_and_ranges::boxed(xs.into()));
    law!(integers, extremes: |xs| sources::arrays_and_ranges::by_value(xs.to_vec()));
    law!(integers, extremes: |xs| sources::arrays_and_ranges::reference_into_iter(xs));
    law!(integers, extremes: |xs| sources::arrays_and_ranges::reference_as_iterable(xs, &xs[xs.len() / 3..].to_vec()));
}

#[test]
fn a_slice_that_changes_between_two_chains() {
    law!(integers, extremes: |xs| {
        let mut copy = xs.to_vec();
        (sources::arrays_and_ranges::mutable_slice(&mut copy), copy)
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
        let (want, got) = (
            plain::sources::arrays_and_ranges::array(xs),
            fused::sources::arrays_and_ranges::array(xs),
        );
        assert_eq!(want, got);
    }
    law!(floats, specials: |xs| sources::arrays_and_ranges::local_array(xs.first().copied().unwrap_or(-0.0)));
}

#[test]
fn ranges() {
    for n in crate::common::SIZES {
        let low = n as i64;
        assert_eq!(
            plain::sources::arrays_and_ranges::range(n),
            fused::sources::arrays_and_ranges::range(n)
        );
        for (low, high) in [(-low, low), (low, low), (low, -low), (-5, low)] {
            assert_eq!(
                plain::sources::arrays_and_ranges::inclusive_range(low, high),
                fused::sources::arrays_and_ranges::inclusive_range(low, high),
            );
        }
        assert_eq!(
            plain::sources::arrays_and_ranges::backward_range(low),
            fused::sources::arrays_and_ranges::backward_range(low)
        );
        assert_eq!(
            plain::sources::arrays_and_ranges::backward_range(-low),
            fused::sources::arrays_and_ranges::backward_range(-low)
        );
    }
}

#[test]
fn indexing_inside_workers() {
    law!(integers, extremes: |xs| sources::arrays_and_ranges::gather(xs));
    law!(integers, extremes: |xs| sources::arrays_and_ranges::gather_anywhere(xs, &xs[..xs.len() / 2]));
}

#[test]
fn rows_of_a_matrix() {
    law!(floats, specials: |xs| sources::arrays_and_ranges::rows(&xs.chunks(7).map(<[f64]>::to_vec).collect::<Vec<_>>()));
}
