//! The erasure law on blocks that are regions of their own.

use crate::common::{law, ready};

#[test]
fn closures() {
    law!(floats, specials: |xs| {
        let rows: Vec<Vec<f64>> = xs.chunks(5).map(<[f64]>::to_vec).collect();
        closures::async_and_unsafe::closure_in_a_call(&rows)
    });
    law!(integers, extremes: |xs| closures::async_and_unsafe::typed_closure(xs));
    law!(integers, extremes: |xs| closures::async_and_unsafe::captures(xs.to_vec()));
    law!(integers, extremes: |xs| closures::async_and_unsafe::shadowed_parameter(xs));
}

#[test]
fn unsafe_blocks() {
    law!(integers, extremes: |xs| {
        let xs: Vec<u32> = xs.iter().map(|x| *x as u32).collect();
        closures::async_and_unsafe::unsafe_block(&xs)
    });
}

#[test]
fn futures() {
    law!(integers, extremes: |xs| closures::async_and_unsafe::run_awaiting(xs));
    law!(integers, extremes: |xs| closures::async_and_unsafe::run_gone_before(xs));
    law!(integers, extremes: |xs| ready(closures::async_and_unsafe::async_block(xs.to_vec())));
    law!(integers, extremes: |xs| closures::async_and_unsafe::borrowing_block(xs));
}
