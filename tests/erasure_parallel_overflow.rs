//! The erasure law where integers overflow below `#[fuse(parallel)]`.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(clippy::all, reason = "programs as people write them")]
#![allow(unreachable_pub, reason = "the text is written as in a library")]
#![cfg(feature = "parallel")]

mod common;

common::twice!(parallel_overflow);

use common::compare;

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
    ($inputs:expr, |$xs:ident| $module:ident::$function:ident($($argument:expr),*)) => {
        compare(
            stringify!($function),
            &$inputs,
            |$xs| plain::$module::$function($($argument),*),
            |$xs| fused::$module::$function($($argument),*),
        )
    };
}

#[test]
fn a_prefix_that_a_cut_makes_is_none_of_the_sums() {
    // The last two leave the type together, and never alone.
    assert_eq!(fused::parallel_overflow::sum(&[-5, 127, 3]), 125);
    // Nothing leaves it behind a zero.
    assert_eq!(fused::parallel_overflow::product(&[0, 127, 127]), 0);
    assert_eq!(
        fused::parallel_overflow::product_without_sign(&[0, 255, 255]),
        0
    );
    // The most negative number has no positive twin.
    assert_eq!(fused::parallel_overflow::product(&[-1, 64, 2, 1]), -128);
}

#[test]
fn sums_and_products() {
    for inputs in [signed(), small()] {
        both!(inputs, |xs| parallel_overflow::sum(xs));
        both!(inputs, |xs| parallel_overflow::product(xs));
        both!(inputs, |xs| parallel_overflow::filtered(xs));
        both!(inputs, |xs| parallel_overflow::reduced(xs));
        both!(inputs, |xs| parallel_overflow::added(xs));
    }
    both!(unsigned(), |xs| parallel_overflow::sum_without_sign(xs));
    both!(unsigned(), |xs| parallel_overflow::product_without_sign(xs));
    both!(unsigned(), |xs| parallel_overflow::saturated(xs));
}

#[test]
fn folds() {
    for inputs in [signed(), small()] {
        for start in [0, 1, -1, 100, 127, -128] {
            both!(inputs, |xs| parallel_overflow::folds(xs, start));
            both!(inputs, |xs| parallel_overflow::parts(xs, start));
        }
        both!(inputs, |xs| parallel_overflow::inferred(xs));
    }
}

#[test]
fn loops_that_add() {
    for inputs in [signed(), small()] {
        for start in [0, 100, -128] {
            both!(inputs, |xs| parallel_overflow::in_loops(xs, start));
        }
        both!(inputs, |xs| parallel_overflow::visible_start(xs));
        both!(inputs, |xs| parallel_overflow::counted(xs));
    }
}

#[test]
fn the_panic_is_that_of_the_operator() {
    if !cfg!(debug_assertions) {
        return;
    }
    let message = |call: fn()| {
        let payload = common::outcome(|| std::panic::catch_unwind(call));
        let payload = payload.expect("it was caught").expect_err("a panic");
        payload.downcast_ref::<&str>().map(ToString::to_string)
    };
    assert_eq!(
        message(|| _ = fused::parallel_overflow::sum(&[127, 1])),
        Some("attempt to add with overflow".into())
    );
    assert_eq!(
        message(|| _ = fused::parallel_overflow::product(&[127, 2])),
        Some("attempt to multiply with overflow".into())
    );
}
