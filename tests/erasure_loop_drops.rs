//! The erasure law on loops whose bodies drop values that are watched.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(loop_drops);

use common::tracked::drops;

#[test]
fn what_is_replaced_is_dropped_when_it_was() {
    drops!(|xs| loop_drops::replaced(&xs));
    drops!(|xs| loop_drops::replaced_together(&xs));
    drops!(|xs| loop_drops::changed_in_place(xs));
    drops!(|xs| loop_drops::in_a_map(&xs));
}

#[test]
fn elements_are_dropped_when_they_were() {
    drops!(|xs| loop_drops::kept(&xs));
    drops!(|xs| loop_drops::unbound_parts(&xs));
    drops!(|xs| loop_drops::emptied(xs));
}
