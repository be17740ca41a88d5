//! The erasure law on loops that hold loops.

use crate::common::law;
use std::cell::Cell;

fn rows(xs: &[f64]) -> Vec<Vec<f64>> {
    let mut rows = xs.chunks(7).map(<[f64]>::to_vec).collect::<Vec<_>>();
    rows.push(Vec::new());
    rows
}

#[test]
fn sums() {
    for w in [0, 1, 3, 16] {
        law!(floats, specials: |xs| for_loops::nests::sums(&rows(xs), xs, w));
    }
    law!(floats, specials: |xs| {
        let planes = rows(xs).chunks(3).map(<[_]>::to_vec).collect::<Vec<_>>();
        for_loops::nests::deep(&planes)
    });
    law!(floats, specials: |xs| for_loops::nests::chains(&rows(xs)));
}

#[test]
fn names() {
    law!(floats, specials: |xs| for_loops::nests::names(&rows(xs), 0.75));
    law!(floats, specials: |xs| for_loops::nests::hidden_by_a_local(&rows(xs), 0.25));
    law!(floats, specials: |xs| for_loops::nests::hidden_by_a_pattern(&rows(xs), xs, 0.25));
    law!(floats, specials: |xs| for_loops::nests::between(&rows(xs), 4.0));
    law!(integers: |xs| {
        let mut twelve = [3; 12];
        twelve.iter_mut().zip(xs).for_each(|(into, x)| *into = *x % 1000);
        for_loops::nests::of_two_types(&twelve)
    });
}

#[test]
fn order() {
    law!(floats: |xs| {
        let log = Cell::new(7);
        (for_loops::nests::dropped(&rows(xs), &log), log.get())
    });
    law!(floats, specials: |xs| {
        let (mut rows, mut log) = (rows(xs), Vec::new());
        for_loops::nests::changed(&mut rows, &mut log);
        (rows, log)
    });
    law!(floats, specials: |xs| for_loops::nests::below(&rows(xs)));
    law!(integers: |xs| {
        let words = xs.iter().map(|x| format!("{x:X}")).collect::<Vec<_>>();
        for_loops::nests::owned(&words)
    });
}

#[test]
fn up_to_a_panic() {
    for limit in [i64::MAX, 3, -5] {
        law!(integers: |xs| {
            let rows = xs.chunks(5).map(<[i64]>::to_vec).collect::<Vec<_>>();
            let mut seen = Vec::new();
            let mut sums = vec![0; rows.len() - usize::from(rows.len() > 3)];
            let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                for_loops::nests::up_to_a_panic(&rows, limit, &mut seen, &mut sums);
            }));
            // What `sums` holds when it unwinds is not promised.
            (panicked.is_err(), seen, panicked.is_ok().then_some(sums))
        });
    }
}
