//! The erasure law on any input, shrunk when it fails: proptest over a few functions of each theme.

use crate::common::{Same, outcome};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Any float: every pattern of bits is one of them.
fn any_float() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        -2.0..2.0_f64,
        Just(0.0),
        Just(-0.0),
        Just(f64::NAN),
        Just(f64::INFINITY),
    ]
}

/// Any integer, and often a small one.
fn any_integer() -> impl Strategy<Value = i64> {
    prop_oneof![any::<i64>(), -5..5_i64, Just(i64::MAX), Just(i64::MIN)]
}

/// The law on 256 random inputs, the same ones in every run.
fn check<I: Strategy, R: Same>(
    inputs: I,
    plain: impl Fn(&I::Value) -> R,
    fused: impl Fn(&I::Value) -> R,
) {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&inputs, |input| {
        let (want, got) = (outcome(|| plain(&input)), outcome(|| fused(&input)));
        prop_assert!(want.same(&got), "plain and fused differ");
        Ok(())
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
}

/// `random!(strategy, |x| theme::function(x))` for the plain and the fused form.
macro_rules! random {
    ($inputs:expr, |$x:pat_param| $call:expr) => {
        check(
            $inputs,
            {
                use crate::plain::*;
                |$x| $call
            },
            {
                use crate::fused::*;
                |$x| $call
            },
        )
    };
}

#[test]
fn programs_on_any_numbers() {
    random!(vec(any_float(), 0..80), |xs| float::normalize2::normalize2(
        xs
    ));
    random!(vec(any_integer(), 0..80), |xs| {
        integer::normalize2::normalize2(xs)
    });
    random!(vec((any_float(), any_float()), 0..250), |xs| {
        float::closest_points::closest_points(xs)
    });
    random!(vec((any_integer(), any_integer()), 0..250), |xs| {
        integer::quickhull::quickhull(xs)
    });
    // Which zero `f64::min` returns of two is left open by std.
    random!(vec((any_float(), any_float()), 0..80), |xs| {
        let (x1, y1, x2, y2) = float::quadtree::bounds(xs);
        (x1 + 0.0, y1 + 0.0, x2 + 0.0, y2 + 0.0)
    });
}

#[test]
fn adapters_on_any_numbers() {
    random!(vec(any_float(), 0..80), |xs| adapters::filter_between_maps(
        xs
    ));
    random!(
        vec(any_integer(), 0..80),
        |xs| adapters::filters_of_filters(xs)
    );
    random!((vec(any_float(), 0..40), vec(any_float(), 0..40)), |(
        xs,
        ys,
    )| {
        adapters::zip(xs, ys)
    });
    random!(
        (vec(any_integer(), 0..40), vec(any_integer(), 0..40)),
        |(xs, ys)| adapters::zip_of_chains(xs, ys)
    );
}

#[test]
fn consumers_on_any_numbers() {
    random!(vec(any_float(), 0..80), |xs| {
        reductions::sums_and_folds::float_sums(xs)
    });
    random!(vec(any_float(), 0..80), |xs| {
        reductions::sums_and_folds::folds(xs)
    });
    random!(vec(any_integer(), 0..80), |xs| {
        reductions::sums_and_folds::reduce(xs)
    });
    random!(vec(any_integer(), 0..20), |xs| {
        reductions::sums_and_folds::short_circuit(xs)
    });
    random!(vec(any_float(), 0..80), |xs| {
        reductions::sums_and_folds::arithmetic(xs)
    });
}
