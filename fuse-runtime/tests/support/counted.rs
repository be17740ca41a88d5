//! Values that count how often each of them was dropped, on whichever thread.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How often each value was made and dropped, by name.
pub(crate) struct Counts {
    made: Vec<AtomicUsize>,
    dropped: Vec<AtomicUsize>,
}

impl Counts {
    pub(crate) fn new(names: usize) -> Self {
        let zeros = || (0..names).map(|_| AtomicUsize::new(0)).collect();
        Counts {
            made: zeros(),
            dropped: zeros(),
        }
    }

    pub(crate) fn make(&self, name: usize) -> Counted<'_> {
        self.made[name].fetch_add(1, Ordering::Relaxed);
        Counted { counts: self, name }
    }

    /// How many values there are that were made and not dropped.
    pub(crate) fn alive(&self) -> usize {
        let sum = |counts: &[AtomicUsize]| counts.iter().map(|n| n.load(Ordering::Relaxed)).sum();
        let (made, dropped): (usize, usize) = (sum(&self.made), sum(&self.dropped));
        made - dropped
    }

    /// Asserts that every value that was made was dropped, once.
    pub(crate) fn settled(&self, what: &str) {
        for (name, (made, dropped)) in self.made.iter().zip(&self.dropped).enumerate() {
            let (made, dropped) = (
                made.load(Ordering::Relaxed),
                dropped.load(Ordering::Relaxed),
            );
            assert_eq!(
                made, dropped,
                "{what}: {name} was made and dropped so often"
            );
        }
    }
}

/// A value that counts its drop. It owns nothing, so that a second drop shows in the count and not as a crash.
pub(crate) struct Counted<'counts> {
    counts: &'counts Counts,
    pub(crate) name: usize,
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.counts.dropped[self.name].fetch_add(1, Ordering::Relaxed);
    }
}
