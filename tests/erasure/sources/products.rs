//! The erasure law on elements of two arrays in all pairs.

use crate::common::law;

#[test]
fn loops_around_loops() {
    law!(integers: |xs| sources::products::a_grid(xs));
    law!(integers: |xs| sources::products::names_of_both_loops(&xs[..xs.len().min(60)], &xs[..xs.len().min(9)]));
    law!(integers: |xs| sources::products::rows_and_pairs(&xs[..xs.len().min(60)], &xs[..xs.len().min(9)]));
    law!(integers: |xs| sources::products::two_products(&xs[..xs.len().min(60)], &xs[..xs.len().min(9)]));
}

#[test]
fn products_of_one_shape() {
    law!(floats: |xs| {
        let (w, h) = (xs.len().min(12), xs.len() / xs.len().clamp(1, 12));
        (w > 1 && h > 1).then(|| sources::products::gradients(xs, w, h))
    });
    law!(integers: |xs| {
        let us = &xs[..xs.len().min(9)];
        let xs = &xs[..xs.len().min(60)];
        let reversed = xs.iter().rev().copied().collect::<Vec<_>>();
        (
            sources::products::three_deep(xs, us),
            sources::products::one_name_for_others(xs, &reversed, us),
            sources::products::changed_and_unread(xs, us),
            sources::products::two_shapes(xs, us, &reversed),
            sources::products::one_in_memory(xs, us),
            sources::products::half_of_a_pattern(xs, us, 100),
            sources::products::beside_a_search(us, us.last().copied().unwrap_or(1)),
        )
    });
}
