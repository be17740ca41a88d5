//! Raw pointers: what a filter has dropped, or a guard kept out, is never read.

#![allow(
    clippy::all,
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    reason = "what users write"
)]
use super::fuse;

#[fuse]
pub fn read_twice(ps: &[*const f64]) -> (Vec<f64>, Vec<f64>) {
    unsafe {
        let read: Vec<f64> = ps
            .iter()
            .copied()
            .filter(|p| !p.is_null())
            .map(|p| *p)
            .collect();
        let more: Vec<f64> = ps
            .iter()
            .copied()
            .filter(|p| !p.is_null())
            .map(|p| *p + 1.0)
            .collect();
        (read, more)
    }
}

#[fuse]
pub fn read_within(ps: &[*const f64]) -> (f64, f64, usize) {
    let sum: f64 = ps
        .iter()
        .filter(|p| !p.is_null())
        .map(|p| unsafe { **p })
        .sum();
    let squares: f64 = ps
        .iter()
        .filter(|p| !p.is_null())
        .map(|p| unsafe { **p * **p })
        .sum();
    let none = ps.iter().filter(|p| p.is_null()).count();
    (sum, squares, none)
}

/// # Safety
/// What is not null points to a number.
#[fuse]
pub unsafe fn kept(ps: &[*const f64]) -> (Vec<*const f64>, usize) {
    let kept: Vec<*const f64> = ps
        .iter()
        .copied()
        .filter(|p| !p.is_null() && **p > 0.0)
        .collect();
    let none = ps.iter().filter(|p| p.is_null()).count();
    (kept, none)
}

#[derive(Clone, Copy)]
pub struct Slot {
    pub live: bool,
    pub at: *const f32,
}

/// # Safety
/// What is live points to a number.
#[fuse]
pub unsafe fn live_sums(slots: &[Slot]) -> (f32, f32, usize) {
    let high: f32 = slots
        .iter()
        .filter(|s| s.live && *s.at > 0.5)
        .map(|s| *s.at)
        .sum();
    let low: f32 = slots
        .iter()
        .filter(|s| s.live && *s.at <= 0.5)
        .map(|s| *s.at)
        .sum();
    (high, low, slots.iter().filter(|s| s.live).count())
}

#[fuse]
pub fn written(ps: &[*mut i64]) -> (usize, i64) {
    unsafe {
        for p in ps {
            if !p.is_null() {
                **p += 1;
            }
        }
        let sum = ps.iter().filter(|p| !p.is_null()).map(|p| **p).sum();
        (ps.iter().filter(|p| p.is_null()).count(), sum)
    }
}

#[fuse]
pub fn unchecked(xs: &[i64], places: &[usize]) -> (i64, usize) {
    let length = xs.len();
    unsafe {
        let sum = places
            .iter()
            .filter(|i| **i < length)
            .map(|i| *xs.get_unchecked(*i))
            .sum();
        let odd = places
            .iter()
            .filter(|i| **i < length && *xs.get_unchecked(**i) & 1 == 1)
            .count();
        (sum, odd)
    }
}
