//! The erasure law on vectors that a body pushes to.

use crate::common::{law, outcome};

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

macro_rules! readings {
    ($xs:ident, $readings:ident, $twice:ident: $($call:expr),+) => {{
        let names = $xs.iter().map(i64::to_string).collect::<Vec<_>>();
        let readings = names.iter().zip($xs).map(|(name, value)| for_loops::pushed::Reading {
            name,
            value: *value,
            asked: Default::default(),
        });
        let $readings = readings.collect::<Vec<_>>();
        let odd = $readings.iter().filter(|reading| reading.value % 2 != 0);
        let $twice = $readings.iter().chain(odd).collect::<Vec<_>>();
        ($($call),+)
    }};
}

#[test]
fn references() {
    law!(integers: |xs| {
        readings!(xs, readings, twice:
            for_loops::pushed::references(&readings, 50),
            for_loops::pushed::references(&readings, i64::MIN + 9),
            for_loops::pushed::cells(&twice)
        )
    });
    law!(integers: |xs| {
        let few = &xs[..xs.len().min(40)];
        for_loops::pushed::coerced(few, &[1, 2, 3, 4])
    });
}

#[test]
fn shown_by_methods() {
    law!(floats: |xs| {
        let mut draws = for_loops::pushed::Draws { state: xs.len() as u64, most: xs.len() };
        let contract = for_loops::pushed::Contract { strike: 6e6 };
        let drawn = draws.drawn(&contract);
        (drawn, draws.squares(), draws.state, for_loops::pushed::ranked(xs))
    });
}

#[test]
fn left_early() {
    for at in [3, 5, i64::MAX - 7] {
        law!(integers: |xs| for_loops::pushed::left(xs, at));
    }
}

#[test]
fn several_in_each_turn() {
    law!(integers, extremes: |xs| {
        let bytes = xs.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>();
        let (gray, few, clear) = for_loops::pushed::with_room(&bytes);
        let room = (gray.capacity() >= bytes.len(), few.capacity() >= 64);
        (for_loops::pushed::side_by_side(&bytes), gray, few, clear, room)
    });
    for by in [1, 7, 0, -1] {
        law!(integers, extremes: |xs| {
            outcome(|| for_loops::pushed::in_turn(xs, &xs[xs.len() / 3..], by))
        });
    }
    law!(integers, extremes: |xs| for_loops::pushed::other_turns(xs));
    law!(integers: |xs| {
        let alive = std::cell::Cell::new(0);
        let dropped = for_loops::pushed::dropped_in_turn(xs, &alive);
        (dropped, for_loops::pushed::room_of_another(xs, vec![1], xs))
    });
}
