//! The erasure law on functions that a macro stamps out.

use crate::common::law;

#[test]
fn stamped_out() {
    law!(floats, specials: |xs| lengths::stamped::by_a_macro(xs, xs));
    law!(floats, specials: |xs| lengths::stamped::by_a_macro(xs, &xs[..xs.len() / 2]));
}
