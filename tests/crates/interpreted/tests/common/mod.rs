//! Both forms of a call, and what they say.

#![allow(dead_code, reason = "no test file uses all of it")]

use interpreted::counted::live;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Lengths at which nothing runs, one block is not full, and several are followed by a rest.
pub(crate) const LENGTHS: &[usize] = match cfg!(miri) {
    true => &[0, 1, 131, 530],
    false => &[0, 1, 7, 64, 131, 530, 1100],
};

/// Numbers from 0 to 99, the highest among them.
pub(crate) fn integers(length: usize) -> Vec<i64> {
    (0..length as i64).map(|i| (i * 37 + 11) % 100).collect()
}

/// Numbers from -2 to 2.
pub(crate) fn floats(length: usize) -> Vec<f64> {
    integers(length)
        .iter()
        .map(|x| *x as f64 / 25.0 - 2.0)
        .collect()
}

/// What a call returns, or that it panics; and that nothing is left of it but the value.
pub(crate) fn outcome<R>(call: impl FnOnce() -> R) -> Result<R, &'static str> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|_| "panic")
}

/// States that two outcomes are one, and that nothing is left of them.
pub(crate) fn agreed<R: PartialEq + std::fmt::Debug>(
    what: &str,
    live_before: i64,
    plain: Result<R, &'static str>,
    fused: Result<R, &'static str>,
) {
    // Not written unless they differ: to write numbers takes an interpreter longer than the loops.
    assert!(
        plain == fused,
        "{what}: {plain:?} is plain, {fused:?} fused"
    );
    drop((plain, fused));
    assert_eq!(live(), live_before, "{what}");
}

/// States that both forms of a call agree, and that each value is dropped once.
macro_rules! agrees {
    ($call:expr) => {
        let before = interpreted::counted::live();
        let plain = {
            use interpreted::plain::*;
            $crate::common::outcome(|| $call)
        };
        let fused = {
            use interpreted::fused::*;
            $crate::common::outcome(|| $call)
        };
        $crate::common::agreed(stringify!($call), before, plain, fused);
    };
}
pub(crate) use agrees;
