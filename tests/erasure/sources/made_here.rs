//! The erasure law on arrays that are made here and read through views.

use crate::common::law;
use crate::{fused, plain};
use std::cell::Cell;

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
fn parts_of_arrays_made_here() {
    for k in [0, 1, 2, 5, 100, 1000, usize::MAX] {
        for at in [3, i64::MAX - 7] {
            law!(integers: |xs| sources::made_here::first_and_last(xs, &xs[xs.len() / 2..], k.min(700), at));
        }
        law!(integers: |xs| sources::made_here::looped_over_the_first(xs, k));
    }
}

#[test]
fn neighbours_in_arrays_made_here() {
    for at in [3, i64::MAX - 7] {
        law!(integers: |xs| sources::made_here::neighbours(xs, &xs[xs.len() / 2..], at));
    }
    let many: Vec<i64> = (0..2000).map(|i| i * 7919 % 1009).collect();
    for length in [0, 1, 2, 479, 480, 481, 482, 959, 960, 961, 962, 1500] {
        let (xs, us) = (&many[..length], &many[300..]);
        assert_eq!(
            plain::sources::made_here::neighbours(xs, us, 5000),
            fused::sources::made_here::neighbours(xs, us, 5000)
        );
    }
}

#[test]
fn arrays_that_are_divided_and_hashed() {
    law!(integers: |xs| sources::made_here::divided_at_the_end(xs));
    law!(integers: |xs| sources::made_here::hashed(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| sources::made_here::pushed_untyped(xs, &["12", " x", "64", "-3"][..xs.len() % 5]));
}

#[test]
fn arrays_in_other_words() {
    law!(integers: |xs| sources::made_here::filled(xs, xs.len() % 100));
    law!(integers: |xs| sources::made_here::pushed(xs, &[xs.to_vec(), Vec::new(), vec![1, 2]]));
    law!(integers: |xs| sources::made_here::halves(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| sources::made_here::other_names(xs, 9));
}

#[test]
fn searches_of_arrays_made_here() {
    for at in [3, 5, -1, i64::MAX - 7] {
        law!(integers: |xs| sources::made_here::found_before_a_panic(xs, at));
        law!(integers: |xs| sources::made_here::searched_in_conditions(xs, at));
        law!(integers: |xs| sources::made_here::searched_in_blocks(xs, &xs[xs.len() / 2..], xs.len() / 3, at));
    }
    law!(integers: |xs| sources::made_here::searches_with_effects(xs, &Cell::new(1)));
    law!(integers: |xs| sources::made_here::found_by_reference(xs, &["abc", "", "x1", "12"][..xs.len() % 5]));
    law!(integers: |xs| sources::made_here::typed_by_the_array(xs, &["12", " x", "64", "-3"][..xs.len() % 5]));
    law!(integers: |xs| sources::made_here::untyped_ranges(xs));
    law!(integers: |xs| sources::made_here::cloned(xs, &xs.to_vec(), &&xs[xs.len() / 2..].to_vec()));
    let many: Vec<i64> = (0..700).map(|i| i * 7919 % 1009).collect();
    for goal in (0..1009).step_by(13) {
        let us = &many[300..];
        let [plain, fused] = [
            plain::sources::made_here::searched_in_blocks(&many, us, 200, goal),
            fused::sources::made_here::searched_in_blocks(&many, us, 200, goal),
        ];
        assert_eq!(plain, fused);
    }
}
