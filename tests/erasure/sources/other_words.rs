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

#[test]
fn what_stands_between_an_array_and_its_reader() {
    law!(integers: |xs| {
        let (mut table, mut grown) = (xs.to_vec(), xs[xs.len() / 3..].to_vec());
        let result = sources::other_words::changed_by_a_loop(&mut table, &mut grown, xs);
        (result, table, grown)
    });
    for us in [&[1, 2][..], &[1, 3]] {
        law!(integers: |xs| sources::other_words::left_by_a_loop(xs, us));
    }
}

#[test]
fn names_of_other_things() {
    law!(integers: |xs| {
        let pair = |x: &i64| sources::other_words::Pair { inner: *x, outer: !x };
        sources::other_words::field_of_that_name(&xs.iter().map(pair).collect::<Vec<_>>())
    });
    law!(integers: |xs| sources::other_words::seen_as_another(xs));
    law!(integers: |xs| sources::other_words::halves_of_references(xs));
}

#[test]
fn what_is_kept_is_there() {
    law!(floats: |xs| sources::other_words::kept_of_views(xs));
}
