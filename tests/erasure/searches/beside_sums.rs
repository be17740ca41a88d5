//! The erasure law on what stops early beside a sum.

use crate::common::law;
use crate::{fused, plain};

#[test]
fn beside_sums() {
    law!(floats, specials: |xs| searches::beside_sums::beside_a_sum(xs, 0.5));
    law!(floats, specials: |xs| searches::beside_sums::beside_a_sum(xs, 1e300));
    for hit in [0, 1, 15, 16, 17, 63, 64, 65, 511, 512, 1000, 1999] {
        let mut xs = vec![0.25; 2000];
        xs[hit] = 2.0;
        let plain = plain::searches::beside_sums::beside_a_sum(&xs, 1.0);
        assert_eq!(plain, fused::searches::beside_sums::beside_a_sum(&xs, 1.0));
        assert_eq!(plain.2, Some(hit));
    }
}

#[test]
fn in_conditions() {
    law!(floats, specials: |xs| searches::beside_sums::in_conditions(xs, &xs[xs.len() / 2..], 0.5));
    law!(floats, specials: |xs| searches::beside_sums::in_conditions(xs, &xs[xs.len() / 2..], 1e300));
}

#[test]
fn what_stays_alone() {
    law!(floats, specials: |xs| searches::beside_sums::alone(xs, &[1, 2, u32::MAX - 1]));
    law!(floats, specials: |xs| searches::beside_sums::alone(xs, &[1, u32::MAX, 3]));
    law!(floats, specials: |xs| searches::beside_sums::beside_other_loops(xs, &[1, 2, 0, 3]));
}

#[test]
fn in_what_the_loop_makes() {
    law!(floats, specials: |xs| searches::beside_sums::in_what_is_made(xs, 0.25));
}

#[test]
fn beside_passes() {
    law!(floats, specials: |xs| {
        let points: Vec<(f64, u32)> = xs.iter().map(|x| (*x, x.to_bits() as u32 % 100)).collect();
        searches::beside_sums::beside_passes(&points)
    });
}

#[test]
fn one_beside_sums() {
    for limit in [0.5, 1e300, -1e300] {
        law!(floats, specials: |xs| {
            let short = xs.iter().map(|x| *x as f32).collect::<Vec<_>>();
            searches::beside_sums::one_beside_sums(xs, &xs[xs.len() / 3..], &short, limit)
        });
        law!(floats, specials: |xs| {
            let held = searches::beside_sums::Held { items: xs.to_vec() };
            (held.any(limit), held.position(limit), held.all(limit))
        });
    }
    law!(floats: |xs| {
        let words = xs.iter().map(f64::to_string).collect::<Vec<_>>();
        searches::beside_sums::beside_what_moves(xs, &words)
    });
    for length in 0..40 {
        for hit in 0..=length {
            let mut xs = vec![0.25; length];
            xs.iter_mut().skip(hit).for_each(|x| *x = 2.0);
            let plain = plain::searches::beside_sums::one_beside_sums(&xs, &xs, &[], 1.0);
            assert_eq!(
                plain,
                fused::searches::beside_sums::one_beside_sums(&xs, &xs, &[], 1.0)
            );
            assert_eq!(plain.0.2, (hit < length).then_some(hit));
        }
    }
}

#[test]
fn beside_an_unknown_test() {
    for limit in [0.5, 1e300] {
        law!(floats, specials: |xs| {
            let readings = searches::beside_sums::Readings { items: xs.to_vec() };
            readings.beside_an_unknown_test(&|x| x > limit)
        });
    }
}

#[test]
fn decided_early() {
    for at in [0, 100, 511, 512, 1500, 2047, 2048, 3000, 4999] {
        let mut xs = vec![1.0; 5000];
        xs[at] = 5.0;
        for limit in [0.5, 3.0, 9.0] {
            let hit = |x: f64| x > limit;
            let [plain, fused] = [
                plain::searches::beside_sums::decided_early(&xs, &hit),
                fused::searches::beside_sums::decided_early(&xs, &hit),
            ];
            assert_eq!(plain, fused, "{at} {limit}");
            let [plain, fused] = [
                plain::searches::beside_sums::decided_early_beside_a_sum(&xs, &hit),
                fused::searches::beside_sums::decided_early_beside_a_sum(&xs, &hit),
            ];
            assert_eq!(plain, fused, "{at} {limit}");
            let [plain, fused] = [
                plain::searches::beside_sums::one_decided_early(&xs, &hit),
                fused::searches::beside_sums::one_decided_early(&xs, &hit),
            ];
            assert_eq!(plain, fused, "{at} {limit}");
        }
    }
}
