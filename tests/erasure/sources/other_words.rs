//! The erasure law on statements that are written as chains: what they must keep of how they were written.

use crate::common::law;

#[test]
fn workers_run_for_what_they_ran_for() {
    for k in [0, 1, 2, 5] {
        law!(integers: |xs| sources::other_words::left_out_and_reversed(xs, k));
        law!(integers: |xs| sources::other_words::left_out_by_what_makes_it(xs, &xs[xs.len() / 2..], k));
        law!(integers: |xs| {
            let mut xs = xs.to_vec();
            xs.retain(|x| *x != 0 && *x != 3);
            let us = xs[..xs.len() / 2].to_vec();
            xs.push(0);
            sources::other_words::left_out_by_what_makes_it(&xs, &us, k.min(us.len()))
        });
        law!(integers: |xs| {
            let mut xs = xs.to_vec();
            xs.retain(|x| *x != 0 && *x != 3);
            xs.insert(0, 3);
            sources::other_words::left_out_by_what_makes_it(&xs, &xs, k)
        });
    }
}

#[test]
fn what_was_given_references_is_given_references() {
    law!(integers: |xs| {
        let (either, lent, few) = sources::other_words::sums_of_references(xs);
        (either.0, lent.0, few.0)
    });
}

#[test]
fn names_and_loops_mean_what_they_meant() {
    law!(integers: |xs| sources::other_words::gone_on_from(xs));
    law!(integers: |xs| {
        let odd = |xs: &[i64]| sources::other_words::Odd(xs.to_vec());
        sources::other_words::bound_anew_behind(odd(xs), &odd(&xs[xs.len() / 2..]))
    });
}
