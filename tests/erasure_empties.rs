//! The erasure law on guards against empty arrays.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(empties);

use common::law;
use common::tracked::drops;

#[test]
fn chains_that_pass_a_guard() {
    law!(floats, specials: |xs| empties::finite(xs));
    law!(floats, specials: |xs| empties::variance(xs));
    law!(integers, extremes: |xs| empties::rows(&xs.chunks(3).map(<[i64]>::to_vec).collect::<Vec<_>>()));
}

#[test]
fn chains_that_would_panic_in_vain() {
    law!(integers, extremes: |xs| empties::one_is_too_few(xs));
    law!(integers, extremes: |xs| empties::nothing_to_panic_on(xs));
    law!(integers, extremes: |xs| empties::initial(xs));
    law!(integers, extremes: |xs| empties::two(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| empties::two(&xs[..0], xs));
    law!(integers, extremes: |xs| empties::two(xs, &xs[..0]));
}

#[test]
fn what_else_happens_there() {
    law!(integers, extremes: |xs| {
        let mut log = Vec::new();
        (empties::effects(xs, &mut log), log)
    });
    law!(integers, extremes: |xs| empties::changed(xs));
    law!(integers: |xs| {
        let texts: Vec<String> = xs.iter().map(i64::to_string).collect();
        empties::given_away(&texts)
    });
    drops!(|xs| empties::watched(&xs));
}

#[test]
fn chains_that_pass_what_finds_nothing() {
    law!(floats, specials: |xs| empties::found(xs));
    law!(integers, extremes: |xs| empties::found_or(xs));
    law!(integers, extremes: |xs| empties::found_in_another(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| empties::found_in_another(&xs[..0], xs));
    law!(integers, extremes: |xs| empties::found_some(xs));
    law!(integers, extremes: |xs| empties::found_in_one(xs, &xs[..0]));
    law!(integers, extremes: |xs| empties::found_in_one(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| {
        let mut log = Vec::new();
        (empties::found_or_else(xs, &mut log), log)
    });
    law!(integers, extremes: |xs| {
        let mut rows = empties::Rows { rows: vec![xs.to_vec()], all: xs.to_vec() };
        let empty = empties::Rows { rows: Vec::new(), all: Vec::new() };
        let found = (rows.range(), rows.of_a_row(0), empty.of_a_row(0), rows.of_a_row(0));
        (found, rows.changed(), rows.all)
    });
}
