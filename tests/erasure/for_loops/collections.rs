//! The erasure law on `for` loops that fill arrays at indices, maps, sets, strings and fields.

use crate::common::law;
use crate::{fused, plain};

#[test]
fn collections_and_places() {
    law!(integers, extremes: |xs| for_loops::collections::histogram(xs));
    law!(integers, extremes: |xs| for_loops::collections::tables(xs));
    law!(integers, extremes: |xs| for_loops::collections::an_entry_by_name(xs));
    law!(integers, extremes: |xs| for_loops::collections::stats(xs));
    law!(integers, extremes: |xs| for_loops::collections::places(xs));
    law!(integers: |xs| for_loops::collections::strings(xs));
}

#[test]
fn bins_beside_others() {
    for length in (0..70).chain([127, 128, 255, 256, 257, 600]) {
        let xs: Vec<i64> = (0..length).map(|i| i * 7919 % 1000 - 300).collect();
        let [plain, fused] = [
            plain::for_loops::collections::bins_of_few(&xs),
            fused::for_loops::collections::bins_of_few(&xs),
        ];
        assert_eq!(plain, fused, "{length}");
        let array = std::array::from_fn(|i| i as i64 * 31 % 17);
        let [plain, fused] = [
            plain::for_loops::collections::bins_of_an_array(&array, &xs),
            fused::for_loops::collections::bins_of_an_array(&array, &xs),
        ];
        assert_eq!(plain, fused, "{length}");
    }
}
