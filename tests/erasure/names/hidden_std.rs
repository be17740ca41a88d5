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
