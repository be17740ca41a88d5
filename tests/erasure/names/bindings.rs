//! The erasure law on names that patterns and macros bind, and a `push` that is no `Vec`'s.

use crate::common::law;

#[test]
fn names_mean_what_they_meant() {
    law!(integers: |xs| names::bindings::a_name_of_the_flat_map_behind_it(&xs[..xs.len().min(40)], &xs[..xs.len().min(3)]));
    law!(integers: |xs| names::bindings::a_name_of_the_flat_map_in_another_chain(&xs[..xs.len().min(40)], &xs[..xs.len().min(3)]));
    law!(integers: |xs| names::bindings::a_mutable_loop_variable_as_length(xs));
    law!(integers: |xs| names::bindings::an_array_bound_by_a_macro(xs));
    law!(integers: |xs| names::bindings::a_length_bound_by_a_macro(xs));
    law!(integers: |xs| names::bindings::a_closure_bound_by_a_macro(xs));
    law!(floats: |xs| names::bindings::a_let_that_is_compiled_away(xs));
    law!(integers: |xs| names::bindings::a_push_of_an_extension_trait(xs, &mut [1, 2]));
    law!(integers: |xs| names::bindings::a_vector_bound_by_reference(xs));
    law!(integers: |xs| names::bindings::a_name_behind_an_at(xs));
    law!(integers: |xs| names::bindings::a_constant_that_is_looked_for(&xs.iter().map(|x| x.abs() % 5 - 1).collect::<Vec<_>>()));
    law!(integers: |xs| names::bindings::a_none_that_is_looked_for(&xs.iter().map(|x| Some(x.abs() % 5)).collect::<Vec<_>>()));
}

#[test]
fn names_that_are_hidden() {
    law!(floats, specials: |xs| names::bindings::hidden_and_unread(xs, xs.len() % 2 == 0));
    law!(floats: |xs| names::bindings::unread(xs, 2.0));
    law!(floats, specials: |xs| names::bindings::bound_by_a_macro(xs));
    law!(floats: |xs| names::bindings::names_like_ours(xs));
    law!(integers: |xs| names::bindings::ranges_of_one_name(&(xs.len(), 1), &(xs.len() / 2, 2)));
}
