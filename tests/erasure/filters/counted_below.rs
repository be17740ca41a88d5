//! The erasure law on counts of what filters keep, over more elements than a narrow number counts.

use crate::common::{law, outcome};

/// So many that a byte does not count them.
fn many(xs: &[i64]) -> impl Iterator<Item = i64> {
    let turns = 1 + 1200 / xs.len().max(1);
    (0..turns as i64).flat_map(move |turn| xs.iter().map(move |x| x.wrapping_add(turn / 3)))
}

fn bytes(xs: &[i64]) -> Vec<u8> {
    many(xs).map(|x| x as u8).collect()
}

#[test]
fn counts_below_filters() {
    law!(integers, extremes: |xs| {
        let features = many(xs).map(|x| (x % 100) as f32).collect::<Vec<_>>();
        let labels = many(xs).map(|x| (x & 1) as u8).collect::<Vec<_>>();
        [-1e9, 0.0, 30.0, f32::NAN].map(|at| filters::counted_below::halves(&features, &labels, at))
    });
    law!(integers, extremes: |xs| {
        let one = many(xs).map(|x| b"ACGTN"[x.rem_euclid(5) as usize]).collect::<Vec<_>>();
        let other = many(xs).map(|x| b"AGCT-"[(x >> 2).rem_euclid(5) as usize]).collect::<Vec<_>>();
        let short = &other[..other.len() / 2];
        [&other[..], short].map(|other| filters::counted_below::substitutions(&one, other))
    });
    law!(integers, extremes: |xs| {
        [0, 3, 255].map(|not| outcome(|| filters::counted_below::that_may_fail(&bytes(xs), not)))
    });
    law!(integers, extremes: |xs| {
        let words = many(xs).map(|x| x as u16).collect::<Vec<_>>();
        filters::counted_below::behind_several(&bytes(xs), &words)
    });
    law!(integers, extremes: |xs| filters::counted_below::beside_a_sum(&bytes(xs), 7));
}

#[test]
fn sums_of_fields() {
    law!(floats, specials: |xs| {
        let reading = |(at, x): (usize, &f64)| filters::counted_below::Reading {
            ok: at % 3 == 0,
            kind: (at % 5) as u8,
            value: *x as f32,
            weight: if at % 7 == 0 { -0.0 } else { *x },
        };
        let readings = xs.iter().enumerate().map(reading).collect::<Vec<_>>();
        [0, 2, 9].map(|kind| {
            let nearest = filters::counted_below::nearest(&readings, kind, 0.25);
            (filters::counted_below::readings(&readings, kind), nearest)
        })
    });
}
