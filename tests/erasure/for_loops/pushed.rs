//! The erasure law on vectors that a body pushes to.

use crate::common::law;

#[test]
fn in_turns() {
    law!(floats, specials: |xs| for_loops::pushed::beside(xs));
    law!(integers: |xs| for_loops::pushed::taken(xs));
    law!(integers: |xs| {
        let bytes = xs.iter().map(|x| *x as u8).collect::<Vec<_>>();
        for_loops::pushed::differences(&bytes)
    });
}

#[test]
fn not_in_turns() {
    law!(integers: |xs| for_loops::pushed::not_in_step(xs));
    law!(integers: |xs| for_loops::pushed::again(xs));
    law!(integers: |xs| for_loops::pushed::pulled(xs));
    law!(floats: |xs| for_loops::pushed::decided_behind(xs));
}

#[test]
fn left_early() {
    for at in [3, 5, i64::MAX - 7] {
        law!(integers: |xs| for_loops::pushed::left(xs, at));
    }
}
