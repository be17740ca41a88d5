//! The erasure law on loops over structs and texts behind a loop that may leave.

use crate::common::{law, outcome};

const TEXTS: [&str; 9] = [
    "",
    "1, 2.5 , ,3",
    "1,x,3",
    " -1, 2",
    "a word. and one more, as are these",
    "é, è, ,ê",
    "ab\ncd\n-\nef",
    "one\ntwo\nthree",
    "é\nèè\nab",
];

macro_rules! rows {
    ($xs:expr) => {{
        let rows = $xs
            .iter()
            .enumerate()
            .map(|(at, x)| for_loops::behind_checks::Row {
                name: "x".repeat(at % 3),
                weight: (at % 4 == 0).then_some(*x),
                amount: *x % 100.0,
            });
        rows.collect::<Vec<_>>()
    }};
}

#[test]
fn structs_behind_a_check() {
    law!(floats, specials: |xs| for_loops::behind_checks::rows(&rows!(xs)));
    law!(floats: |xs| for_loops::behind_checks::rows_of_a_reference(&rows!(xs), &60.0));
    law!(integers: |xs| {
        let all = xs.iter().map(|x| for_loops::behind_checks::Looked {
            times: std::cell::Cell::new(x % 7),
            at: x % 40,
        });
        let all = all.collect::<Vec<_>>();
        let result = for_loops::behind_checks::looked_at(&all);
        (result, all.iter().map(|one| one.times.get()).collect::<Vec<_>>())
    });
}

#[test]
fn texts_behind_a_check() {
    law!(integers: |xs| {
        TEXTS.iter().map(|text| {
            let by = if xs.len() % 2 == 0 { 'z' } else { 'o' };
            let fields = for_loops::behind_checks::fields(text).map_err(|error| error.to_string());
            let lengths = for_loops::behind_checks::lengths(text, by);
            let panics = outcome(|| for_loops::behind_checks::that_panic(xs, text, xs.len()));
            let halves = outcome(|| for_loops::behind_checks::halves(xs, text, xs.len() % 3));
            format!("{fields:?} {lengths:?} {panics:?} {halves:?}")
        }).collect::<Vec<_>>()
    });
}
