//! The erasure law on `for` loops and `for_each` that add up, count and push.

use crate::common::{law, outcome};

#[test]
fn accumulators() {
    law!(floats, specials: |xs| for_loops::accumulators::two_sums(xs));
    law!(integers, extremes: |xs| for_loops::accumulators::beside_chains(xs));
    law!(floats, specials: |xs| for_loops::accumulators::mean_and_deviation(xs));
    law!(floats, specials: |xs| for_loops::accumulators::running_sums(xs));
    law!(floats, specials: |xs| for_loops::accumulators::one_accumulator_twice(xs));
    law!(integers, extremes: |xs| for_loops::accumulators::between_folds(xs));
    law!(integers, extremes: |xs| for_loops::accumulators::overflowing(xs));
    law!(integers: |xs| for_loops::accumulators::panics_in_the_middle(xs));
    law!(integers, extremes: |xs| for_loops::accumulators::skips(xs));
    law!(integers, extremes: |xs| for_loops::accumulators::for_each(xs));
    law!(floats, specials: |xs| for_loops::accumulators::zipped(xs));
    law!(floats, specials: |xs| for_loops::accumulators::contracted(xs));
    law!(integers: |xs| for_loops::accumulators::over_ranges(xs));
}

#[test]
fn what_tails_take() {
    law!(integers, extremes: |xs| for_loops::accumulators::beside_what_the_tail_takes(xs));
    law!(integers, extremes: |xs| for_loops::accumulators::beside_a_tail(xs));
    law!(integers, extremes: |xs| for_loops::accumulators::added_to_before_a_change(xs));
    law!(integers: |xs| {
        let names = xs.iter().map(i64::to_string).collect::<Vec<_>>();
        for_loops::accumulators::both_are_taken(names, "name".to_owned())
    });
    law!(floats, specials: |xs| {
        let orders = xs.iter().map(|x| (x.to_string(), *x)).collect();
        let book = for_loops::accumulators::Book { orders, limit: 50.0 };
        [0.25, 1e3].map(|fee| {
            let found = book.summary(fee);
            found.map(|(total, names, sum)| (total, names.concat(), sum))
        })
    });
}

#[test]
fn literals_by_a_match() {
    law!(integers, extremes: |xs| {
        let bytes = xs.iter().map(|x| *x as u8).collect::<Vec<_>>();
        let few = bytes.iter().map(|byte| byte % 4).collect::<Vec<_>>();
        let letters = bytes.iter().map(|byte| b"ACGTacgtbd"[*byte as usize % 10]).collect::<Vec<_>>();
        let of = for_loops::accumulators::choices;
        let pairs = few.iter().map(|byte| (*byte, u16::from(*byte))).collect();
        (for_loops::accumulators::choices_of_its_own(&few, pairs), of(&bytes, 0), of(&letters, 1), [0, 100, -100].map(|start| outcome(|| for_loops::accumulators::choices(&few[..few.len().min(99)], start))))
    });
}

#[test]
fn extrema_by_functions() {
    law!(integers, extremes: |xs| for_loops::accumulators::by_functions(xs));
    law!(integers: |xs| for_loops::accumulators::by_others_of_their_names(xs));
    law!(floats: |xs| for_loops::accumulators::or_a_reference(xs));
}
