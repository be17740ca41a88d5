//! Values that log when they are made, cloned and dropped.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;

use super::{Panicked, Same, outcome};

#[derive(Default)]
struct Log {
    next: u64,
    live: BTreeSet<u64>,
    made: Vec<i64>,
    cloned: Vec<i64>,
    /// Labels of what was dropped and of the marks between, in order.
    dropped: Vec<i64>,
    dropped_twice: Vec<i64>,
}

thread_local! {
    static LOG: RefCell<Log> = RefCell::default();
}

/// A value that is neither `Copy` nor visibly plain, and whose life is logged.
#[derive(Debug)]
pub struct Tracked {
    label: i64,
    instance: u64,
}

impl Tracked {
    /// A value with a label of its own.
    pub fn new(label: i64) -> Self {
        LOG.with_borrow_mut(|log| {
            log.made.push(label);
            Self::enter(log, label)
        })
    }

    fn enter(log: &mut Log, label: i64) -> Self {
        let instance = log.next;
        log.next += 1;
        log.live.insert(instance);
        Self { label, instance }
    }

    /// Values labelled from 1 to `n`.
    pub fn row(n: usize) -> Vec<Self> {
        (1..=n as i64).map(Self::new).collect()
    }

    /// What tells it from others.
    pub fn label(&self) -> i64 {
        self.label
    }

    /// Another value; its label is that of `self` with a 1 behind it.
    pub fn twin(&self) -> Self {
        Self::new(self.label * 10 + 1)
    }

    /// Another value; its label is that of `self` with a 2 behind it.
    ///
    /// # Panics
    /// When the label of `self` is `bad`.
    pub fn twin_unless(&self, bad: i64) -> Self {
        assert_ne!(self.label, bad, "the worker panics half-way");
        Self::new(self.label * 10 + 2)
    }

    /// The label; the value is dropped.
    pub fn into_label(self) -> i64 {
        self.label
    }
}

impl Clone for Tracked {
    fn clone(&self) -> Self {
        LOG.with_borrow_mut(|log| {
            log.cloned.push(self.label);
            Self::enter(log, self.label)
        })
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        LOG.with_borrow_mut(|log| {
            log.dropped.push(self.label);
            if !log.live.remove(&self.instance) {
                log.dropped_twice.push(self.label);
            }
        });
    }
}

impl Same for Tracked {
    fn same(&self, other: &Self) -> bool {
        self.label == other.label
    }
}

/// An effect outside workers: what was dropped before it and after it shows in the log.
pub fn mark(label: i64) {
    LOG.with_borrow_mut(|log| log.dropped.push(-label));
}

/// What is promised about the values of one call.
#[derive(Debug)]
pub struct Observed<R> {
    result: Result<R, Panicked>,
    dropped: Vec<i64>,
    made: Vec<i64>,
    cloned: Vec<i64>,
}

/// Runs `call` from an empty log and checks that each value was dropped exactly once.
pub fn observe<R>(what: &str, input: usize, call: impl FnOnce() -> R) -> Observed<R> {
    LOG.with_borrow_mut(|log| *log = Log::default());
    let result = outcome(call);
    let mut log = LOG.with_borrow_mut(std::mem::take);
    assert!(
        log.live.is_empty(),
        "{what} of {input} leaks {} values",
        log.live.len()
    );
    assert!(
        log.dropped_twice.is_empty(),
        "{what} of {input} drops {:?} twice",
        log.dropped_twice
    );
    // Workers count as pure: which of two is called first is not promised.
    log.made.sort_unstable();
    log.cloned.sort_unstable();
    Observed {
        result,
        dropped: log.dropped,
        made: log.made,
        cloned: log.cloned,
    }
}

/// Compares two forms of one function on rows of tracked values of every small size: the results,
/// what was made and cloned, and the order of drops; when it panics, that it panics and that each
/// value was dropped exactly once.
///
/// Whatever `plain` and `fused` return must hold no tracked value any more.
///
/// # Panics
/// When the two differ, when a value leaks, or when one is dropped twice.
pub fn compare_drops<R: Same + Debug>(
    what: &str,
    plain: impl Fn(Vec<Tracked>) -> R,
    fused: impl Fn(Vec<Tracked>) -> R,
) {
    for n in [0, 1, 2, 3, 7, 12, 40, 1023, 1024, 1025, 2500] {
        let want = observe(what, n, || plain(Tracked::row(n)));
        let got = observe(what, n, || fused(Tracked::row(n)));
        super::assert_same(what, n, &want.result, &got.result);
        if want.result.is_ok() {
            super::assert_same(
                &format!("order of drops in {what}"),
                n,
                &want.dropped,
                &got.dropped,
            );
            super::assert_same(
                &format!("values cloned in {what}"),
                n,
                &want.cloned,
                &got.cloned,
            );
            super::assert_same(&format!("values made in {what}"), n, &want.made, &got.made);
        }
    }
}

/// States the erasure law for a call on a `Vec<Tracked>`: `drops!(|xs| drops::function(&xs))`.
macro_rules! drops {
    (|$x:ident| $call:expr) => {{
        $crate::common::tracked::compare_drops(
            stringify!($call),
            {
                use $crate::plain::*;
                |$x| $call
            },
            {
                use $crate::fused::*;
                |$x| $call
            },
        );
    }};
}
pub(crate) use drops;
