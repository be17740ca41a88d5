//! The erasure law on `for` loops that fill arrays at indices, maps, sets, strings and fields.

use crate::common::law;

#[test]
fn collections_and_places() {
    law!(integers, extremes: |xs| for_loops::collections::histogram(xs));
    law!(integers, extremes: |xs| for_loops::collections::tables(xs));
    law!(integers, extremes: |xs| for_loops::collections::an_entry_by_name(xs));
    law!(integers, extremes: |xs| for_loops::collections::stats(xs));
    law!(integers, extremes: |xs| for_loops::collections::places(xs));
    law!(integers: |xs| for_loops::collections::strings(xs));
}
