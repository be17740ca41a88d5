//! The erasure law on when operands, closures and the elements of late loops are dropped.

use crate::common::tracked::{Tracked, drops};

#[test]
fn values_are_dropped_when_they_were() {
    drops!(|xs| drops::operands_and_closures::kept_elements_of_a_late_loop(&xs));
    drops!(|xs| drops::operands_and_closures::workers_that_hold_something(&xs));
    drops!(|xs| drops::operands_and_closures::a_worker_of_a_dead_chain(&xs));
    drops!(|xs| drops::operands_and_closures::elements_before_an_operand(xs));
    drops!(
        |xs| drops::operands_and_closures::outer_elements_that_are_not_used(xs, &Tracked::row(3))
    );
}

#[test]
fn operators_come_in_order() {
    drops!(|xs| drops::operands_and_closures::operators_in_order(&xs));
}
