//! The erasure law on elements that are taken before a loop changes them where they stand.

use super::elements::on;
use crate::common::law;

#[test]
fn values() {
    law!(floats, specials: |xs| on(xs, |xs| in_place::taken_before::values(xs)));
    law!(integers, extremes: |xs| on(xs, |ys| in_place::taken_before::before_and_behind(ys, xs)));
}

#[test]
fn what_is_kept_or_read_otherwise() {
    law!(integers, extremes: |xs| on(xs, |xs| in_place::taken_before::references(xs)));
    law!(floats, specials: |xs| on(xs, |xs| in_place::taken_before::otherwise(xs)));
    law!(integers, extremes: |xs| in_place::taken_before::cells(xs));
}

#[test]
fn other_forms() {
    law!(integers: |xs| {
        let small = xs.iter().map(|x| (x & 63) as i32).collect::<Vec<_>>();
        on(&small, |xs| in_place::taken_before::early(xs))
    });
    law!(integers, extremes: |xs| {
        let bytes = xs.iter().map(|x| *x as u8).collect::<Vec<_>>();
        let words = xs.iter().map(|x| *x as u16).collect::<Vec<_>>();
        on(&bytes, |xs| on(&words, |ys| in_place::taken_before::bytes(xs, ys)))
    });
}
