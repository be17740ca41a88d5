//! The erasure law on `for` loops that read what others write, under its own name or another: they keep their order.

use crate::common::law;

#[test]
fn what_is_written_keeps_its_order() {
    law!(integers, extremes: |xs| for_loops::order::filled_then_read(xs));
    law!(integers, extremes: |xs| for_loops::order::read_before_written(xs));
    law!(integers, extremes: |xs| for_loops::order::shadowed(xs));
    law!(integers, extremes: |xs| for_loops::order::reference_kept(xs));
    law!(integers, extremes: |xs| for_loops::order::references_pushed(xs));
    law!(integers, extremes: |xs| for_loops::order::call_through_parameters(xs));
    law!(integers, extremes: |xs| for_loops::order::through_a_borrow(xs));
    law!(integers, extremes: |xs| for_loops::order::borrowed_later(xs));
    law!(integers, extremes: |xs| for_loops::order::written_at_indices(xs));
    law!(integers, extremes: |xs| for_loops::order::nested(xs));
    law!(integers, extremes: |xs| for_loops::order::generators(xs));
    law!(integers: |xs| for_loops::order::left_alone(xs));
    law!(integers: |xs| for_loops::order::call_in_the_tail(xs));
    law!(integers: |xs| for_loops::order::call_two_in_the_tail(xs));
}
