//! Values that count their drops.
#![allow(dead_code, reason = "each test file uses its own part of the support")]

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The names of the [`Tracked`] values dropped so far, in order.
#[derive(Default)]
pub(crate) struct Log(RefCell<Vec<usize>>);

impl Log {
    pub(crate) fn dropped(&self) -> Vec<usize> {
        self.0.borrow().clone()
    }

    pub(crate) fn tracked(&self, name: usize) -> Tracked<'_> {
        Tracked { log: self, name }
    }
}

/// A value whose drop is logged. It owns nothing, so that a double drop shows in the log and not as a crash.
pub(crate) struct Tracked<'log> {
    log: &'log Log,
    pub(crate) name: usize,
}

impl Drop for Tracked<'_> {
    fn drop(&mut self) {
        self.log.0.borrow_mut().push(self.name);
    }
}

/// Whether `action` panicked, and with it everything that was to be dropped was dropped.
pub(crate) fn panics(action: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(action)).is_err()
}
