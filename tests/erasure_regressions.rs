//! The erasure law on programs that once broke it.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(regressions);

use common::law;
use common::tracked::{Tracked, drops};

#[test]
fn names_mean_what_they_meant() {
    law!(integers: |xs| regressions::a_name_of_the_flat_map_behind_it(&xs[..xs.len().min(40)], &xs[..xs.len().min(3)]));
    law!(integers: |xs| regressions::a_name_of_the_flat_map_in_another_chain(&xs[..xs.len().min(40)], &xs[..xs.len().min(3)]));
    law!(integers: |xs| regressions::a_mutable_loop_variable_as_length(xs));
    law!(integers: |xs| regressions::an_array_bound_by_a_macro(xs));
    law!(integers: |xs| regressions::a_length_bound_by_a_macro(xs));
    law!(integers: |xs| regressions::a_closure_bound_by_a_macro(xs));
    law!(floats: |xs| regressions::a_let_that_is_compiled_away(xs));
    law!(integers: |xs| regressions::a_push_of_an_extension_trait(xs, &mut [1, 2]));
    law!(integers: |xs| regressions::a_vector_bound_by_reference(xs));
    law!(integers: |xs| regressions::a_name_behind_an_at(xs));
    law!(integers: |xs| regressions::a_constant_that_is_looked_for(&xs.iter().map(|x| x.abs() % 5 - 1).collect::<Vec<_>>()));
    law!(integers: |xs| regressions::a_none_that_is_looked_for(&xs.iter().map(|x| Some(x.abs() % 5)).collect::<Vec<_>>()));
}

#[test]
fn effects_come_in_order() {
    law!(integers: |xs| regressions::a_state_given_away_twice_in_one_statement(xs));
    law!(words: |xs| regressions::an_array_read_and_emptied_in_one_statement(xs.to_vec()));
    law!(integers: |xs| regressions::an_array_emptied_and_read([xs.len() as i64, 5, 6]));
    law!(integers: |xs| regressions::a_state_read_by_its_own_name(xs));
    law!(integers: |xs| regressions::a_state_changed_through_elements(xs));
    law!(integers: |xs| regressions::a_cache(xs));
    law!(integers: |xs| regressions::a_cache_behind_a_reference(xs, &mut regressions::Cache::new()));
    law!(integers: |xs| regressions::a_running_maximum(xs));
    law!(integers: |xs| regressions::counted_references(xs));
    drops!(|xs| regressions::operators_in_order(&xs));
}

#[test]
fn values_are_dropped_when_they_were() {
    drops!(|xs| regressions::kept_elements_of_a_late_loop(&xs));
    drops!(|xs| regressions::workers_that_hold_something(&xs));
    drops!(|xs| regressions::a_worker_of_a_dead_chain(&xs));
    drops!(|xs| regressions::elements_before_an_operand(xs));
    drops!(|xs| regressions::outer_elements_that_are_not_used(xs, &Tracked::row(3)));
}

#[test]
fn what_panics_panics() {
    law!(floats, specials: |xs| regressions::a_dead_comparison(&xs.iter().map(|x| regressions::Ordered(*x)).collect::<Vec<_>>(), regressions::Ordered(0.0)));
    law!(floats, specials: |xs| regressions::a_guarded_comparison(xs));
    law!(floats, specials: |xs| regressions::a_dead_chain_and_a_late_sum(xs));
}

#[test]
fn advice_can_be_followed() {
    law!(integers: |xs| regressions::elements_of_a_lent_row(xs));
    law!(integers: |xs| {
        let mut all = (xs.to_vec(), xs.iter().map(|x| x ^ 6).collect());
        (regressions::fields_lent_as_slices(&mut all), all)
    });
    law!(integers: |xs| regressions::a_slice_assigned_through_a_reference(xs, &xs.iter().map(|x| x ^ 6).collect::<Vec<_>>()));
}

#[test]
fn what_a_loop_must_hand_on() {
    law!(integers: |xs| regressions::grown_behind_a_guard(xs));
    law!(integers: |xs| regressions::an_iterator_in_a_field(&format!("{:#?}", &xs[..xs.len().min(40)])));
    law!(integers: |xs| regressions::an_iterator_in_a_worker(&xs[..xs.len().min(40)], &xs[..xs.len().min(3)]));
    law!(integers: |xs| regressions::run_sets_that_wait(xs));
    law!(integers, extremes: |xs| {
        let xs: Vec<i32> = xs.iter().map(|x| *x as i32).collect();
        regressions::a_value_behind_a_loop_for_nothing(&xs, &xs[..xs.len() / 2])
    });
}

#[test]
fn types_of_any_form() {
    law!(integers: |xs| regressions::elements_of_two_bounds(&vec![|x| x ^ 5; xs.len().min(9)], 6));
}

#[test]
fn drivers_of_every_form() {
    law!(integers: |xs| regressions::passes_over_a_name(xs));
}

#[test]
fn halves_are_extended_by_what_they_hold_and_by_references() {
    law!(integers: |xs| {
        let held = regressions::Held { xs: xs.to_vec() };
        regressions::halves_of_references(&held)
    });
    law!(integers: |xs| regressions::halves_without_a_type(xs));
}

#[test]
fn what_is_copied_twice() {
    law!(integers, extremes: |xs| regressions::copied_twice(xs));
}
