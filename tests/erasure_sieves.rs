//! The erasure law on filters that store block by block.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(sieves);

use common::law;
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
fn floats_are_kept_and_read_again() {
    for limit in [-2.0, -0.9, 0.0, 0.9, f64::INFINITY] {
        law!(floats, specials: |xs| sieves::kept_and_summed(xs, limit));
    }
    law!(floats, specials: |xs| sieves::buckets(xs));
    law!(floats, specials: |xs| sieves::mapped(xs));
    law!(floats, specials: |xs| sieves::beside_a_sum(xs));
    law!(floats, specials: |xs| sieves::generic(xs, 0.25));
    law!(floats, specials: |xs| ready(sieves::suspended(xs.to_vec())));
}

#[test]
fn integers_are_kept_and_read_again() {
    law!(integers, extremes: |xs| sieves::stored_twice(xs));
    law!(integers, extremes: |xs| sieves::beside(xs));
    law!(integers, extremes: |xs| sieves::called(xs, 2));
    law!(integers, extremes: |xs| {
        sieves::of_an_array(std::array::from_fn(|i| xs.get(i).map_or(7, |x| *x as u8)))
    });
}

#[test]
fn tests_that_may_fail_leave_bits() {
    for (at, border) in [(0, 1_000), (5, i64::MAX), (-3, 0), (i64::MIN, 9)] {
        law!(integers, extremes: |xs| {
            let pairs: Vec<(i64, i64)> = xs.iter().map(|x| (x % 9, *x)).collect();
            sieves::near_a_border(&pairs, at, border)
        });
        law!(integers, extremes: |xs| {
            let pairs: Vec<(i64, i64)> = xs.iter().map(|x| (x % 5, x % 3)).collect();
            let (kept, others, sum) = sieves::divisors(&pairs, at);
            (kept.into_iter().copied().collect::<Vec<_>>(), others, sum)
        });
    }
}

#[test]
fn structs_are_kept() {
    law!(floats, specials: |xs| {
        let pairs = xs.chunks_exact(2);
        let points: Vec<sieves::Point> = pairs.map(|pair| sieves::Point { x: pair[0], y: pair[1] }).collect();
        let (right, heights, doubled) = sieves::points(&points, 0.5);
        let right: Vec<(f64, f64)> = right.iter().map(|p| (p.x, p.y)).collect();
        (right, heights, doubled)
    });
}

#[test]
fn what_owns_or_is_borrowed() {
    law!(words: |xs| {
        let (long, short) = sieves::borrowed(xs);
        (long.len(), short.iter().map(|word| word.to_string()).collect::<Vec<_>>())
    });
    law!(words: |xs| sieves::cloned(xs));
}

#[test]
fn what_is_made_is_made_of_what_is_kept() {
    law!(floats, specials: |xs| {
        let clones = std::cell::Cell::new(0);
        let counted: Vec<sieves::Counted> =
            xs.iter().map(|x| sieves::Counted { number: *x, clones: &clones }).collect();
        let (kept, sum) = sieves::cloned_beside_a_sum(&counted, 0.25);
        let kept: Vec<f64> = kept.iter().map(|x| x.number).collect();
        (kept, sum, clones.get())
    });
    for limit in [-0.9, 0.25, 0.9] {
        law!(floats, specials: |xs| {
            let entry = |x: &f64| sieves::Entry { name: x.to_string(), weight: *x };
            let entries: Vec<sieves::Entry> = xs.iter().map(entry).collect();
            let (light, heavy, sum) = sieves::made(&entries, limit);
            let heavy: Vec<f64> = heavy.iter().map(|e| e.weight).collect();
            (light, heavy, sum)
        });
    }
}
