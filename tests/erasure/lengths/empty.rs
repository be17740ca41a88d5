//! The erasure law on guards against empty arrays.

use crate::common::law;
use crate::common::tracked::drops;

#[test]
fn chains_that_pass_a_guard() {
    law!(floats, specials: |xs| lengths::empty::finite(xs));
    law!(floats, specials: |xs| lengths::empty::variance(xs));
    law!(integers, extremes: |xs| lengths::empty::rows(&xs.chunks(3).map(<[i64]>::to_vec).collect::<Vec<_>>()));
}

#[test]
fn chains_that_would_panic_in_vain() {
    law!(integers, extremes: |xs| lengths::empty::one_is_too_few(xs));
    law!(integers, extremes: |xs| lengths::empty::nothing_to_panic_on(xs));
    law!(integers, extremes: |xs| lengths::empty::initial(xs));
    law!(integers, extremes: |xs| lengths::empty::two(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| lengths::empty::two(&xs[..0], xs));
    law!(integers, extremes: |xs| lengths::empty::two(xs, &xs[..0]));
}

#[test]
fn what_else_happens_there() {
    law!(integers, extremes: |xs| {
        let mut log = Vec::new();
        (lengths::empty::effects(xs, &mut log), log)
    });
    law!(integers, extremes: |xs| lengths::empty::changed(xs));
    law!(integers: |xs| {
        let texts: Vec<String> = xs.iter().map(i64::to_string).collect();
        lengths::empty::given_away(&texts)
    });
    drops!(|xs| lengths::empty::watched(&xs));
}

#[test]
fn chains_that_pass_what_finds_nothing() {
    law!(floats, specials: |xs| lengths::empty::found(xs));
    law!(integers, extremes: |xs| lengths::empty::found_or(xs));
    law!(integers, extremes: |xs| lengths::empty::found_in_another(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| lengths::empty::found_in_another(&xs[..0], xs));
    law!(integers, extremes: |xs| lengths::empty::found_some(xs));
    law!(integers, extremes: |xs| lengths::empty::found_in_one(xs, &xs[..0]));
    law!(integers, extremes: |xs| lengths::empty::found_in_one(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| {
        let mut log = Vec::new();
        (lengths::empty::found_or_else(xs, &mut log), log)
    });
    law!(integers, extremes: |xs| {
        let mut rows = lengths::empty::Rows { rows: vec![xs.to_vec()], all: xs.to_vec() };
        let empty = lengths::empty::Rows { rows: Vec::new(), all: Vec::new() };
        let found = (rows.range(), rows.of_a_row(0), empty.of_a_row(0), rows.of_a_row(0));
        (found, rows.changed(), rows.all)
    });
}

#[test]
fn arrays_that_grow_behind_a_guard() {
    law!(integers: |xs| lengths::empty::grown_behind_a_guard(xs));
}
