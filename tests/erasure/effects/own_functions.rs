//! The erasure law on functions of the file, into whose bodies the macro looks.

use crate::common::{law, outcome};

/// What a call gives, or that it panics, and what it told.
macro_rules! and_told {
    ($call:expr) => {{
        effects::own_functions::told();
        (outcome(|| $call), effects::own_functions::told())
    }};
}

#[test]
fn functions_of_bytes() {
    law!(integers: |xs| {
        let bases = xs.iter().map(|x| b"ACGTN\x07\xff"[x.rem_euclid(7) as usize]).collect::<Vec<_>>();
        let others = xs.iter().map(|x| b"GATCA"[(x / 7).rem_euclid(5) as usize]).collect::<Vec<_>>();
        effects::own_functions::pairs(&bases, &others)
    });
    law!(integers: |xs| {
        let bases = xs.iter().map(|x| x.rem_euclid(255) as u8).collect::<Vec<_>>();
        effects::own_functions::behind_a_check(&bases)
    });
    law!(integers: |xs| {
        let bases = xs.iter().map(|x| x.rem_euclid(256) as u8).collect::<Vec<_>>();
        effects::own_functions::behind_a_check(&bases)
    });
}

#[test]
fn functions_that_do_more() {
    law!(integers: |xs| and_told!(effects::own_functions::that_panics_behind_a_check(xs)));
    law!(integers: |xs| and_told!(effects::own_functions::that_tells(xs)));
    law!(integers: |xs| and_told!(effects::own_functions::that_note(xs)));
    law!(integers: |xs| and_told!(effects::own_functions::that_note_somewhere(xs)));
    law!(integers: |xs| and_told!(effects::own_functions::that_may_overflow(xs)));
    law!(integers: |xs| and_told!(effects::own_functions::by_other_names(xs, |x| {
        effects::own_functions::tell(x)
    })));
}

#[test]
fn names_of_their_own() {
    law!(integers: |xs| and_told!({
        let by = vec![effects::own_functions::tell as fn(i64) -> i64; xs.len()];
        effects::own_functions::hidden_by_patterns(xs, &by)
    }));
    law!(integers: |xs| and_told!({
        let by = vec![(|x| if x == 40 { panic!("forty") } else { x }) as fn(i64) -> i64; xs.len()];
        effects::own_functions::worker_behind_a_check(xs, &by)
    }));
    law!(integers: |xs| and_told!(effects::own_functions::constants_that_are_dropped(xs)));
    law!(integers: |xs| and_told!(effects::own_functions::taken_by_a_method(xs)));
    law!(integers: |xs| {
        let weighed = Vec::new();
        let mut scales = effects::own_functions::Scales { weighed, total: 7 };
        let sum = scales.of_its_name(xs);
        (sum, scales.weighed, scales.total)
    });
}

#[test]
fn methods_of_elements() {
    macro_rules! points {
        ($xs:expr) => {{
            let points = $xs.iter().enumerate();
            let points = points.map(|(at, x)| effects::own_functions::Point {
                x: *x,
                y: at as f64,
            });
            points.collect::<Vec<_>>()
        }};
    }
    law!(floats, specials: |xs| {
        let at = effects::own_functions::Point { x: 1.0, y: 3.0 };
        effects::own_functions::methods(&points!(xs), &at)
    });
    law!(floats, specials: |xs| and_told!(effects::own_functions::methods_that_tell(&points!(xs))));
}

#[test]
fn bodies_that_act() {
    law!(integers: |xs| {
        let reads = xs.iter().map(|x| effects::own_functions::Read(*x));
        effects::own_functions::that_act(&reads.collect::<Vec<_>>(), xs)
    });
}
