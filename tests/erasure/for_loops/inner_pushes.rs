//! The erasure law on bodies that push in a loop inside.

use crate::common::{law, outcome};
use crate::{fused, plain};

#[test]
fn each_element_where_it_is_pushed() {
    for width in [1, 3, 8] {
        law!(floats, specials: |xs| for_loops::inner_pushes::grid(xs, width));
        law!(floats, specials: |xs| for_loops::inner_pushes::kept_of_rows(xs, width));
    }
    law!(integers, extremes: |xs| for_loops::inner_pushes::shadowing(&xs[..xs.len().min(40)], 5));
    for n in [0, 1, 4, 60] {
        law!(integers, extremes: |xs| for_loops::inner_pushes::read_in_several_ways(xs, n));
    }
}

#[test]
fn as_far_as_it_comes() {
    law!(integers, extremes: |xs| {
        let xs = xs.iter().take(30).map(|x| *x as i32).collect::<Vec<_>>();
        for_loops::inner_pushes::looks_back(&xs)
    });
    law!(integers, extremes: |xs| {
        let xs = xs.iter().take(12).map(|x| *x as i32 % 9).collect::<Vec<_>>();
        [20, 3, 0].map(|by| outcome(|| for_loops::inner_pushes::fails(&xs, by)))
    });
    law!(integers, extremes: |xs| {
        let mut notes = Vec::new();
        (for_loops::inner_pushes::told(xs, &mut notes), notes)
    });
    for limit in [4.0, 1e6, 1e300] {
        law!(floats, specials: |xs| for_loops::inner_pushes::left_inside(xs, limit));
    }
}

#[test]
fn jumps_and_other_places() {
    for width in [1, 3, 8] {
        law!(integers, extremes: |xs| {
            let xs = xs.iter().map(|x| *x as i32 % 100).collect::<Vec<_>>();
            for_loops::inner_pushes::jumps(&xs, width)
        });
    }
    for length in 0..40u8 {
        let xs = (0..length).map(|x| x.wrapping_mul(37)).collect::<Vec<_>>();
        assert_eq!(
            plain::for_loops::inner_pushes::elsewhere(&xs),
            fused::for_loops::inner_pushes::elsewhere(&xs)
        );
    }
}

/// Found by a hunt: names of other bodies, vectors of the readers' own, bodies below a cross, labels.
#[test]
fn names_that_stand_elsewhere() {
    for n in [0, 3, 7, i64::MAX] {
        law!(integers, extremes: |xs| for_loops::inner_pushes::two_bodies(xs, n));
        law!(integers, extremes: |xs| for_loops::inner_pushes::read_by_a_body(xs, n));
    }
    law!(floats, specials: |xs| for_loops::inner_pushes::own_vectors(xs));
    law!(integers, extremes: |xs| for_loops::inner_pushes::below_a_cross(xs));
    law!(integers, extremes: |xs| for_loops::inner_pushes::labels(xs));
    law!(integers, extremes: |xs| for_loops::inner_pushes::never(xs, 3));
}

#[test]
fn of_types_that_the_arrays_show() {
    law!(floats, specials: |xs| {
        let rows = xs.chunks(3).map(<[f64]>::to_vec).collect::<Vec<_>>();
        let numbers = xs.iter().map(|x| *x as i32).take(20).collect::<Vec<_>>();
        for_loops::inner_pushes::untyped(&rows, &numbers, numbers.iter().map(|x| x % 5).collect())
    });
    law!(integers, extremes: |xs| {
        for_loops::inner_pushes::of_any_owner(xs.into(), [xs.len() as i64, 3, -4], xs.to_vec())
    });
}
