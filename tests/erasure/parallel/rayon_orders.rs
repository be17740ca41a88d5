//! The erasure law on chains of rayon's in other orders, and over arrays that change.

use crate::common::law;
use crate::{fused, plain};

#[test]
fn orders() {
    law!(integers, extremes: |xs| parallel::rayon_orders::reversed(xs));
    law!(integers, extremes: |xs| parallel::rayon_orders::behind_maps(xs, xs.len() / 3));
    law!(integers, extremes: |xs| parallel::rayon_orders::chained(xs, &xs[xs.len() / 2..]));
    for n in [0, 1, 5, 1000, usize::MAX] {
        law!(integers, extremes: |xs| parallel::rayon_orders::parts(xs, n));
        law!(integers: |xs| parallel::rayon_orders::skipped_panics(xs, n));
    }
    law!(integers: |xs| parallel::rayon_orders::indices(xs.len()));
    for step in [0, 1, 1000, usize::MAX] {
        law!(integers: |xs| parallel::rayon_orders::no_steps(xs, step));
    }
    law!(integers, extremes: |xs| parallel::rayon_orders::reduced(xs));
    law!(integers, extremes: |xs| parallel::rayon_orders::of_std(xs, &xs[xs.len() / 2..]));
}

#[test]
fn in_place() {
    law!(integers, extremes: |xs| parallel::rayon_orders::in_place(xs.to_vec(), &xs[xs.len() / 2..]));
    law!(integers: |xs| parallel::rayon_orders::made(xs));
    law!(integers, extremes: |xs| parallel::rayon_orders::pairs(xs, &xs[..xs.len().min(4)]));
}

#[test]
fn many_elements_in_other_orders() {
    use {fused::parallel::rayon_orders as fused, plain::parallel::rayon_orders as plain};
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
