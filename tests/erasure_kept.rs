//! The erasure law on single chains whose filter tests many elements at a time.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(kept);

use common::law;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return value;
        }
    }
}

#[test]
fn columns_of_a_struct() {
    law!(floats, specials: |xs| kept::Columns::of(xs, |discounts| discounts).revenue());
    law!(floats, specials: |xs| {
        let columns = kept::Columns::of(xs, VecDeque::from);
        [kept::of_a_ring(&columns), kept::beside_a_ring(&columns)]
    });
}

#[test]
fn slices_in_step() {
    for limit in [-2.0, -0.5, 0.0, 0.9, f64::NAN] {
        law!(floats, specials: |xs| {
            let ys: Vec<f64> = xs.iter().rev().copied().take(600).collect();
            [
                kept::copied(xs, limit),
                kept::flat(xs, &ys, limit),
                kept::numbered(xs, limit),
                kept::product(xs),
                kept::filtered_again(xs, &ys),
            ]
        });
        law!(floats, specials: |xs| kept::folded(xs, limit));
        law!(floats, specials: |xs| {
            kept::folded_in_step(xs, &xs[xs.len() / 3..], limit)
        });
    }
}

#[test]
fn tests_that_may_fail() {
    for by in [0, 5, i64::MIN] {
        law!(integers, extremes: |xs| kept::that_may_fail(xs, by));
        law!(integers, extremes: |xs| kept::that_may_fail_behind(xs, by));
    }
    law!(integers, extremes: |xs| kept::of_bytes(xs, 3));
}

#[test]
fn in_one_loop() {
    for limit in [-2.0, -0.5, 0.0, 0.9, f64::NAN] {
        law!(floats, specials: |xs| {
            let ys: Vec<f64> = xs.iter().rev().copied().collect();
            kept::side_by_side(xs, &ys, limit)
        });
        law!(floats, specials: |xs| kept::moments(xs, limit));
        law!(floats, specials: |xs| kept::beside_a_sum(xs, limit));
        law!(floats, specials: |xs| kept::scaled_first(xs, limit));
        law!(floats, specials: |xs| kept::Columns::of(xs, |_| ()).shares(limit));
        law!(floats, specials: |xs| {
            kept::shares_of_a_ring(&kept::Columns::of(xs, VecDeque::from), limit)
        });
        law!(floats, specials: |xs| ready(kept::suspended(xs.to_vec(), limit)));
        law!(floats, specials: |xs| {
            let weigh = |x: &f64| kept::Weighed { weight: *x, value: *x as f32 / 3.0 };
            kept::weighed(&xs.iter().map(weigh).collect::<Vec<_>>(), limit as f32)
        });
    }
}

#[test]
fn elements_that_are_far_apart() {
    law!(floats, specials: |xs| {
        let wide: Vec<kept::Wide> = xs.iter().map(|x| kept::Wide { a: *x, b: 1.5 - x, c: x / 2.0 }).collect();
        kept::of_wide(&wide)
    });
}
