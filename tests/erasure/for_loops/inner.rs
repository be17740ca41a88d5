//! The erasure law on `for` loops whose bodies hold loops and chains.

use crate::common::law;

#[test]
fn loops_inside_of_bodies() {
    law!(integers, extremes: |xs| for_loops::inner::rows(xs));
    law!(integers, extremes: |xs| for_loops::inner::left_from_within(xs));
    law!(integers, extremes: |xs| for_loops::inner::levels(xs));
    law!(integers, extremes: |xs| for_loops::inner::panics_inside(xs));
    law!(integers, extremes: |xs| for_loops::inner::filled_inside(xs));
    law!(integers, extremes: |xs| for_loops::inner::changes_all(xs));
    law!(integers, extremes: |xs| for_loops::inner::in_place(xs));
    law!(integers, extremes: |xs| for_loops::inner::closures_write(xs));
    law!(integers, extremes: |xs| for_loops::inner::other_loops(xs));
    law!(integers, extremes: |xs| for_loops::inner::let_else(xs));
    law!(integers, extremes: |xs| for_loops::inner::alone(xs));
    law!(floats, specials: |xs| for_loops::inner::bounds(xs, 3));
    law!(floats, specials: |xs| for_loops::inner::bounds(xs, 4));
    law!(integers, extremes: |xs| for_loops::inner::chosen(xs));
}
