//! Elements that hold a lock until they are dropped.

use super::fuse;
use std::sync::{Mutex, MutexGuard};

/// Takes a free lock, under a name that says nothing of an effect.
///
/// # Panics
/// When the lock is held: a fusion that took it twice would block for ever otherwise.
pub fn hold(lock: &Mutex<i64>) -> MutexGuard<'_, i64> {
    lock.try_lock().expect("the lock is free")
}

/// How many of the locks nobody holds now.
pub fn free(locks: &[Mutex<i64>]) -> usize {
    locks.iter().filter(|lock| lock.try_lock().is_ok()).count()
}

/// The guards are held to the end of the function, although only their sum is used.
#[fuse]
pub fn held_to_the_end(locks: &[Mutex<i64>]) -> (i64, usize) {
    let guards: Vec<MutexGuard<'_, i64>> = locks.iter().map(|lock| hold(lock)).collect();
    let sum: i64 = guards.iter().map(|guard| **guard).sum();
    let during = free(locks);
    (sum, during)
}

/// `lock` is on the list of effects: the statement stays as written.
#[fuse]
pub fn locked_by_std(locks: &[Mutex<i64>]) -> (i64, usize) {
    let guards: Vec<MutexGuard<'_, i64>> = locks.iter().map(|lock| lock.lock().unwrap()).collect();
    let sum: i64 = guards.iter().map(|guard| **guard).sum();
    let during = free(locks);
    (sum, during)
}

#[fuse]
pub fn given_back_by_name(locks: &[Mutex<i64>]) -> (i64, usize, usize) {
    let guards: Vec<MutexGuard<'_, i64>> = locks.iter().map(|lock| hold(lock)).collect();
    let sum: i64 = guards.iter().map(|guard| **guard).sum();
    let during = free(locks);
    drop(guards);
    let after = free(locks);
    (sum, during, after)
}

#[fuse]
pub fn given_back_by_block(locks: &[Mutex<i64>]) -> (usize, i64, usize) {
    let (during, sum) = {
        let guards: Vec<MutexGuard<'_, i64>> = locks.iter().map(|lock| hold(lock)).collect();
        let sum: i64 = guards.iter().map(|guard| **guard).sum();
        (free(locks), sum)
    };
    let after = free(locks);
    (during, sum, after)
}

/// What was shadowed is held still.
#[fuse]
pub fn shadowed(locks: &[Mutex<i64>]) -> (Vec<i64>, usize) {
    let values: Vec<MutexGuard<'_, i64>> = locks.iter().map(|lock| hold(lock)).collect();
    let values: Vec<i64> = values.iter().map(|guard| **guard * 2).collect();
    let during = free(locks);
    (values, during)
}

/// Only every second lock is held; the guards are consumed one by one.
#[fuse]
pub fn consumed(locks: &[Mutex<i64>]) -> (usize, i64, usize) {
    let guards: Vec<MutexGuard<'_, i64>> = locks
        .iter()
        .enumerate()
        .filter(|(i, _)| i % 2 == 0)
        .map(|(_, lock)| hold(lock))
        .collect();
    let during = free(locks);
    let sum: i64 = guards.into_iter().map(|guard| *guard).sum();
    let after = free(locks);
    (during, sum, after)
}

/// A guard lives for one call of the worker.
#[fuse]
pub fn one_at_a_time(locks: &[Mutex<i64>]) -> (i64, i64, usize) {
    let sum: i64 = locks.iter().map(|lock| *hold(lock)).sum();
    let greatest: i64 = locks.iter().map(|lock| *hold(lock)).max().unwrap_or(0);
    let after = free(locks);
    (sum, greatest, after)
}

/// The guards come out.
#[fuse]
pub fn returned(locks: &[Mutex<i64>]) -> (Vec<MutexGuard<'_, i64>>, i64) {
    let guards: Vec<MutexGuard<'_, i64>> = locks.iter().map(|lock| hold(lock)).collect();
    let sum: i64 = guards.iter().map(|guard| **guard).sum();
    (guards, sum)
}
