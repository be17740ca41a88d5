//! The erasure law on loops whose bodies drop values that are watched.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

#[path = "surface"]
mod plain {
    pub(crate) use fuse_test_attributes::erase as fuse;
    pub mod loop_drops;
    pub mod probe;
}

#[path = "surface"]
mod fused {
    pub(crate) use loopfuse::fuse;
    pub mod loop_drops;
}

use common::tracked::drops;

#[test]
fn the_reference_is_plain() {
    assert_eq!(
        common::probe::calls(plain::probe::two_passes),
        [1, 1, 1, 2, 2, 2]
    );
}

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
