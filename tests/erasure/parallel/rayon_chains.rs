//! The erasure law on chains of rayon's; that results do not depend on threads.

use crate::common::law;
use crate::{fused, plain};

#[test]
fn integers_and_collections() {
    law!(integers: |xs| parallel::rayon_chains::sums(xs));
    law!(integers: |xs| parallel::rayon_chains::product_with_itself(&xs[..xs.len().min(70)], 5));
    law!(integers: |xs| parallel::rayon_chains::given_away(xs, vec![5, 6]));
    law!(integers, extremes: |xs| parallel::rayon_chains::short_ranges(xs));
    law!(integers, extremes: |xs| parallel::rayon_chains::contracted(xs));
    law!(integers, extremes: |xs| {
        let place = |x: Option<&i64>| x.map(|x| std::ptr::from_ref(x).addr() - xs.as_ptr().addr());
        let (first, last, by, other) = parallel::rayon_chains::ties(xs);
        (place(first), place(last), by, other)
    });
    law!(integers, extremes: |xs| parallel::rayon_chains::in_step(xs, xs));
    law!(integers: |xs| {
        let ys: Vec<i64> = xs.iter().rev().copied().collect();
        parallel::rayon_chains::in_step(xs, &ys)
    });
    law!(integers: |xs| parallel::rayon_chains::in_step(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| parallel::rayon_chains::uneven(xs, &xs[xs.len() / 3..]));
    law!(integers, extremes: |xs| parallel::rayon_chains::uneven(&xs[xs.len() / 3..], xs));
    law!(integers: |xs| parallel::rayon_chains::indices(xs.len(), xs.len() % 7));
    law!(integers, extremes: |xs| parallel::rayon_chains::halves(xs));
    law!(integers, extremes: |xs| parallel::rayon_chains::texts(xs));
    law!(integers, extremes: |xs| parallel::rayon_chains::both_kinds(xs));
    law!(integers, extremes: |xs| parallel::rayon_chains::searches(xs, 5));
    law!(integers, extremes: |xs| parallel::rayon_chains::unseen(xs, 3));
    law!(integers, extremes: |xs| parallel::rayon_chains::kept(xs));
    law!(integers, extremes: |xs| {
        let (above, greatest, equal) = parallel::rayon_chains::generic(xs, 5);
        (above, greatest.copied(), equal)
    });
    law!(integers, extremes: |xs| parallel::rayon_chains::shadowed(xs));
    // Sums of whole numbers are exact.
    law!(integers: |xs| parallel::rayon_chains::positions(xs, 3).map(|both| (both.0, (both.1 * 1e3).round())));
    law!(integers, extremes: |xs| parallel::rayon_chains::left_as_written(xs));
    law!(integers: |xs| {
        let rows: Vec<Vec<i64>> = xs.chunks(5).map(<[i64]>::to_vec).collect();
        parallel::rayon_chains::nested(&rows)
    });
}

#[test]
fn a_panic_stays_one() {
    law!(integers: |xs| parallel::rayon_chains::may_panic(&xs[..xs.len().min(50)], 17));
    law!(integers: |xs| parallel::rayon_chains::may_panic(xs, usize::MAX));
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
            plain::parallel::rayon_chains::statistics(&xs),
            fused::parallel::rayon_chains::statistics(&xs),
        );
        assert!(near(plain.0, fused.0) && near(plain.1, fused.1) && near(plain.3, fused.3));
        assert_eq!(plain.2.to_bits(), fused.2.to_bits());
        assert!(near(
            plain::parallel::rayon_chains::alone(&xs),
            fused::parallel::rayon_chains::alone(&xs)
        ));
        let (plain, fused) = (
            plain::parallel::rayon_chains::normalize2(&xs),
            fused::parallel::rayon_chains::normalize2(&xs),
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
    let test = "parallel::rayon_chains::the_same_bits_for_any_number_of_threads";
    crate::common::threads::same_on_any_number_of(test, 2, || {
        let xs = floats(300_001);
        let statistics = fused::parallel::rayon_chains::statistics(&xs);
        let alone = fused::parallel::rayon_chains::alone(&xs);
        let normalized = fused::parallel::rayon_chains::normalize2(&xs);
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
