//! The erasure law on iterators that drive their loop as they are written.

use crate::common::law;

/// A text that is as long as the input and has all kinds of characters.
fn text(xs: &[i64]) -> String {
    let symbols = ["a", "E", " ", ",", "\n", "ß", "line", "7", "\n\n"];
    let symbol = |x: &i64| symbols[usize::try_from(x.rem_euclid(9)).unwrap_or(0)];
    xs.iter().map(symbol).collect()
}

#[test]
fn fields() {
    law!(integers, extremes: |xs| sources::iterators::Table::new(xs).statistics());
    law!(integers, extremes: |xs| sources::iterators::Table::new(xs).changed());
    law!(integers, extremes: |xs| sources::iterators::Table::new(xs).two_fields());
    law!(integers, extremes: |xs| sources::iterators::Table::new(xs).maps());
    law!(integers, extremes: |xs| sources::iterators::Table::new(xs).row(xs.len() / 4));
    law!(integers, extremes: |xs| sources::iterators::Table::new(xs).nested());
    law!(integers, extremes: |xs| sources::iterators::Table::new(xs).into_parts());
}

#[test]
fn texts() {
    law!(integers: |xs| sources::iterators::text(&text(xs)));
    law!(integers: |xs| sources::iterators::characters(&text(xs)));
    law!(integers: |xs| sources::iterators::fields(&text(xs)));
}

#[test]
fn views_of_a_slice() {
    law!(integers, extremes: |xs| sources::iterators::neighbours(xs));
    law!(integers, extremes: |xs| sources::iterators::zipped_by_a_function(xs));
    law!(integers, extremes: |xs| sources::iterators::shifted(xs));
    law!(integers, extremes: |xs| sources::iterators::blocks(xs));
    law!(integers, extremes: |xs| sources::iterators::backwards(xs));
    law!(integers, extremes: |xs| sources::iterators::parts(xs, xs.len() / 3));
    law!(integers, extremes: |xs| sources::iterators::parts(xs, xs.len() + 3));
    law!(integers, extremes: |xs| sources::iterators::joined(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| {
        let rows: Vec<Vec<i64>> = xs.chunks(5).map(<[i64]>::to_vec).collect();
        sources::iterators::moved_through(&xs[..xs.len() / 3], &rows[..rows.len().min(40)])
    });
    law!(integers, extremes: |xs| sources::iterators::shadowed(xs, &xs[xs.len() / 2..]));
}

#[test]
fn streams_that_stop() {
    law!(integers, extremes: |xs| sources::iterators::prefixes(xs));
    law!(integers, extremes: |xs| sources::iterators::stops(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| sources::iterators::uneven(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| sources::iterators::functions(xs.len() / 2, xs));
}

#[test]
fn iterators_as_parameters() {
    law!(integers, extremes: |xs| sources::iterators::iterator(xs.iter().copied()));
    law!(integers, extremes: |xs| sources::iterators::iterable(xs.to_vec()));
    law!(integers: |xs| sources::iterators::generic_iterator(xs.iter().map(i64::to_string)));
}

#[test]
fn elements_that_are_made_anew() {
    law!(integers: |xs| sources::iterators::made_anew(&sources::iterators::Counter(xs.len() as u32)));
}

#[test]
fn collections_that_a_loop_filled() {
    law!(integers: |xs| {
        let text = text(xs);
        let words: Vec<&str> = text.split(' ').collect();
        let (seen, once, all) = sources::iterators::counts(&words);
        let mut seen: Vec<_> = seen.into_iter().collect();
        seen.sort();
        (seen, once, all)
    });
}

#[test]
fn parts_of_elements() {
    law!(integers, extremes: |xs| {
        let baskets: Vec<_> = xs.chunks(5).map(sources::iterators::Basket::new).collect();
        format!("{:?}", sources::iterators::parts_of_all(&baskets))
    });
    law!(integers, extremes: |xs| {
        let mut baskets: Vec<_> = xs.chunks(5).map(sources::iterators::Basket::new).collect();
        sources::iterators::parts_of_others(&mut baskets)
    });
}

#[test]
fn elements_of_elements() {
    let rows = |xs: &[i64]| xs.chunks(4).map(<[i64]>::to_vec).collect::<Vec<_>>();
    law!(integers, extremes: |xs| {
        let points: Vec<[i64; 3]> = xs.chunks_exact(3).map(|x| [x[0], x[1], x[2]]).collect();
        format!("{:?}", sources::iterators::flattened_again(&rows(xs), &points))
    });
    law!(integers, extremes: |xs| {
        let rows: Vec<Vec<i32>> = xs.chunks(3).map(|x| x.iter().map(|x| *x as i32).collect()).collect();
        sources::iterators::flattened_panics(&rows)
    });
    law!(integers: |xs| {
        let words = |row: &Vec<i64>| row.iter().map(i64::to_string).collect::<Vec<_>>();
        sources::iterators::flattened_values(rows(xs).iter().map(words).collect())
    });
    law!(integers, extremes: |xs| sources::iterators::flattened_others(&mut rows(xs)));
    law!(integers: |xs| sources::iterators::flattened_users(xs.len()));
    law!(integers: |xs| sources::iterators::flattened_namesakes(xs.len()));
}

#[test]
fn drivers_of_every_form() {
    law!(integers: |xs| sources::iterators::passes_over_a_name(xs));
}

#[test]
fn more_is_claimed_than_there_is() {
    law!(integers: |xs| {
        let of = |claimed: usize| sources::iterators::claimed(0, claimed);
        let some = sources::iterators::claimed(xs.len(), xs.len());
        (some, [0, 1, 1 << 40, 1 << 60, usize::MAX].map(of))
    });
}
