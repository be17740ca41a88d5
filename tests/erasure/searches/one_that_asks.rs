//! Loops of which one chain asks for its elements itself.

use crate::common::law;
use crate::common::tracked::drops;
use crate::fused;

#[test]
fn what_it_has_not_asked_for_it_is_not_given() {
    law!(integers, extremes: |xs| searches::one_that_asks::divides(xs));
    law!(integers, extremes: |xs| searches::one_that_asks::fails_behind(xs));
    // Behind the hit the divisor is zero.
    assert_eq!(fused::searches::one_that_asks::divides(&[2, 50]).0, Some(0));
}

#[test]
fn blocks_go_on_where_those_before_have_ended() {
    law!(integers, extremes: |xs| {
        let (all, low, high, odd, places, same, sums) = searches::one_that_asks::carried(xs);
        ((all, low, high), (odd, places), (same, sums))
    });
}

#[test]
fn ones_own_types_see_an_iterator_like_stds() {
    law!(integers, extremes: |xs| {
        let (sum, bits, low) = searches::one_that_asks::ones_own_sum(xs);
        (sum.0, sum.1, bits, low)
    });
    law!(integers, extremes: |xs| {
        let (sum, none) = searches::one_that_asks::asks_for_nothing(xs);
        (sum, none.0, none.1)
    });
    law!(integers, extremes: |xs| {
        let (bag, sum, many) = searches::one_that_asks::ones_own_collection(xs);
        (bag.0, bag.1, sum, many)
    });
    law!(floats, specials: |xs| searches::one_that_asks::inferred(xs));
}

#[test]
fn what_leaves_and_what_tries() {
    law!(integers, extremes: |xs| searches::one_that_asks::leaves(xs));
    law!(integers, extremes: |xs| {
        let (folded, bits) = searches::one_that_asks::tries(xs);
        (folded.ok(), folded.err(), bits)
    });
    law!(integers, extremes: |xs| searches::one_that_asks::two(xs));
}

#[test]
fn of_any_source() {
    let many: Vec<i64> = (0..5000).collect();
    assert_eq!(
        fused::searches::one_that_asks::beside_a_whole_range(&many).1,
        4999
    );
    law!(integers, extremes: |xs| searches::one_that_asks::beside_a_whole_range(xs));
    law!(integers, extremes: |xs| searches::one_that_asks::places(&searches::one_that_asks::Held {
        data: xs.to_vec(),
        queue: xs.iter().rev().copied().collect(),
    }));
    law!(integers: |xs| searches::one_that_asks::of_a_range(xs.len()));
    law!(integers, extremes: |xs| searches::one_that_asks::in_step(xs, xs));
    law!(integers, extremes: |xs| searches::one_that_asks::in_step(xs, &xs[xs.len() / 2..]));
    law!(integers, extremes: |xs| searches::one_that_asks::in_step(&xs[xs.len() / 2..], xs));
}

#[test]
fn drops_and_moves() {
    drops!(|xs| {
        let (found, many) = searches::one_that_asks::watched(&xs, &2);
        (found.map(crate::common::tracked::Tracked::label), many)
    });
    law!(integers, extremes: |xs| searches::one_that_asks::takes(xs, vec![5, -7]));
}

#[test]
fn a_search_beside_it_goes_on_from_the_block_before() {
    // A block holds 2,048 floats.
    for length in [2047, 2048, 2049, 4096, 4097, 7000] {
        for hit in [0, 3, 2047, 2048, 2050, 4095, 4096, 6999, 7000] {
            let xs: Vec<f64> = (0..length)
                .map(|place| if place == hit { 5.0 } else { -1.5 })
                .collect();
            let plain = crate::plain::searches::one_that_asks::decided_in_a_block(&xs);
            assert_eq!(
                fused::searches::one_that_asks::decided_in_a_block(&xs),
                plain
            );
            assert_eq!(plain.0, (hit < length).then_some(hit));
            let plain = crate::plain::searches::one_that_asks::all_in_blocks(&xs);
            assert_eq!(fused::searches::one_that_asks::all_in_blocks(&xs), plain);
            let plain = crate::plain::searches::one_that_asks::any_in_blocks(&xs);
            assert_eq!(fused::searches::one_that_asks::any_in_blocks(&xs), plain);
        }
    }
    law!(floats, specials: |xs| searches::one_that_asks::decided_in_a_block(xs));
    law!(floats, specials: |xs| searches::one_that_asks::any_in_blocks(xs));
}
