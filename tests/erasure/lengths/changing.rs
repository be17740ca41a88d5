//! The erasure law on lengths of arrays that change, and facts about lengths that hold only for a while.

use crate::common::law;

#[test]
fn lengths_that_only_seem_equal() {
    law!(integers: |xs| lengths::changing::lengths_in_debug(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| lengths::changing::lengths_that_change(xs, xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| lengths::changing::guards_of_lengths(xs, &xs[xs.len() / 2..], xs));
    law!(integers: |xs| lengths::changing::guards_of_lengths(xs, xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| lengths::changing::lengths_taken_before(xs, false));
    law!(integers: |xs| lengths::changing::lengths_taken_before(xs, true));
    law!(integers: |xs| lengths::changing::asserted_before(xs, &mut xs.to_vec()));
    law!(integers: |xs| {
        let mut rows: Vec<Vec<i64>> = xs.chunks(3).map(<[i64]>::to_vec).collect();
        (lengths::changing::rows_in_place(&mut rows), rows)
    });
    law!(integers: |xs| lengths::changing::guard_that_stays(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| lengths::changing::guard_that_stays(&xs[xs.len() / 2..], xs));
}
