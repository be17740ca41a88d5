//! The erasure law on chains of rayon's over fields, in other orders, and over arrays that change.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]
#![allow(clippy::type_complexity, reason = "what a function gives is compared")]
#![cfg(feature = "parallel")]

mod common;

common::twice!(parallel_orders, parallel_places);

use common::law;

#[test]
fn fields() {
    law!(integers, extremes: |xs| parallel_places::Data::new(xs).three());
    law!(integers, extremes: |xs| {
        let (greatest, count) = parallel_places::Data::new(xs).borrowed();
        (greatest.map(|x| std::ptr::from_ref(x).addr() - xs.as_ptr().addr()), count)
    });
    law!(integers, extremes: |xs| parallel_places::Data::new(xs).in_step());
    law!(integers, extremes: |xs| parallel_places::Data::new(xs).pieces());
    law!(integers, extremes: |xs| parallel_places::Data::new(xs).rows(0));
    law!(integers, extremes: |xs| parallel_places::Data::new(xs).floats());
    law!(integers, extremes: |xs| parallel_places::Data::new(xs).collections());
    law!(integers, extremes: |xs| parallel_places::Data::new(xs).orders(xs.len()));
    law!(integers: |xs| parallel_places::Data::new(xs).orders(3));
}

#[test]
fn orders() {
    law!(integers, extremes: |xs| parallel_orders::reversed(xs));
    law!(integers, extremes: |xs| parallel_orders::behind_maps(xs, xs.len() / 3));
    law!(integers, extremes: |xs| parallel_orders::chained(xs, &xs[xs.len() / 2..]));
    for n in [0, 1, 5, 1000, usize::MAX] {
        law!(integers, extremes: |xs| parallel_orders::parts(xs, n));
        law!(integers: |xs| parallel_orders::skipped_panics(xs, n));
    }
    law!(integers: |xs| parallel_orders::indices(xs.len()));
    for step in [0, 1, 1000, usize::MAX] {
        law!(integers: |xs| parallel_orders::no_steps(xs, step));
    }
    law!(integers, extremes: |xs| parallel_orders::reduced(xs));
    law!(integers, extremes: |xs| parallel_orders::of_std(xs, &xs[xs.len() / 2..]));
}

#[test]
fn in_place() {
    law!(integers, extremes: |xs| parallel_orders::in_place(xs.to_vec(), &xs[xs.len() / 2..]));
    law!(integers: |xs| parallel_orders::made(xs));
    law!(integers, extremes: |xs| parallel_orders::pairs(xs, &xs[..xs.len().min(4)]));
}

/// Longer than the shortest that is divided.
#[test]
fn many_elements() {
    let xs: Vec<i64> = (0..200_003_i64).map(|n| n * 7919 % 10_007 - 5000).collect();
    let n = 66_000;
    let (plain, fused) = (
        plain::parallel_places::Data::new(&xs),
        fused::parallel_places::Data::new(&xs),
    );
    assert_eq!(plain.three(), fused.three());
    assert_eq!(plain.borrowed(), fused.borrowed());
    assert_eq!(plain.in_step(), fused.in_step());
    assert_eq!(plain.pieces(), fused.pieces());
    assert_eq!(plain.floats(), fused.floats());
    assert_eq!(plain.collections(), fused.collections());
    assert_eq!(plain.orders(n), fused.orders(n));
}

#[test]
fn many_elements_in_other_orders() {
    use {fused::parallel_orders as fused, plain::parallel_orders as plain};
    let xs: Vec<i64> = (0..200_003_i64).map(|n| n * 7919 % 10_007 - 5000).collect();
    let (ys, n) = (&xs[70_001..], 66_000);
    assert_eq!(plain::reversed(&xs), fused::reversed(&xs));
    assert_eq!(plain::behind_maps(&xs, n), fused::behind_maps(&xs, n));
    assert_eq!(plain::chained(&xs, ys), fused::chained(&xs, ys));
    assert_eq!(plain::parts(&xs, n), fused::parts(&xs, n));
    assert_eq!(plain::indices(xs.len()), fused::indices(xs.len()));
    assert_eq!(
        plain::in_place(xs.clone(), ys),
        fused::in_place(xs.clone(), ys)
    );
    assert_eq!(plain::of_std(&xs, ys), fused::of_std(&xs, ys));
}

/// A sum of floats is that of the ranges, which the length decides.
#[test]
fn the_same_bits_for_any_number_of_threads() {
    let test = "the_same_bits_for_any_number_of_threads";
    common::threads::same_on_any_number_of(test, 1, || {
        let xs: Vec<i64> = (0..300_001).map(|n| n * 7919 % 10_007).collect();
        let floats = fused::parallel_places::Data::new(&xs).floats();
        println!("bits {:x?}", floats.3.to_bits());
    });
}
