//! Values that log when they are made, cloned and dropped, and the log they share with effects.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::image::{Image, Same};

/// What happened in one call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    next: u64,
    effects: i64,
    live: BTreeSet<u64>,
    /// Drops and effects, in order.
    events: Image,
    made: Vec<i64>,
    cloned: Vec<i64>,
    dropped_twice: Vec<i64>,
}

thread_local! {
    static LOG: RefCell<Log> = RefCell::default();
}

impl Log {
    /// Begins an empty log.
    pub fn start() {
        LOG.with_borrow_mut(|log| *log = Self::default());
    }

    /// Ends the log and gives it.
    ///
    /// Workers count as pure, and which of two is called first is not promised: what was made and
    /// cloned is sorted.
    #[must_use]
    pub fn finish() -> Self {
        let mut log = LOG.with_borrow_mut(std::mem::take);
        log.made.sort_unstable();
        log.cloned.sort_unstable();
        log
    }

    /// Drops and effects, in order.
    #[must_use]
    pub fn events(&self) -> &Image {
        &self.events
    }

    /// How many effects there were.
    #[must_use]
    pub fn effects(&self) -> i64 {
        self.effects
    }

    /// Labels of what was made, sorted.
    #[must_use]
    pub fn made(&self) -> &[i64] {
        &self.made
    }

    /// Labels of what was cloned, sorted.
    #[must_use]
    pub fn cloned(&self) -> &[i64] {
        &self.cloned
    }

    /// How many values are still alive.
    #[must_use]
    pub fn live(&self) -> usize {
        self.live.len()
    }

    /// Labels of what was dropped more than once.
    #[must_use]
    pub fn dropped_twice(&self) -> &[i64] {
        &self.dropped_twice
    }

    fn enter(&mut self, label: i64) -> Tracked {
        let instance = self.next;
        self.next += 1;
        self.live.insert(instance);
        Tracked { label, instance }
    }
}

/// Logs an effect that shows one value.
pub(crate) fn log_effect(label: u32, value: &Image) {
    LOG.with_borrow_mut(|log| {
        log.effects += 1;
        log.events.named("effect", 2);
        label.image(&mut log.events);
        log.events.append(value);
    });
}

/// How many effects there were in this call.
pub(crate) fn effects() -> i64 {
    LOG.with_borrow(|log| log.effects)
}

/// A value that is neither `Copy` nor visibly plain, and whose life is logged.
///
/// It is compared by its label, of which two values may have the same one.
#[derive(Debug)]
pub struct Tracked {
    label: i64,
    instance: u64,
}

impl Tracked {
    /// A value with a label.
    #[must_use]
    pub fn new(label: i64) -> Self {
        LOG.with_borrow_mut(|log| {
            log.made.push(label);
            log.enter(label)
        })
    }

    /// What tells it from others.
    #[must_use]
    pub fn label(&self) -> i64 {
        self.label
    }

    /// Another value; its label is that of `self` with a 1 behind it.
    #[must_use]
    pub fn twin(&self) -> Self {
        Self::new(self.label.wrapping_mul(10).wrapping_add(1))
    }

    /// Another value; its label is that of `self` with a 2 behind it.
    ///
    /// # Panics
    /// When the label of `self` is `bad`.
    #[must_use]
    pub fn twin_unless(&self, bad: i64) -> Self {
        assert_ne!(self.label, bad, "the worker panics half-way");
        Self::new(self.label.wrapping_mul(10).wrapping_add(2))
    }

    /// The label; the value is dropped.
    #[must_use]
    pub fn into_label(self) -> i64 {
        self.label
    }
}

impl Clone for Tracked {
    fn clone(&self) -> Self {
        LOG.with_borrow_mut(|log| {
            log.cloned.push(self.label);
            log.enter(self.label)
        })
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        LOG.with_borrow_mut(|log| {
            log.events.named("drop", 1);
            self.label.image(&mut log.events);
            if !log.live.remove(&self.instance) {
                log.dropped_twice.push(self.label);
            }
        });
    }
}

impl Same for Tracked {
    fn image(&self, image: &mut Image) {
        image.named("Tracked", 1);
        self.label.image(image);
    }
}

impl PartialEq for Tracked {
    fn eq(&self, other: &Self) -> bool {
        self.label == other.label
    }
}

impl Eq for Tracked {}

impl PartialOrd for Tracked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Tracked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.label.cmp(&other.label)
    }
}

impl std::hash::Hash for Tracked {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.label.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_drops_and_effects_is_logged() {
        let log = |swapped: bool| {
            Log::start();
            let a = Tracked::new(1);
            let b = a.clone();
            if swapped {
                drop(a);
                crate::opaque::effect(7, 2.5);
            } else {
                crate::opaque::effect(7, 2.5);
                drop(a);
            }
            drop(b.twin());
            drop(b);
            Log::finish()
        };
        assert_eq!(
            log(false).events().shown(1000),
            "effect(7, 2.5) drop(1) drop(11) drop(1)"
        );
        assert_ne!(log(true).events(), log(false).events());
        assert_eq!(log(true), log(true));
        assert_eq!(
            (log(true).made(), log(true).cloned()),
            (&[1, 11][..], &[1][..])
        );
        assert_eq!((log(true).live(), log(true).dropped_twice().len()), (0, 0));
    }

    #[test]
    fn leaks_and_double_drops_are_logged() {
        Log::start();
        std::mem::forget(Tracked::new(1));
        let twice = Tracked::new(2);
        drop(Tracked {
            label: 2,
            instance: twice.instance,
        });
        drop(twice);
        let log = Log::finish();
        assert_eq!((log.live(), log.dropped_twice()), (1, &[2][..]));
    }
}
