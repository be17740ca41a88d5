//! The erasure law on `for` loops whose writes only seem to be independent: by operators, indices, stacks and fields
//! of users' types.

use crate::common::law;
use crate::common::tracked::drops;
use std::cell::{Cell, RefCell};

#[test]
fn loops_that_write() {
    law!(integers: |xs| {
        let log = RefCell::new(Vec::new());
        for_loops::writes::operators_that_log(xs, &log);
        log.into_inner()
    });
    law!(integers: |xs| for_loops::writes::stacks(xs));
    law!(integers: |xs| {
        let mut out = Vec::new();
        (for_loops::writes::pushed_to_one_array(xs, &mut out), out)
    });
    law!(integers: |xs| for_loops::writes::depends(xs));
    law!(integers: |xs| for_loops::writes::ends_early(xs));
    law!(integers: |xs| for_loops::writes::hidden(xs));
    law!(integers: |xs| {
        let mut totals = for_loops::writes::Totals { sum: 3, seen: Vec::new(), data: xs.to_vec() };
        (totals.fill(xs), totals.sum, totals.seen, totals.data)
    });
    law!(integers: |xs| {
        let mut totals = for_loops::writes::Totals { sum: 3, seen: Vec::new(), data: xs.to_vec() };
        (totals.reached_through_self(xs), totals.sum, totals.data)
    });
    drops!(|xs| for_loops::writes::replaced(&xs));
    law!(integers: |xs| for_loops::writes::copied_before(xs));
    law!(integers: |xs| for_loops::writes::written_under_another_name(xs));
    law!(integers: |xs| {
        let mut totals = for_loops::writes::Totals { sum: 3, seen: Vec::new(), data: xs.to_vec() };
        (totals.fields_under_other_names(xs), totals.sum, totals.seen)
    });
    law!(integers: |xs| {
        let order: Vec<usize> = (0..xs.len()).map(|i| i * 7 % xs.len()).collect();
        for_loops::writes::scattered(xs, &order)
    });
    law!(integers: |xs| for_loops::writes::carried(xs));
    law!(integers: |xs| {
        let mut ring = for_loops::writes::Ring(xs.iter().chain(&[1, 2]).copied().collect(), Cell::new(0));
        (for_loops::writes::rings(xs, &mut ring), ring.0)
    });
    for n in [0, 1, 5] {
        law!(integers: |xs| {
            let (mut bins, mut other) = (vec![0; n], [0; 8]);
            (for_loops::writes::histograms(xs, &mut bins, &mut other), bins, other)
        });
    }
}
