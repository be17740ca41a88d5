//! The erasure law on arrays that are collected as long as no element fails.

use crate::common::{law, outcome};

#[test]
fn collected_as_long_as_nothing_fails() {
    let texts = |xs: &[f64]| {
        let good = xs
            .iter()
            .map(|x| format!("{x}"))
            .collect::<Vec<_>>()
            .join(", ");
        let bad = good.replace("1", "?");
        let end = format!("{good},");
        [good, bad, end, String::new(), "1,2,,3".to_owned()]
    };
    law!(floats, specials: |xs| texts(xs).map(|text| for_loops::tried::mean(&text).map_err(|error| error.to_string())));
    law!(floats, specials: |xs| {
        texts(xs).map(|text| for_loops::tried::kept(&text).map_err(|error| error.to_string()))
    });
    law!(floats, specials: |xs| {
        texts(xs).map(|text| for_loops::tried::inferred(&text).map_err(|error| error.to_string()))
    });
    law!(floats, specials: |xs| texts(xs).map(|text| for_loops::tried::words(&text)));
    law!(floats, specials: |xs| {
        let texts = texts(xs);
        let rows: Vec<&str> = texts.iter().map(String::as_str).collect();
        for_loops::tried::in_a_closure(&rows)
    });
    law!(integers, extremes: |xs| {
        let mut log = Vec::new();
        (for_loops::tried::until_it_fails(xs, &mut log), log)
    });
    law!(integers, extremes: |xs| outcome(|| for_loops::tried::overflows(xs)));
    law!(integers, extremes: |xs| outcome(|| for_loops::tried::divides(xs, 3)));
    law!(integers, extremes: |xs| outcome(|| for_loops::tried::divides(xs, 0)));
}
