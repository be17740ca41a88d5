//! The erasure law on chains over rows.

use crate::common::{law, outcome};
use std::cell::Cell;

fn rows<T: Copy>(xs: &[T]) -> Vec<Vec<T>> {
    let mut rows = xs.chunks(7).map(<[T]>::to_vec).collect::<Vec<_>>();
    rows.push(Vec::new());
    rows
}

#[test]
fn rows_beside_others() {
    law!(floats, specials: |xs| for_loops::rows::beside_a_total(&rows(xs)));
    law!(integers: |xs| for_loops::rows::blocks(&rows(xs)));
    law!(integers: |xs| for_loops::rows::looked_up(rows(xs)));
    law!(integers: |_xs| for_loops::rows::looked_up(Vec::new()));
    law!(floats, specials: |xs| for_loops::rows::names(&rows(xs), 0.75));
    law!(floats, specials: |xs| {
        let log = Cell::new(0);
        (for_loops::rows::closures(&rows(xs), &log), log.get())
    });
    law!(floats, specials: |xs| {
        let pairs = xs.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>();
        let options = xs.iter().map(|x| (*x > 0.0).then_some(*x)).collect::<Vec<_>>();
        for_loops::rows::kinds(&pairs, &options, rows(xs))
    });
}

#[test]
fn rows_that_panic() {
    law!(integers: |xs| for_loops::rows::panics(&rows(xs)));
    law!(integers: |xs| for_loops::rows::panics(&rows(&xs.iter().map(|x| x | 1).collect::<Vec<_>>())));
}

#[test]
fn sums_for_numbers() {
    law!(floats: |xs| {
        let xs = &xs[..xs.len().min(40)];
        let us = xs.iter().rev().copied().collect::<Vec<_>>();
        (
            for_loops::rows::bodies(xs, &us, &us[..us.len().min(9)]),
            for_loops::rows::pushed_behind_loops(xs, &us),
        )
    });
    law!(integers: |xs| {
        let xs = &xs[..xs.len().min(40)];
        let us = &xs[..xs.len().min(3)];
        (for_loops::rows::overflows(xs, us, 5), for_loops::rows::a_total_and_an_array(xs, us))
    });
}

#[test]
fn rows_beside_all_elements() {
    for width in [0, 1, 2, 3, 7, 64, 1000] {
        law!(floats, specials: |xs| outcome(|| for_loops::rows::cut_beside_a_total(xs, width)));
        law!(floats, specials: |xs| outcome(|| for_loops::rows::a_total_before(xs.to_vec(), width)));
        law!(floats, specials: |xs| outcome(|| for_loops::rows::cut_anew(xs, width)));
        law!(floats, specials: |xs| outcome(|| for_loops::rows::cut_of_another(xs, width)));
    }
}

#[test]
fn counts_of_rows() {
    law!(integers: |xs| for_loops::rows::counted(&rows(xs), 1));
    law!(integers: |xs| for_loops::rows::counted(&rows(&xs.iter().map(|x| x | 1).collect::<Vec<_>>()), 1));
    law!(integers: |xs| {
        let spans = rows(xs).into_iter().map(for_loops::rows::Spans).collect::<Vec<_>>();
        for_loops::rows::counted_by_others(&spans)
    });
    for width in [0, 1, 3, 20] {
        law!(floats, specials: |xs| outcome(|| for_loops::rows::deviations(&rows(xs), xs, width)));
    }
}
