//! The erasure law on loops whose bodies drop values that are watched.

use crate::common::law;
use crate::common::tracked::drops;

#[test]
fn what_is_replaced_is_dropped_when_it_was() {
    drops!(|xs| drops::for_loops::replaced(&xs));
    drops!(|xs| drops::for_loops::replaced_together(&xs));
    drops!(|xs| drops::for_loops::changed_in_place(xs));
    drops!(|xs| drops::for_loops::in_a_map(&xs));
}

#[test]
fn elements_are_dropped_when_they_were() {
    drops!(|xs| drops::for_loops::kept(&xs));
    drops!(|xs| drops::for_loops::unbound_parts(&xs));
    drops!(|xs| drops::for_loops::emptied(xs));
}

#[test]
fn what_a_panic_leaves() {
    for by in [0, 3] {
        law!(integers: |xs| drops::for_loops::up_to_a_panic(xs, by));
    }
}
