//! The erasure law on questions about arrays that are made here.

use crate::common::{law, outcome};

#[test]
fn answered_by_the_loop_that_makes_them() {
    law!(integers, extremes: |xs| {
        let rows = xs.iter().take(200).map(|x| vec![*x; x.rem_euclid(9) as usize]).collect::<Vec<_>>();
        let options = xs.iter().map(|x| u32::try_from(*x).ok()).collect::<Vec<_>>();
        (
            searches::asked::of_lengths(&rows),
            searches::asked::left_early(&rows),
            searches::asked::each_once(xs),
            searches::asked::shadowed_and_taken(options),
        )
    });
    law!(integers, extremes: |xs| searches::asked::may_fail(xs));
    law!(words: |xs| searches::asked::of_texts(xs));
    law!(integers, extremes: |xs| {
        (searches::asked::of_numbers(xs), outcome(|| searches::asked::of_numbers_may_fail(xs)))
    });
    law!(integers: |xs| searches::asked::of_numbers_may_fail(&xs.iter().map(|x| x * 8).collect::<Vec<_>>()));
    law!(floats, specials: |xs| searches::asked::of_floats(xs));
}
