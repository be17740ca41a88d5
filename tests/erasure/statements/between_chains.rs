//! The erasure law on chains among other statements.

use crate::common::law;
use crate::common::tracked::drops;

#[test]
fn statements_that_change_what_chains_read() {
    law!(integers, extremes: |xs| {
        let mut log = Vec::new();
        (statements::between_chains::call_between(xs, &mut log), log)
    });
    law!(integers, extremes: |xs| statements::between_chains::assignment_between(xs));
    law!(integers, extremes: |xs| statements::between_chains::vector_that_grows(xs));
    law!(integers, extremes: |xs| statements::between_chains::sorted_between(xs));
    law!(integers, extremes: |xs| statements::between_chains::macros_between(xs));
}

#[test]
fn shadowing() {
    law!(floats, specials: |xs| statements::between_chains::shadowed(xs));
    law!(integers, extremes: |xs| statements::between_chains::shadowed_capture(xs));
}

#[test]
fn ways_out_of_the_function() {
    law!(integers, extremes: |xs| statements::between_chains::early_return(xs));
    law!(integers, extremes: |xs| statements::between_chains::guarded_by_return(xs));
    law!(words: |words| statements::between_chains::question_mark(words).map_err(|e| e.to_string()));
}

#[test]
fn nested_blocks() {
    law!(integers, extremes: |xs| statements::between_chains::in_branches(xs, xs.len() % 2 == 0));
    law!(floats, specials: |xs| {
        let rows: Vec<Vec<f64>> = xs.chunks(5).map(<[f64]>::to_vec).collect();
        statements::between_chains::in_a_loop(&rows)
    });
    law!(integers, extremes: |xs| statements::between_chains::in_a_nested_block(xs));
    law!(integers, extremes: |xs| statements::between_chains::lazy_operands(xs));
    law!(integers, extremes: |xs| statements::between_chains::match_arms(xs));
}

#[test]
fn effects_keep_their_order() {
    law!(integers, extremes: |xs| statements::between_chains::counting_worker(xs));
    // The marks are in the log that is compared.
    drops!(|xs| statements::between_chains::marked(
        &xs.iter().map(|x| x.label()).collect::<Vec<i64>>()
    ));
}

#[test]
fn cross_and_gather() {
    law!(floats, specials: |xs| {
        let some = &xs[..xs.len().min(64)];
        (statements::between_chains::cross(some, &some[some.len() / 2..]), statements::between_chains::cross(some, &[]))
    });
    law!(integers, extremes: |xs| statements::between_chains::cross_of_filtered(&xs[..xs.len().min(3000)]));
    law!(floats, specials: |xs| statements::between_chains::gather_what_was_computed(xs));
}

#[test]
fn values_behind_loops_for_nothing() {
    law!(integers, extremes: |xs| {
        let xs: Vec<i32> = xs.iter().map(|x| *x as i32).collect();
        statements::between_chains::a_value_behind_a_loop_for_nothing(&xs, &xs[..xs.len() / 2])
    });
}
