//! The erasure law on what filters keep of structs.

use crate::common::law;
use std::cell::Cell;

#[test]
fn fields() {
    law!(floats, specials: |xs| {
        let (quantity, value, totals) = filters::records::totals(&filters::records::orders(xs));
        (quantity, value, (totals.bought, totals.sold, totals.largest, totals.smallest, totals.many))
    });
    law!(floats, specials: |xs| filters::records::moves(xs));
}

#[test]
fn code_behind_a_field() {
    law!(floats: |xs| {
        let looks = Cell::new(0);
        let orders = filters::records::orders(xs).into_iter();
        let orders = orders.map(|order| filters::records::Watched::of(order, &looks));
        let result = filters::records::watched(&orders.collect::<Vec<_>>());
        (result, looks.get())
    });
}

#[test]
fn fields_that_are_no_numbers() {
    law!(floats: |xs| {
        let all = xs.iter().enumerate().map(|(i, rate)| filters::records::Paid {
            side: (i % 4) as u8,
            price: filters::records::Money(i as i64 * 31),
            rate,
        });
        let all = all.collect::<Vec<_>>();
        let (sums, many) = filters::records::paid(&all);
        (sums.price.0, sums.rate, many, filters::records::rates(&all))
    });
}

#[test]
fn overflow_of_what_is_not_kept() {
    for by in [1, 3, i64::MAX / 2] {
        law!(floats: |xs| filters::records::wrapped(&filters::records::orders(xs), by));
    }
}
