//! The erasure law on bodies that do what nobody knows.

use crate::common::law;
use std::cell::Cell;
use std::sync::Mutex;

#[test]
fn what_nobody_knows_in_the_midst_of_a_statement() {
    law!(floats, specials: |xs| for_loops::opaque::drawn_from(xs));
    law!(floats, specials: |xs| for_loops::opaque::read_behind_the_loop(xs));
    law!(floats, specials: |xs| for_loops::opaque::left(xs));
    law!(floats, specials: |xs| for_loops::opaque::in_turn(xs));
    law!(floats, specials: |xs| for_loops::opaque::by_a_match(xs));
    law!(floats, specials: |xs| for_loops::opaque::handed_out(xs, |state, x| {
        *state = *state * 0.5 + x;
        *state > 0.0
    }));
}

#[test]
fn what_it_does_is_seen_by_others() {
    law!(integers, extremes: |xs| {
        let log = Cell::new(0);
        let given = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            for_loops::opaque::around_a_panic(xs, &log)
        }));
        (given.ok(), log.get())
    });
    law!(integers, extremes: |xs| {
        let queue = Mutex::new(Vec::new());
        let given = for_loops::opaque::locked(xs, &queue);
        (given, queue.into_inner().expect("nobody panics"))
    });
    law!(floats, specials: |xs| for_loops::opaque::through_a_closure(xs));
    law!(floats, specials: |xs| for_loops::opaque::through_a_writer(xs));
    law!(floats, specials: |xs| {
        let cells = xs.iter().rev().map(|x| Cell::new(*x)).collect::<Vec<_>>();
        let given = for_loops::opaque::through_cells(&cells, xs);
        (given, cells.iter().map(Cell::get).collect::<Vec<_>>())
    });
}

#[test]
fn what_nothing_shows_to_be_borrowed() {
    law!(floats, specials: |xs| for_loops::opaque::numbers_by_methods(xs, 1.0));
    law!(floats, specials: |xs| {
        let (mut k, mut o) = (1.0, xs.first().copied());
        (for_loops::opaque::numbers_by_reference(xs, &mut k, &mut o), k, o)
    });
    law!(floats, specials: |xs| for_loops::opaque::named_alike(xs, 1.0));
    law!(floats: |xs| for_loops::opaque::handles(xs, xs.len() % 2 == 0));
    law!(floats: |xs| for_loops::opaque::shared_handles(xs));
    law!(floats: |xs| {
        let held = (xs.len() % 2 == 0).then_some(for_loops::opaque::Dice(9));
        for_loops::opaque::bound_by_a_condition(xs, held)
    });
    law!(floats, specials: |xs| {
        let mut k = 1.0;
        (for_loops::opaque::another_name(xs, &mut k), k)
    });
    law!(floats: |xs| {
        let grid = for_loops::opaque::Grid(xs[..xs.len() / 2].to_vec());
        for_loops::opaque::shorter_parts(&grid, xs, xs.len())
    });
}

#[test]
fn methods_that_are_called_like_std() {
    law!(integers: |xs| {
        let log = std::cell::RefCell::new(Vec::new());
        let noisy = |x: &i64| for_loops::opaque::Noisy { log: &log, number: *x, own: Vec::new() };
        let mut all = xs.iter().map(noisy).collect::<Vec<_>>();
        let mut pairs = xs.iter().map(|x| (*x, noisy(x))).collect::<Vec<_>>();
        let given = for_loops::opaque::called_like_std(&mut all, &mut pairs);
        let own = all.iter().map(|one| one.own.clone()).collect::<Vec<_>>();
        (given, own, log.borrow().clone())
    });
}
