//! The erasure law on arrays whose memory another array takes over.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(reused);

use common::law;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return value;
        }
    }
}

#[test]
fn memory_that_is_taken_over() {
    law!(floats, specials: |xs| reused::softmax(xs));
    law!(floats, specials: |xs| reused::room(xs));
    law!(floats, specials: |xs| reused::in_a_call(xs));
    law!(floats, specials: |xs| reused::in_turn(xs));
    law!(floats, specials: |xs| reused::left_early(xs));
    law!(integers, extremes: |xs| reused::overflows(xs));
    law!(floats, specials: |xs| ready(reused::suspended(xs.to_vec())));
    law!(floats, specials: |xs| reused::in_a_loop(xs));
}

#[test]
fn memory_that_a_loop_takes_over() {
    law!(floats, specials: |xs| reused::layer(xs, xs));
    law!(floats, specials: |xs| reused::shorter(xs, &xs[xs.len() / 2..]));
    law!(floats, specials: |xs| reused::two_of_one(xs));
    law!(floats, specials: |xs| reused::referred_to(xs));
    law!(floats, specials: |xs| reused::all_in_each(&xs[..xs.len().min(50)]));
    law!(integers, extremes: |xs| reused::of_integers(xs));
}

#[test]
fn memory_that_is_somebody_else_s() {
    law!(floats, specials: |xs| reused::read_again(xs));
    law!(floats, specials: |xs| reused::of_a_length(xs));
    law!(floats, specials: |xs| reused::its_own_length(xs));
    law!(floats, specials: |xs| reused::grown(xs));
    law!(floats, specials: |xs| reused::returned_early(xs));
    law!(floats, specials: |xs| reused::borrowed(xs));
    law!(floats, specials: |xs| reused::narrowed(xs));
    law!(floats, specials: |xs| reused::filtered(xs));
}
