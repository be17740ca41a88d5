//! The erasure law on statements between chains that cannot see them, and some that can.

use crate::common::{law, outcome};
use std::cell::Cell;

#[test]
fn what_cannot_see_them() {
    law!(floats, specials: |xs| {
        let samples: Vec<(f64, f64)> = xs.iter().map(|x| (*x, x * 0.5)).collect();
        statements::passed::left_if_nothing_is_there(&samples)
    });
    law!(floats, specials: |xs| {
        let log = Cell::new(0.0);
        (statements::passed::another_is_sorted(xs, &xs[..xs.len() / 2], &log), log.get())
    });
    law!(floats, specials: |xs| (statements::passed::asked(xs, None), statements::passed::asked(xs, Some(0.5))));
    law!(floats, specials: |xs| {
        let rows: Vec<Vec<f64>> = xs.chunks(5).map(<[f64]>::to_vec).collect();
        statements::passed::in_rows(&rows)
    });
    law!(floats, specials: |xs| {
        let log = Cell::new(0.0);
        (statements::passed::left_in_an_error(xs, &log), log.get())
    });
    law!(floats, specials: |xs| {
        let log = Cell::new(0.0);
        (statements::passed::left_as_often(xs, &log), log.get())
    });
    law!(floats, specials: |xs| statements::passed::left_with_what_is_lent(xs));
    law!(floats, specials: |xs| {
        let log = Cell::new(0.0);
        let at = [0, 2, 4, 9, 1000];
        let tuples = at.map(|at| statements::passed::tuples_that_leave(xs, at));
        let extent = statements::passed::fields_that_leave(xs, &log, 7);
        let ks: Vec<i64> = xs.iter().map(|x| *x as i64 % 1000).collect();
        let nested = statements::passed::fields_of_one_name(&ks, 7);
        let nested = nested.map(|(nested, least)| (nested.parts(), least));
        let held = std::sync::Mutex::new(vec![0.5; 3]);
        let held = statements::passed::while_it_is_held(xs, &held);
        (extent.map(statements::passed::Extent::parts), log.get(), tuples, (held, nested))
    });
    law!(floats, specials: |xs| {
        let log = Cell::new(0.0);
        let left = outcome(|| statements::passed::fields_that_leave(xs, &log, 0));
        let left = left.map(|extent| extent.map(statements::passed::Extent::parts));
        (left.map_err(|_| ()), log.get())
    });
}

#[test]
fn what_can() {
    law!(floats, specials: |xs| {
        let log = Cell::new(0.0);
        (statements::passed::seen(xs, &log), log.get())
    });
    law!(floats, specials: |xs| {
        let cells: Vec<Cell<f64>> = xs.iter().map(|x| Cell::new(*x)).collect();
        let mut ys = xs.to_vec();
        (statements::passed::changed(&cells, &mut ys), ys)
    });
    law!(floats, specials: |xs| {
        let log = Cell::new(0.0);
        (statements::passed::bound_anew(xs, &log), log.get())
    });
    law!(floats, specials: |xs| {
        let log = Cell::new(0.0);
        (statements::passed::compared(xs, xs, &log), log.get())
    });
    law!(floats: |xs| {
        let xs: Vec<u32> = xs.iter().map(|x| *x as u32).collect();
        let behind = statements::passed::behind_its_check;
        (behind(&xs, 0), behind(&xs, 3), behind(&xs, xs.len()))
    });
    law!(floats: |xs| statements::passed::compared(xs, &xs[xs.len() / 2..], &Cell::new(0.0)));
    law!(floats, specials: |xs| {
        let later = statements::passed::initialised_later;
        (later(xs, false), later(xs, true))
    });
    for xs in [&[1, -2][..], &[i64::MAX, 1], &[i64::MIN, -1]] {
        let (one, other) = (Cell::new(0.5), Cell::new(0.5));
        let plain = outcome(|| crate::plain::statements::passed::overflows_behind(xs, &one));
        let fused = outcome(|| crate::fused::statements::passed::overflows_behind(xs, &other));
        assert_eq!((plain, one), (fused, other));
    }
}
