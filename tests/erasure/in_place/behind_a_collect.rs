//! The erasure law on arrays that are changed right behind the chain that makes them.

use crate::common::{law, outcome};

#[test]
fn changed_behind_a_collect() {
    law!(floats, specials: |xs| in_place::behind_a_collect::scaled(xs, 3.0));
    law!(floats, specials: |xs| in_place::behind_a_collect::scaled_and_summed(xs, 3.0));
    law!(floats, specials: |xs| in_place::behind_a_collect::never_made(xs));
    law!(integers, extremes: |xs| outcome(|| in_place::behind_a_collect::may_panic(xs, &[7])));
    law!(integers, extremes: |xs| outcome(|| in_place::behind_a_collect::may_panic(xs, &[0])));
    law!(integers, extremes: |xs| outcome(|| in_place::behind_a_collect::may_panic(xs, &[])));
    law!(floats, specials: |xs| in_place::behind_a_collect::of_another_value(xs));
    law!(floats, specials: |xs| in_place::behind_a_collect::changed_again(xs));
    law!(floats, specials: |xs| in_place::behind_a_collect::shadowed(xs, &0.5));
    law!(floats, specials: |xs| in_place::behind_a_collect::by_a_method_of_ones_own(xs));
    law!(floats, specials: |xs| in_place::behind_a_collect::of_several_operators(xs, 0.5, 3.0));
    law!(integers, extremes: |xs| in_place::behind_a_collect::clamped(xs, 12));
    law!(integers, extremes: |xs| {
        let mut log = Vec::new();
        (in_place::behind_a_collect::with_an_effect(xs, &mut log), log)
    });
    law!(integers: |xs| {
        let narrow: Vec<i32> = xs.iter().map(|x| *x as i32).collect();
        in_place::behind_a_collect::kept(&narrow)
    });
}
