//! The erasure law on arrays that are collected although one could seem to do without: for the sake of effects,
//! borrows and ends. Reported against clippy's `needless_collect`.

use crate::common::law;
use crate::common::tracked::drops;

#[test]
fn false_positives_of_needless_collect() {
    law!(integers: |xs| {
        let mut map = xs.iter().copied().enumerate().map(|(i, x)| (i as i64, x)).collect();
        effects::collected_first::a_borrow_that_must_end(&mut map)
    });
    law!(integers: |xs| {
        let mut log = Vec::new();
        (effects::collected_first::effects_before_the_reader(xs, &mut log), log)
    });
    law!(integers: |xs| effects::collected_first::effects_past_the_stop(xs));
    law!(integers: |xs| effects::collected_first::needed_twice(xs));
    drops!(|xs| effects::collected_first::counted_with_effects(&xs));
    law!(integers: |xs| effects::collected_first::a_mutated_capture(xs));
    law!(integers: |xs| effects::collected_first::the_source_is_changed_by_the_reader(&xs[..xs.len().min(2000)]));
}
