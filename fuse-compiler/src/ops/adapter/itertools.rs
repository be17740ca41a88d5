//! Adapters of itertools, or of a trait that calls its methods the same. How many elements those give is not relied upon that
//! read every element before they give the first, or remember all.

use super::driver::{drives, drives_others, drives_some};
use crate::ops::recognised::adapters::{Adapter, Row, driver};
use crate::ops::recognised::row::{Argument, COMPARE, LOOK};

const fn row(name: &'static str, arguments: &'static [Argument], forms: &'static [Adapter]) -> Row {
    Row::new(name, arguments, forms, drives_some)
}

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "zip_eq",
        &[Argument::Iterator],
        &[driver("zip_eq(ys)", "min(k, k')")],
        drives,
    ),
    Row::new(
        "tuple_windows",
        &[],
        &[driver("tuple_windows()", "?")],
        |call| drives_others(&call, false),
    ),
    row("sorted", &[], &[driver("sorted()", "?")]),
    row("sorted_by", &[COMPARE], &[driver("sorted_by(f)", "?")]),
    row("sorted_by_key", &[LOOK], &[driver("sorted_by_key(f)", "?")]),
    row(
        "sorted_by_cached_key",
        &[LOOK],
        &[driver("sorted_by_cached_key(f)", "?")],
    ),
    row("sorted_unstable", &[], &[driver("sorted_unstable()", "?")]),
    row(
        "sorted_unstable_by",
        &[COMPARE],
        &[driver("sorted_unstable_by(f)", "?")],
    ),
    row(
        "sorted_unstable_by_key",
        &[LOOK],
        &[driver("sorted_unstable_by_key(f)", "?")],
    ),
    row("unique", &[], &[driver("unique()", "?")]),
    row("unique_by", &[LOOK], &[driver("unique_by(f)", "?")]),
    row("dedup", &[], &[driver("dedup()", "?")]),
    row("dedup_by", &[COMPARE], &[driver("dedup_by(f)", "?")]),
];
