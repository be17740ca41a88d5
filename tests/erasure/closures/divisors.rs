//! The erasure law on workers that divide by one number.

use crate::common::{law, outcome};

#[test]
fn divisors_of_all_kinds() {
    for by in [
        0,
        1,
        2,
        3,
        7,
        10,
        97,
        128,
        255,
        -1,
        -2,
        -128,
        i64::MAX,
        i64::MIN,
        1 << 32,
    ] {
        law!(integers, extremes: |xs| {
            let bytes = xs.iter().map(|x| *x as u8).collect::<Vec<_>>();
            outcome(|| closures::divisors::of_bytes(&bytes, by as u8))
        });
        law!(integers, extremes: |xs| outcome(|| closures::divisors::of_words(xs, by)));
        law!(integers, extremes: |xs| {
            let words = xs.iter().map(|x| *x as u32).collect::<Vec<_>>();
            outcome(|| closures::divisors::of_single_words(&words, by as u32))
        });
        law!(integers, extremes: |xs| {
            let words = xs.iter().map(|x| *x as i32).collect::<Vec<_>>();
            outcome(|| closures::divisors::behind_a_filter(&words, by as i32, 1 << 20))
        });
        law!(integers, extremes: |xs| outcome(|| closures::divisors::of_places(xs, by as usize)));
        law!(integers, extremes: |xs| {
            let words = xs.iter().map(|x| *x as u64).collect::<Vec<_>>();
            outcome(|| closures::divisors::alone(&words, by as u64))
        });
        law!(integers, extremes: |xs| {
            let words = xs.iter().map(|x| *x as u32).collect::<Vec<_>>();
            let driven = outcome(|| closures::divisors::beside_drivers(&words, by as u32));
            (driven, outcome(|| closures::divisors::by_a_parameter::<9>(&words)))
        });
        law!(integers, extremes: |xs| {
            let words = xs.iter().map(|x| *x as u16).collect::<Vec<_>>();
            outcome(|| closures::divisors::of_several(&words, by as u16))
        });
    }
}
