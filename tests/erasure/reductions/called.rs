//! The erasure law on sums of what functions of the mathematical library give.

use crate::common::law;

#[test]
fn sums_of_calls() {
    law!(floats, specials: |xs| reductions::called::exponentials(xs));
    law!(floats, specials: |xs| {
        let labels = (0..xs.len() * 3 / 4).map(|at| (at % 3 == 1) as u8).collect::<Vec<_>>();
        reductions::called::of_pairs(xs, &labels)
    });
    law!(floats, specials: |xs| {
        let owns = xs.iter().map(|x| reductions::called::Own { of: *x, log: x * 2.0 });
        reductions::called::methods_of_its_own(&owns.collect::<Vec<_>>())
    });
    law!(floats, specials: |xs| reductions::called::configured(xs));
    law!(floats: |xs| reductions::called::that_may_panic(xs, &[0.5, 1.5, 2.5]));
}
