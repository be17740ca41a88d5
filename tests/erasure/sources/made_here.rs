//! The erasure law on arrays that are made here and read through views.

use crate::common::law;

#[test]
fn views_of_arrays_made_here() {
    law!(integers: |xs| sources::made_here::left_out_may_panic(xs, 3));
    law!(integers: |xs| sources::made_here::left_out_may_panic(xs, i64::MAX - 7));
    law!(integers: |xs| sources::made_here::a_search_from_the_end(xs, 3));
    law!(integers: |xs| sources::made_here::views(xs, &xs[xs.len() / 2..], xs.len() / 3));
    law!(integers: |xs| sources::made_here::from_the_end(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| sources::made_here::changed_in_between(xs, 5));
}

#[test]
fn arrays_in_other_words() {
    law!(integers: |xs| sources::made_here::filled(xs, xs.len() % 100));
    law!(integers: |xs| sources::made_here::pushed(xs, &[xs.to_vec(), Vec::new(), vec![1, 2]]));
    law!(integers: |xs| sources::made_here::halves(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| sources::made_here::other_names(xs, 9));
}
