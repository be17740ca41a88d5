//! The erasure law on loops over all indices of an array.

use crate::common::law;
use std::cell::Cell;

#[test]
fn indices_beside_elements() {
    law!(floats, specials: |xs| {
        let mut w = xs.to_vec();
        let scaled = for_loops::elements::scaled(&mut w, 0.75);
        let sums = for_loops::elements::normalised(&mut w, 3.0);
        (scaled, sums, w)
    });
    law!(integers, extremes: |xs| for_loops::elements::shifted_by(xs, 3));
    law!(integers: |xs| for_loops::elements::shifted_by(xs, 0));
    law!(floats: |xs| {
        let rows = xs.chunks(3).map(<[f64]>::to_vec).collect::<Vec<_>>();
        for_loops::elements::with_loops_inside(xs, &rows)
    });
}

#[test]
fn another_array_by_then() {
    law!(floats: |xs| {
        let halves = [0, xs.len() / 2, xs.len()];
        halves.map(|k| {
            let (mut w, mut u) = (xs.to_vec(), xs[k..].to_vec());
            let by = || for_loops::elements::assigned_anew(&mut w, &mut u);
            let anew = std::panic::catch_unwind(std::panic::AssertUnwindSafe(by)).ok();
            let by = || for_loops::elements::taken(&mut w, k);
            let taken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(by)).ok();
            let by = || for_loops::elements::longer_by_then(xs, k);
            let longer = std::panic::catch_unwind(by).ok();
            (anew, taken, longer, w, u)
        })
    });
    law!(floats: |xs| {
        let (count, mut n) = (Cell::new(xs.len() + 2), xs.len());
        for_loops::elements::asked_again(&count, &mut n)
    });
    law!(floats: |xs| {
        let mut w = xs.to_vec();
        (for_loops::elements::by_methods(&mut w), w)
    });
    law!(floats, specials: |xs| for_loops::elements::lent_by(xs));
    law!(integers: |xs| {
        let mut w = xs.to_vec();
        (for_loops::elements::no_other_use(&mut w, xs.len() != 1), w)
    });
    law!(floats: |xs| {
        let mut w = xs.to_vec();
        (for_loops::elements::other_names(&mut w, xs.first().copied()), w)
    });
}

#[test]
fn other_indices() {
    law!(floats: |xs| {
        let counts = [0, 1, xs.len() / 2, xs.len(), 1000];
        counts.map(|n| for_loops::elements::not_all_of_it(xs, n))
    });
    law!(floats: |xs| {
        let (mut w, mut u) = (xs.to_vec(), xs[xs.len() / 3..].to_vec());
        let given = for_loops::elements::at_other_places(&mut w, &mut u);
        (given, w, u)
    });
    law!(floats: |xs| {
        let (mut w, mut texts) = (xs[..xs.len().min(9)].to_vec(), Vec::new());
        let sum = for_loops::elements::in_closures_and_texts(&mut w, &mut texts);
        (sum, w, texts)
    });
    law!(floats, specials: |xs| {
        let mut w = xs.to_vec();
        let given = for_loops::elements::bound_anew(&mut w);
        let handed_out = for_loops::elements::handed_out(&mut w, |x| {
            *x += 1.0;
            *x * 0.5
        });
        (given, handed_out, w)
    });
}
