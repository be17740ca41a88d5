//! The erasure law on blocks inside of statements, patterns and methods of every kind.

use crate::common::law;
use crate::common::tracked::drops;

#[test]
fn blocks_in_statements() {
    drops!(|xs| statements::blocks::called_later(&xs));
    drops!(|xs| statements::blocks::taken_along(xs));
    law!(integers: |xs| statements::blocks::headers(xs));
    for which in [None, Some(1), Some(5), Some(50)] {
        law!(integers: |xs| statements::blocks::arms(xs, which));
    }
    law!(integers: |xs| statements::blocks::skipped_operands(xs));
    for limit in [0, 100, 100_000] {
        drops!(|xs| statements::blocks::left_in_the_middle(&xs, limit));
    }
    law!(integers: |xs| statements::blocks::parameters(&[7, 1, 2, 3], (xs, &xs[xs.len() / 2..])));
    law!(integers: |xs| statements::blocks::items(xs));
    drops!(|xs| statements::blocks::tail_of_a_block(&xs));
    law!(integers: |xs| statements::blocks::either(xs, true));
    law!(integers: |xs| statements::blocks::either(xs, false));
}

#[test]
fn values_of_blocks() {
    for which in [None, Some(1), Some(5), Some(i64::MIN)] {
        law!(integers: |xs| statements::blocks::typed_branches(xs, which));
    }
    law!(floats, specials: |xs| statements::blocks::numbers_of_a_block(xs, -1.0, 4.0));
    law!(floats: |xs| {
        let log = std::cell::Cell::new(1);
        let shadowed = statements::blocks::shadowed_before_a_block(xs, 0.5, &log);
        (shadowed, log.get())
    });
    law!(integers: |xs| {
        let log = std::cell::Cell::new(5);
        (statements::blocks::what_a_block_drops(xs, &log), log.get())
    });
}

#[test]
fn attributes() {
    law!(integers: |xs| statements::blocks::attributes(xs));
}
