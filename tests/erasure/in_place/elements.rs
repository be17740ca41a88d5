//! The erasure law on loops that change the elements of an array where they stand.

use crate::common::law;

/// A call with a `Vec` of its own, which is compared too.
pub(super) fn on<T: Clone, R>(xs: &[T], call: impl FnOnce(&mut Vec<T>) -> R) -> (R, Vec<T>) {
    let mut xs = xs.to_vec();
    (call(&mut xs), xs)
}

#[test]
fn one_array() {
    law!(floats, specials: |xs| in_place::elements::scaled_and_summed(xs.to_vec(), 0.75));
    law!(floats, specials: |xs| on(xs, |xs| in_place::elements::before_and_after(xs)));
    law!(integers, extremes: |xs| on(xs, in_place::elements::twice));
    law!(integers, extremes: |xs| in_place::elements::neighbours(xs.to_vec()));
    law!(integers, extremes: |xs| in_place::elements::references(xs.to_vec()));
    law!(integers, extremes: |xs| in_place::elements::prefix_sums(xs.to_vec()));
    law!(floats, specials: |xs| in_place::elements::made_and_changed(xs));
    law!(integers, extremes: |xs| on(xs, |xs| in_place::elements::some_of_them(xs)));
    law!(floats: |xs| in_place::elements::call_bodies(xs));
    law!(integers, extremes: |xs| in_place::elements::emptied(xs.to_vec()));
    law!(words: |xs| in_place::elements::strings(xs.to_vec()));
}

#[test]
fn arrays_that_are_given_away() {
    law!(floats, specials: |xs| in_place::elements::given_away(xs.to_vec()));
    law!(integers, extremes: |xs| in_place::elements::given_away_for_others(xs.to_vec()));
    law!(words: |xs| in_place::elements::given_away_texts(xs.to_vec()));
    law!(integers: |xs| in_place::elements::given_away_and_divided(xs.to_vec(), 3));
}

#[test]
fn what_begins_on_the_stack() {
    law!(integers, extremes: |xs| in_place::elements::sorted(&xs[..xs.len().min(100)]));
    law!(words: |xs| in_place::elements::five_parts(xs));
}

#[test]
fn several_arrays() {
    law!(floats, specials: |xs| {
        on(xs, |ys| in_place::elements::shorter(ys, &xs[xs.len() / 2..], 0.3))
    });
    law!(floats, specials: |xs| {
        on(&xs[xs.len() / 2..], |ys| in_place::elements::shorter(ys, xs, 0.3))
    });
    law!(floats, specials: |xs| in_place::elements::axpy(xs));
    law!(integers, extremes: |xs| {
        on(xs, |ys| on(&xs[1.min(xs.len())..], |zs| in_place::elements::both(ys, zs)))
    });
    law!(integers: |xs| {
        on(xs, |ys| on(&[1], |out| in_place::elements::moved_reference(ys, out)))
    });
}

#[test]
fn arrays_that_are_lent() {
    law!(integers, extremes: |xs| {
        let mut world = in_place::elements::World::new(xs);
        (world.step(), world.bodies)
    });
    law!(integers, extremes: |xs| {
        let mut world = in_place::elements::World::new(xs);
        (world.two_fields(), world.bodies)
    });
    law!(integers, extremes: |xs| {
        let mut world = in_place::elements::World::new(xs);
        (world.lent_twice(), world.extra)
    });
    law!(integers, extremes: |xs| {
        let mut world = in_place::elements::World::new(xs);
        (world.grown(), world.extra)
    });
}

#[test]
fn advice_can_be_followed() {
    law!(integers: |xs| in_place::elements::elements_of_a_lent_row(xs));
    law!(integers: |xs| {
        let mut all = (xs.to_vec(), xs.iter().map(|x| x ^ 6).collect());
        (in_place::elements::fields_lent_as_slices(&mut all), all)
    });
    law!(integers: |xs| in_place::elements::a_slice_assigned_through_a_reference(xs, &xs.iter().map(|x| x ^ 6).collect::<Vec<_>>()));
}
