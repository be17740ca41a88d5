//! The erasure law on effects that stay between the chains that they stand between: clocks, macros, operators,
//! iterators.

use crate::common::law;
use crate::common::tracked::drops;
use std::cell::{Cell, RefCell};

#[test]
fn what_stands_between() {
    drops!(|xs| effects::order::timed(&xs, &effects::order::Clock(Cell::new(0))));
    drops!(|xs| effects::order::a_macro_that_returns(&xs, 2));
    drops!(|xs| effects::order::a_macro_that_returns(&xs, 2000));
    law!(integers: |xs| effects::order::captured_before_a_reassignment(xs));
    drops!(|xs| effects::order::ways_out(&xs, 0).is_ok());
    drops!(|xs| effects::order::ways_out(&xs, 2).is_ok());
    law!(integers: |xs| effects::order::changed_between_passes(xs));
}

#[test]
fn calls_whose_results_are_dropped() {
    drops!(|xs| effects::order::noted(&xs));
    drops!(|xs| effects::order::noted_twice(&xs));
}

#[test]
fn operators_and_iterators_that_log() {
    law!(integers: |xs| {
        let log = RefCell::new(Vec::new());
        let it = || xs.iter().copied().inspect(|x| log.borrow_mut().push(x & 63));
        let noisy = effects::order::Noisy(5, &log);
        let a = effects::order::an_operator_before_an_iterator(noisy, it());
        let b = effects::order::an_operator_between_iterators(noisy, it(), it());
        let c = effects::order::iterators_of_one_statement(it(), it(), it());
        ((a, b, c), log.into_inner())
    });
    law!(integers: |xs| {
        let cells: Vec<Cell<i64>> = xs.iter().copied().map(Cell::new).collect();
        let effects = cells.iter().map(|cell| cell.replace(5));
        effects::order::an_iterator_that_writes_cells(&cells, effects)
    });
}

#[test]
fn statics_are_made_by_who_comes_first() {
    law!(integers: |xs| {
        let singles = xs.iter().map(|x| (x % 1000) as f32).collect::<Vec<_>>();
        let told = Cell::new(0);
        (effects::order::made_before_it_is_seen(&singles, &told), told.get())
    });
}
