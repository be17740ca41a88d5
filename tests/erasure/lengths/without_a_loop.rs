//! The erasure law on what std knows without a loop.

use crate::common::law;
use crate::{fused, plain};

#[test]
fn what_needs_no_loop() {
    for n in [0, 1, u64::MAX >> 2] {
        assert_eq!(
            plain::lengths::without_a_loop::of_ranges(n),
            fused::lengths::without_a_loop::of_ranges(n)
        );
        assert_eq!(
            plain::lengths::without_a_loop::of_bounds(1..=n, n),
            fused::lengths::without_a_loop::of_bounds(1..=n, n)
        );
    }
    let units = vec![(); usize::MAX >> 2];
    assert_eq!(
        plain::lengths::without_a_loop::of_nothing(&units, &units),
        fused::lengths::without_a_loop::of_nothing(&units, &units)
    );
    let plain = plain::lengths::without_a_loop::Filled {
        units: units.clone(),
    };
    let fused = fused::lengths::without_a_loop::Filled { units };
    assert_eq!(plain.of_fields(), fused.of_fields());
    law!(integers: |xs| lengths::without_a_loop::beside_a_loop(xs));
}
