//! The erasure law on extrema of what filters keep.

use crate::common::{law, outcome};
use std::cell::Cell;

/// A request, of the one form or the other.
macro_rules! request {
    ($filters:ident, $x:ident) => {
        $filters::extrema::Request {
            status: ($x & 1023) as u16,
            bytes: *$x as u64,
            micros: $x.unsigned_abs(),
            retries: ($x >> 3) as i8,
        }
    };
}

#[test]
fn of_columns() {
    law!(integers, extremes: |xs| {
        [1, 2, 7].map(|step| {
            let valid = (0..xs.len()).map(|at| at % step == 1).collect::<Vec<_>>();
            let short = &valid[..valid.len() / 2];
            (filters::extrema::of_a_mask(xs, &valid), filters::extrema::of_a_mask(xs, short))
        })
    });
    law!(integers, extremes: |xs| {
        let behind = &xs[xs.len() / 3..];
        [xs, behind, &[][..]].map(|ys| outcome(|| filters::extrema::that_may_fail(xs, ys)))
    });
    law!(integers, extremes: |xs| {
        let bytes = xs.iter().map(|x| *x as u8).collect::<Vec<_>>();
        outcome(|| filters::extrema::added_and_multiplied(xs, &bytes))
    });
}

#[test]
fn of_fields() {
    law!(integers, extremes: |xs| {
        let requests = xs.iter().map(|x| request!(filters, x));
        let requests = requests.collect::<Vec<_>>();
        [0, 300, 2000].map(|at| {
            let divided = filters::extrema::divided(&requests, at);
            (filters::extrema::of_fields(&requests, at), divided)
        })
    });
    law!(integers, extremes: |xs| {
        let words = xs.iter().map(i64::to_string).collect::<Vec<_>>();
        let (longer, letters, signed) = filters::extrema::divided_and_kept(&words, 2);
        (longer.into_iter().cloned().collect::<Vec<_>>(), letters, signed)
    });
}

#[test]
fn behind_two_filters() {
    law!(integers, extremes: |xs| {
        let requests = xs.iter().map(|x| request!(filters, x));
        let readings = xs.iter().map(|x| filters::counted_below::Reading {
            ok: x & 1 == 0,
            kind: (x & 7) as u8,
            value: if x % 5 == 0 { f32::NAN } else { (*x % 9) as f32 },
            weight: *x as f64,
        });
        let (requests, readings) = (requests.collect::<Vec<_>>(), readings.collect::<Vec<_>>());
        let bytes = xs.iter().skip(1).map(|x| *x as u8).collect::<Vec<_>>();
        [0, 300, 2000].map(|at| {
            let made = filters::extrema::behind_what_is_made(&readings, &bytes, at as u8);
            (filters::extrema::behind_two(&requests, &readings, at), made)
        })
    });
    law!(integers, extremes: |xs| {
        let times = Cell::new(0);
        let held = xs.iter().map(|x| filters::extrema::Held {
            kind: (x & 3) as u8,
            of: filters::extrema::Asked(&times, *x as u8),
        });
        let found = filters::extrema::behind_two_that_tell(&held.collect::<Vec<_>>(), 99);
        (found, times.get())
    });
}
