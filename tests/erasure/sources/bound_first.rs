//! The erasure law on iterators that are bound to a name before they are consumed.

use crate::common::law;
use crate::common::tracked::drops;

#[test]
fn iterators_bound_first() {
    law!(integers: |xs| sources::bound_first::bound_first(xs));
    law!(integers: |xs| sources::bound_first::never_asked(xs, false));
    law!(integers: |xs| sources::bound_first::never_asked(xs, true));
    law!(integers: |xs| sources::bound_first::pulled(xs));
    drops!(|xs| sources::bound_first::bound_with_state(&xs));
}

#[test]
fn evaluated_where_they_are_bound() {
    law!(integers: |xs| {
        let mut ys = xs.to_vec();
        (sources::bound_first::lengths_meanwhile(xs, &mut ys, xs), ys)
    });
    law!(integers: |xs| sources::bound_first::fields_meanwhile(xs.len()));
    law!(integers: |xs| sources::bound_first::copied_meanwhile([3, 4, 5], xs));
    law!(integers: |xs| sources::bound_first::panics_where_it_is_bound(xs, xs));
}

#[test]
fn named_inside_of_others() {
    law!(integers: |xs| sources::bound_first::an_iterator_in_a_field(&format!("{:#?}", &xs[..xs.len().min(40)])));
    law!(integers: |xs| sources::bound_first::an_iterator_in_a_worker(&xs[..xs.len().min(40)], &xs[..xs.len().min(3)]));
}
