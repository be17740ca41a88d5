//! Comparing a plain function with its fused twin: to the bit, panics included.

#![allow(
    unreachable_pub,
    dead_code,
    unused_macros,
    unused_imports,
    reason = "no test file uses every helper"
)]

use std::cell::Cell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Once;
use std::task::{Context, Poll, Waker};

pub mod inputs;
pub mod probe;
pub mod realistic;
pub mod same;
#[cfg(feature = "parallel")]
pub mod threads;
pub mod tracked;

pub use same::Same;

/// Empty, one element, small and odd, around the block of 1,024, several blocks and a rest.
pub const SIZES: [usize; 10] = [0, 1, 2, 3, 7, 1023, 1024, 1025, 2049, 20_011];

/// That a call panicked. Which of two panics comes first is not promised, so there is no message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Panicked;

thread_local! {
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
    static TOLD: Cell<String> = const { Cell::new(String::new()) };
}

/// What `call` returns, or that it panics, without the noise on standard error.
pub fn outcome<R>(call: impl FnOnce() -> R) -> Result<R, Panicked> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if EXPECTED.get() {
                TOLD.set(info.to_string());
            } else {
                previous(info);
            }
        }));
    });
    let before = EXPECTED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    EXPECTED.set(before);
    result.map_err(|_| Panicked)
}

/// The same with what a panic says, and where: for calls that only one panic may end.
pub fn told<R>(call: impl FnOnce() -> R) -> Result<R, String> {
    outcome(call).map_err(|Panicked| TOLD.take())
}

/// What a future gives that waits for nothing.
///
/// # Panics
/// When it waits.
pub fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits for something"),
    }
}

/// Asserts that two values agree in every bit.
///
/// # Panics
/// When they do not; the message shows the first kilobyte of both.
pub fn assert_same<R: Same + Debug>(what: &str, input: impl Debug, plain: &R, fused: &R) {
    assert!(
        plain.same(fused),
        "{what} differs on input {input:?}\n plain: {}\n fused: {}",
        shortened(plain),
        shortened(fused),
    );
}

fn shortened(value: &impl Debug) -> String {
    let mut text = format!("{value:?}");
    if let Some((end, _)) = text.char_indices().nth(1000) {
        text.truncate(end);
        text.push_str(" ..");
    }
    text
}

/// Compares two forms of one function on every input.
///
/// # Panics
/// When one panics and the other does not, or when the results differ.
pub fn compare<I: ?Sized, R: Same + Debug>(
    what: &str,
    inputs: &[Box<I>],
    plain: impl Fn(&I) -> R,
    fused: impl Fn(&I) -> R,
) {
    // Compiled once for each type of results, not for each call.
    compare_calls(what, inputs, &plain, &fused);
}

fn compare_calls<I: ?Sized, R: Same + Debug>(
    what: &str,
    inputs: &[Box<I>],
    plain: &dyn Fn(&I) -> R,
    fused: &dyn Fn(&I) -> R,
) {
    assert!(!inputs.is_empty(), "{what} was given nothing to compare on");
    for (index, input) in inputs.iter().enumerate() {
        let want = outcome(|| plain(input));
        let got = outcome(|| fused(input));
        assert_same(what, index, &want, &got);
    }
}

/// States the erasure law for one call, of which `plain::` and `fused::` hold the two forms:
/// `law!(inputs: |xs| theme::file::function(xs))`.
macro_rules! law {
    ($($inputs:ident),+: |$x:ident| $call:expr) => {$({
        use $crate::common::{compare, inputs};
        compare(
            stringify!($inputs => $call),
            &inputs::$inputs(),
            { use $crate::plain::*; |$x| $call },
            { use $crate::fused::*; |$x| $call },
        );
    })+};
}
pub(crate) use law;
