//! The erasure law where integers overflow below `#[fuse(parallel)]`.

use crate::common::compare;
use crate::{fused, plain};

/// All short sequences of these, and some long ones of small steps with a leap now and then.
fn sequences<T: Copy>(of: &[T], leaps: &[T]) -> Vec<Box<[T]>> {
    let mut sequences: Vec<Vec<T>> = vec![Vec::new()];
    let mut longest = sequences.clone();
    for _ in 0..3 {
        longest = longest
            .iter()
            .flat_map(|before| of.iter().map(move |x| [before.as_slice(), &[*x]].concat()))
            .collect();
        sequences.extend(longest.iter().cloned());
    }
    let mut state = 7_u64;
    let mut below = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % n
    };
    for _ in 0..600 {
        let length = 1 + below(40);
        let sequence = (0..length).map(|_| match below(12) {
            0 => leaps[below(leaps.len())],
            _ => of[below(of.len())],
        });
        sequences.push(sequence.collect());
    }
    sequences.into_iter().map(Vec::into_boxed_slice).collect()
}

fn signed() -> Vec<Box<[i8]>> {
    sequences(&[-128, -5, -1, 0, 1, 2, 3, 127], &[-127, -64, 64, 126, 100])
}

fn small() -> Vec<Box<[i8]>> {
    sequences(&[-2, -1, 1, 1, 2], &[0, 0, 64, -64, -128, 127])
}

fn unsigned() -> Vec<Box<[u8]>> {
    sequences(&[0, 1, 2, 16, 255], &[0, 128, 127])
}

macro_rules! both {
    ($inputs:expr, |$xs:ident| $function:ident($($argument:expr),*)) => {
        compare(
            stringify!($function),
            &$inputs,
            |$xs| plain::parallel::overflow::$function($($argument),*),
            |$xs| fused::parallel::overflow::$function($($argument),*),
        )
    };
}

#[test]
fn a_prefix_that_a_cut_makes_is_none_of_the_sums() {
    // The last two leave the type together, and never alone.
    assert_eq!(fused::parallel::overflow::sum(&[-5, 127, 3]), 125);
    // Nothing leaves it behind a zero.
    assert_eq!(fused::parallel::overflow::product(&[0, 127, 127]), 0);
    assert_eq!(
        fused::parallel::overflow::product_without_sign(&[0, 255, 255]),
        0
    );
    // The most negative number has no positive twin.
    assert_eq!(fused::parallel::overflow::product(&[-1, 64, 2, 1]), -128);
}

#[test]
fn sums_and_products() {
    for inputs in [signed(), small()] {
        both!(inputs, |xs| sum(xs));
        both!(inputs, |xs| product(xs));
        both!(inputs, |xs| filtered(xs));
        both!(inputs, |xs| reduced(xs));
        both!(inputs, |xs| added(xs));
    }
    both!(unsigned(), |xs| sum_without_sign(xs));
    both!(unsigned(), |xs| product_without_sign(xs));
    both!(unsigned(), |xs| saturated(xs));
}

#[test]
fn folds() {
    for inputs in [signed(), small()] {
        for start in [0, 1, -1, 100, 127, -128] {
            both!(inputs, |xs| folds(xs, start));
            both!(inputs, |xs| parts(xs, start));
        }
        both!(inputs, |xs| inferred(xs));
    }
}

#[test]
fn loops_that_add() {
    for inputs in [signed(), small()] {
        for start in [0, 100, -128] {
            both!(inputs, |xs| in_loops(xs, start));
        }
        both!(inputs, |xs| visible_start(xs));
        both!(inputs, |xs| counted(xs));
    }
}

#[test]
fn the_panic_is_that_of_the_operator() {
    if !cfg!(debug_assertions) {
        return;
    }
    let message = |call: fn()| {
        let payload = crate::common::outcome(|| std::panic::catch_unwind(call));
        let payload = payload.expect("it was caught").expect_err("a panic");
        payload.downcast_ref::<&str>().map(ToString::to_string)
    };
    assert_eq!(
        message(|| _ = fused::parallel::overflow::sum(&[127, 1])),
        Some("attempt to add with overflow".into())
    );
    assert_eq!(
        message(|| _ = fused::parallel::overflow::product(&[127, 2])),
        Some("attempt to multiply with overflow".into())
    );
}
