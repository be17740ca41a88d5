//! How long each stage takes, for the bench of the compiler.
//!
//! In: the stages while they run. Out: their times, to whoever [`measured`] a call. Nothing is decided
//! by them, and where nobody measures no clock is read.

use std::cell::RefCell;
use std::time::{Duration, Instant};

thread_local! {
    static TIMES: RefCell<Option<Vec<(&'static str, Duration)>>> = const { RefCell::new(None) };
}

/// What a call gives, and the time of each stage in it, summed over blocks, in the order in which they
/// first ran.
pub fn measured<T>(call: impl FnOnce() -> T) -> (T, Vec<(&'static str, Duration)>) {
    TIMES.set(Some(Vec::new()));
    let result = call();
    (result, TIMES.take().unwrap_or_default())
}

/// Runs a stage. Stages are not nested.
pub(crate) fn stage<T>(name: &'static str, run: impl FnOnce() -> T) -> T {
    if TIMES.with_borrow(Option::is_none) {
        return run();
    }
    let start = Instant::now();
    let result = run();
    let time = start.elapsed();
    TIMES.with_borrow_mut(|times| {
        if let Some(times) = times {
            match times.iter_mut().find(|(other, _)| *other == name) {
                Some((_, sum)) => *sum += time,
                None => times.push((name, time)),
            }
        }
    });
    result
}

#[cfg(test)]
mod tests {
    use super::{measured, stage};

    #[test]
    fn stages_are_summed_in_the_order_in_which_they_first_ran() {
        let run = || ["first", "second", "first"].map(|name| stage(name, || 1));
        let (results, times) = measured(run);
        assert_eq!(results, [1, 1, 1]);
        let names: Vec<&str> = times.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["first", "second"]);
        assert_eq!(measured(|| ()).1, []);
    }
}
