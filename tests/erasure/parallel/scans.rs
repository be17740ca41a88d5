//! Scans on several threads: near what one thread computes, and the same bits for any number of them.

use super::floats;
use crate::common::{law, outcome};
use crate::fused::parallel::scans as f;
use crate::plain::parallel::scans as p;

fn singles(length: usize) -> Vec<f32> {
    floats(length).into_iter().map(|x| x as f32).collect()
}

const LENGTHS: [usize; 8] = [0, 1, 6, 7, 20, 999, 1024, 20_011];

/// Asserts that two arrays are equally long, and equal but for rounding.
#[track_caller]
fn near(plain: &[f64], fused: &[f64], bound: f64) {
    assert_eq!(plain.len(), fused.len());
    for (index, (a, b)) in plain.iter().zip(fused).enumerate() {
        assert!(
            (a - b).abs() <= bound * (1.0 + a.abs()),
            "{a} and {b} at {index}"
        );
    }
}

fn wide(xs: &[f32]) -> Vec<f64> {
    xs.iter().copied().map(f64::from).collect()
}

#[test]
fn near_what_one_thread_computes() {
    for length in LENGTHS {
        let (xs, ys) = (floats(length), singles(length));
        near(&p::sums(&xs, 2.5), &f::sums(&xs, 2.5), 1e-12);
        let (plain, fused) = (p::beside(&xs), f::beside(&xs));
        near(&plain.0, &fused.0, 1e-10);
        assert_eq!(plain.1, fused.1, "the largest so far is exact");
        near(&[plain.2, plain.3], &[fused.2, fused.3], 1e-9);
        let (plain, fused) = (p::operators(&xs, &ys, 0.7), f::operators(&xs, &ys, 0.7));
        near(&plain.0, &fused.0, 1e-10);
        assert_eq!(plain.1, fused.1);
        near(&plain.2, &fused.2, 1e-10);
        near(&wide(&plain.3), &wide(&fused.3), 1e-2);
        let (plain, fused) = (p::of_kept(&xs), f::of_kept(&xs));
        near(&plain.0, &fused.0, 1e-10);
        near(&[plain.1], &[fused.1], 1e-10);
    }
}

#[test]
fn one_range_has_the_bits_of_one_thread() {
    let xs = floats(6);
    assert_eq!(p::sums(&xs, 2.5), f::sums(&xs, 2.5));
    assert!(f::sums(&[], 2.5).is_empty());
}

#[test]
fn many_ranges_show() {
    let xs = floats(20_011);
    assert_ne!(p::sums(&xs, 2.5), f::sums(&xs, 2.5));
}

#[test]
fn what_stays_on_one_thread_is_equal() {
    law!(integers: |xs| {
        let xs: Vec<i64> = xs.iter().map(|x| x % 1000).collect();
        parallel::scans::on_one_thread(&xs, &floats(xs.len()))
    });
}

#[test]
fn a_panic_stays_one() {
    for length in [0, 3, 50, 999] {
        let xs = floats(length);
        for limit in [0.1, 1.2, 9.0] {
            let plain = outcome(|| p::partial(&xs, limit));
            let fused = outcome(|| f::partial(&xs, limit));
            match (plain, fused) {
                (Ok(plain), Ok(fused)) => {
                    near(&plain.0, &fused.0, 1e-10);
                    assert_eq!(plain.1, fused.1);
                }
                (plain, fused) => assert!(plain.is_err() && fused.is_err()),
            }
        }
    }
}

#[test]
fn what_is_no_number_stays_none() {
    let mut xs = floats(500);
    xs[250] = f64::NAN;
    xs[400] = f64::INFINITY;
    let (plain, fused) = (p::sums(&xs, 0.0), f::sums(&xs, 0.0));
    let same = |(a, b): (&f64, &f64)| a.is_nan() == b.is_nan();
    assert!(plain.iter().zip(&fused).all(same));
}

/// A number that each bit of an array has part in.
fn hash(xs: &[f64]) -> u64 {
    xs.iter().fold(xs.len() as u64, |hash, x| {
        (hash.rotate_left(5) ^ x.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let test = "parallel::scans::the_same_bits_for_any_number_of_threads";
    crate::common::threads::same_on_any_number_of(test, 2, || {
        for length in [999, 20_011] {
            let (xs, ys) = (floats(length), singles(length));
            let beside = f::beside(&xs);
            let operators = f::operators(&xs, &ys, 0.7);
            let all = [
                hash(&f::sums(&xs, 2.5)),
                hash(&beside.0),
                hash(&beside.1),
                beside.3.to_bits(),
                hash(&operators.0),
                hash(&wide(&operators.1)),
                hash(&operators.2),
                hash(&wide(&operators.3)),
                hash(&f::of_kept(&xs).0),
            ];
            println!("bits {all:x?}");
        }
    });
}
