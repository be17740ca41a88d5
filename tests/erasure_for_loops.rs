//! The erasure law on `for` loops and `for_each` whose body accumulates and pushes.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(for_loops);

use common::law;

#[test]
fn accumulators() {
    law!(floats, specials: |xs| for_loops::two_sums(xs));
    law!(integers, extremes: |xs| for_loops::beside_chains(xs));
    law!(floats, specials: |xs| for_loops::mean_and_deviation(xs));
    law!(floats, specials: |xs| for_loops::running_sums(xs));
    law!(floats, specials: |xs| for_loops::one_accumulator_twice(xs));
    law!(integers, extremes: |xs| for_loops::between_folds(xs));
    law!(integers, extremes: |xs| for_loops::overflowing(xs));
    law!(integers: |xs| for_loops::panics_in_the_middle(xs));
    law!(integers, extremes: |xs| for_loops::skips(xs));
    law!(integers, extremes: |xs| for_loops::for_each(xs));
    law!(floats, specials: |xs| for_loops::zipped(xs));
    law!(floats, specials: |xs| for_loops::contracted(xs));
    law!(integers: |xs| for_loops::over_ranges(xs));
}

#[test]
fn what_is_written_keeps_its_order() {
    law!(integers, extremes: |xs| for_loops::filled_then_read(xs));
    law!(integers, extremes: |xs| for_loops::read_before_written(xs));
    law!(integers, extremes: |xs| for_loops::shadowed(xs));
    law!(integers, extremes: |xs| for_loops::reference_kept(xs));
    law!(integers, extremes: |xs| for_loops::references_pushed(xs));
    law!(integers, extremes: |xs| for_loops::call_through_parameters(xs));
    law!(integers, extremes: |xs| for_loops::through_a_borrow(xs));
    law!(integers, extremes: |xs| for_loops::borrowed_later(xs));
    law!(integers, extremes: |xs| for_loops::written_at_indices(xs));
    law!(integers, extremes: |xs| for_loops::nested(xs));
    law!(integers, extremes: |xs| for_loops::generators(xs));
    law!(integers: |xs| for_loops::left_alone(xs));
    law!(integers: |xs| for_loops::call_in_the_tail(xs));
    law!(integers: |xs| for_loops::call_two_in_the_tail(xs));
}

#[test]
fn collections_and_places() {
    law!(integers, extremes: |xs| for_loops::histogram(xs));
    law!(integers, extremes: |xs| for_loops::tables(xs));
    law!(integers, extremes: |xs| for_loops::an_entry_by_name(xs));
    law!(integers, extremes: |xs| for_loops::stats(xs));
    law!(integers, extremes: |xs| for_loops::places(xs));
    law!(integers: |xs| for_loops::strings(xs));
}

#[test]
fn among_other_statements() {
    law!(floats, specials: |xs| for_loops::waits_for_a_later_statement(xs));
    law!(integers: |xs| for_loops::rebound(xs));
    law!(integers, extremes: |xs| for_loops::patterns(xs));
    law!(integers, extremes: |xs| for_loops::among_walls(xs));
    law!(integers, extremes: |xs| for_loops::closures(xs));
    law!(integers, extremes: |xs| for_loops::rows(xs));
    law!(integers, extremes: |xs| for_loops::inferred(xs));
    law!(integers, extremes: |xs| for_loops::sieve(xs));
    law!(integers, extremes: |xs| for_loops::effects(xs));
    law!(integers, extremes: |xs| for_loops::in_a_closure(xs));
    law!(integers, extremes: |xs| for_loops::groups(xs));
}
