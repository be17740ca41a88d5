//! The erasure law on chains in statements that stay as they are.

use crate::common::law;
use crate::common::tracked::drops;

#[test]
fn arguments() {
    law!(integers, extremes: |xs| statements::inside_statements::arguments(xs));
    law!(integers, extremes: |xs| statements::inside_statements::after_a_call(xs));
    law!(integers, extremes: |xs| statements::inside_statements::pushed(xs));
}

#[test]
fn conditions_and_scrutinees() {
    law!(floats, specials: |xs| statements::inside_statements::condition(xs));
    law!(integers, extremes: |xs| {
        let mut out = Vec::new();
        (statements::inside_statements::scrutinee(xs, &mut out), out)
    });
    law!(integers, extremes: |xs| statements::inside_statements::header(xs));
}

#[test]
fn ways_out() {
    law!(integers, extremes: |xs| statements::inside_statements::question_mark(xs));
    law!(floats, specials: |xs| statements::inside_statements::wrapped(xs, 2));
    law!(integers, extremes: |xs| statements::inside_statements::labelled(xs));
}

#[test]
fn assignments_and_fields() {
    law!(integers, extremes: |xs| statements::inside_statements::assignments(xs));
    law!(floats, specials: |xs| statements::inside_statements::fields(xs));
    law!(integers, extremes: |xs| statements::inside_statements::shadowed(xs));
    law!(floats, specials: |xs| statements::inside_statements::typed_by_the_context(xs, xs.len() % 2 == 0));
}

#[test]
fn what_may_be_crossed() {
    law!(integers, extremes: |xs| statements::inside_statements::crossed(xs, xs.to_vec()));
    law!(integers, extremes: |xs| statements::inside_statements::closure_that_moves(xs, xs.to_vec()));
    law!(integers, extremes: |xs| statements::inside_statements::panicking_index(xs));
}

#[test]
fn iterators_that_are_bound_first() {
    law!(integers, extremes: |xs| statements::inside_statements::bound_first(xs));
    law!(integers, extremes: |xs| statements::inside_statements::bound_before_a_change(xs));
    law!(integers, extremes: |xs| statements::inside_statements::bound_before_a_shadow(xs));
    law!(integers, extremes: |xs| {
        statements::inside_statements::bound_and_perhaps_consumed(xs, xs.len() % 2 == 0)
    });
}

#[test]
fn arrays_that_are_changed_in_place() {
    law!(integers, extremes: |xs| {
        let mut xs = xs.to_vec();
        (statements::inside_statements::around_a_change(&mut xs), xs)
    });
}

#[test]
fn results_are_dropped_with_their_statement() {
    drops!(|xs| statements::inside_statements::dropped_with_the_match(&xs));
    drops!(|xs| statements::inside_statements::dropped_after_comparing(&xs));
}
