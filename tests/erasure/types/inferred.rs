//! The erasure law on sums and collections whose types only rustc finds.

use crate::common::law;

#[test]
fn in_fields() {
    law!(integers, extremes: |xs| {
        let rows = types::inferred::Row::of(&xs[..xs.len().min(2000)]);
        let all = types::inferred::fields(&rows);
        let numbers = ((all.price, all.pieces, all.wide, all.product), (all.counted.0, all.odd, all.references));
        (numbers, (all.names, all.initials, all.set.into_iter().collect::<Vec<_>>(), all.text))
    });
    law!(integers: |xs| {
        let rows = types::inferred::Row::of(xs);
        let of = |rate| {
            let table = types::inferred::Table { rows: rows.clone(), rate };
            table.summary().map(|stats| (stats.sum, stats.shifted, stats.squares))
        };
        (of(0.0), of(1.5))
    });
}

#[test]
fn in_arguments() {
    law!(floats, specials: |xs| {
        let stats = types::inferred::arguments(xs);
        (stats.sum, stats.shifted, stats.squares)
    });
    law!(floats, specials: |xs| {
        let stats = types::inferred::made_here(xs);
        (stats.sum, stats.shifted, stats.squares)
    });
}

#[test]
fn what_stops_early() {
    law!(integers, extremes: |xs| types::inferred::stops(xs, 7));
    law!(integers, extremes: |xs| types::inferred::sum_stops(xs, 7));
    for (first, second) in [(3, 7), (7, 3), (1, 2)] {
        let xs = [1, first, second, 2];
        let plain = crate::common::outcome(|| crate::plain::types::inferred::stops(&xs, 7));
        let fused = crate::common::outcome(|| crate::fused::types::inferred::stops(&xs, 7));
        assert_eq!(plain, fused);
        let plain = crate::common::outcome(|| crate::plain::types::inferred::sum_stops(&xs, 7));
        let fused = crate::common::outcome(|| crate::fused::types::inferred::sum_stops(&xs, 7));
        assert_eq!(plain, fused);
    }
}

#[test]
fn what_changes_or_overflows() {
    law!(floats, specials: |xs| {
        let mut xs = xs.to_vec();
        let (counted, before, after) = types::inferred::changed_between(&mut xs);
        (counted.0, before, after, xs)
    });
    law!(integers, extremes: |xs| types::inferred::overflows(xs));
}

#[test]
fn of_type_parameters() {
    law!(floats, specials: |xs| types::inferred::of_a_parameter(xs, xs));
    law!(integers, extremes: |xs| types::inferred::of_a_parameter(xs, xs));
    law!(integers: |xs| {
        let xs: Vec<_> = xs.iter().map(|x| std::num::Wrapping(*x)).collect();
        let (all, both, kept) = types::inferred::of_a_parameter(&xs, &xs);
        (all.0, both.0, kept.len())
    });
    law!(integers: |xs| {
        let xs: Vec<u8> = xs.iter().map(|x| *x as u8).collect();
        let (wide, odd) = types::inferred::converted(&xs);
        (wide.0, odd)
    });
}

#[test]
fn where_the_file_shows_them() {
    law!(integers: |xs| {
        let words = xs.iter().take(300).map(|x| ["a", "", "words"][*x as usize % 3]).collect::<Vec<_>>();
        let seen = types::inferred::shown(xs, &words);
        let fields = (seen.wide, seen.odd, seen.halves, seen.first);
        let (page, pair, _) = types::inferred::own_parameters(xs);
        let parameters = ((page.sum, page.all, page.large), (pair.0, pair.1));
        (fields, (seen.span.0, seen.span.1), types::inferred::hidden_by(xs), parameters)
    });
    law!(integers: |xs| {
        let base = |x: i64| (x & 1 == 0).then_some(types::inferred::Base(x));
        let rows = xs.iter().map(|x| (base(*x), (x % 3 != 0).then_some(*x))).collect::<Vec<_>>();
        let mut left = xs[..xs.len() / 2].to_vec();
        let of_the_captured = types::inferred::parts_of_the_captured(xs, Some(&mut left));
        (types::inferred::parts_of_elements(&rows), of_the_captured, left)
    });
}
