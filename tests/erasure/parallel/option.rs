//! The erasure law below `#[fuse(parallel)]`.

use crate::common::law;
use crate::{fused, plain};

#[test]
fn integers() {
    law!(integers: |xs| parallel::option::sums(xs));
    law!(integers, extremes: |xs| parallel::option::folds(xs, 5));
    law!(integers: |xs| parallel::option::mixed(xs, "to be or not"));
    law!(integers, extremes: |xs| parallel::option::generic(xs, |x| x % 17));
}

#[test]
fn in_place() {
    law!(integers, extremes: |xs| {
        let mut ys = xs.iter().rev().skip(xs.len() / 4).copied().collect::<Vec<_>>();
        let (made, sum, other) = parallel::option::in_place(xs.to_vec(), &mut ys, xs);
        (made, sum, other, ys)
    });
    law!(integers: |xs| {
        let mut values = std::array::from_fn(|i| *xs.get(i).unwrap_or(&3) as f64);
        // Exact in any order.
        let mut weights: Vec<f64> = xs.iter().map(|x| *x as f64 / 4.0).collect();
        let found = parallel::option::centred(&mut values, &mut weights);
        (found, values, weights)
    });
}

/// Each form has its own table.
macro_rules! table {
    ($form:ident, $xs:expr) => {
        $form::parallel::option::Table {
            a: $xs.to_vec(),
            b: $xs.iter().map(|x| x / 3).collect(),
            c: $xs.iter().rev().copied().collect(),
            names: $xs.iter().map(|x| format!("{x}")).collect(),
        }
    };
}

#[test]
fn structs_of_arrays() {
    for length in [0, 1, 4, 5, 11, 1000] {
        let xs: Vec<i64> = (0..length).map(|n| n * 7919 % 10_007 - 5000).collect();
        let places: Vec<usize> = (0..xs.len()).rev().collect();
        let (plain, fused) = (table!(plain, xs), table!(fused, xs));
        for limit in [i64::MIN, -5, 0, 40, i64::MAX] {
            assert_eq!(
                plain::parallel::option::columns(&plain, limit, &places),
                fused::parallel::option::columns(&fused, limit, &places),
            );
            assert_eq!(
                plain::parallel::option::borrowed_columns(&plain, &limit, xs.len()),
                fused::parallel::option::borrowed_columns(&fused, &limit, xs.len()),
            );
        }
    }
}

#[test]
fn several_arrays_that_a_pass_stores_at_once() {
    law!(integers, extremes: |xs| parallel::option::stored_together(xs));
}

#[test]
fn arrays_behind_references() {
    law!(integers: |xs| {
        let ys: [i64; 64] = std::array::from_fn(|i| *xs.get(i).unwrap_or(&3));
        let mut zs = ys.map(|y| y ^ 21);
        parallel::option::behind_references(&ys, &mut zs, xs.to_vec().into())
    });
}

#[test]
fn searches() {
    law!(integers, extremes: |xs| parallel::option::searches(xs, 5));
    law!(integers, extremes: |xs| parallel::option::searches(xs, xs.last().copied().unwrap_or(1)));
    law!(integers, extremes: |xs| parallel::option::either(xs, &xs[xs.len() / 3..]));
}

#[test]
fn collections() {
    law!(integers, extremes: |xs| parallel::option::arrays(xs, &xs[xs.len() / 3..]));
    law!(integers, extremes: |xs| parallel::option::pieces(xs));
    law!(integers, extremes: |xs| parallel::option::by_value(xs.to_vec()));
    law!(integers, extremes: |xs| parallel::option::halves(xs));
    law!(integers: |xs| {
        let rows: Vec<Vec<i64>> = xs[..xs.len().min(2000)].chunks(5).map(<[i64]>::to_vec).collect();
        parallel::option::nested(&rows, rows.len())
    });
}

#[test]
fn classes_have_sums_of_their_own_in_each_range() {
    law!(integers: |xs| parallel::option::classes(xs));
    law!(integers, extremes: |xs| parallel::option::signed_classes(xs));
    law!(integers: |xs| parallel::option::many_classes(xs));
}

#[test]
fn ranges_go_in_passes_and_sieves() {
    for length in [0_u32, 1, 5, 99, 100, 777, 20_000] {
        let wave = |n: u32| (f64::from(n) * 0.7).sin() * if n % 91 == 5 { 0.0 } else { 3.0 };
        let xs: Vec<f64> = (0..length).map(wave).collect();
        let ys: Vec<f64> = (0..length + length / 3)
            .map(|n| f64::from(n).cos())
            .collect();
        // As text, so that NaN equals itself.
        assert_eq!(
            format!("{:?}", plain::parallel::option::passes(&xs, &ys)),
            format!("{:?}", fused::parallel::option::passes(&xs, &ys)),
            "{length}"
        );
        for limit in [-4.0, -2.9, -1.0, 0.0, 2.5] {
            assert_eq!(
                plain::parallel::option::sieved(&xs, limit, limit + 1.0),
                fused::parallel::option::sieved(&xs, limit, limit + 1.0),
                "{length} {limit}"
            );
        }
    }
}

#[test]
fn floats_within_the_bound_of_a_reordered_sum() {
    for length in [1_u32, 2, 999, 20_000, 300_001] {
        let xs: Vec<f64> = (0..length).map(|n| f64::from(n).sin() + 0.25).collect();
        let bound = f64::from(length) * f64::from(length) * f64::EPSILON;
        let near = |a: f64, b: f64| a == b || (a - b).abs() <= bound || (a.is_nan() && b.is_nan());
        let (plain, fused) = (
            plain::parallel::option::statistics(&xs),
            fused::parallel::option::statistics(&xs),
        );
        assert!(near(plain.0, fused.0) && near(plain.1, fused.1));
        assert_eq!(plain.2.to_bits(), fused.2.to_bits());
        assert!(near(plain.3.0, fused.3.0) && near(plain.3.1, fused.3.1));
        let all = plain.4.iter().zip(&fused.4);
        assert!(all.into_iter().all(|(a, b)| near(*a, *b)));
        let (plain, fused) = (
            plain::parallel::option::large(&xs),
            fused::parallel::option::large(&xs),
        );
        assert!(near(plain.0, fused.0) && near(plain.2, fused.2));
        assert_eq!(plain.1, fused.1);
        assert_eq!(
            fused.0.to_bits(),
            fused.2.to_bits(),
            "materialised or contracted"
        );
    }
}
