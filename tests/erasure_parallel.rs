//! The erasure law on chains of rayon's; that results do not depend on threads.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]
#![cfg(feature = "parallel")]

mod common;

common::twice!(parallel);

use common::law;

#[test]
fn integers_and_collections() {
    law!(integers: |xs| parallel::sums(xs));
    law!(integers: |xs| parallel::given_away(xs, vec![5, 6]));
    law!(integers, extremes: |xs| parallel::short_ranges(xs));
    law!(integers, extremes: |xs| parallel::contracted(xs));
    law!(integers, extremes: |xs| {
        let place = |x: Option<&i64>| x.map(|x| std::ptr::from_ref(x).addr() - xs.as_ptr().addr());
        let (first, last, by, other) = parallel::ties(xs);
        (place(first), place(last), by, other)
    });
    law!(integers, extremes: |xs| parallel::in_step(xs, xs));
    law!(integers: |xs| {
        let ys: Vec<i64> = xs.iter().rev().copied().collect();
        parallel::in_step(xs, &ys)
    });
    law!(integers: |xs| parallel::in_step(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| parallel::uneven(xs, &xs[xs.len() / 3..]));
    law!(integers, extremes: |xs| parallel::uneven(&xs[xs.len() / 3..], xs));
    law!(integers: |xs| parallel::indices(xs.len(), xs.len() % 7));
    law!(integers, extremes: |xs| parallel::halves(xs));
    law!(integers, extremes: |xs| parallel::texts(xs));
    law!(integers, extremes: |xs| parallel::both_kinds(xs));
    law!(integers, extremes: |xs| parallel::searches(xs, 5));
    law!(integers, extremes: |xs| parallel::unseen(xs, 3));
    law!(integers, extremes: |xs| parallel::kept(xs));
    law!(integers, extremes: |xs| {
        let (above, greatest, equal) = parallel::generic(xs, 5);
        (above, greatest.copied(), equal)
    });
    law!(integers, extremes: |xs| parallel::shadowed(xs));
    // Sums of whole numbers are exact.
    law!(integers: |xs| parallel::positions(xs, 3).map(|both| (both.0, (both.1 * 1e3).round())));
    law!(integers, extremes: |xs| parallel::left_as_written(xs));
    law!(integers: |xs| {
        let rows: Vec<Vec<i64>> = xs.chunks(5).map(<[i64]>::to_vec).collect();
        parallel::nested(&rows)
    });
}

#[test]
fn a_panic_stays_one() {
    law!(integers: |xs| parallel::may_panic(&xs[..xs.len().min(50)], 17));
    law!(integers: |xs| parallel::may_panic(xs, usize::MAX));
}

/// Numbers between -0.75 and 1.25.
fn floats(length: u32) -> Vec<f64> {
    (0..length).map(|n| f64::from(n).sin() + 0.25).collect()
}

#[test]
fn floats_within_the_bound_of_a_reordered_sum() {
    for length in [0, 1, 1000, 100_000, 300_001] {
        let xs = floats(length);
        let bound = f64::from(length) * f64::from(length) * f64::EPSILON;
        let near = |a: f64, b: f64| a == b || (a - b).abs() <= bound;
        let (plain, fused) = (
            plain::parallel::statistics(&xs),
            fused::parallel::statistics(&xs),
        );
        assert!(near(plain.0, fused.0) && near(plain.1, fused.1) && near(plain.3, fused.3));
        assert_eq!(plain.2.to_bits(), fused.2.to_bits());
        assert!(near(
            plain::parallel::alone(&xs),
            fused::parallel::alone(&xs)
        ));
        let (plain, fused) = (
            plain::parallel::normalize2(&xs),
            fused::parallel::normalize2(&xs),
        );
        let relative = |a: &f64, b: &f64| (a - b).abs() <= 1e-6 * a.abs();
        assert!(plain.0.iter().zip(&fused.0).all(|(a, b)| relative(a, b)));
        assert!(plain.1.iter().zip(&fused.1).all(|(a, b)| relative(a, b)));
        assert_eq!(
            (plain.0.len(), plain.1.len()),
            (fused.0.len(), fused.1.len())
        );
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let test = "the_same_bits_for_any_number_of_threads";
    common::threads::same_on_any_number_of(test, 2, || {
        let xs = floats(300_001);
        let statistics = fused::parallel::statistics(&xs);
        let alone = fused::parallel::alone(&xs);
        let normalized = fused::parallel::normalize2(&xs);
        println!(
            "bits {:x?}",
            [statistics.0, statistics.1, statistics.3, alone].map(f64::to_bits)
        );
        println!(
            "bits {:x?}",
            [normalized.0[7], normalized.1[7]].map(f64::to_bits)
        );
    });
}
