//! The erasure law on methods over fields whose types are declared.

use crate::common::law;

macro_rules! model {
    ($xs:expr) => {
        fields::declared::Model {
            a: $xs.to_vec(),
            b: $xs.iter().rev().map(|x| x / 2.0).collect(),
            out: $xs.iter().map(|x| x + 1.0).collect(),
            total: 0.5,
            count: 3,
            rate: 0.25,
        }
    };
}

#[test]
fn declared_in_the_file() {
    law!(floats, specials: |xs| { let mut model = model!(xs); model.sum_and_count(); format!("{model:?}") });
    law!(floats, specials: |xs| { let mut model = model!(xs); model.sum_and_push(); format!("{model:?}") });
    law!(floats, specials: |xs| { let mut model = model!(xs); model.assigned(xs); format!("{model:?}") });
    law!(floats, specials: |xs| { let mut model = model!(xs); model.two_pushed(xs); format!("{model:?}") });
    law!(floats, specials: |xs| format!("{:?}", model!(xs).read_at_indices()));
    law!(floats, specials: |xs| { let mut model = model!(xs); model.step(xs); format!("{model:?}") });
    law!(floats, specials: |xs| { let mut model = model!(xs); model.changed_and_read(); format!("{model:?}") });
    law!(floats, specials: |xs| { let mut model = model!(xs); let given = model.between_calls(); format!("{given:?} {model:?}") });
    law!(floats, specials: |xs| { let mut model = model!(xs); model.in_a_branch(xs.len() > 2); format!("{model:?}") });
}

#[test]
fn elements_that_are_no_numbers() {
    law!(floats, specials: |xs| {
        let names = xs.iter().map(|x| format!("{x:.0}")).collect();
        let mut ledger = fields::declared::Ledger { names, amounts: xs.to_vec(), total: 0.5, largest: -1.0, seen: 2 };
        let settled = ledger.settle(0.75);
        format!("{settled:?} {ledger:?}")
    });
}

#[test]
fn lengths_that_differ() {
    law!(floats: |xs| {
        let mut model = model!(xs);
        model.b.truncate(xs.len() / 2);
        let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| model.read_at_indices()));
        format!("{:?}", read.is_err())
    });
}

#[test]
fn with_parameters() {
    law!(floats, specials: |xs| {
        let mut pair = fields::declared::Pair::<f64, 5>(xs.to_vec(), [0.0, 1.0, 0.5, 2.0, 3.0]);
        format!("{:?}", pair.sums())
    });
    law!(integers, extremes: |xs| {
        let mut model = fields::declared::inner::Model { a: xs.to_vec(), total: 1, largest: None };
        model.both();
        fields::declared::inner::by_another_name(&mut model, 3);
        format!("{model:?}")
    });
}

#[test]
fn of_imported_types() {
    law!(integers, extremes: |xs| {
        let empty = fields::declared::importing::Drawing::empty(xs.len());
        let scrap = fields::declared::importing::scrap(xs);
        format!("{:?}", (empty, fields::declared::importing::Drawing::of(xs), scrap))
    });
}
