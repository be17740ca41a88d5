//! The erasure law on chains in statements that stay as they are.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(positions);

use common::law;
use common::tracked::drops;

#[test]
fn arguments() {
    law!(integers, extremes: |xs| positions::arguments(xs));
    law!(integers, extremes: |xs| positions::after_a_call(xs));
    law!(integers, extremes: |xs| positions::pushed(xs));
}

#[test]
fn conditions_and_scrutinees() {
    law!(floats, specials: |xs| positions::condition(xs));
    law!(integers, extremes: |xs| {
        let mut out = Vec::new();
        (positions::scrutinee(xs, &mut out), out)
    });
    law!(integers, extremes: |xs| positions::header(xs));
}

#[test]
fn ways_out() {
    law!(integers, extremes: |xs| positions::question_mark(xs));
    law!(floats, specials: |xs| positions::wrapped(xs, 2));
    law!(integers, extremes: |xs| positions::labelled(xs));
}

#[test]
fn assignments_and_fields() {
    law!(integers, extremes: |xs| positions::assignments(xs));
    law!(floats, specials: |xs| positions::fields(xs));
    law!(integers, extremes: |xs| positions::shadowed(xs));
    law!(floats, specials: |xs| positions::typed_by_the_context(xs, xs.len() % 2 == 0));
}

#[test]
fn what_may_be_crossed() {
    law!(integers, extremes: |xs| positions::crossed(xs, xs.to_vec()));
    law!(integers, extremes: |xs| positions::closure_that_moves(xs, xs.to_vec()));
    law!(integers, extremes: |xs| positions::panicking_index(xs));
}

#[test]
fn iterators_that_are_bound_first() {
    law!(integers, extremes: |xs| positions::bound_first(xs));
    law!(integers, extremes: |xs| positions::bound_before_a_change(xs));
    law!(integers, extremes: |xs| positions::bound_before_a_shadow(xs));
    law!(integers, extremes: |xs| {
        positions::bound_and_perhaps_consumed(xs, xs.len() % 2 == 0)
    });
}

#[test]
fn arrays_that_are_changed_in_place() {
    law!(integers, extremes: |xs| {
        let mut xs = xs.to_vec();
        (positions::around_a_change(&mut xs), xs)
    });
}

#[test]
fn results_are_dropped_with_their_statement() {
    drops!(|xs| positions::dropped_with_the_match(&xs));
    drops!(|xs| positions::dropped_after_comparing(&xs));
}
