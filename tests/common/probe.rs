//! Tells a plain function from a fused one.

use std::cell::RefCell;

thread_local! {
    static CALLS: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
}

/// An element whose method remembers the pass that called it.
pub struct Probe;

impl Probe {
    /// Remembers `pass`, and returns it.
    pub fn weight(&self, pass: i64) -> i64 {
        CALLS.with_borrow_mut(|calls| calls.push(pass));
        pass
    }
}

/// The passes in the order in which `two_passes` made its calls over three elements.
pub fn calls(two_passes: impl FnOnce(&[Probe]) -> (i64, i64)) -> Vec<i64> {
    assert_eq!(two_passes(&[Probe, Probe, Probe]), (3, 6));
    CALLS.take()
}
