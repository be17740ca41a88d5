//! The erasure law on elements of two arrays in all pairs.

use crate::common::law;

#[test]
fn loops_around_loops() {
    law!(integers: |xs| sources::products::a_grid(xs));
    law!(integers: |xs| sources::products::names_of_both_loops(&xs[..xs.len().min(60)], &xs[..xs.len().min(9)]));
    law!(integers: |xs| sources::products::rows_and_pairs(&xs[..xs.len().min(60)], &xs[..xs.len().min(9)]));
    law!(integers: |xs| sources::products::two_products(&xs[..xs.len().min(60)], &xs[..xs.len().min(9)]));
}
