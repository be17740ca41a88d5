//! The erasure law on arrays that are taken where they are walked for the last time.

use crate::common::law;

#[test]
fn taken_behind_loops_that_they_are_lent_to() {
    law!(integers, extremes: |xs| {
        let mut log = Vec::new();
        let panicking = std::panic::AssertUnwindSafe(|| effects::last_use::panicking(xs, &mut log));
        let panicking = std::panic::catch_unwind(panicking).ok();
        // What a `&mut` place holds after a panic is not promised.
        let log = panicking.map(|_| log);
        (effects::last_use::brightened(xs, 40), panicking, log)
    });
    law!(floats, specials: |xs| {
        (
            effects::last_use::given(xs.to_vec(), xs.to_vec()),
            effects::last_use::bound_again(xs, xs.len() % 2 == 0),
        )
    });
    law!(words: |xs| effects::last_use::words(&xs.join(" , ")));
}
