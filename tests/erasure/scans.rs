//! The erasure law on running totals: a state that goes from element to element.

use crate::common::law;

#[test]
fn steps() {
    law!(integers, extremes: |xs| scans::running_totals(xs, xs.len() as i64));
    law!(integers, extremes: |xs| scans::hashed_totals(xs));
}

#[test]
fn states_that_begin_anew() {
    law!(integers, extremes: |xs| scans::totals_of_rows(&xs[..xs.len().min(30)], &xs[xs.len() / 2..]));
}

#[test]
fn scans_that_drive_their_loops() {
    law!(integers, extremes: |xs| scans::scans_that_end(xs));
}
