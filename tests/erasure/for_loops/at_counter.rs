//! The erasure law on loops that touch an array only at their own counters.

use crate::common::law;

#[test]
fn in_step() {
    law!(floats, specials: |xs| {
        let mut ws = xs.iter().rev().map(|x| x * 0.5).collect::<Vec<_>>();
        (for_loops::at_counter::in_step(xs, &mut ws), ws)
    });
    law!(integers, extremes: |xs| {
        let (mut ys, mut zs) = (xs.to_vec(), xs.iter().rev().copied().collect::<Vec<_>>());
        (for_loops::at_counter::to_the_end(&mut ys, &mut zs), ys, zs)
    });
    law!(integers: |xs| {
        let mut ys = xs.to_vec();
        let mut zs = xs.chunks(3).map(<[i64]>::to_vec).collect::<Vec<_>>();
        (for_loops::at_counter::to_another_end(&mut ys, &mut zs), ys, zs)
    });
    law!(integers: |xs| for_loops::at_counter::rows(&xs[..xs.len().min(30)]));
}

#[test]
fn out_of_step() {
    law!(integers: |xs| for_loops::at_counter::out_of_step(&xs[..xs.len().min(30)]));
}

#[test]
fn left_early() {
    for at in [3, 5, i64::MAX - 7] {
        law!(integers: |xs| for_loops::at_counter::left(xs, at));
        law!(integers: |xs| for_loops::at_counter::up_to_a_panic(xs, at));
    }
}

#[test]
fn before_the_first_turn() {
    law!(integers: |xs| for_loops::at_counter::made_before_the_first_turn(xs));
    law!(integers: |xs| {
        let mut ys = xs.to_vec();
        (for_loops::at_counter::counted_to_and_bound_anew(xs.len(), &mut ys), ys)
    });
}

#[test]
fn counter_that_is_assigned() {
    law!(integers: |xs| {
        let mut a = xs.to_vec();
        (for_loops::at_counter::counted_backward(&mut a), a)
    });
}
