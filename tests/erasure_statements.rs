//! The erasure law on chains among other statements.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(statements);

use common::law;
use common::tracked::drops;

#[test]
fn statements_that_change_what_chains_read() {
    law!(integers, extremes: |xs| {
        let mut log = Vec::new();
        (statements::call_between(xs, &mut log), log)
    });
    law!(integers, extremes: |xs| statements::assignment_between(xs));
    law!(integers, extremes: |xs| statements::vector_that_grows(xs));
    law!(integers, extremes: |xs| statements::sorted_between(xs));
    law!(integers, extremes: |xs| statements::macros_between(xs));
}

#[test]
fn shadowing() {
    law!(floats, specials: |xs| statements::shadowed(xs));
    law!(integers, extremes: |xs| statements::shadowed_capture(xs));
}

#[test]
fn ways_out_of_the_function() {
    law!(integers, extremes: |xs| statements::early_return(xs));
    law!(integers, extremes: |xs| statements::guarded_by_return(xs));
    law!(words: |words| statements::question_mark(words).map_err(|e| e.to_string()));
}

#[test]
fn nested_blocks() {
    law!(integers, extremes: |xs| statements::in_branches(xs, xs.len() % 2 == 0));
    law!(floats, specials: |xs| {
        let rows: Vec<Vec<f64>> = xs.chunks(5).map(<[f64]>::to_vec).collect();
        statements::in_a_loop(&rows)
    });
    law!(integers, extremes: |xs| statements::in_a_nested_block(xs));
    law!(integers, extremes: |xs| statements::lazy_operands(xs));
    law!(integers, extremes: |xs| statements::match_arms(xs));
}

#[test]
fn effects_keep_their_order() {
    law!(integers, extremes: |xs| statements::counting_worker(xs));
    // The marks are in the log that is compared.
    drops!(|xs| statements::marked(&xs.iter().map(|x| x.label()).collect::<Vec<i64>>()));
}

#[test]
fn cross_and_gather() {
    law!(floats, specials: |xs| {
        let some = &xs[..xs.len().min(64)];
        (statements::cross(some, &some[some.len() / 2..]), statements::cross(some, &[]))
    });
    law!(integers, extremes: |xs| statements::cross_of_filtered(&xs[..xs.len().min(3000)]));
    law!(floats, specials: |xs| statements::gather_what_was_computed(xs));
}
