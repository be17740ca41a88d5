//! The erasure law on sources that change between two chains: emptied, swapped, written, behind cells and locks.

use crate::common::law;

#[test]
fn places_that_hide_something() {
    law!(integers: |xs| sources::changing::Shared::new(xs).borrowed_for_each_pass());
    law!(integers: |xs| sources::changing::Shared::new(xs).locked_for_each_pass());
    law!(integers: |xs| sources::changing::Shared::new(xs).guard_with_a_name());
    law!(integers: |xs| sources::changing::Shared::new(xs).scaled());
    law!(integers: |xs| sources::changing::Shared::new(xs).one_field_written());
    law!(integers: |xs| sources::changing::Shared::new(xs).counted());
    law!(integers: |xs| sources::changing::Shared::new(xs).changed_by_a_worker());
    law!(integers: |xs| sources::changing::statics(xs));
    law!(integers: |xs| sources::changing::thread_locals(xs));
}

#[test]
fn places_that_change() {
    law!(integers: |xs| sources::changing::a_queue(xs));
    law!(integers: |xs| sources::changing::dropped_and_bound_again(xs));
    law!(integers: |xs| sources::changing::reassigned(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| sources::changing::swapped(xs));
}

#[test]
fn emptied_and_written() {
    law!(integers: |xs| sources::changing::drained(xs));
    law!(integers: |xs| sources::changing::changed_in_place(xs));
    law!(integers: |xs| {
        let mut map = xs.iter().copied().enumerate().collect();
        sources::changing::values_changed(&mut map)
    });
}
