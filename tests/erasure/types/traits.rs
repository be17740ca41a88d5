//! The erasure law on types whose traits mean something else, and on lifetimes and temporaries.

#![allow(clippy::disallowed_types, reason = "maps are what users have")]

use crate::common::law;
use crate::common::tracked::drops;

#[test]
fn traits_that_mean_something_else() {
    law!(integers: |xs| types::traits::sums_of_ones_own(xs).map(|m| m.0));
    law!(integers: |xs| types::traits::sums_into_options(xs));
    law!(integers: |xs| types::traits::methods_of_ones_own(types::traits::Own(xs.len() as i64)));
    law!(integers: |xs| types::traits::extension_traits(xs));
    drops!(|xs| {
        let (all, odd, greatest, some) = types::traits::clones(&xs);
        (all.len(), odd, greatest.map(|g| g.label()), some.len())
    });
    law!(integers: |xs| types::traits::counted(xs));
    law!(integers: |xs| types::traits::waits(xs));
}

#[test]
fn types_lifetimes_and_temporaries() {
    law!(integers: |xs| {
        let (all, set, flips, sum) = types::traits::inferred_later(xs);
        (all, set.into_iter().collect::<Vec<i64>>(), flips, sum)
    });
    law!(integers: |xs| types::traits::literal_typed_later(xs));
    law!(integers: |xs| types::traits::generic(&xs[..xs.len().min(50)], [0, 3, 60]));
    law!(integers: |xs| {
        let words: Vec<String> = xs.iter().map(|x| format!("A{}", x & 63)).collect();
        let (long, same, starts) = types::traits::longest(&words, "a5");
        let long = long.map(String::from);
        let starts: Vec<String> = starts.into_iter().map(String::from).collect();
        (long, same, starts, types::traits::temporaries(&words))
    });
    law!(integers: |xs| {
        let mut table = std::collections::HashMap::new();
        table.insert("key".to_owned(), xs.to_vec());
        (types::traits::borrows_that_end(&mut table, "key"), types::traits::borrows_that_end(&mut table, "new"))
    });
}

#[test]
fn copies_and_moves() {
    law!(integers: |xs| types::traits::copied_unseen(xs, || 7_i64, 3));
    law!(integers: |xs| types::traits::moved_at_last(xs, || vec![1, 2]));
}
