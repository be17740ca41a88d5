//! The erasure law on iterators that can be read only once, or whose `next` has an effect: channels, readers,
//! cursors, lexers.

use crate::common::law;
use std::cell::{Cell, RefCell};

#[test]
fn sources_with_effects() {
    law!(integers: |xs| sources::read_once::a_channel_read_twice(sources::read_once::filled(xs)));
    law!(integers: |xs| sources::read_once::a_channel_in_two_loops(sources::read_once::filled(xs)));
    law!(integers: |xs| {
        let text = xs.iter().map(|x| format!("{x}\n")).collect::<String>();
        sources::read_once::a_reader_in_two_parts(text.as_bytes())
    });
    law!(integers: |xs| {
        let log = RefCell::new(Vec::new());
        let logged = |by: i64| {
            let log = &log;
            xs.iter().inspect(move |x| log.borrow_mut().push(**x ^ by)).copied()
        };
        let result = sources::read_once::two_iterators_in_order(logged(0), logged(1));
        (result, log.into_inner())
    });
    law!(integers: |xs| {
        let cells: Vec<Cell<i64>> = xs.iter().copied().map(Cell::new).collect();
        let effects = cells.iter().map(|cell| cell.replace(5));
        sources::read_once::an_iterator_between_two_passes(&cells, effects)
    });
    law!(integers: |xs| {
        let mut it = xs.iter().copied();
        sources::read_once::a_borrowed_iterator(&mut it)
    });
    law!(integers: |xs| sources::read_once::by_reference(xs.iter().copied()));
}

#[test]
fn places_that_go_on_where_they_stopped() {
    law!(integers: |xs| {
        let lexer = || {
            let words = xs.iter().map(i64::to_string).collect();
            sources::read_once::Lexer { words, at: 0 }
        };
        let own = lexer().of_itself();
        let field = sources::read_once::Parser { lexer: lexer() }.of_a_field();
        (own, field, sources::read_once::a_lexer_behind_a_reference(&mut lexer()))
    });
}

#[test]
fn cursors_and_elements_made_anew() {
    law!(integers: |xs| sources::read_once::a_cursor(xs));
    law!(integers: |xs| {
        sources::read_once::made_anew_three_times(&sources::read_once::Bag(xs.len() as i64))
    });
}
