//! The erasure law on `for` loops among other statements, in closures and in each other.

use crate::common::law;

#[test]
fn among_other_statements() {
    law!(floats, specials: |xs| for_loops::among_statements::waits_for_a_later_statement(xs));
    law!(integers: |xs| for_loops::among_statements::rebound(xs));
    law!(integers, extremes: |xs| for_loops::among_statements::patterns(xs));
    law!(integers, extremes: |xs| for_loops::among_statements::among_walls(xs));
    law!(integers, extremes: |xs| for_loops::among_statements::closures(xs));
    law!(integers, extremes: |xs| for_loops::among_statements::rows(xs));
    law!(integers, extremes: |xs| for_loops::among_statements::inferred(xs));
    law!(integers, extremes: |xs| for_loops::among_statements::sieve(xs));
    law!(integers, extremes: |xs| for_loops::among_statements::effects(xs));
    law!(integers, extremes: |xs| for_loops::among_statements::in_a_closure(xs));
    law!(integers, extremes: |xs| for_loops::among_statements::groups(xs));
}
