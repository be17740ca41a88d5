//! The erasure law on names that mean what the scope says, not what their spelling suggests.

use crate::common::law;

/// The first elements, or zeros.
fn first<const N: usize>(xs: &[i64]) -> [i64; N] {
    std::array::from_fn(|index| xs.get(index).copied().unwrap_or_default())
}

#[test]
fn lengths_of_another_scope() {
    law!(integers: |xs| names::scopes::inner_constant(&first(xs)));
    law!(integers: |xs| names::scopes::constant_after(&first(xs)));
    law!(integers: |xs| names::scopes::imported_constant(&first(xs)));
    law!(integers: |xs| names::scopes::renamed_constant(&first(xs)));
    law!(integers: |xs| names::scopes::constant_by_glob(&first(xs)));
    law!(integers: |xs| names::scopes::constant_by_macro(&first(xs)));
    law!(integers: |xs| names::scopes::hidden_parameter(&first::<3>(xs)));
    law!(integers: |xs| names::scopes::computed_lengths(&first(xs), first(xs)));
    law!(integers: |xs| names::scopes::constant_of_a_block(first::<1>(xs)[0]));
}

#[test]
fn declared_once() {
    law!(integers: |xs| names::scopes::static_of_a_macro(xs, xs));
    law!(integers: |xs| names::scopes::static_of_a_macro(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| names::scopes::static_of_its_own(xs, xs));
    law!(integers: |xs| names::scopes::static_of_its_own(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| names::scopes::static_in_a_string(xs, xs));
    law!(integers: |xs| names::scopes::static_in_a_string(xs, &xs[xs.len() / 2..]));
}

#[test]
fn by_reference_and_by_method() {
    law!(integers: |xs| {
        names::scopes::by_reference_and_by_method(&names::scopes::Tail(xs.to_vec()))
    });
    law!(integers: |xs| {
        let h = names::scopes::Tail(xs.to_vec());
        names::scopes::Holder { h }.field_by_both()
    });
    law!(integers: |xs| names::scopes::map_by_both(&xs.iter().map(|x| (*x, x ^ 9)).collect()));
}

#[test]
fn who_calls() {
    law!(integers: |xs| names::scopes::caller_above(xs));
    law!(integers: |xs| names::scopes::caller_below(xs));
    law!(integers: |xs| names::scopes::caller_by_condition_above(xs));
    law!(integers: |xs| names::scopes::caller_by_condition_below(xs));
    law!(integers: |xs| names::scopes::called_in_the_body(xs));
}
