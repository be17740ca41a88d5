//! The erasure law below the option `parallel` on what several threads may not share.

use crate::common::law;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

fn counted(xs: &[i64]) -> Vec<Rc<i64>> {
    xs.iter().copied().map(Rc::new).collect()
}

fn texts(xs: &[Rc<str>]) -> Vec<String> {
    xs.iter().map(|x| x.to_string()).collect()
}

fn bare(xs: &[Rc<i64>]) -> Vec<i64> {
    xs.iter().map(|x| **x).collect()
}

#[test]
fn bounds_that_say_nothing_of_threads() {
    law!(integers: |xs| {
        let (less, any, place, most) = parallel::not_send::compared(xs);
        (less, any, place, most.copied())
    });
    law!(integers: |xs| {
        let xs = counted(xs);
        let (less, any, place, most) = parallel::not_send::compared(&xs);
        (less, any, place, most.map(|x| **x))
    });
    law!(integers: |xs| parallel::not_send::items(xs, &(0..1_i64)));
    law!(integers: |xs| parallel::not_send::by_index(xs, &xs.iter().rev().copied().collect::<Vec<_>>()));
    law!(integers: |xs| parallel::not_send::Of(vec![1_i64, 2]).beside(xs, 5));
    law!(integers: |xs| parallel::not_send::brought_along(xs, 5));
}

#[test]
fn workers_that_are_parameters() {
    law!(integers: |xs| {
        let by = Rc::new(3);
        let other = Rc::clone(&by);
        parallel::not_send::workers(xs, |x| x ^ *by, |x| x | *by, &|x| x & *by, Box::new(move |x| x ^ *other))
    });
    law!(integers: |xs| parallel::not_send::in_closures(xs));
}

#[test]
fn what_only_types_show() {
    law!(integers: |xs| {
        let (bare_ones, made) = parallel::not_send::taken(counted(xs), xs);
        (bare_ones, bare(&made))
    });
    law!(integers: |xs| {
        let mut xs = counted(xs);
        parallel::not_send::replaced(&mut xs, &Rc::new(5));
        bare(&xs)
    });
    law!(integers: |xs| {
        let all: Vec<_> = xs.iter().copied().map(parallel::not_send::Held::of).collect();
        let cells: Vec<_> = xs.iter().copied().map(Cell::new).collect();
        parallel::not_send::held(&all, &cells)
    });
    law!(integers: |xs| parallel::not_send::Held::of(3).by_fields(xs));
    law!(integers: |xs| {
        let (by, name) = parallel::not_send::Held::of(3).in_parts(xs);
        (by, name.len())
    });
    law!(integers: |xs| {
        let pairs: Vec<_> = xs.iter().map(|x| (*x, x >> 1)).collect();
        parallel::not_send::hidden_inside(&pairs, &RefCell::new(3), Rc::new(4))
    });
    law!(integers: |xs| {
        let floats: Vec<f64> = xs.iter().map(|x| (x % 64) as f64).collect();
        parallel::not_send::side_by_side(&floats, &floats, &Rc::new(2.0))
    });
}

#[test]
fn types_that_are_settled_later() {
    law!(integers: |xs| {
        let (names, maybe, rows) = parallel::not_send::settled_later(xs);
        let maybe: Vec<_> = maybe.iter().map(|x| x.as_deref().copied()).collect();
        let rows: Vec<_> = rows.iter().map(|row| bare(row)).collect();
        (texts(&names), maybe, rows)
    });
    law!(integers: |xs| {
        let (greatest, least, names, numbers) = parallel::not_send::ends_settled_later(xs);
        let greatest = greatest.map(|x| x.to_string());
        (greatest, least.map(|x| *x), texts(&names), numbers)
    });
    law!(integers: |xs| {
        let (none, above, some, held) = parallel::not_send::read_before_settled(xs);
        (none, above, some, *held)
    });
}

#[test]
fn closures_that_are_made() {
    law!(integers: |xs| parallel::not_send::made_closures(xs));
}
