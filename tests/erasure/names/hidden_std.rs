//! The erasure law on names of std that are somebody else's.

use crate::common::law;

#[test]
fn names_of_std_that_are_somebody_elses() {
    law!(integers: |xs| {
        let (all, sum, first) = names::hidden_std::another_vec(xs);
        (Vec::from(all), sum, first)
    });
    law!(integers: |xs| {
        let (all, sum) = names::hidden_std::a_vec_that_forgets(xs);
        (all.into_iter().collect::<Vec<i64>>(), sum)
    });
    law!(integers: |xs| {
        let _ = names::hidden_std::all();
        let table = names::hidden_std::Table { data: xs.to_vec() };
        names::hidden_std::names_of_std(&table, xs, xs.len() / 3)
    });
}

#[test]
fn names_that_the_file_declares() {
    law!(integers: |xs| {
        let half = &xs[..xs.len() / 2];
        (names::hidden_std::own_zip(xs, half), names::hidden_std::own_queues(xs))
    });
    law!(floats: |xs| {
        let mut sums = names::hidden_std::Sums { of: xs.to_vec(), ..Default::default() };
        let one = [xs.first().copied().unwrap_or(0.5)];
        let named = names::hidden_std::names_in_scope(&one);
        (names::hidden_std::fields_in_scope(&mut sums, [&one]), sums.k, sums.m, named, names::hidden_std::stored(xs))
    });
    law!(floats: |xs| {
        (names::hidden_std::imports(xs, &xs[..xs.len() / 2]), names::hidden_std::pushed(xs))
    });
}
