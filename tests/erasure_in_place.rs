//! The erasure law on loops that change the elements of an array where they stand.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(in_place);

use common::law;

/// A call with a `Vec` of its own, which is compared too.
fn on<T: Clone, R>(xs: &[T], call: impl FnOnce(&mut Vec<T>) -> R) -> (R, Vec<T>) {
    let mut xs = xs.to_vec();
    (call(&mut xs), xs)
}

#[test]
fn one_array() {
    law!(floats, specials: |xs| in_place::scaled_and_summed(xs.to_vec(), 0.75));
    law!(floats, specials: |xs| on(xs, |xs| in_place::before_and_after(xs)));
    law!(integers, extremes: |xs| on(xs, in_place::twice));
    law!(integers, extremes: |xs| in_place::neighbours(xs.to_vec()));
    law!(integers, extremes: |xs| in_place::references(xs.to_vec()));
    law!(integers, extremes: |xs| in_place::prefix_sums(xs.to_vec()));
    law!(floats, specials: |xs| in_place::made_and_changed(xs));
    law!(integers, extremes: |xs| on(xs, |xs| in_place::some_of_them(xs)));
    law!(floats: |xs| in_place::call_bodies(xs));
    law!(integers, extremes: |xs| in_place::emptied(xs.to_vec()));
    law!(words: |xs| in_place::strings(xs.to_vec()));
}

#[test]
fn arrays_that_are_given_away() {
    law!(floats, specials: |xs| in_place::given_away(xs.to_vec()));
    law!(integers, extremes: |xs| in_place::given_away_for_others(xs.to_vec()));
    law!(words: |xs| in_place::given_away_texts(xs.to_vec()));
    law!(integers: |xs| in_place::given_away_and_divided(xs.to_vec(), 3));
}

#[test]
fn what_begins_on_the_stack() {
    law!(integers, extremes: |xs| in_place::sorted(&xs[..xs.len().min(100)]));
    law!(words: |xs| in_place::five_parts(xs));
}

#[test]
fn several_arrays() {
    law!(floats, specials: |xs| {
        on(xs, |ys| in_place::shorter(ys, &xs[xs.len() / 2..], 0.3))
    });
    law!(floats, specials: |xs| {
        on(&xs[xs.len() / 2..], |ys| in_place::shorter(ys, xs, 0.3))
    });
    law!(floats, specials: |xs| in_place::axpy(xs));
    law!(integers, extremes: |xs| {
        on(xs, |ys| on(&xs[1.min(xs.len())..], |zs| in_place::both(ys, zs)))
    });
    law!(integers: |xs| {
        on(xs, |ys| on(&[1], |out| in_place::moved_reference(ys, out)))
    });
}

#[test]
fn arrays_that_are_lent() {
    law!(integers, extremes: |xs| {
        let mut world = in_place::World::new(xs);
        (world.step(), world.bodies)
    });
    law!(integers, extremes: |xs| {
        let mut world = in_place::World::new(xs);
        (world.two_fields(), world.bodies)
    });
    law!(integers, extremes: |xs| {
        let mut world = in_place::World::new(xs);
        (world.lent_twice(), world.extra)
    });
    law!(integers, extremes: |xs| {
        let mut world = in_place::World::new(xs);
        (world.grown(), world.extra)
    });
}
