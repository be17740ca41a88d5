//! The erasure law on arrays that are asked for their length.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(lengths);

use common::law;
use common::tracked::drops;

#[test]
fn lengths_of_contracted_arrays() {
    law!(floats, specials: |xs| lengths::means(xs));
    law!(integers, extremes: |xs| lengths::count_alone(xs));
    law!(integers, extremes: |xs| lengths::guarded(xs));
    law!(integers, extremes: |xs| lengths::shadowed(xs));
}

#[test]
fn lengths_of_arrays_that_stay() {
    law!(integers, extremes: |xs| lengths::kept(xs));
    law!(integers, extremes: |xs| lengths::looked_at(xs));
    law!(integers, extremes: |xs| lengths::deferred(xs));
}

#[test]
fn elements_live_as_long_as_their_array() {
    drops!(|xs| lengths::watched(&xs));
}
