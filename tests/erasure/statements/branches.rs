//! The erasure law on chains in a branch that runs only where what they read holds elements.

use crate::common::law;
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

#[test]
fn what_is_empty_is_not_looked_at() {
    law!(floats, specials: |xs| statements::branches::of_what_is_kept(xs));
    law!(floats, specials: |xs| statements::branches::of_what_is_kept(&xs[..xs.len().min(1)]));
    law!(integers, extremes: |xs| statements::branches::panics(xs));
    law!(floats, specials: |xs| {
        let pairs = xs.iter().map(|x| (x.to_bits(), (*x, x * 0.5)));
        let sizes = pairs.collect::<BTreeMap<_, _>>();
        let queue = xs.iter().copied().collect::<VecDeque<_>>();
        statements::branches::of_collections(&sizes, &queue)
    });
}

#[test]
fn what_may_not_run_before_its_branch() {
    law!(floats: |xs| {
        let log = Cell::new(0);
        let given = [
            statements::branches::of_another(xs, &[1.0, 2.0], &log),
            statements::branches::of_another(xs, &[], &log),
            statements::branches::of_another(&[], xs, &log),
        ];
        (given, log.get())
    });
    law!(floats: |xs| statements::branches::taken(xs, "name".to_owned()));
    law!(floats: |xs| {
        let seen = Cell::new(0);
        (statements::branches::bound_and_changed(xs, &seen), seen.get())
    });
    law!(floats: |xs| statements::branches::states(xs, usize::from(!xs.is_empty())));
    law!(floats: |xs| statements::branches::states_behind_a_guard(xs));
    law!(integers: |xs| {
        let mut w = xs.iter().map(|x| *x as f64).collect();
        (statements::branches::held(xs.to_vec(), &mut w), w)
    });
    law!(floats: |xs| {
        let asked = statements::branches::Asked(Cell::new(0), xs.to_vec());
        (statements::branches::unseen_places(xs, &asked), asked.0.get())
    });
    law!(integers: |xs| statements::branches::begins(xs, 0));
    law!(integers: |xs| statements::branches::begins(xs, 7));
}
