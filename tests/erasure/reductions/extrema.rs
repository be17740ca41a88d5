//! The erasure law on extrema of floats that share their loop with nothing.

use crate::fused::reductions::extrema as changed;
use crate::plain::reductions::extrema as written;

/// Numbers among which zeros of both signs, infinities and what is no number come at any place.
fn numbers(length: usize, which: u64) -> Vec<f64> {
    let mut state = (which + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let number = (state >> 20) as f64 / 1e13;
        match (which % 8, state % 5) {
            (0, _) => f64::NAN,
            (1, 0 | 1) => -0.0,
            (1, 2 | 3) => 0.0,
            (1 | 2, _) => -number,
            (3, 0) => f64::NAN,
            (4, 0) => f64::NEG_INFINITY,
            (5, 0) => f64::INFINITY,
            (6, 0) => -f64::NAN,
            (7, 0) => -0.0,
            _ => number - 0.4,
        }
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn the_bits_of_an_extremum_alone_are_those_of_the_fold() {
    for length in (0..20).chain([63, 64, 65, 100, 1000]) {
        for which in 0..24 {
            let xs = numbers(length, which);
            let ys = numbers(length + which as usize % 3, which + 5);
            let bits = |x: f64| (x.is_nan(), if x.is_nan() { 0 } else { x.to_bits() });
            assert_eq!(bits(written::greatest(&xs)), bits(changed::greatest(&xs)));
            let singles = xs.iter().map(|x| *x as f32).collect::<Vec<_>>();
            assert_eq!(
                written::least(&singles).to_bits(),
                changed::least(&singles).to_bits()
            );
            assert_eq!(
                bits(written::largest(&xs, &ys)),
                bits(changed::largest(&xs, &ys))
            );
            assert_eq!(
                bits(written::at_most_none(&xs)),
                bits(changed::at_most_none(&xs))
            );
            assert_eq!(
                written::reduced(&xs).map(bits),
                changed::reduced(&xs).map(bits)
            );
            let [left, right] = [written::halves(&xs), changed::halves(&xs)];
            assert_eq!([left.0, left.1].map(bits), [right.0, right.1].map(bits));
            let rows = [xs.clone(), ys];
            assert_eq!(
                written::of_rows(&rows)
                    .into_iter()
                    .map(bits)
                    .collect::<Vec<_>>(),
                changed::of_rows(&rows)
                    .into_iter()
                    .map(bits)
                    .collect::<Vec<_>>()
            );
            for start in [f64::NAN, 0.0, -0.0] {
                assert_eq!(
                    bits(written::from_any(&xs, start)),
                    bits(changed::from_any(&xs, start))
                );
            }
        }
    }
}

#[test]
fn zeros_of_either_sign_are_the_same_on_wider_vectors() {
    let bits = |x: f64| (!x.is_nan()).then(|| x.to_bits());
    for which in 0..40 {
        for length in [0, 1, 5, 130, 1000] {
            let xs = numbers(length, which);
            let every = |xs: Vec<f64>| xs.into_iter().map(bits).collect::<Vec<_>>();
            let (plain, fused) = (written::clipped(&xs), changed::clipped(&xs));
            assert_eq!(
                (every(plain.0), plain.1, bits(plain.2)),
                (every(fused.0), fused.1, bits(fused.2))
            );
            let (plain, fused) = (written::rectified(&xs), changed::rectified(&xs));
            assert_eq!(
                (every(plain.0), every(plain.1), plain.2),
                (every(fused.0), every(fused.1), fused.2)
            );
            assert_eq!(written::limited(&xs), changed::limited(&xs));
        }
    }
}

#[test]
fn references_are_to_the_same_elements() {
    for length in [0, 1, 2, 17, 224, 225, 2_047, 2_048, 2_049, 4_097, 9_000] {
        for modulus in [1_i64, 2, 7, 250, 100_000] {
            let ks = (0..length).map(|k: i64| (k * 7_919 + 13) % modulus);
            let ks: Vec<i64> = ks.collect();
            let ascending = (0..length).collect();
            let descending = (0..length).rev().collect();
            for ks in [ks, ascending, descending] {
                let xs: Vec<i16> = ks.iter().map(|k| *k as i16).collect();
                let bytes: Vec<u8> = ks.iter().map(|k| *k as u8).collect();
                let wide: Vec<u16> = ks.iter().map(|k| *k as u16).collect();
                let ([low, high], [least, most], even) =
                    crate::plain::reductions::extrema::referenced(&xs, &bytes);
                let places = |of: [Option<&i16>; 2]| of.map(|x| x.map(std::ptr::from_ref));
                let fused = crate::fused::reductions::extrema::referenced(&xs, &bytes);
                assert_eq!(places([low, high]), places(fused.0));
                let places = |of: [Option<&u8>; 2]| of.map(|x| x.map(std::ptr::from_ref));
                assert_eq!(places([least, most]), places(fused.1));
                assert_eq!(even, fused.2);
                let places = |(a, b): (Option<&u16>, Option<&u16>)| {
                    [a, b].map(|x| x.map(std::ptr::from_ref))
                };
                assert_eq!(
                    places(crate::plain::reductions::extrema::referenced_alone(
                        &wide, &wide
                    )),
                    places(crate::fused::reductions::extrema::referenced_alone(
                        &wide, &wide
                    ))
                );
            }
        }
    }
}
