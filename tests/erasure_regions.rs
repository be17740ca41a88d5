//! The erasure law on blocks that are regions of their own.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(regions);

use common::law;

#[test]
fn closures() {
    law!(floats, specials: |xs| {
        let rows: Vec<Vec<f64>> = xs.chunks(5).map(<[f64]>::to_vec).collect();
        regions::closure_in_a_call(&rows)
    });
    law!(integers, extremes: |xs| regions::typed_closure(xs));
    law!(integers, extremes: |xs| regions::captures(xs.to_vec()));
    law!(integers, extremes: |xs| regions::shadowed_parameter(xs));
}

#[test]
fn unsafe_blocks() {
    law!(integers, extremes: |xs| {
        let xs: Vec<u32> = xs.iter().map(|x| *x as u32).collect();
        regions::unsafe_block(&xs)
    });
}

#[test]
fn futures() {
    law!(integers, extremes: |xs| regions::run_awaiting(xs));
    law!(integers, extremes: |xs| regions::run_gone_before(xs));
    law!(integers, extremes: |xs| regions::run(regions::async_block(xs.to_vec())));
    law!(integers, extremes: |xs| regions::borrowing_block(xs));
}
