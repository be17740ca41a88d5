//! The erasure law on extrema of references into arrays that are made in the function.

use crate::common::{law, outcome};

#[test]
fn references_into_what_is_made_here() {
    law!(floats, specials: |xs| bits(reductions::held::farthest(xs)));
    law!(floats, specials: |xs| {
        let (last, first, sum) = reductions::held::first_and_last(xs);
        (last, first, sum)
    });
    law!(floats, specials: |xs| {
        let (parts, top) = reductions::held::over_the_largest(xs);
        (parts, top.to_bits())
    });
    law!(integers, extremes: |xs| reductions::held::with_its_largest(xs));
    law!(integers, extremes: |xs| reductions::held::sorted_behind(xs));
    law!(integers, extremes: |xs| reductions::held::by_keys(xs));
    law!(integers, extremes: |xs| reductions::held::kept_alone(xs));
    law!(floats, specials: |xs| {
        let (range, size, at) = reductions::held::spread(xs);
        (range, size, at)
    });
    law!(floats: |xs| reductions::held::the_same_place(xs));
    law!(floats, specials: |xs| reductions::held::addresses(xs));
    law!(floats, specials: |xs| reductions::held::pointers(xs));
    law!(floats, specials: |xs| reductions::held::asked_at_once(xs));
    law!(floats, specials: |xs| reductions::held::by_patterns(xs));
    law!(integers, extremes: |xs| reductions::held::other_operators(xs));
    law!(integers, extremes: |xs| reductions::held::methods_of_references(xs));
    law!(floats, specials: |xs| reductions::held::references_that_live_on(xs));
    law!(integers, extremes: |xs| reductions::held::keys_that_borrow(xs));
    law!(integers, extremes: |xs| reductions::held::or_by_coercion(xs));
    law!(integers, extremes: |xs| reductions::held::twice_referred(xs));
    law!(floats, specials: |xs| {
        reductions::held::in_other_orders(xs, 0.25).map(|x| bits(x.map(|x| (0, x))))
    });
}

#[test]
fn floats_that_are_compared_in_an_order_of_all() {
    law!(floats, specials: |xs| reductions::held::alone(xs).map(|x| bits(x.map(|x| (0, x)))));
    law!(floats, specials: |xs| {
        outcome(|| {
            let (low, high, sum) = reductions::held::in_an_order_that_panics(xs);
            (low.to_bits(), high.to_bits(), sum)
        })
    });
    let wide = |xs: &[f64]| xs.iter().map(|x| *x as f32).collect::<Vec<f32>>();
    law!(floats, specials: |xs| outcome(|| reductions::held::alone_and_panicking(&wide(xs)).to_bits()));
    law!(floats, specials: |xs| {
        let (halves, least, sum, many, most) = reductions::held::beside(&wide(xs));
        let halves = halves.into_iter().map(f32::to_bits).collect::<Vec<_>>();
        (halves, least.map(f32::to_bits), sum, many, most.map(f32::to_bits))
    });
}

/// With the sign of what is no number.
fn bits(found: Option<(usize, f64)>) -> Option<(usize, u64)> {
    found.map(|(at, x)| (at, x.to_bits()))
}
