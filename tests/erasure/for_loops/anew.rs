//! The erasure law on names that are given another value between loops.

use crate::common::{law, outcome};

#[test]
fn names_that_are_given_another_value() {
    law!(floats, specials: |xs| for_loops::anew::moments(xs));
    law!(floats, specials: |xs| for_loops::anew::in_parentheses(xs));
    law!(floats, specials: |xs| {
        let singles: Vec<f32> = xs.iter().map(|x| *x as f32).collect();
        for_loops::anew::of_one_type(&singles, 0.75)
    });
    law!(integers, extremes: |xs| for_loops::anew::goes_on(xs));
    law!(integers, extremes: |xs| for_loops::anew::in_a_branch(xs, true));
    law!(integers, extremes: |xs| for_loops::anew::in_a_branch(xs, false));
    law!(integers, extremes: |xs| for_loops::anew::held(xs));
    law!(integers, extremes: |xs| for_loops::anew::taken(xs, 9));
    law!(integers, extremes: |xs| outcome(|| for_loops::anew::left_between(xs)));
    law!(floats, specials: |xs| {
        let rows: Vec<Vec<f64>> = xs.chunks(3).map(<[f64]>::to_vec).collect();
        (for_loops::anew::row_by_row(&rows), for_loops::anew::of_the_block_around(&rows))
    });
}
