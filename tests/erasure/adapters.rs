//! The erasure law on what stands between source and consumer.

use crate::common::law;

#[test]
fn maps_and_filters() {
    law!(integers, extremes: |xs| adapters::map_of_map(xs));
    law!(floats, specials: |xs| adapters::filter_between_maps(xs));
    law!(integers, extremes: |xs| adapters::filters_of_filters(xs));
    law!(integers, extremes: |xs| adapters::filter_map(xs));
    law!(floats, specials: |xs| adapters::filter_map_with_branches(xs));
}

#[test]
fn indices() {
    law!(integers, extremes: |xs| adapters::enumerate(xs));
    law!(integers, extremes: |xs| adapters::enumerate_after_filter(xs));
}

#[test]
fn zips_of_equal_and_unequal_lengths() {
    law!(floats, specials: |xs| adapters::zip(xs, xs));
    law!(floats, specials: |xs| adapters::zip(xs, &xs[xs.len() / 2..]));
    law!(floats, specials: |xs| adapters::zip(&xs[xs.len().min(1)..], xs));
    law!(integers, extremes: |xs| adapters::zip_of_chains(xs, xs));
    law!(integers, extremes: |xs| adapters::zip_of_chains(xs, &xs[..xs.len() / 3]));
    law!(floats, specials: |xs| adapters::zip_with_own_result(xs));
    law!(floats, specials: |xs| adapters::zip_of_three(xs, &xs[xs.len() / 3..], &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| adapters::zip_with_range(xs));
}

#[test]
fn copies_and_clones() {
    law!(words: |words| adapters::cloned_words(words));
    law!(integers, extremes: |xs| adapters::cloned_numbers(xs));
}

#[test]
fn shapes_of_workers() {
    law!(floats, specials: |xs| adapters::workers_by_name(xs));
    law!(integers, extremes: |xs| adapters::worker_in_a_variable(xs, 13));
    law!(floats, specials: |xs| adapters::worker_with_block(xs));
    law!(integers, extremes: |xs| adapters::worker_with_return(xs));
    law!(float_points: |points| adapters::destructuring_workers(points));
}

#[test]
fn what_is_copied_twice() {
    law!(integers, extremes: |xs| adapters::copied_twice(xs));
}

#[test]
fn options_and_halves() {
    law!(floats, specials: |xs| {
        let some = |i: usize, x: f64| (i % 3 != 1).then_some(x);
        let options = xs.iter().enumerate().map(|(i, x)| some(i, *x)).collect::<Vec<_>>();
        let texts = xs.iter().enumerate().map(|(i, x)| (i % 4 > 0).then(|| format!("{x}")));
        let nested = (0..xs.len()).map(|i| (i % 2 == 0).then(|| (i % 3 == 0).then_some(i as i64 * 7 % 5)));
        adapters::options(&options, texts.collect(), &nested.collect::<Vec<_>>())
    });
    for limit in [0.0, 0.7, f64::NAN] {
        law!(floats, specials: |xs| {
            let whole = xs.iter().map(|x| (x * 9.0) as i64).collect::<Vec<_>>();
            adapters::divided_by_reference(&whole, xs, limit)
        });
    }
}
