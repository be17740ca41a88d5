//! The erasure law on places that may be equally long.

use crate::common::law;

macro_rules! columns {
    ($xs:ident, $x:expr, $less:expr) => {{
        let ys = $xs[$less.min($xs.len())..].to_vec();
        lengths::places::Columns {
            xs: $x,
            far: ys.iter().map(|y| y * 2.0).collect(),
            n: ys.len(),
            ys,
        }
    }};
}

#[test]
fn fields() {
    for less in [0, 1, 7] {
        law!(floats, specials: |xs| columns!(xs, xs.to_vec(), less).fields());
        law!(floats, specials: |xs| columns!(xs, xs.to_vec(), less).both_ways());
        law!(floats, specials: |xs| columns!(xs, xs.to_vec(), less).in_a_loop());
        law!(floats, specials: |xs| columns!(xs, xs.to_vec(), less).behind_barriers());
        law!(floats, specials: |xs| lengths::places::locals(xs, &columns!(xs, xs.to_vec(), less)));
    }
}

#[test]
fn counted() {
    for less in [0, 1, 7] {
        law!(floats, specials: |xs| columns!(xs, xs.to_vec(), less).counted((xs.len(), less)));
        law!(floats, specials: |xs| columns!(xs, xs.to_vec(), less).counted_and_changed());
        law!(floats, specials: |xs| lengths::places::lent(&mut columns!(xs, xs.to_vec(), less)));
    }
}

#[test]
fn types_that_lie() {
    for less in [0, 1] {
        law!(floats, specials: |xs| columns!(xs, lengths::places::Odd(xs.to_vec()), less).odd());
        law!(floats, specials: |xs| columns!(xs, lengths::places::Odd(xs.to_vec()), less).two_orders());
    }
}
