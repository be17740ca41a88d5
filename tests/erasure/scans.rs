//! The erasure law on running totals: a state that goes from element to element.

use crate::common::{law, outcome};

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

#[test]
fn states_that_begin_with_an_element() {
    law!(integers, extremes: |xs| scans::begun_with_elements(xs, xs));
    law!(integers, extremes: |xs| scans::begun_with_elements(xs, &xs[..xs.len().min(1)]));
    law!(floats, specials: |xs| scans::moving_averages(xs));
}

#[test]
fn elements_that_a_state_does_not_look_at() {
    law!(integers, extremes: |xs| scans::counted_steps(xs));
}

#[test]
fn states_that_others_read() {
    law!(integers, extremes: |xs| {
        let deltas = xs.iter().map(|x| (x >> 8) as i32).collect::<Vec<_>>();
        [-9, 0, 70].map(|least| outcome(|| scans::coverage(&deltas, least)))
    });
}

#[test]
fn extrema_so_far() {
    for first in [0.25, f64::NAN, -1e300] {
        law!(floats, specials: |xs| scans::so_far(xs, first));
    }
    law!(floats, specials: |xs| scans::so_far_in_branches(xs));
}
