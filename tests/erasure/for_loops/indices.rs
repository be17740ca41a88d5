//! The erasure law on chains and loops over indices.

use crate::common::law;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn chains_over_indices() {
    law!(floats, specials: |xs| {
        let made = for_loops::indices::read_where_made(xs, xs.len());
        let few = for_loops::indices::read_where_made(xs, xs.len() / 2);
        let by = || for_loops::indices::read_where_made(xs, xs.len() + 1);
        (made, few, catch_unwind(by).ok())
    });
    law!(floats, specials: |xs| for_loops::indices::stored_beside(xs));
    law!(floats, specials: |xs| for_loops::indices::written_by_a_loop(xs, xs.len()));
    law!(floats: |xs| {
        let rows = xs.chunks(3).map(<[f64]>::to_vec).collect::<Vec<_>>();
        let numbered = for_loops::indices::numbered(&rows, xs);
        (for_loops::indices::of_rows(&rows, rows.len()), numbered)
    });
}

#[test]
fn pushed_before() {
    law!(floats, specials: |xs| for_loops::indices::pushed_and_read(xs));
    law!(floats, specials: |xs| for_loops::indices::pushed_otherwise(xs, xs.len()));
    law!(floats: |xs| for_loops::indices::pushed_otherwise(xs, xs.len() / 2));
}

#[test]
fn other_lengths() {
    law!(floats: |xs| {
        let counts = [0, 1, xs.len() / 2, xs.len(), xs.len() + 1];
        let of = |n: usize, m: usize| {
            catch_unwind(|| for_loops::indices::of_another_length(xs, n, m)).ok()
        };
        counts.map(|n| counts.map(|m| of(n, m)))
    });
    law!(floats: |xs| for_loops::indices::another_by_then(xs, xs.len()));
    law!(floats: |xs| for_loops::indices::another_by_then(xs, xs.len() / 2));
}

#[test]
fn references_and_numbers() {
    law!(floats: |xs| for_loops::indices::kept_references(xs.len()));
    law!(floats: |xs| for_loops::indices::taken_references(xs));
    law!(floats: |xs| for_loops::indices::held_by_another(xs));
    law!(floats: |xs| for_loops::indices::held_by_way_of_another(xs));
    law!(floats: |xs| {
        let mut sum = 0.0;
        let mut fs: Vec<Box<dyn FnMut(f64) -> f64>> = vec![
            Box::new(|x| x + 1.0),
            Box::new(|x| {
                sum += x;
                sum
            }),
        ];
        for_loops::indices::called_elements(xs, &mut fs)
    });
    law!(floats: |xs| {
        let mut levels = xs.iter().map(|x| for_loops::indices::Level(*x)).collect::<Vec<_>>();
        let mut peak = for_loops::indices::Level(1.0);
        let found = for_loops::indices::named_like_numbers(xs, &mut levels, &mut peak);
        (found, levels.iter().map(|level| level.0).collect::<Vec<_>>(), peak.0)
    });
    law!(floats: |xs| for_loops::indices::lent_by_a_change(xs, xs, xs.len()));
    law!(floats, specials: |xs| for_loops::indices::numbered_otherwise(xs));
    law!(floats: |xs| {
        let places = (0..xs.len()).rev().step_by(2).collect::<Vec<_>>();
        let between = for_loops::indices::copied_between(xs, &places);
        let in_turn = for_loops::indices::copied_in_turn(xs, &places);
        let behind = [xs.len()];
        let panics = AssertUnwindSafe(|| for_loops::indices::copied_between(xs, &behind));
        (between, in_turn, catch_unwind(panics).ok())
    });
}
