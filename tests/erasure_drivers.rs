//! The erasure law on iterators that drive their loop as they are written.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(drivers);

use common::law;

/// A text that is as long as the input and has all kinds of characters.
fn text(xs: &[i64]) -> String {
    let symbols = ["a", "E", " ", ",", "\n", "ß", "line", "7", "\n\n"];
    let symbol = |x: &i64| symbols[usize::try_from(x.rem_euclid(9)).unwrap_or(0)];
    xs.iter().map(symbol).collect()
}

#[test]
fn fields() {
    law!(integers, extremes: |xs| drivers::Table::new(xs).statistics());
    law!(integers, extremes: |xs| drivers::Table::new(xs).changed());
    law!(integers, extremes: |xs| drivers::Table::new(xs).two_fields());
    law!(integers, extremes: |xs| drivers::Table::new(xs).maps());
    law!(integers, extremes: |xs| drivers::Table::new(xs).row(xs.len() / 4));
    law!(integers, extremes: |xs| drivers::Table::new(xs).nested());
    law!(integers, extremes: |xs| drivers::Table::new(xs).into_parts());
}

#[test]
fn texts() {
    law!(integers: |xs| drivers::text(&text(xs)));
    law!(integers: |xs| drivers::characters(&text(xs)));
    law!(integers: |xs| drivers::fields(&text(xs)));
}

#[test]
fn views_of_a_slice() {
    law!(integers, extremes: |xs| drivers::neighbours(xs));
    law!(integers, extremes: |xs| drivers::zipped_by_a_function(xs));
    law!(integers, extremes: |xs| drivers::shifted(xs));
    law!(integers, extremes: |xs| drivers::blocks(xs));
    law!(integers, extremes: |xs| drivers::backwards(xs));
    law!(integers, extremes: |xs| drivers::parts(xs, xs.len() / 3));
    law!(integers, extremes: |xs| drivers::parts(xs, xs.len() + 3));
    law!(integers, extremes: |xs| drivers::joined(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| {
        let rows: Vec<Vec<i64>> = xs.chunks(5).map(<[i64]>::to_vec).collect();
        drivers::moved_through(&xs[..xs.len() / 3], &rows[..rows.len().min(40)])
    });
    law!(integers, extremes: |xs| drivers::shadowed(xs, &xs[xs.len() / 2..]));
}

#[test]
fn streams_that_stop() {
    law!(integers, extremes: |xs| drivers::prefixes(xs));
    law!(integers, extremes: |xs| drivers::stops(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| drivers::uneven(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| drivers::functions(xs.len() / 2, xs));
}

#[test]
fn iterators_as_parameters() {
    law!(integers, extremes: |xs| drivers::iterator(xs.iter().copied()));
    law!(integers, extremes: |xs| drivers::iterable(xs.to_vec()));
    law!(integers: |xs| drivers::generic_iterator(xs.iter().map(i64::to_string)));
}

#[test]
fn elements_that_are_made_anew() {
    law!(integers: |xs| drivers::made_anew(&drivers::Counter(xs.len() as u32)));
}

#[test]
fn collections_that_a_loop_filled() {
    law!(integers: |xs| {
        let text = text(xs);
        let words: Vec<&str> = text.split(' ').collect();
        let (seen, once, all) = drivers::counts(&words);
        let mut seen: Vec<_> = seen.into_iter().collect();
        seen.sort();
        (seen, once, all)
    });
}

#[test]
fn parts_of_elements() {
    law!(integers, extremes: |xs| {
        let baskets: Vec<_> = xs.chunks(5).map(drivers::Basket::new).collect();
        format!("{:?}", drivers::parts_of_all(&baskets))
    });
    law!(integers, extremes: |xs| {
        let mut baskets: Vec<_> = xs.chunks(5).map(drivers::Basket::new).collect();
        drivers::parts_of_others(&mut baskets)
    });
}
