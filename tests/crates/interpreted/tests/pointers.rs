//! Functions with raw pointers. One that is read behind the guard's back ends the process: a test target of its own.
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the tables hold pointers to what lives on, and null"
)]

mod common;

use common::{LENGTHS, agrees, floats, integers};

#[test]
fn what_a_guard_keeps_out_is_not_read() {
    for &length in LENGTHS {
        let xs = floats(length);
        let ps: Vec<*const f64> = xs
            .iter()
            .enumerate()
            .map(|(i, x)| {
                if i % 3 == 0 {
                    std::ptr::null()
                } else {
                    &raw const *x
                }
            })
            .collect();
        agrees!(pointers::read_twice(&ps));
        agrees!(pointers::read_within(&ps));
        agrees!(unsafe { pointers::kept(&ps) });
    }
}

#[test]
fn what_is_dead_is_not_read() {
    for &length in LENGTHS {
        let xs: Vec<f32> = floats(length).iter().map(|x| *x as f32).collect();
        agrees!({
            let slot = |(i, x): (usize, &f32)| pointers::Slot {
                live: i % 2 == 0,
                at: if i % 2 == 0 {
                    &raw const *x
                } else {
                    std::ptr::dangling()
                },
            };
            let slots: Vec<pointers::Slot> = xs.iter().enumerate().map(slot).collect();
            unsafe { pointers::live_sums(&slots) }
        });
    }
}

#[test]
fn what_is_written_through_a_pointer_is_read_through_it() {
    for &length in LENGTHS {
        agrees!({
            let mut xs = integers(length);
            let ps: Vec<*mut i64> = xs
                .iter_mut()
                .map(|x| {
                    if *x % 3 == 0 {
                        std::ptr::null_mut()
                    } else {
                        &raw mut *x
                    }
                })
                .collect();
            let said = pointers::written(&ps);
            (said, xs)
        });
    }
}

#[test]
fn what_is_outside_is_not_read() {
    for &length in LENGTHS {
        let xs = integers(length);
        let places: Vec<usize> = (0..length).map(|i| i * 7 % (2 * length + 1)).collect();
        agrees!(pointers::unchecked(&xs, &places));
    }
}
