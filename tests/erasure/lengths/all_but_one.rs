//! The erasure law on spellings of all elements but one.

use crate::common::law;

#[test]
fn two_spellings() {
    law!(integers, extremes: |xs| lengths::all_but_one::indices(xs));
    law!(integers, extremes: |xs| lengths::all_but_one::windows(xs));
    law!(integers, extremes: |xs| lengths::all_but_one::products(xs));
    law!(integers, extremes: |xs| lengths::all_but_one::held(xs));
    law!(integers, extremes: |xs| lengths::all_but_one::parts_of_slices(xs));
    law!(integers, extremes: |xs| lengths::all_but_one::beside_the_next(xs));
    law!(integers, extremes: |xs| lengths::all_but_one::short_of(xs));
    law!(integers, extremes: |xs| lengths::all_but_one::middle(xs));
    for n in [0, 1, 3, 64] {
        law!(integers, extremes: |xs| lengths::all_but_one::guarded(xs, &xs[n.min(xs.len())..], n));
        law!(integers, extremes: |xs| lengths::all_but_one::another(xs, &xs[n.min(xs.len())..]));
        law!(integers, extremes: |xs| lengths::all_but_one::another(&xs[n.min(xs.len())..], xs));
        law!(integers, extremes: |xs| lengths::all_but_one::left_out(xs, n));
        law!(integers, extremes: |xs| lengths::all_but_one::copied_and_left_out(xs, n));
        law!(integers, extremes: |xs| lengths::all_but_one::taken(xs, n));
        for from in [0, 1, 3, 65] {
            law!(integers, extremes: |xs| lengths::all_but_one::cut_anywhere(xs, from, n));
        }
        law!(integers, extremes: |xs| lengths::all_but_one::parts(xs, n));
    }
}
