//! The erasure law on chains of rayon's over fields.

use crate::common::law;
use crate::{fused, plain};

#[test]
fn fields() {
    law!(integers, extremes: |xs| parallel::rayon_fields::Data::new(xs).three());
    law!(integers, extremes: |xs| {
        let (greatest, count) = parallel::rayon_fields::Data::new(xs).borrowed();
        (greatest.map(|x| std::ptr::from_ref(x).addr() - xs.as_ptr().addr()), count)
    });
    law!(integers, extremes: |xs| parallel::rayon_fields::Data::new(xs).in_step());
    law!(integers, extremes: |xs| parallel::rayon_fields::Data::new(xs).pieces());
    law!(integers, extremes: |xs| parallel::rayon_fields::Data::new(xs).rows(0));
    law!(integers, extremes: |xs| parallel::rayon_fields::Data::new(xs).floats());
    law!(integers, extremes: |xs| parallel::rayon_fields::Data::new(xs).collections());
    law!(integers, extremes: |xs| parallel::rayon_fields::Data::new(xs).orders(xs.len()));
    law!(integers: |xs| parallel::rayon_fields::Data::new(xs).orders(3));
}

/// Longer than the shortest that is divided.
#[test]
fn many_elements() {
    let xs: Vec<i64> = (0..200_003_i64).map(|n| n * 7919 % 10_007 - 5000).collect();
    let n = 66_000;
    let (plain, fused) = (
        plain::parallel::rayon_fields::Data::new(&xs),
        fused::parallel::rayon_fields::Data::new(&xs),
    );
    assert_eq!(plain.three(), fused.three());
    assert_eq!(plain.borrowed(), fused.borrowed());
    assert_eq!(plain.in_step(), fused.in_step());
    assert_eq!(plain.pieces(), fused.pieces());
    assert_eq!(plain.floats(), fused.floats());
    assert_eq!(plain.collections(), fused.collections());
    assert_eq!(plain.orders(n), fused.orders(n));
}

/// A sum of floats is that of the ranges, which the length decides.
#[test]
fn the_same_bits_for_any_number_of_threads() {
    let test = "parallel::rayon_fields::the_same_bits_for_any_number_of_threads";
    crate::common::threads::same_on_any_number_of(test, 1, || {
        let xs: Vec<i64> = (0..300_001).map(|n| n * 7919 % 10_007).collect();
        let floats = fused::parallel::rayon_fields::Data::new(&xs).floats();
        println!("bits {:x?}", floats.3.to_bits());
    });
}
