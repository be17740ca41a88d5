//! The erasure law on arrays whose memory another array takes over.

use crate::common::{law, ready};

#[test]
fn memory_that_is_taken_over() {
    law!(floats, specials: |xs| in_place::memory::softmax(xs));
    law!(floats, specials: |xs| in_place::memory::room(xs));
    law!(floats, specials: |xs| in_place::memory::in_a_call(xs));
    law!(floats, specials: |xs| in_place::memory::in_turn(xs));
    law!(floats, specials: |xs| in_place::memory::left_early(xs));
    law!(integers, extremes: |xs| in_place::memory::overflows(xs));
    law!(floats, specials: |xs| ready(in_place::memory::suspended(xs.to_vec())));
    law!(floats, specials: |xs| in_place::memory::in_a_loop(xs));
}

#[test]
fn memory_that_a_loop_takes_over() {
    law!(floats, specials: |xs| in_place::memory::layer(xs, xs));
    law!(floats, specials: |xs| in_place::memory::shorter(xs, &xs[xs.len() / 2..]));
    law!(floats, specials: |xs| in_place::memory::two_of_one(xs));
    law!(floats, specials: |xs| in_place::memory::referred_to(xs));
    law!(floats, specials: |xs| in_place::memory::all_in_each(&xs[..xs.len().min(50)]));
    law!(integers, extremes: |xs| in_place::memory::of_integers(xs));
}

#[test]
fn memory_that_is_somebody_else_s() {
    law!(floats, specials: |xs| in_place::memory::read_again(xs));
    law!(floats, specials: |xs| in_place::memory::of_a_length(xs));
    law!(floats, specials: |xs| in_place::memory::its_own_length(xs));
    law!(floats, specials: |xs| in_place::memory::grown(xs));
    law!(floats, specials: |xs| in_place::memory::returned_early(xs));
    law!(floats, specials: |xs| in_place::memory::borrowed(xs));
    law!(floats, specials: |xs| in_place::memory::narrowed(xs));
    law!(floats, specials: |xs| in_place::memory::filtered(xs));
}
