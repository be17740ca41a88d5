//! Values that own memory and count how many of them live: a second drop, or none, is seen by every interpreter.

use std::cell::Cell;

thread_local! {
    static LIVE: Cell<i64> = const { Cell::new(0) };
}

/// How many live on this thread.
pub fn live() -> i64 {
    LIVE.get()
}

/// A number on the heap.
#[derive(Debug, PartialEq)]
pub struct Counted(Box<i64>);

impl Counted {
    /// # Panics
    /// If the number is 77.
    pub fn new(number: i64) -> Self {
        assert_ne!(number, 77, "a worker panics");
        LIVE.set(LIVE.get() + 1);
        Counted(Box::new(number))
    }

    pub fn number(&self) -> i64 {
        *self.0
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
    }
}

/// No bytes, and a destructor.
#[derive(Debug, PartialEq)]
pub struct Empty;

impl Empty {
    pub fn new() -> Self {
        LIVE.set(LIVE.get() + 1);
        Empty
    }
}

impl Default for Empty {
    fn default() -> Self {
        Empty::new()
    }
}

impl Drop for Empty {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
    }
}
