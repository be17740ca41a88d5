//! The erasure law on loops that may end before their iterator does, on `while` and on `loop`, that push what others read.

use crate::common::tracked::drops;
use crate::common::{law, outcome};
use std::collections::VecDeque;

#[test]
fn ended_by_what_they_find() {
    for most in [-1.0, 0.0, 10.0, 1e9] {
        law!(floats, specials: |xs| for_loops::ended::until(xs, most));
    }
    law!(floats: |xs| for_loops::ended::by_what_was_pushed(xs.len(), 1.5));
    law!(integers, extremes: |xs| for_loops::ended::asked(xs));
    law!(integers: |xs| {
        let rows = xs.chunks(3).collect::<Vec<_>>();
        [-100, -1, 0, 2].map(|least| for_loops::ended::labelled(&rows, least))
    });
}

#[test]
fn turns_without_number() {
    law!(integers: |xs| {
        let n = xs.len() as u32;
        (for_loops::ended::halved(n, 27), for_loops::ended::halved(n * 1000, u64::from(n)))
    });
    law!(integers, extremes: |xs| {
        let (mut queue, mut told) = (xs.iter().copied().collect::<VecDeque<_>>(), Vec::new());
        let found = for_loops::ended::told(&mut queue, &mut told);
        (found, queue.into_iter().collect::<Vec<_>>(), told)
    });
}

#[test]
fn panics_and_drops() {
    law!(integers, extremes: |xs| {
        let small = xs.iter().map(|x| (x % (1 << 31)) as i32).collect::<Vec<_>>();
        [0, xs.len() / 2, xs.len(), xs.len() + 1].map(|n| outcome(|| for_loops::ended::before_a_panic(&small, n)))
    });
    drops!(|xs| for_loops::ended::left_over(xs));
}

#[test]
fn bodies_and_conditions() {
    law!(integers, extremes: |xs| for_loops::ended::changed_afterwards(&xs[..xs.len().min(40)]));
    law!(integers: |xs| [3, 900].map(|most| for_loops::ended::until_there_are(xs.len() % 60, most)));
    law!(integers, extremes: |xs| for_loops::ended::bound_by_conditions(xs.to_vec(), 10));
    law!(integers: |xs| {
        let rows = xs.chunks(3).map(<[i64]>::to_vec).collect::<Vec<_>>();
        let mut asked = Vec::new();
        let once = for_loops::ended::conditions_ask_once(&rows, &mut asked);
        (for_loops::ended::ends_in_ends(&rows), once, asked)
    });
    law!(integers, extremes: |xs| {
        [0, 1, 2, xs.len()].map(|most| outcome(|| for_loops::ended::odd_ends(xs, most)))
    });
}

#[test]
fn once_in_the_last_turn() {
    for most in [-100, 0, 3, i64::MAX] {
        law!(integers, extremes: |xs| for_loops::ended::first_values(xs, most));
        law!(integers, extremes: |xs| for_loops::ended::moved_at_the_end(xs, "abc".to_owned(), most));
        law!(integers, extremes: |xs| for_loops::ended::lent_at_the_end(xs, most));
    }
}

#[test]
fn moved_as_if_lent() {
    use crate::{fused, plain};
    for length in [0, 1, 2, 40] {
        let xs: Vec<f64> = (0..length).map(|i| f64::from(i) / 20.0).collect();
        let plain = {
            use plain::for_loops::ended::Once;
            plain::for_loops::ended::moved_as_if_lent(&xs, Once(2.0), (Once(3.0), 0.5))
        };
        let fused = {
            use fused::for_loops::ended::Once;
            fused::for_loops::ended::moved_as_if_lent(&xs, Once(2.0), (Once(3.0), 0.5))
        };
        assert_eq!(plain, fused, "{length}");
    }
}
