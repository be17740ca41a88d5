//! The erasure law on `for` loops that may leave the function, or call what nobody knows.

use crate::common::law;

#[test]
fn what_leaves_the_function() {
    law!(floats, specials: |xs| for_loops::leaving::checked(xs));
    law!(floats, specials: |xs| for_loops::leaving::looked_over(xs));
    law!(integers, extremes: |xs| for_loops::leaving::looked_over_before_a_panic(xs));
    law!(floats, specials: |xs| for_loops::leaving::written_around_a_panic(xs));
    law!(floats, specials: |xs| for_loops::leaving::written_around_a_return(xs));
    law!(floats, specials: |xs| for_loops::leaving::written_behind_a_reference(xs));
    law!(integers, extremes: |xs| for_loops::leaving::may_overflow(xs));
    law!(integers, extremes: |xs| for_loops::leaving::may_overflow_before(xs));
    law!(integers, extremes: |xs| for_loops::leaving::index_between(xs));
    law!(integers, extremes: |xs| for_loops::leaving::by_question_mark(xs));
    law!(integers, extremes: |xs| for_loops::leaving::pushes_until(xs));
    law!(integers, extremes: |xs| for_loops::leaving::which_leaves(xs));
    law!(integers, extremes: |xs| for_loops::leaving::returns_a_result(xs));
}

#[test]
fn what_calls_something_for_what_it_does() {
    law!(integers, extremes: |xs| for_loops::leaving::journals(xs));
    law!(integers, extremes: |xs| for_loops::leaving::called(xs));
    law!(integers, extremes: |xs| for_loops::leaving::cells(xs));
    law!(integers, extremes: |xs| for_loops::leaving::fields(xs));
}

#[test]
fn what_is_called_where_the_function_is_left() {
    law!(floats, specials: |xs| for_loops::leaving::refused(xs).map_err(|refused| refused.0));
    law!(floats, specials: |xs| {
        for_loops::leaving::refused_by_a_check(xs).map_err(|refused| refused.0)
    });
    law!(floats, specials: |xs| for_loops::leaving::drawn(xs));
}
