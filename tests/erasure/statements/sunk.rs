//! The erasure law on statements that write one value between loops.

use crate::common::{law, outcome};
use std::cell::RefCell;

#[test]
fn sunk() {
    law!(floats, specials: |xs| {
        let mut out = vec![1.0];
        (statements::sunk::between(xs, &mut out), out)
    });
    for w in [0, 1, 3, 16] {
        law!(floats, specials: |xs| statements::sunk::rows(xs, w));
    }
    law!(floats, specials: |xs| [0, 3].map(|at| statements::sunk::under_a_condition(xs, at)));
    law!(integers, extremes: |xs| {
        [-7, 0, 1, 40].map(|by| {
            outcome(|| statements::sunk::under_a_condition_that_may_fail(xs, by))
        })
    });
    law!(integers: |xs| {
        let xs = xs.iter().map(|x| *x as f32).collect::<Vec<_>>();
        let mut out = Vec::new();
        (statements::sunk::decides_a_type(&xs, &mut out), out)
    });
}

#[test]
fn in_their_places() {
    law!(integers: |xs| {
        let (mut xs, mut sums) = (xs.to_vec(), vec![4]);
        (statements::sunk::not_past_each_other(&mut xs, &mut sums), xs, sums)
    });
    law!(integers: |xs| {
        let mut seen = Vec::new();
        (statements::sunk::left(xs, &mut seen), seen)
    });
    for at in [0, 2, 3] {
        law!(integers: |xs| {
            let log = RefCell::new(Vec::new());
            let call = std::panic::AssertUnwindSafe(|| statements::sunk::out_of_range(xs, at, &log));
            let result = std::panic::catch_unwind(call).ok();
            (result, log.into_inner())
        });
    }
    law!(integers: |xs| {
        let log = RefCell::new(Vec::new());
        (statements::sunk::called_in_turn(xs, &log), log.into_inner())
    });
    law!(integers: |xs| {
        let mut words = Vec::new();
        (statements::sunk::moved(xs, &mut words), words)
    });
    law!(integers: |xs| statements::sunk::borrowed(xs, xs.to_vec()));
    law!(integers: |xs| {
        let mut words = Vec::new();
        let found = statements::sunk::asked_before_it_is_moved(xs, format!("{xs:?}"), &mut words);
        (found, words)
    });
    for at in [1, 2] {
        law!(integers: |xs| {
            let log = RefCell::new(Vec::new());
            let call = std::panic::AssertUnwindSafe(|| {
                statements::sunk::loud_behind_a_panic(xs, at, &statements::sunk::Loud(&log, 3))
            });
            let result = std::panic::catch_unwind(call).ok();
            (result, log.into_inner())
        });
    }
    law!(integers: |xs| {
        let row = xs.iter().map(|x| *x as f32).collect::<Vec<_>>();
        statements::sunk::typed_between(&row, xs)
    });
    law!(integers: |xs| {
        let log = RefCell::new(Vec::new());
        let other = |x| {
            log.borrow_mut().push(x);
            x ^ 7
        };
        let found = statements::sunk::called_by_other_names(xs, &log, &other);
        (found, log.into_inner())
    });
    law!(integers: |xs| statements::sunk::made_before_it_is_read(xs));
    law!(integers: |xs| statements::sunk::made_before_it_is_read(&[&[5, 1, 0], xs].concat()));
}

#[test]
fn raised() {
    law!(floats, specials: |xs| {
        let mut bounds = statements::sunk::Bounds { low: 3.0, high: 4.0, turns: 5 };
        bounds.raised(xs);
        (bounds.low, bounds.high, bounds.turns)
    });
    law!(integers, extremes: |xs| {
        [-7, 0, 1, 40].map(|by| {
            let mut total = 11;
            let found = outcome(|| statements::sunk::raised_around_a_panic(xs, &mut total, by));
            (found, total)
        })
    });
    law!(integers, extremes: |xs| {
        [-7, 0, 1, 40].map(|by| {
            let mut total = 11;
            let found = outcome(|| statements::sunk::raised_above_a_way_out(xs, &mut total, by));
            (found, total)
        })
    });
}
