//! The erasure law on arrays that are asked for their length.

use crate::common::law;
use crate::common::tracked::drops;

#[test]
fn lengths_of_contracted_arrays() {
    law!(floats, specials: |xs| lengths::asked_for::means(xs));
    law!(integers, extremes: |xs| lengths::asked_for::count_alone(xs));
    law!(integers, extremes: |xs| lengths::asked_for::guarded(xs));
    law!(integers, extremes: |xs| lengths::asked_for::shadowed(xs));
}

#[test]
fn lengths_of_arrays_that_stay() {
    law!(integers, extremes: |xs| lengths::asked_for::kept(xs));
    law!(integers, extremes: |xs| lengths::asked_for::looked_at(xs));
    law!(integers, extremes: |xs| lengths::asked_for::deferred(xs));
}

#[test]
fn elements_live_as_long_as_their_array() {
    drops!(|xs| lengths::asked_for::watched(&xs));
}

#[test]
fn counted_in_a_pass() {
    law!(floats, specials: |xs| {
        let mut short = xs.iter().map(|x| *x as f32).collect::<Vec<_>>();
        let (points, count) = lengths::asked_for::counted_in_a_pass(&mut short);
        (points.iter().map(|point| point.is_nan()).collect::<Vec<_>>(), count)
    });
}
