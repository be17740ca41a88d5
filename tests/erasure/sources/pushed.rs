//! The erasure law on loops that push what is no number.

use crate::common::tracked::drops;
use crate::common::{law, outcome};

#[test]
fn of_any_type() {
    law!(floats, specials: |xs| {
        let (spans, widest, far) = sources::pushed::made_by_the_type(xs);
        let bits = spans.iter().map(|s| (s.from, s.to)).collect::<Vec<_>>();
        (bits, widest, far, sources::pushed::some_of_them(xs))
    });
    law!(words: |xs| {
        let (shown, longest) = sources::pushed::coerced(xs);
        let shown = shown.iter().map(|s| s.to_string()).collect::<Vec<_>>();
        (sources::pushed::texts(xs), shown, longest)
    });
}

#[test]
fn dropped_where_they_were() {
    drops!(|xs| sources::pushed::dropped_in_reverse(&xs));
    drops!(|xs| sources::pushed::dropped_at_the_end(&xs));
}

#[test]
fn effects_keep_their_order() {
    law!(integers: |xs| {
        let log = std::cell::RefCell::new(Vec::new());
        let sum = outcome(|| sources::pushed::notes_before_a_panic(xs, &log));
        (sources::pushed::calls_in_their_order(xs), sum.ok(), log.into_inner())
    });
}
