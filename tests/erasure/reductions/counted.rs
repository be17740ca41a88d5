//! The erasure law on bodies that do nothing but to count.

use super::narrow_numbers::each;
use crate::common::outcome;
use crate::{fused, plain};

/// Calls both forms, each of which may panic.
macro_rules! same {
    (reductions::counted::$function:ident($($argument:expr),*)) => {
        assert_eq!(
            outcome(|| plain::reductions::counted::$function($($argument),*)),
            outcome(|| fused::reductions::counted::$function($($argument),*)),
            "{} of {:?}", stringify!($function), ($(&$argument),*)
        )
    };
}

#[test]
fn bytes_are_counted() {
    each(|text, other| {
        same!(reductions::counted::by_tests(text));
        same!(reductions::counted::nothing(text));
        same!(reductions::counted::by_classes(text));
        same!(reductions::counted::inferred(text));
        same!(reductions::counted::otherwise(text));
        same!(reductions::counted::named(text, other));
        same!(reductions::counted::alone(text, other.len()));
        let singles = other.iter().map(|b| f32::from(*b)).collect::<Vec<_>>();
        same!(reductions::counted::typed_and_hidden(text, &singles));
        same!(reductions::counted::less_than_nothing(text));
        same!(reductions::counted::added_tests(text, 100));
        same!(reductions::counted::in_a_message(text));
    });
}

#[test]
fn what_overflows_on_the_way_does() {
    each(|text, _| {
        for (low, high) in [(0, 0), (127, 40), (-128, 254), (-1, 31), (100, 255)] {
            for far in [0, i64::MAX, i64::MIN, i64::MAX - 50, i64::MIN + 50] {
                same!(reductions::counted::up_and_down(text, low, high, far));
            }
        }
    });
}

#[test]
fn wider_elements_are_counted() {
    each(|text, _| {
        let words = text
            .iter()
            .map(|b| u16::from(*b) * 37 % 5003)
            .collect::<Vec<_>>();
        let singles = text
            .iter()
            .map(|b| f32::from(*b) - 128.0)
            .collect::<Vec<_>>();
        same!(reductions::counted::wider(&words, &singles, 3.0));
        same!(reductions::counted::wider(&words, &singles, f32::NAN));
    });
}
