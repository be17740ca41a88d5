//! The erasure law on what panics, arguments of sources and adapters among it.

use crate::common::{law, outcome};

#[test]
fn dead_code_that_panics() {
    for n in [0, 1, 2, 3, 5, 3000] {
        law!(integers: |xs| panics::arguments::dead_slice(xs, n));
        law!(integers: |xs| panics::arguments::dead_steps(xs, n));
        law!(integers: |xs| panics::arguments::dead_chunks(xs, n));
        law!(integers: |xs| panics::arguments::dead_amount(xs, n));
        law!(integers: |xs| panics::arguments::dead_range(xs, n));
        law!(integers: |xs| {
            let rows: Vec<Vec<i64>> = xs.chunks(7).map(<[i64]>::to_vec).collect();
            panics::arguments::dead_row(&rows, n)
        });
    }
}

#[test]
fn arguments_that_panic() {
    for n in [0, 1, 2, 3, 5, 3000] {
        law!(integers: |xs| panics::arguments::parts_of_slices(xs, n));
        law!(integers: |xs| panics::arguments::guarded(xs, n));
        law!(integers: |xs| panics::arguments::skipped_and_stopped(&xs[..xs.len().min(n + 2)], n));
        law!(integers: |xs| panics::arguments::stopped_by_a_partner(xs, &xs[..xs.len().min(n)]));
        law!(integers: |xs| panics::arguments::last_and_counted(&xs[..xs.len().min(n)]));
        law!(integers: |xs| panics::arguments::cycled(xs, &xs[..xs.len().min(n)]));
    }
    law!(integers: |xs| { let _ = xs; panics::arguments::endless_sources() });
    law!(integers: |xs| panics::arguments::constants(xs));
    law!(integers: |xs| panics::arguments::constants_apart(xs));
    law!(integers: |xs| {
        let bytes: Vec<i8> = xs.iter().map(|x| (x & 31) as i8).collect();
        panics::arguments::overflowing(&bytes)
    });
    law!(integers: |xs| {
        let mut out = Vec::new();
        let result = outcome(|| panics::arguments::pushed_before_a_panic(xs, &mut out));
        (result.is_ok(), out)
    });
}
