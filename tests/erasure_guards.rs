//! The erasure law on arrays of lock guards: held as long as in the program as written.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

use std::sync::{Mutex, MutexGuard};

common::twice!(guards);

/// Takes a free lock, under a name that says nothing of an effect.
///
/// # Panics
/// When the lock is held: a fusion that took it twice would block for ever otherwise.
pub(crate) fn hold(lock: &Mutex<i64>) -> MutexGuard<'_, i64> {
    lock.try_lock().expect("the lock is free")
}

/// How many of the locks nobody holds now.
pub(crate) fn free(locks: &[Mutex<i64>]) -> usize {
    locks.iter().filter(|lock| lock.try_lock().is_ok()).count()
}

/// The law for one function of a slice of locks; in the end all of them must be free.
macro_rules! guards {
    (|$locks:ident| $call:expr) => {
        for n in common::SIZES {
            let locks = || -> Vec<Mutex<i64>> { (1..=n as i64).map(Mutex::new).collect() };
            let run = |form: &dyn Fn(&[Mutex<i64>]) -> _| {
                let $locks = locks();
                let result = form(&$locks);
                assert_eq!(free(&$locks), n, "a guard outlives the call");
                result
            };
            let want = {
                use plain::*;
                run(&|$locks| $call)
            };
            let got = {
                use fused::*;
                run(&|$locks| $call)
            };
            common::assert_same(stringify!($call), n, &want, &got);
        }
    };
}

#[test]
fn held_as_long_as_written() {
    guards!(|locks| guards::held_to_the_end(locks));
    guards!(|locks| guards::locked_by_std(locks));
    guards!(|locks| guards::given_back_by_name(locks));
    guards!(|locks| guards::given_back_by_block(locks));
    guards!(|locks| guards::shadowed(locks));
    guards!(|locks| guards::consumed(locks));
    guards!(|locks| guards::one_at_a_time(locks));
    guards!(|locks| {
        let (guards, sum) = guards::returned(locks);
        (guards.len(), sum, free(locks))
    });
}

#[test]
fn no_lock_is_free_while_the_guards_are_in_scope() {
    let locks: Vec<Mutex<i64>> = (0..5).map(Mutex::new).collect();
    assert_eq!(fused::guards::held_to_the_end(&locks), (10, 0));
    assert_eq!(fused::guards::given_back_by_name(&locks), (10, 0, 5));
}
